// The deliveries of a conversation: the reminders among the messages of a model. While the messages
// continue those of the last request, the model knows the list from them, and gets the news. After
// anything else it gets the whole list. A reminder stays as long as the messages before it are the
// same.

import { TodoError } from "../../generated/snippets.js";
import { hashBytes, hashText, isTooDeep } from "../arguments/values.js";

/** The place after the first `at` messages of others, and a hash of what they say. */
interface Place {
	readonly at: number;
	readonly print: string;
}

/** A call, and the revision of the list after it. */
interface Call {
	readonly id: string;
	readonly revision: number;
}

interface Reminder extends Place {
	readonly text: string;
}

/** Returns what a message says, without these texts. */
type Writer = (message: object, texts?: readonly string[]) => string;

interface State {
	/** The reminders that the messages of the next request get. */
	readonly reminders: readonly Reminder[];
	/** The ends of the latest requests, each with the revision of its list. */
	readonly requests: readonly (Place & { readonly revision: number })[];
	/** The calls since the last request, and the latest before it. */
	readonly calls: readonly Call[];
	readonly former: readonly Call[];
	/** Hashes of the reminders that are not placed any more. A host may have stored them. */
	readonly dropped: readonly string[];
	/** The revision at which the conversation began, or up to which its calls are forgotten. */
	readonly began: number | undefined;
	readonly isForgotten: boolean;
}

/** How many reminders, requests and calls a conversation remembers. */
const maxPlaces = 200;

/** The fields that hosts and providers add to messages, or change in them. */
const isAdded = /^(provider|cache|id$|status$)/;

const nothing: State = {
	reminders: [],
	requests: [],
	calls: [],
	former: [],
	dropped: [],
	began: undefined,
	isForgotten: false,
};

/** Messages of a host, without the reminders that it has stored. */
export interface Others<Message> {
	readonly messages: readonly Message[];
	/** The hash of what stands before each place. */
	readonly prints: readonly string[];
	/** The reminders that the host stored, by their texts. */
	readonly stored: ReadonlyMap<string, Message>;
	/** The reminders that it joined with other messages. */
	readonly joined: ReadonlySet<Reminder>;
	/** Whether calls of another conversation may have shown another list. */
	readonly showsAnother: boolean;
	/** Whether they go on from the last request, with the calls since. */
	readonly isContinued: boolean;
	/** How many messages the model has written since the last request. */
	readonly answers: number;
}

/** The reminders of one conversation. */
export class Deliveries {
	#state: State = nothing;
	readonly #tools: readonly string[];

	/** `text` is what `toString` returned, or empty. Throws `invalid_checkpoint` if it is damaged. */
	constructor(text: string, tools: readonly string[]) {
		if (text !== "") this.#state = read(text);
		this.#tools = tools;
	}

	/** Returns the reminders as JSON text, or an empty one if there is nothing to store. */
	toString(): string {
		return this.#state === nothing ? "" : JSON.stringify([this.#state]);
	}

	/** Records a call, which the messages of the next request have to contain. */
	recordCall(id: unknown, from: number, revision: number): void {
		const call = { id: typeof id === "string" ? id : "", revision };
		const { began = from } = this.#state;
		const calls = [...this.#state.calls, call].slice(-maxPlaces);
		this.#state = { ...this.#state, began, calls };
	}

	/** Forgets everything if the list was forgotten since. */
	forgetBefore(revision: number): void {
		const { began } = this.#state;
		if (began !== undefined && revision > began) this.#state = nothing;
	}

	/** Finds the messages of others. */
	read<Message extends object>(messages: readonly Message[]): Others<Message> {
		const stored = new Map<string, Message>();
		const others: Message[] = [];
		for (const message of messages) {
			const text = readReminder(message);
			if (text !== undefined && this.#isOwn(text)) stored.set(text, message);
			else others.push(message);
		}
		const joined = new Set<Reminder>();
		const prints = [""];
		const texts: string[] = [];
		const write = this.#writer(others);
		for (const message of others) {
			const [text, kept] = this.#withoutReminders(message, prints, write);
			for (const reminder of kept) joined.add(reminder);
			texts.push(text);
			prints.push(hashText(prints.at(-1) + text));
		}
		const { requests, calls } = this.#state;
		const answers = countAnswers(others.slice(requests.at(-1)?.at ?? 0));
		const showsAnother =
			requests.length + calls.length === 0 && this.#hasCall(others);
		const isContinued =
			!showsAnother && this.#isContinued(others, texts, prints);
		const found = { messages: others, prints, stored, joined };
		return { ...found, showsAnother, isContinued, answers };
	}

	/**
	 * Returns a function that writes what a message says, but for the `texts` of reminders. What
	 * another tool returned counts by its call alone: hosts clear long results later.
	 */
	#writer(messages: readonly object[]): Writer {
		const names = namesOfCalls(messages);
		const { calls, former } = this.#state;
		const own = new Set<unknown>([...calls, ...former].map(({ id }) => id));
		const isOfOtherTool = (part: unknown) => {
			const name = nameOf(part) ?? names.get(idOf(part));
			return !own.has(idOf(part)) && !this.#tools.includes(String(name));
		};
		return (message, texts = []) => write(message, isOfOtherTool, texts);
	}

	/**
	 * Returns what a message says without the reminders that a host joined with it, and these: the
	 * one behind it, if the message is as it was without it, or the one in front of it.
	 */
	#withoutReminders(
		message: object,
		prints: readonly string[],
		write: Writer,
	): [text: string, joined: readonly Reminder[]] {
		const at = prints.length - 1;
		const said = textsOf(message).filter((text) => typeof text === "string");
		const contained = this.#state.reminders.filter(
			(it) =>
				(it.at === at + 1 && said.some((text) => text.includes(it.text))) ||
				(it.at === at &&
					isAt(it, prints) &&
					said.some((text) => text.startsWith(it.text))),
		);
		const text = write(
			message,
			contained.map((it) => it.text),
		);
		const print = hashText(prints.at(-1) + text);
		const isSame = (it: Reminder) => it.at === at || it.print === print;
		return contained.length > 0 && contained.every(isSame)
			? [text, contained]
			: [write(message), []];
	}

	#isOwn(text: string): boolean {
		const { reminders, dropped } = this.#state;
		return (
			reminders.some((it) => it.text === text) ||
			dropped.includes(hashText(text))
		);
	}

	#isContinued(
		others: readonly object[],
		texts: readonly string[],
		prints: readonly string[],
	): boolean {
		const { reminders, requests, calls, former } = this.#state;
		const last = requests.at(-1) ?? { at: 0, print: "" };
		const later = texts.slice(last.at).join();
		const isNamed = (id: string) => later.includes(JSON.stringify(id));
		// Without an id: if the user spoke next, the host may have dropped what the model wrote.
		const isAnswered =
			others.length > last.at && Object(others[last.at]).role !== "user";
		const isThere = ({ id }: Call) => (id === "" ? isAnswered : isNamed(id));
		const isOld = ({ id }: Call) =>
			id !== "" && !calls.some((call) => call.id === id) && isNamed(id);
		return (
			reminders.length < maxPlaces &&
			isAt(last, prints) &&
			calls.every(isThere) &&
			!former.some(isOld)
		);
	}

	#hasCall(messages: readonly object[]): boolean {
		const names = [...namesOfCalls(messages).values()];
		return names.some((name) => this.#tools.includes(String(name)));
	}

	/** Records a request with a reminder at its end. */
	record(
		{ prints, isContinued }: Others<unknown>,
		text: string | undefined,
		revision: number,
	): void {
		const { reminders, requests, calls, former, dropped } = this.#state;
		const all = [...former, ...calls];
		const forgotten = all.slice(0, -maxPlaces).at(-1)?.revision;
		const { began = revision, isForgotten } = this.#state;
		const end = { at: prints.length - 1, print: prints.at(-1) as string };
		const isFull = reminders.length >= maxPlaces;
		const isKept = (place: Place) => !isFull && isAt(place, prints);
		const added = text === undefined ? [] : [{ ...end, text }];
		const gone = isContinued ? [] : reminders.filter((it) => !isKept(it));
		this.#state = {
			reminders: [...reminders.filter(isKept), ...added],
			requests: [
				...requests.filter((it) => isAt(it, prints) && it.at < end.at),
				{ ...end, revision },
			].slice(-maxPlaces),
			calls: [],
			former: all.slice(-maxPlaces),
			dropped: [...dropped, ...gone.map(({ text }) => hashText(text))].slice(
				-maxPlaces,
			),
			began: forgotten ?? began,
			isForgotten: isForgotten || forgotten !== undefined,
		};
	}

	/** Returns whether a host has stored all reminders. */
	areStored({ stored, joined }: Others<unknown>): boolean {
		const { reminders } = this.#state;
		return reminders.every((it) => stored.has(it.text) || joined.has(it));
	}

	/** Returns the messages with the reminders in their places, as the host has stored them. */
	place<Message extends object>(
		{ messages, prints, stored, joined }: Others<Message>,
		makeMessage: (content: string) => Message,
	): Message[] {
		const placed: Message[] = [];
		for (const [at, message] of [...messages, undefined].entries()) {
			for (const reminder of this.#state.reminders)
				if (
					reminder.at === at &&
					isAt(reminder, prints) &&
					!joined.has(reminder)
				)
					placed.push(stored.get(reminder.text) ?? makeMessage(reminder.text));
			if (message !== undefined) placed.push(message);
		}
		return placed;
	}

	/**
	 * Returns the latest revision that messages show; without any, the one at which the conversation
	 * began. Throws `unknown_revision` if they may show one that is no longer remembered.
	 */
	findRevision(messages: readonly object[]): number | undefined {
		const { prints, messages: others } = this.read(messages);
		const { requests, calls, former, began, isForgotten } = this.#state;
		const write = this.#writer(others);
		const text = others.map((message) => write(message)).join();
		const isNamed = ({ id }: Call) =>
			id !== "" && text.includes(JSON.stringify(id));
		const shown = [
			...requests.filter((it) => isAt(it, prints)),
			...[...former, ...calls].filter(isNamed),
		];
		const latest = Math.max(began ?? 0, ...shown.map((it) => it.revision));
		if (isForgotten && latest === began)
			throw new TodoError(
				"unknown_revision",
				`the messages show none of the latest ${maxPlaces} requests and calls: pass the number of a revision`,
			);
		return shown.length > 0 ? latest : began;
	}
}

/** Returns how many messages the model has written. Some APIs have an item for each part of one. */
function countAnswers(messages: readonly object[]): number {
	const isOfOthers = (message: object) =>
		/^(user|system|developer|human|tool|function)$/.test(
			String(Object(message).role),
		) || isResult(message);
	return messages.filter(
		(message, at) =>
			!isOfOthers(message) && (at === 0 || isOfOthers(messages[at - 1] ?? {})),
	).length;
}

const isAt = ({ at, print }: Place, prints: readonly string[]) =>
	prints[at] === print;

/** Returns whether a call in messages waits for its result, which has to follow it. */
export function awaitsResult(messages: readonly object[]): boolean {
	const open = new Set<unknown>();
	for (const message of messages) {
		const { role, content, parts = content, tool_calls = [] } = Object(message);
		const all = Array.isArray(parts) ? parts : [];
		const results = [message, ...all].filter(isResult);
		if (role === "user" && results.length === 0) open.clear();
		for (const call of [message, ...all].filter(isCall)) open.add(idOf(call));
		for (const call of tool_calls) open.add(idOf(call));
		for (const result of results) open.delete(idOf(result));
	}
	return open.size > 0;
}

const typeOf = (part: unknown) => String(Object(part).type);

const isCall = (part: unknown) =>
	"functionCall" in Object(part) ||
	/^(tool[-_](call|use)|function(_call)?|tool-approval-response)$/.test(
		typeOf(part),
	);

const isResult = (part: unknown): boolean => {
	const { role, content } = Object(part);
	const isSplit = Array.isArray(content) && content.some(isPart);
	return (
		(role === "tool" && !isSplit) ||
		"functionResponse" in Object(part) ||
		/[-_](result|output)$/.test(typeOf(part))
	);
};

const isPart = (part: unknown) => isCall(part) || isResult(part);

/** Returns the id of a call, in the call or in its result. Some APIs have none. */
function idOf(part: unknown): unknown {
	const { functionCall, functionResponse } = Object(part);
	const { toolCallId, callId, call_id, tool_call_id, tool_use_id, id } = Object(
		functionCall ?? functionResponse ?? part,
	);
	return toolCallId ?? callId ?? call_id ?? tool_call_id ?? tool_use_id ?? id;
}

/** Returns the tool of a call or of its result, where it is named. */
function nameOf(part: unknown): unknown {
	const { functionCall, functionResponse, function: called } = Object(part);
	const { toolName, tool_name, name } = Object(
		functionCall ?? functionResponse ?? called ?? part,
	);
	return toolName ?? tool_name ?? name;
}

/** Returns the tools that messages call, by the ids of the calls. */
function namesOfCalls(messages: readonly object[]): Map<unknown, unknown> {
	const names = new Map<unknown, unknown>();
	for (const message of messages) {
		const { content, parts = content, tool_calls = [] } = Object(message);
		const all = Array.isArray(parts) ? parts : [];
		const calls = [message, ...all].filter(isCall);
		for (const call of [...calls, ...tool_calls])
			names.set(idOf(call), nameOf(call));
	}
	return names;
}

const reminderRole = /^(user|system|developer|human)$/;

/** Returns the texts of a message of a role that a reminder may have. */
function textsOf(message: object): unknown[] {
	const { role, content, parts = content } = message as Record<string, unknown>;
	if (!reminderRole.test(String(role))) return [];
	return Array.isArray(parts)
		? parts.map((part) => Object(part).text)
		: [content];
}

/** Returns the text of a message that a reminder may be: it has nothing else. */
function readReminder(message: object): string | undefined {
	const [text, ...more] = textsOf(message);
	return more.length === 0 && typeof text === "string" ? text : undefined;
}

/** Counts messages that no text can hold, so that no two of them are the same. */
let unreadable = 0;

/**
 * Returns what a message says as JSON text, with hashes of binary data in its place.
 * `isOfOtherTool` tests a result, of which the id of its call counts alone. `without` changes
 * texts.
 */
function write(
	message: object,
	isOfOtherTool: (result: unknown) => boolean,
	texts: readonly string[],
): string {
	const without = (text: string) =>
		texts.reduce((left, one) => left.replace(one, ""), text).trim();
	if (isTooDeep(message)) return `unreadable ${unreadable++}`;
	return JSON.stringify(message, function (key, value) {
		if (isAdded.test(key)) return undefined;
		const given = (this as Record<string, unknown>)[key];
		if (typeof given === "bigint") return String(given);
		if (typeof value === "string" && texts.length > 0) return without(value);
		if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer)
			return hashBytes(given);
		if (isResult(value) && isOfOtherTool(value)) return { of: idOf(value) };
		return value;
	});
}

function read(text: string): State {
	try {
		const [state] = JSON.parse(text);
		const { reminders, requests, calls, former, dropped, began } = state;
		const { isForgotten } = state;
		const isText = (it: unknown) => typeof it === "string";
		const isPlace = ({ at, print }: Place) =>
			Number.isSafeInteger(at) && isText(print);
		const hasRevision = ({ revision }: { revision: number }) =>
			Number.isSafeInteger(revision);
		if (
			[...reminders, ...requests].every(isPlace) &&
			reminders.every((it: { text: unknown }) => isText(it.text)) &&
			[...requests, ...calls, ...former].every(hasRevision) &&
			[...calls, ...former].every(({ id }: Call) => isText(id)) &&
			dropped.every(isText) &&
			Number.isSafeInteger(began) &&
			typeof isForgotten === "boolean"
		)
			return state;
	} catch {}
	throw new TodoError(
		"invalid_checkpoint",
		"the conversation cannot be read: what stands in its messages is damaged",
	);
}
