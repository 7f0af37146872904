// `agent-todos/storage/chrome`: texts in chrome.storage, for the service worker, the pages and the
// offscreen documents of an extension. It needs the permission "storage".
//
// Chromium may lose what is written to chrome.storage.local after a kill in the middle of a write:
// a torn record at the end of LevelDB's log makes the rest of its block unreadable, and the next
// start appends to that block (https://github.com/google/leveldb/issues/1287). So the first write
// of a browser session fills the block up.

import { expectOneOf } from "../arguments/options.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";
import { readOptions } from "./options.js";
import { withStorageErrors } from "./with-storage-errors.js";

/** The options of `chromeStorage`. */
interface ChromeStorageOptions {
	/**
	 * The area of `chrome.storage`. `"local"` lasts until the extension is removed, `"session"` until
	 * the browser is closed. Each holds 10 MB in all; the permission "unlimitedStorage" lifts this
	 * limit for `"local"`. Default `"local"`.
	 */
	readonly area?: "local" | "session" | undefined;
}

type Items = Record<string, StoredText | string | undefined>;
type Changes = Readonly<Record<string, chrome.storage.StorageChange>>;

/**
 * Returns a storage in an area of `chrome.storage`. A name is a key there, with the value `{ text,
 * revision }`. A bare string that was there before counts as revision 1. `chrome.storage` cannot
 * compare and set, so every write holds a Web Lock, which all contexts of the extension share.
 * Content scripts are refused, as their locks are those of the page. Each write is reported to
 * those who watch its name in any context (`chrome.storage.onChanged`), which wakes a service
 * worker that does.
 *
 * Once per browser session, listeners to `local` see the key `agent-todos: 100% written` appear and
 * disappear.
 *
 * Throws a `StorageError` (`invalid_argument`) if the area does not exist.
 *
 * @example
 * ```ts
 * import { init, persist, TodoStore } from "agent-todos";
 * import { chromeStorage } from "agent-todos/storage/chrome";
 *
 * await init();
 * const store = new TodoStore();
 * const persistence = await persist(store, chromeStorage({ area: "local" }));
 * store.addMultiple(["Find a kettle"]);
 * await persistence.flushed();
 * console.log(Object.keys(await chrome.storage.local.get("todos"))); // → [ 'todos' ]
 * ```
 */
export function chromeStorage(options: ChromeStorageOptions = {}): TodoStorage {
	const { area } = readOptions(options, "chromeStorage()", {
		area: [expectOneOf("local", "session"), "local"],
	});
	async function read(name: string): Promise<StoredText | null> {
		const key = makeKey(name);
		const items = await getArea(area).get<Items>(key);
		const value = Object.hasOwn(items, key) ? items[key] : undefined;
		if (value === undefined) return null;
		if (typeof value === "string") return { text: value, revision: 1 };
		if (isStored(value)) return { text: value.text, revision: value.revision };
		throw new StorageError(
			"corrupt",
			`chrome.storage.${area} has something under "${name}" that was not written here: use another name`,
		);
	}

	let isFilled = area === "session";
	/** Runs once in a browser session, which `chrome.storage.session` tells, if there is one. */
	async function fillBlock(): Promise<void> {
		if (isFilled) return;
		const storage = getArea(area);
		const session = getExtension()?.storage?.session;
		if (!(await session?.get(filler))?.[filler]) {
			// Another text each time: Chromium does not write a text that is there already, as after a
			// kill in between.
			await storage.set({ [filler]: `${Date.now()}`.padEnd(logBlockBytes) });
			await storage.remove(filler);
			// If there is no room, other contexts fill the block again.
			await session?.set({ [filler]: "done" }).catch(() => {});
		}
		isFilled = true;
	}

	return withStorageErrors(
		{
			read,
			async write(name, text, expectedRevision) {
				const storage = getArea(area);
				// If this does not fit, the text still may.
				await fillBlock().catch(() => {});
				await navigator.locks.request(
					`agent-todos chrome.storage.${area} ${name}`,
					async () => {
						const { revision } = (await read(name)) ?? { revision: 0 };
						if (revision !== expectedRevision)
							throw StorageError.conflict(name, expectedRevision, revision);
						await storage.set({
							[makeKey(name)]: { text, revision: revision + 1 },
						});
					},
				);
				return expectedRevision + 1;
			},
			async names() {
				const items = Object.entries(await getArea(area).get<Items>(null));
				return items
					.filter(([, value]) => isStored(value))
					.map(([key]) => readName(key));
			},
			watch(name, onWrite) {
				// Without it, nothing can be read or written either.
				const onChanged = getExtension()?.storage?.[area]?.onChanged;
				const key = makeKey(name);
				const listener = (changes: Changes) => {
					const value = Object.hasOwn(changes, key) && changes[key]?.newValue;
					// What was removed was not written. A list that is open here is written again with its
					// next change.
					if (isStored(value)) onWrite(value.revision);
				};
				onChanged?.addListener(listener);
				return () => onChanged?.removeListener(listener);
			},
		},
		(error) => toStorageError(area, error),
	);
}

/** The bytes of a block in LevelDB's log. */
const logBlockBytes = 32 * 1024;
/**
 * The key of the filler in local, and of the note in session. No name has this key, as a percent
 * sign in a key begins an escape.
 */
const filler = "agent-todos: 100% written";

/** Returns whether this storage wrote a value. */
const isStored = (value: unknown): value is StoredText =>
	typeof (value as StoredText | undefined)?.text === "string" &&
	Number.isSafeInteger((value as StoredText).revision);

/** Returns the name of a key. */
const readName = (key: string) =>
	key === "%__proto__"
		? "__proto__"
		: key.replace(/%(?:u([0-9a-f]{4})|([0-9A-F]{2}))/g, (_, half, byte) =>
				String.fromCharCode(Number.parseInt(half ?? byte, 16)),
			);

/**
 * Returns the key of a name. Chromium cuts a key at a NUL and loses lone surrogates, and
 * `__proto__` is special in objects.
 */
function makeKey(name: string): string {
	return name === "__proto__"
		? "%__proto__"
		: name
				.replaceAll("%", "%25")
				.replaceAll(String.fromCharCode(0), "%00")
				.replace(
					/\p{Surrogate}/gu,
					(half) => `%u${half.charCodeAt(0).toString(16)}`,
				);
}

/** Returns the API, with as much of it as this context has. */
const getExtension = () =>
	(globalThis as { chrome?: Partial<typeof chrome> }).chrome;

function getArea(area: "local" | "session"): chrome.storage.StorageArea {
	const storage = getExtension()?.storage?.[area];
	if (!storage) {
		throw new StorageError(
			"denied",
			`there is no chrome.storage.${area} here: it is for extensions with the permission "storage"`,
		);
	}
	if (
		!getExtension()?.runtime?.getURL?.("").startsWith(`${location.origin}/`)
	) {
		throw new StorageError(
			"denied",
			"chrome.storage cannot be shared safely from a content script, whose locks are the page's: send messages to the service worker",
		);
	}
	return storage;
}

function toStorageError(area: string, error: unknown): StorageError {
	// Browsers report these errors by sentences, without codes.
	const { message } = error as Error;
	const code: StorageErrorCode = /quota/i.test(message)
		? "quota_exceeded"
		: /not allowed|denied|permission/i.test(message)
			? "denied"
			: "unavailable";
	const advice =
		code === "quota_exceeded"
			? ': remove something, or ask for the permission "unlimitedStorage"'
			: "";
	return new StorageError(code, `chrome.storage.${area}: ${message}${advice}`, {
		cause: error,
	});
}
