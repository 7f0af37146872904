// `openList`: a list that is stored and followed, opened once.

import type { TodoStoreOptions } from "../generated/agent_todos_bg.js";
import { TodoStore } from "../generated/agent_todos_bg.js";
import { check, invalid, quote, readOptions } from "./arguments/check.js";
import {
	expectAnything,
	expectFunction,
	expectMethods,
} from "./arguments/options.js";
import { expectName, readChannel } from "./connect/name.js";
import type { ConnectOptions, Owner } from "./connect/owner.js";
import { connect, expectTransports, makeSharedRows } from "./connect/owner.js";
import { overBroadcastChannel } from "./connect/transport.js";
import type { Persistence, PersistOptions } from "./persist/options.js";
import { persist } from "./persist/persist.js";
import type { TodoStorage } from "./storage/contract.js";

/** The options of `openList`. */
export interface OpenListOptions
	extends Pick<ConnectOptions, "over" | "allow" | "timeout"> {
	/** Where the list is stored. */
	readonly storage: TodoStorage;
	/** The name of the list, in the storage and for followers. Default `"todos"`. */
	readonly name?: string | undefined;
	/** The options of the list, if it is new. */
	readonly options?: TodoStoreOptions | undefined;
	/** How the list is stored. */
	readonly persist?: Omit<PersistOptions, "name"> | undefined;
	/**
	 * Called when the list has been read, and awaited before anybody else sees it. Restore here what
	 * is stored beside it, such as a conversation or a run. If it throws, the list is not open, and
	 * the next `open()` tries again.
	 */
	readonly onOpen?: ((list: OpenedList) => unknown) | undefined;
}

/** A list that is open, and is being stored. */
export interface OpenedList {
	/** The list. */
	readonly store: TodoStore;
	/** What stores it. */
	readonly persistence: Persistence;
}

/**
 * A list that is opened when it is first needed. This context owns it, as with `connect`.
 */
export interface OpenList extends Omit<Owner, "open"> {
	/**
	 * Resolves with the list. It is opened by the first call, or by the first follower. Rejects with
	 * the reason if it cannot be opened; the next call tries again.
	 */
	open(): Promise<OpenedList>;
	/**
	 * Stops following and storing. Resolves when everything is stored. `await using` does the same.
	 */
	stop(): Promise<void>;
}

/** The options of `openLists`. */
export interface OpenListsOptions {
	/** One transport, or several. Default `overBroadcastChannel()`. */
	readonly over?: ConnectOptions["over"];
	/**
	 * Returns the options of the list of a name, or undefined if there is none of that name. Called
	 * once for each list, as long as that is open.
	 */
	readonly open: (
		name: string,
	) => Omit<OpenListOptions, "name" | "over"> | undefined;
}

/** Lists that are opened by name, when a follower or the program first needs one. */
export interface OpenLists extends AsyncDisposable {
	/** Returns the list of a name. Throws `invalid_argument` if `open` returns nothing for it. */
	get(name: string): OpenList;
	/** Stops all lists. Resolves when everything is stored. `await using` does the same. */
	stop(): Promise<void>;
}

/** Does what `openLists` of an entry does. */
export function openListsWith(
	init: () => Promise<void>,
	options: OpenListsOptions,
): OpenLists {
	const { over, open } = readOptions(options, "openLists()", {
		over: [expectTransports, overBroadcastChannel()],
		open: expectFunction,
	});
	const lists = new Map<string, OpenList>();
	function find(name: string): OpenList | undefined {
		const known = lists.get(name);
		if (known) return known;
		const one = open(name);
		if (one === undefined) return undefined;
		const list = openWith(
			init,
			{ ...one, name, over },
			"openLists(): what open() returns",
		);
		lists.set(name, list);
		void list.ended.then(() => lists.delete(name));
		return list;
	}
	const ends = [over].flat().map((transport) =>
		transport.listen?.((channel) => {
			const name = readChannel(channel);
			// A follower that joined early gets the list once it is open. If it cannot be opened, the
			// follower's next call rejects with the reason.
			if (name)
				find(name)
					?.open()
					.catch(() => {});
		}),
	);
	const stop = async () => {
		for (const end of ends) end?.();
		await Promise.all([...lists.values()].map((list) => list.stop()));
	};
	return {
		get(name) {
			check(name, "openLists().get(): name", expectName);
			const list = find(name);
			if (list) return list;
			throw invalid(
				`there is no list ${quote(name)}: open() of openLists() returned nothing for it`,
			);
		},
		stop,
		[Symbol.asyncDispose]: stop,
	};
}

/**
 * Does what `openList` of an entry does. Each entry has its own `init`. `what` names what was
 * called, in errors.
 */
export function openWith(
	init: () => Promise<void>,
	options: OpenListOptions,
	what = "openList()",
): OpenList {
	const { storage, name, over, allow, timeout, ...rest } = readOptions(
		options,
		what,
		{
			storage: expectMethods("read", "write"),
			name: [expectName, "todos"],
			...makeSharedRows(),
			options: [expectAnything],
			persist: [expectAnything],
			onOpen: [expectFunction],
		},
	);
	if (Object.hasOwn(Object(rest.persist), "name"))
		throw invalid(`${what}: persist has no name: pass name beside persist`);
	let opened: OpenedList | undefined;
	let opening: Promise<TodoStore> | undefined;
	let isStopped = false;

	async function read(): Promise<TodoStore> {
		await init();
		const store = new TodoStore(rest.options);
		let persistence: Persistence | undefined;
		try {
			persistence = await persist(store, storage, { ...rest.persist, name });
			if (!isStopped) await rest.onOpen?.({ store, persistence });
			if (isStopped) throw invalid("this list was stopped while it opened");
			opened = { store, persistence };
			return store;
		} catch (error) {
			await persistence?.stop().catch(() => {});
			store.free();
			throw error;
		}
	}

	const owner = connect(() => (opening = read()), {
		name,
		over,
		allow,
		timeout,
		onChange: () => opened?.persistence.flushed(),
	});
	const stop = async () => {
		isStopped = true;
		await owner.stop();
		await opening?.catch(() => {});
		await opened?.persistence.stop();
	};
	return {
		get agent() {
			return owner.agent;
		},
		set agent(agent) {
			owner.agent = agent;
		},
		ended: owner.ended,
		async open() {
			await owner.open();
			return opened as OpenedList;
		},
		stop,
		[Symbol.asyncDispose]: stop,
	};
}
