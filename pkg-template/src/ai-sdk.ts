// `agent-todos/ai-sdk`: the reminders in a conversation of the AI SDK, as a `prepareStep`.
//
// What `prepareStep` adds to the messages stays for the later steps of the same call of `generateText` or `streamText`, but is
// not among the `responseMessages` with which a host goes on in its next call. There it is put back.

import type { ModelMessage } from "ai";
import { checkObject } from "./check.js";
import { checkStore } from "./check-store.js";
import type { ReminderMode, TodoStore } from "./exports.js";
import { Conversation } from "./exports.js";

/** How a model is reminded. */
export interface TodoReminderPrepareStepOptions {
	/**
	 * The conversation whose tools the model has, so that what it does itself is not told back to it; or how much one without
	 * them is told of the list. Default `"changes"`.
	 */
	readonly reminders?: ReminderMode | Conversation | undefined;
	/**
	 * Whose message a reminder is. Default `"user"`: a system message in the middle of a conversation is refused by many
	 * providers, and by others moved to its beginning. The SDK takes `"system"` only with `allowSystemInMessages`.
	 */
	readonly role?: "user" | "system" | undefined;
}

/** What it takes of a step, and what it changes there: fit for every set of tools. */
export type TodoReminderPrepareStep = (step: {
	readonly messages: readonly ModelMessage[];
}) => { messages: ModelMessage[] };

/**
 * A `prepareStep` for `generateText`, `streamText` and `ToolLoopAgent` that appends the reminder to the messages of a step, when
 * there is one to give. Make one for each conversation, and give it to every call: a reminder stands in all later steps and
 * calls where it first stood, so that nothing before the end is ever rewritten. Where the host took messages out of the
 * conversation, and the list with them, the next reminder is the whole list.
 *
 * A `prepareStep` of the host's own calls it with the messages that it wants to send, and gives back what it gives.
 *
 * Throws `invalid_argument` for a mode that does not exist.
 */
export function todoReminderPrepareStep(
	store: TodoStore,
	options: TodoReminderPrepareStepOptions = {},
): TodoReminderPrepareStep {
	checkStore(store, "todoReminderPrepareStep(): store");
	checkObject(options, "todoReminderPrepareStep(): options");
	const { reminders: given = "changes", role = "user" } = options;
	const reminders =
		given instanceof Conversation
			? given
			: new Conversation(store, { reminders: given });
	/** The messages that the model was sent last. */
	let sent: readonly ModelMessage[] = [];
	/** The reminders among them. */
	const told = new WeakSet<ModelMessage>();
	/** What the messages must hold for the model to know the list: the last reminder that was the whole of it, and those since. */
	let needed: ModelMessage[] = [];

	/** The messages with the reminders that they lack, each where it stood; as they are from where they differ from what was sent. */
	const restored = (messages: readonly ModelMessage[]): ModelMessage[] => {
		const whole: ModelMessage[] = [];
		let next = 0;
		for (const message of sent) {
			if (isSame(message, messages[next])) next++;
			else if (!told.has(message)) break;
			whole.push(message);
		}
		return [...whole, ...messages.slice(next)];
	};

	return ({ messages }) => {
		const whole = restored(messages);
		const isThere = (reminder: ModelMessage) =>
			whole.includes(reminder) ||
			whole.some((message) => isSame(message, reminder));
		if (!needed.every(isThere)) {
			needed = [];
			reminders.compacted();
		}
		const content = reminders.reminder();
		if (content !== undefined) {
			const reminder: ModelMessage = { role, content };
			if (content.endsWith(`${store.getXml()}</browser-state>`)) needed = [];
			needed.push(reminder);
			told.add(reminder);
			whole.push(reminder);
		}
		sent = whole;
		return { messages: whole };
	};
}

/** Whether two messages, or parts of them, are the same: hosts copy and store them. What is undefined counts as not there. */
function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (
		typeof a !== "object" ||
		a === null ||
		typeof b !== "object" ||
		b === null
	)
		return false;
	if (a instanceof URL || b instanceof URL) return String(a) === String(b);
	const [bytesA, bytesB] = [bytesOf(a), bytesOf(b)];
	if (bytesA || bytesB)
		return (
			bytesA !== undefined &&
			bytesA.length === bytesB?.length &&
			bytesA.every((byte, at) => byte === bytesB[at])
		);
	const [inA, inB] = [
		a as Record<string, unknown>,
		b as Record<string, unknown>,
	];
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
		isSame(inA[key], inB[key]),
	);
}

function bytesOf(value: object): Uint8Array | undefined {
	return value instanceof ArrayBuffer
		? new Uint8Array(value)
		: value instanceof Uint8Array
			? value
			: undefined;
}
