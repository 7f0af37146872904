// What of the list stands in the messages of a model. Frameworks store, prune, repeat, fork and
// resume messages by themselves, so what the model knows is read from the messages each time.

import { TodoError } from "../../generated/snippets.js";
import { copyOwn } from "../arguments/options.js";
import { hashText, isTooDeep } from "../arguments/values.js";

/** What a model read of the list at one place of its messages. */
export interface Delivery {
	/**
	 * `"whole"` is the whole list; `"news"` is what changed since `from`; `"call"` is a call of the
	 * model that did not show it the list.
	 */
	kind: "whole" | "news" | "call";
	/** The text of a reminder. A call has none. */
	readonly text?: string;
	/**
	 * The id of a call, by which the messages name it. If ids repeat, only the latest call has it.
	 */
	call?: string;
	/** The place of a reminder, or of a call without an id, once that is known. */
	place?: Place;
	/**
	 * The revisions that it reports: those after `from`, up to `to`. A call has made them; news leave
	 * out the ones in `own`, which the model knows from its calls.
	 */
	readonly from: number;
	to: number;
	readonly own?: readonly number[];
	/**
	 * The length of the answer to a call, if that told more than what the call changed. A shorter
	 * result in the messages is not that answer: the host has cleared it.
	 */
	told?: number;
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
	/** Whether a call waits for its result, which has to follow it. */
	readonly awaitsResult: boolean;
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
	/** The latest revision that the messages show, if they show one. */
	readonly latest: number | undefined;
	/** From what the model knows the list: the last whole one, and what came after it. */
	readonly chain: readonly Delivery[];
}

/** How many deliveries a conversation remembers. Older ones count as cut. */
const maxDeliveries = 200;

/** The deliveries of one conversation, in the order in which they were made. */
export class Deliveries {
	#all: Delivery[];
	/** Where the messages last named each call: its place if another call gets the same id. */
	readonly #callPlaces = new WeakMap<Delivery, Place>();
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

	/** Records a delivery, and returns it. */
	record(made: NewDelivery): Delivery {
		for (const earlier of this.#all) {
			if (made.call === undefined || earlier.call !== made.call) continue;
			delete earlier.call;
			const place = this.#callPlaces.get(earlier);
			if (place) earlier.place = place;
		}
		const delivery = copyOwn({ ...made, isKnown: true }) as Delivery;
		this.#all.push(delivery);
		if (made.kind === "whole") this.#supersede(delivery);
		this.#all = this.#all.slice(-maxDeliveries);
		return delivery;
	}

	/**
	 * Records the answer to a call: its length, if it told more than what the call changed, and the
	 * revision of the list that it shows, if it shows the whole list.
	 */
	answer(
		delivery: Delivery,
		told: number | undefined,
		shown: number | undefined,
	): void {
		if (told !== undefined) delivery.told = told;
		if (shown === undefined) return;
		delivery.kind = "whole";
		delivery.to = shown;
		this.#supersede(delivery);
	}

	/** Records that the model knows the list from this delivery, and nothing from earlier ones. */
	#supersede(whole: Delivery): void {
		for (const earlier of this.#all.slice(0, this.#all.indexOf(whole)))
			earlier.isKnown = false;
	}

	/** Forgets the deliveries from before a revision, at which the list was forgotten. */
	forgetBefore(revision: number): void {
		this.#all = this.#all.filter(({ to }) => to >= revision);
	}

	/**
	 * Finds the deliveries in the messages that a host is about to send. Reminders that the host has
	 * forgotten, or stored elsewhere, are put back into their places, unless there is no
	 * `makeMessage`, and further copies of one are left out. Calls that `isSent` excludes are not
	 * there.
	 */
	find<Message extends object>(
		messages: readonly Message[],
		makeMessage?: (content: string) => Message,
		isSent = (_call: string) => true,
	): Shown<Message> {
		/** How many messages of others stand before each reminder that is there. */
		const present = new Map<Delivery, number>();
		/** Where the messages name each call, and each tool that was called. */
		const calls = new Map<string, number>();
		const others: Message[] = [];
		const prints: string[] = [];
		const othersIds: ReadonlySet<string>[] = [];
		/** The length of each result, by the id of its call. */
		const results = new Map<string, number>();
		/** The reminders that the host has stored, in its order. */
		const copies = new Map<Delivery, Message>();
		const described = messages.map(describe);
		const firsts = this.#findFirsts(described);
		for (const [index, message] of messages.entries()) {
			const reminder = this.#recognize(message, index, firsts, prints, present);
			if (reminder === undefined) {
				const { print, ids, answers } = described[index] as Described;
				others.push(message);
				prints.push(print);
				othersIds.push(ids);
				for (const id of ids) calls.set(id, prints.length);
				for (const [id, length] of answers) results.set(id, length);
			} else if (reminder !== "copy") {
				present.set(reminder, prints.length);
				copies.set(reminder, message);
			}
		}
		const place = readPlace(prints, prints.length);
		const isAnswer = prints.length > 0 && !isOfUser(messages.at(-1));
		let isLost = this.#placeCalls(isAnswer ? place : undefined);
		const isForgotten = makeMessage !== undefined;
		for (const { call = "", told = 0 } of this.#all)
			if ((results.get(call) ?? told) < told || !isSent(call))
				calls.delete(call);
		const storedAt = new Map(present);
		for (const [delivery, at] of storedAt)
			if (
				isForgotten &&
				readPlace(prints, at).before !== delivery.place?.before
			)
				present.delete(delivery);
		this.#findPlaces(prints, calls, isForgotten, present);
		for (const [delivery, at] of storedAt)
			if (!present.has(delivery)) present.set(delivery, at);
		const awaiting = findAwaiting(others, othersIds);
		for (const [delivery, at] of present) {
			const closed = awaiting.indexOf(false, at);
			// Nothing stands between a call and its result.
			if (delivery.text !== undefined && closed >= 0)
				present.set(delivery, closed);
		}
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
		const awaitsResult =
			awaiting.at(-1) === true || readOpenCalls(messages.at(-1)).length > 0;
		return { messages: placed, place, awaitsResult, ...shown };
	}

	/**
	 * Returns the latest revision that messages show; without any, the one at which the conversation
	 * began, or undefined if nothing was delivered. Throws `unknown_revision` if the messages may
	 * show a revision that is no longer remembered.
	 */
	findRevision(messages: readonly object[]): number | undefined {
		const { latest } = this.find(messages, (content) => ({ content }));
		if (latest !== undefined) return latest;
		if (this.#all.length === maxDeliveries)
			throw new TodoError(
				"unknown_revision",
				`the messages show none of the latest ${maxDeliveries} reminders and calls: pass the number of a revision`,
			);
		const [first] = this.#all;
		return first?.text === undefined ? first?.from : first.to;
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
	 * several with the same text, it is the one that was given at this place, or else the first. Any
	 * further one is a copy, and so is one in front of a call that came before it, where a session
	 * has stored it; a message that says more is none.
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
			({ text }) => text !== undefined && texts.includes(text),
		);
		const copy = same.length > 0 && texts.length === 1 ? "copy" : undefined;
		const possible = same.filter((it) => index >= (firsts.get(it) ?? 0));
		const left = possible.filter((delivery) => !present.has(delivery));
		const { before } = readPlace(prints, prints.length);
		const atPlace = left.find(({ place }) => place?.before === before);
		return (
			atPlace ?? (left.length < possible.length ? copy : (left[0] ?? copy))
		);
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
			const { call } = delivery;
			const at = present.get(delivery) ?? calls.get(call ?? "");
			if (at !== undefined) present.set(delivery, at);
			if (at !== undefined && call)
				this.#callPlaces.set(delivery, readPlace(prints, at));
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
	): Omit<Shown<never>, "messages" | "place" | "awaitsResult"> & {
		gaps: Delivery[];
	} {
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
				tellsMore ||= delivery.told !== undefined;
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
		const latest =
			present.length > 0 ? Math.max(...present.map(({ to }) => to)) : undefined;
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
	/** A hash of what it says, without the results of calls, which a host may shorten later. */
	readonly print: string;
	/** The ids in it, of calls among others, and the names of their tools. */
	readonly ids: ReadonlySet<string>;
	/** The length of each result in it, by the ids that name its call. */
	readonly answers: ReadonlyMap<string, number>;
}

function describe(message: object): Described {
	const ids = new Set<string>();
	const answers = new Map<string, number>();
	// A message that contains itself is like no other.
	if (isTooDeep(message)) return { print: "", ids, answers };
	const text = writeJson(message, function (key, value) {
		const given = (this as Record<string, unknown>)[key];
		if (given && typeof given === "string" && callIds.test(key)) ids.add(given);
		if (isAdded.test(key)) return undefined;
		if (!isResult(given)) return value;
		const named = Object.entries(given).filter(
			([key, id]) => id && callIds.test(key),
		);
		const { length } = writeJson(given);
		for (const [, id] of named) {
			ids.add(String(id));
			answers.set(String(id), length);
		}
		return Object.fromEntries(named.filter(([key]) => !isAdded.test(key)));
	});
	return { print: hashText(text), ids, answers };
}

/** Returns a value as JSON text, with the sizes of binary data in its place. */
function writeJson(
	value: object,
	replace: (this: unknown, key: string, value: unknown) => unknown = (_, it) =>
		it,
): string {
	return JSON.stringify(value, function (key, value) {
		const given = (this as Record<string, unknown>)[key];
		if (typeof given === "bigint") return String(given);
		const isBinary = ArrayBuffer.isView(given) || given instanceof ArrayBuffer;
		return isBinary ? given.byteLength : replace.call(this, key, value);
	});
}

/** Returns whether a message, or a part of one, is the result of one call. */
function isResult(value: unknown): value is object {
	const { type, role, content } = Object(value);
	return (
		/(tool[-_]|_call_)(result|output)$/.test(type) ||
		(role === "tool" && !(Array.isArray(content) && content.some(isResult)))
	);
}

/** Returns the place behind the first `count` messages. */
const readPlace = (prints: readonly string[], count: number): Place => ({
	count,
	before: prints.slice(Math.max(0, count - 2), count).join(" "),
});

/**
 * Returns for each place among messages, from before the first to after the last, whether a call
 * before it still waits for its result. Once the user has spoken again, no call waits.
 */
function findAwaiting(
	messages: readonly object[],
	idsIn: readonly ReadonlySet<string>[],
): boolean[] {
	const open = new Set<unknown>();
	const awaiting = messages.map((message, index) => {
		for (const id of idsIn[index] ?? []) open.delete(id);
		if (isOfUser(message)) open.clear();
		for (const id of readOpenCalls(message)) if (id) open.add(id);
		return open.size > 0;
	});
	return [false, ...awaiting];
}

/** Returns a message itself, its calls and its parts. */
function readParts(message: object | undefined): readonly unknown[] {
	const { content, parts = content, tool_calls = [] } = Object(message);
	return [message, ...tool_calls, ...(Array.isArray(parts) ? parts : [])];
}

const isCallType = (type: unknown) =>
	/^(tool[-_](call|use)|function(_call)?|tool-approval-response)$/.test(
		String(type),
	);

/**
 * Returns the ids of the calls in a message that have no result in it, and undefined or an empty
 * text for each without an id.
 */
function readOpenCalls(message: object | undefined): unknown[] {
	const parts = readParts(message).map((part) => Object(part));
	const { tool_calls = [] } = Object(message);
	const idOf = ({ toolCallId, callId, call_id, id }: Record<string, unknown>) =>
		toolCallId ?? callId ?? call_id ?? id;
	const answered = parts.filter(isResult).map((part) => idOf(part as never));
	return parts
		.filter(
			(part) =>
				isCallType(part.type) || part.functionCall || tool_calls.includes(part),
		)
		.map((part) => idOf(part.functionCall ?? part))
		.filter((id) => !id || !answered.includes(id));
}

const kinds = ["whole", "news", "call"];

function read(text: string): Delivery[] {
	const isDelivery = (value: unknown): value is Delivery => {
		const { kind, text, call, place, from, to, isKnown } = Object(value);
		const { count, before } = Object(place ?? { count: 0 });
		const { own = [], told = 0 } = Object(value);
		const isText = (text: unknown) =>
			["undefined", "string"].includes(typeof text);
		return (
			kinds.includes(kind) &&
			[text, call, before].every(isText) &&
			[from, to, count, told].concat(own).every(Number.isSafeInteger) &&
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
