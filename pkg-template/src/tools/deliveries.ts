// What of the list stands in the messages of a model. Frameworks store, prune, repeat, fork and
// resume messages by themselves, so what the model knows is read from the messages each time.

import { TodoError } from "../../generated/snippets.js";
import { copyOwn } from "../arguments/options.js";
import { hashText, isTooDeep } from "../arguments/values.js";

/** What a model read of the list at one place of its messages. */
interface Delivery {
	/**
	 * `"whole"` is the whole list; `"news"` is what changed since `from`; `"call"` is a call of the
	 * model that did not show it the list.
	 */
	readonly kind: "whole" | "news" | "call";
	/** The text of a reminder. A call has none. */
	readonly text?: string;
	/** The id of a call, by which the messages name it. */
	readonly call?: string;
	/** The place of a reminder, or of a call without an id, once that is known. */
	place?: Place;
	/**
	 * The revisions that it reports: those after `from`, up to `to`. A call has made them; news leave
	 * out the ones in `own`, which the model knows from its calls.
	 */
	readonly from: number;
	readonly to: number;
	readonly own?: readonly number[];
	/** Whether its answer told more than what the call changed, or it changed nothing. */
	readonly tellsMore?: boolean;
	/** Whether what the core knows of the model includes it, since the last whole list. */
	isKnown: boolean;
}

/** A place among the messages of others. */
interface Place {
	/** How many messages stood before it. There may be fewer since. */
	readonly count: number;
	/** What the two messages before it say. */
	readonly before: string;
}

/** A reminder that was given, or a call that was carried out. */
export type NewDelivery = Omit<Delivery, "isKnown">;

/** What messages show of the list. */
export interface Shown<Message> {
	/** The messages with the reminders in their places. */
	readonly messages: Message[];
	/** The place at the end of the messages. */
	readonly place: Place;
	/** Whether the messages show all that the core knows of the model. */
	readonly isComplete: boolean;
	/** The revision whose list the messages show last, if they show one. */
	readonly seen: number | undefined;
	/** The revisions that calls in the messages have made since. */
	readonly own: number[];
	/**
	 * Whether calls of the model that changed the list are missing; without `seen`, whether the
	 * messages show anything of it.
	 */
	readonly isCut: boolean;
	/** The latest revision that the messages show. */
	readonly latest: number;
	/** From what the model knows the list: the last whole one, and what came after it. */
	readonly chain: readonly Delivery[];
}

/** How many deliveries a conversation remembers. Older ones count as cut. */
const maxDeliveries = 200;

/** The deliveries of one conversation, in the order in which they were made. */
export class Deliveries {
	#all: Delivery[];
	/** The names of the tools for the list. */
	readonly #tools: readonly string[];

	/** `text` is what `toString` returned, or empty. Throws `invalid_checkpoint` if it is damaged. */
	constructor(text: string, tools: readonly string[]) {
		this.#all = text === "" ? [] : read(text);
		this.#tools = tools;
	}

	/** Returns the deliveries as JSON text, or an empty one if there are none. */
	toString(): string {
		return this.#all.length === 0 ? "" : JSON.stringify(this.#all);
	}

	/** Records that what the core knows of the model is what these messages show. */
	accept({ chain }: Pick<Shown<never>, "chain">): void {
		for (const delivery of this.#all)
			delivery.isKnown = chain.includes(delivery);
	}

	/** Records a delivery. */
	record(made: NewDelivery): void {
		if (made.kind === "whole")
			for (const earlier of this.#all) earlier.isKnown = false;
		this.#all.push(copyOwn({ ...made, isKnown: true }) as Delivery);
		this.#all = this.#all.slice(-maxDeliveries);
	}

	/**
	 * Finds the deliveries in the messages that a host is about to send. Reminders that the host has
	 * forgotten are put back into their places, unless there is no `makeMessage`, and further copies
	 * of one are left out.
	 */
	find<Message extends object>(
		messages: readonly Message[],
		makeMessage?: (content: string) => Message,
	): Shown<Message> {
		/** How many messages of others stand before each reminder that is there. */
		const present = new Map<Delivery, number>();
		/** Where the messages name each call, and each tool that was called. */
		const calls = new Map<string, number>();
		const others: Message[] = [];
		const prints: string[] = [];
		/** The reminders that the host has stored, in its order. */
		const copies = new Map<Delivery, Message>();
		const described = messages.map(describe);
		const firsts = this.#findFirsts(described);
		for (const [index, message] of messages.entries()) {
			const reminder = this.#recognize(message, index, firsts, prints, present);
			if (reminder === undefined) {
				const { print = "", ids = [] } = described[index] ?? {};
				others.push(message);
				prints.push(print);
				for (const id of ids) calls.set(id, prints.length);
			} else if (reminder !== "copy") {
				present.set(reminder, prints.length);
				copies.set(reminder, message);
			}
		}
		const place = readPlace(prints, prints.length);
		const isAnswer = prints.length > 0 && !isOfUser(messages.at(-1));
		let isLost = this.#placeCalls(isAnswer ? place : undefined);
		const isForgotten = makeMessage !== undefined;
		this.#findPlaces(prints, calls, isForgotten, present);
		// Calls that are not its own, as those of an agent that this one was forked from, may have
		// shown another list.
		if (present.size === 0) isLost ||= this.#tools.some((it) => calls.has(it));
		const stored = [...copies.keys()];
		/** Calls come first at their place, then the reminders of the host, then those put back. */
		const rank = (delivery: Delivery) => {
			if (delivery.text === undefined) return -1;
			return copies.has(delivery) ? stored.indexOf(delivery) : stored.length;
		};
		const inOrder = this.#all
			.filter((delivery) => present.has(delivery))
			.sort(
				(a, b) =>
					(present.get(a) ?? 0) - (present.get(b) ?? 0) || rank(a) - rank(b),
			);
		const { gaps, ...shown } = this.#read(inOrder, copies, isLost);
		const reminders = inOrder.filter(
			(it) => it.text !== undefined && (copies.has(it) || !gaps.includes(it)),
		);
		const placed = [...others, undefined].flatMap((message, at) => [
			...reminders
				.filter((reminder) => present.get(reminder) === at)
				.map((it) => copies.get(it) ?? makeMessage?.(it.text as string))
				.filter((message) => message !== undefined),
			...(message ? [message] : []),
		]);
		return { messages: placed, place, ...shown };
	}

	/** Returns the index of the first message that each delivery may be: behind all earlier calls. */
	#findFirsts(described: readonly Described[]): Map<Delivery, number> {
		const indices = new Map<string, number>();
		for (const [index, { ids }] of described.entries())
			for (const id of ids) indices.set(id, index);
		let first = 0;
		const firsts = new Map<Delivery, number>();
		for (const delivery of this.#all) {
			firsts.set(delivery, first);
			first = Math.max(first, indices.get(delivery.call ?? "") ?? 0);
		}
		return firsts;
	}

	/**
	 * Returns the reminder that a message is, if it is one: its whole text, or that of a part. Of
	 * several with the same text, it is the one that was given at this place, or else the first, and
	 * any further one is a copy.
	 */
	#recognize(
		message: object,
		index: number,
		firsts: ReadonlyMap<Delivery, number>,
		prints: readonly string[],
		present: ReadonlyMap<Delivery, number>,
	): Delivery | "copy" | undefined {
		const texts = readTexts(message);
		const same = this.#all.filter(
			(delivery) =>
				delivery.text !== undefined &&
				texts.includes(delivery.text) &&
				index >= (firsts.get(delivery) ?? 0),
		);
		if (same.length === 0) return undefined;
		const left = same.filter((delivery) => !present.has(delivery));
		const { before } = readPlace(prints, prints.length);
		const atPlace = left.find(({ place }) => place?.before === before);
		return atPlace ?? (left.length < same.length ? "copy" : left[0]);
	}

	/**
	 * Gives the calls without an id that were made since the last time their place: the end of the
	 * messages, where their answers are. If the user spoke last, the host may have dropped what the
	 * model wrote. Returns whether the list was in what may be lost.
	 */
	#placeCalls(end: Place | undefined): boolean {
		const isUnplaced = (delivery: Delivery) =>
			delivery.text === undefined &&
			delivery.call === undefined &&
			delivery.place === undefined;
		const unplaced = this.#all.filter(isUnplaced);
		if (end === undefined) {
			this.#all = this.#all.filter((delivery) => !isUnplaced(delivery));
			return unplaced.some(({ kind }) => kind === "whole");
		}
		for (const delivery of unplaced) delivery.place = end;
		return false;
	}

	/**
	 * Adds the deliveries to `present` whose call is among the messages, and those whose place is,
	 * behind all earlier ones and in front of all later ones. Reminders count without their text if
	 * the host has forgotten them.
	 */
	#findPlaces(
		prints: readonly string[],
		calls: ReadonlyMap<string, number>,
		isForgotten: boolean,
		present: Map<Delivery, number>,
	): void {
		const starts = new Map<Delivery, number>();
		let start = 0;
		for (const delivery of this.#all) {
			const at = present.get(delivery) ?? calls.get(delivery.call ?? "");
			if (at !== undefined) present.set(delivery, at);
			starts.set(delivery, start);
			start = Math.max(start, at ?? 0);
		}
		let end = prints.length;
		for (const delivery of [...this.#all].reverse()) {
			const { place, text } = delivery;
			let at = present.get(delivery) ?? -1;
			if (at < 0 && place && (isForgotten || text === undefined)) {
				at = Math.min(end, place.count);
				while (at >= 0 && readPlace(prints, at).before !== place.before) at--;
				if (at < (starts.get(delivery) ?? 0)) continue;
				present.set(delivery, at);
			}
			if (at >= 0) end = Math.min(end, at);
		}
	}

	/**
	 * Returns what a model knows that has read these deliveries. The `gaps` among them are older than
	 * what it has read, or are news that build on what it lacks. If the host has stored a gap, the
	 * model reads it all the same, so it needs the whole list.
	 */
	#read(
		present: readonly Delivery[],
		stored: ReadonlyMap<Delivery, unknown>,
		isLost: boolean,
	): Omit<Shown<never>, "messages" | "place"> & { gaps: Delivery[] } {
		let seen: number | undefined;
		let own: number[] = [];
		let chain: Delivery[] = [];
		let isMisread = isLost;
		let tellsMore = false;
		const gaps: Delivery[] = [];
		for (const delivery of present) {
			const { kind, from, to, text } = delivery;
			const isForgotten = text !== undefined && !stored.has(delivery);
			if (kind === "whole" && !(isForgotten && to < (seen ?? 0))) {
				[seen, own, chain, isMisread] = [to, [], [delivery], false];
				tellsMore = false;
			} else if (seen === undefined) {
				// Without the list, nothing tells what it is about.
			} else if (kind === "call") {
				for (let revision = from + 1; revision <= to; revision++)
					own.push(revision);
				chain.push(delivery);
				tellsMore ||= delivery.tellsMore === true;
			} else if (
				kind === "news" &&
				from === seen &&
				to > seen &&
				(delivery.own ?? []).join() === own.join()
			) {
				[seen, own] = [to, []];
				chain.push(delivery);
			} else {
				gaps.push(delivery);
				isMisread ||= !isForgotten;
			}
		}
		const known = this.#all.filter(({ isKnown }) => isKnown);
		const isComplete =
			!isMisread &&
			known.length === chain.length &&
			known.every((delivery) => chain.includes(delivery));
		const isCallLost = this.#all.some(
			(delivery) =>
				delivery.text === undefined &&
				delivery.from < delivery.to &&
				delivery.to > (seen ?? 0) &&
				!present.includes(delivery),
		);
		const latest = Math.max(0, ...present.map(({ to }) => to));
		// What a call's notes told is nowhere recorded, so the whole list replaces it.
		if (isMisread || (tellsMore && !isComplete)) seen = undefined;
		const isCut =
			seen === undefined ? isLost || present.length > 0 : isCallLost;
		return { isComplete, seen, own, isCut, latest, chain, gaps };
	}
}

/** Returns the texts of a message: its content, or those of its parts. */
function readTexts(message: object): readonly unknown[] {
	const { content, parts = content } = message as Record<string, unknown>;
	return Array.isArray(parts)
		? parts.map((part) => Object(part).text)
		: [content];
}

/** Returns whether the user wrote a message. In some APIs, results of calls have that role. */
function isOfUser(message: object | undefined): boolean {
	const { role, content, parts = content } = Object(message);
	const isResult = (part: unknown) =>
		Object(part).type === "tool_result" || "functionResponse" in Object(part);
	return role === "user" && !(Array.isArray(parts) && parts.some(isResult));
}

/** The fields by which messages name a call, or its tool. */
const callIds = /^(tool_?)?(call|use)_?id$|^id$|^(tool_?)?name$/i;

/** The fields that hosts and providers add to messages, or change in them. */
const isAdded = /^(provider|cache|id$|status$)/;

/** A message as it is compared. */
interface Described {
	/** A hash of what it says, without what a host adds to it. */
	readonly print: string;
	/** The ids in it, of calls among others, and the names of their tools. */
	readonly ids: ReadonlySet<string>;
}

function describe(message: object): Described {
	const ids = new Set<string>();
	// A message that contains itself is like no other.
	if (isTooDeep(message)) return { print: "", ids };
	const text = JSON.stringify(message, function (key, value) {
		const given = (this as Record<string, unknown>)[key];
		if (typeof given === "string" && callIds.test(key)) ids.add(given);
		if (isAdded.test(key)) return undefined;
		const isBinary = ArrayBuffer.isView(given) || given instanceof ArrayBuffer;
		return isBinary ? given.byteLength : value;
	});
	return { print: hashText(text), ids };
}

/** Returns the place behind the first `count` messages. */
const readPlace = (prints: readonly string[], count: number): Place => ({
	count,
	before: prints.slice(Math.max(0, count - 2), count).join(" "),
});

/** Returns whether a message waits for the result of a call, which has to follow it. */
export function awaitsResult(message: object | undefined): boolean {
	const { content, parts = content, tool_calls, type } = Object(message);
	const isCall = (type: unknown) =>
		/^(tool[-_](call|use)|function_call|tool-approval-response)$/.test(
			String(type),
		);
	return (
		isCall(type) ||
		tool_calls?.length > 0 ||
		(Array.isArray(parts) &&
			parts.some(
				(part) => isCall(Object(part).type) || Object(part).functionCall,
			))
	);
}

const kinds = ["whole", "news", "call"];

function read(text: string): Delivery[] {
	const isDelivery = (value: unknown): value is Delivery => {
		const { kind, text, call, place, from, to, isKnown } = Object(value);
		const { count, before } = Object(place ?? { count: 0 });
		const { own = [] } = Object(value);
		const isText = (text: unknown) =>
			["undefined", "string"].includes(typeof text);
		return (
			kinds.includes(kind) &&
			[text, call, before].every(isText) &&
			[from, to, count].concat(own).every(Number.isSafeInteger) &&
			typeof isKnown === "boolean"
		);
	};
	try {
		// A page may have added properties to every object.
		const all = Array.from(JSON.parse(text), (it) => copyOwn(Object(it)));
		if (all.every(isDelivery)) return all;
	} catch {}
	throw new TodoError(
		"invalid_checkpoint",
		"the conversation cannot be read: what stands in its messages is damaged",
	);
}
