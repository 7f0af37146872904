// What owner and followers say to each other: JSON texts, the same over every transport. A text
// shares no object with its sender: no getter, no cycle, no prototype. A message of any other form
// is ignored.
//
//   ["agent-todos",1,TO,{...}]   TO is "owner", "*" (every follower), or the name of one follower
//
// To the owner:
//   {"type":"get_state","from"}
//   {"type":"call","from","owner","call",…}
//       A call of a tool, a method, or a method of the run, numbered by its sender.
//
// To followers:
//   {"type":"state","owner","revision","by","todos","decisions","sites","agent"}
//       The whole list, who made the latest change, who decided what, where the agent may act, and
//       the agent.
//   {"type":"agent","owner","agent"}
//       How much the conversation knows, what the model is writing, and the run.
//   {"type":"change","owner","revision","by","size","todos","decisions","sites"}
//       What is new, one revision on, and all decisions on the todos of which something was
//       decided.
//   {"type":"held","owner","revision","by","held","decisions"}
//       The decisions of people that a write was denied, and all decisions on these todos.
//   {"type":"answer","call","value","revision"}
//       The owner's list had this revision after the call.
//   {"type":"answer","call","error"}
//   {"type":"end","owner"}

import type {
	Author,
	Decision,
	HeldDecision,
	PreviewTodo,
	TodoErrorCode,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import { TodoError } from "../../generated/snippets.js";
import { copyOwn, isObject } from "../arguments/options.js";
import { getErrorCode } from "../arguments/thrown.js";
import type { RunEvent, RunResult } from "../run/options.js";
import type { Todos, WritingTodos } from "../tools/todos.js";

/** The unchecked body of a message. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * Raised when the form of a message changes. Owners and followers of different versions ignore each
 * other.
 */
const version = 1;
const writeHead = (to: string) =>
	`["agent-todos",${version},${JSON.stringify(to)},`;

export const writeMessage = (to: string, body: object) =>
	`${writeHead(to)}${JSON.stringify(body)}]`;

/**
 * Returns the body of a message to one of these receivers, else undefined. The first characters of
 * a message name its receiver.
 */
export function readMessage(
	text: unknown,
	...to: readonly string[]
): Body | undefined {
	if (typeof text !== "string") return undefined;
	const start = to.map(writeHead).find((start) => text.startsWith(start));
	if (start === undefined) return undefined;
	try {
		const body: unknown = JSON.parse(text.slice(start.length, -1));
		return text.endsWith("]") && isObject(body) ? copyOwn(body) : undefined;
	} catch {
		return undefined; // not JSON, or nested too deeply to be read
	}
}

/** Returns whether a value is a whole number of 0 or more, as revisions are. */
export const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns whether a value can be the length of a list: `maxTodos` goes no further. */
export const isSize = (value: unknown): value is number =>
	isCount(value) && value <= 1000;

/**
 * Returns a frozen copy of a value, which a program may have passed, or undefined if JSON cannot
 * hold it.
 */
function copyFrozen(value: unknown): unknown {
	try {
		return JSON.parse(JSON.stringify(value), (_, part) => Object.freeze(part));
	} catch {
		return undefined;
	}
}

/** Checks the value of a field. `of` exists in types only: a guard of fewer words does not fit. */
type Guard<Value> = ((value: unknown) => boolean) & {
	readonly of?: (value: Value) => Value;
};

const isText: Guard<string> = (value) => typeof value === "string";
const isAll = (value: unknown, isValid: (value: unknown) => boolean): boolean =>
	Array.isArray(value) && value.every((part) => isValid(part));
const isTexts: Guard<readonly string[]> = (value) => isAll(value, isText);
const isOneOf =
	<Word extends string>(...words: readonly Word[]): Guard<Word> =>
	(value) =>
		words.includes(value as Word);
const isTrue: Guard<true> = (value) => value === true;

type OptionalName<Form> = {
	[Name in keyof Form]-?: object extends Pick<Form, Name> ? Name : never;
}[keyof Form];

/** A guard for each field of a type, as the core declares it: a field more does not compile. */
type FieldGuards<Form> = { readonly [Name in keyof Form]-?: Guard<Form[Name]> };

/** Returns whether a value is an object with these fields. Those in `optional` may be missing. */
const hasForm = <Form>(
	value: unknown,
	fields: FieldGuards<Omit<Form, OptionalName<Form>>>,
	optional: FieldGuards<Required<Pick<Form, OptionalName<Form>>>>,
) =>
	isObject(value) &&
	Object.entries<Guard<unknown>>(fields as never).every(([name, check]) =>
		check(value[name]),
	) &&
	Object.entries<Guard<unknown>>(optional as never).every(
		([name, check]) => !Object.hasOwn(value, name) || check(value[name]),
	);

/** Returns whether a value is an author. */
export const isAuthor = (value: unknown): value is Author => {
	const isName: Guard<Author> = isOneOf("user", "model", "agent", "host");
	return isName(value);
};

/** Returns whether a value is a todo of a preview. A new one has no key yet. */
const isPreview = (value: unknown): boolean =>
	hasForm<Omit<PreviewTodo, "data">>(
		value,
		{
			id: (id) => isSize(id) && id > 0,
			content: isText,
			status: isOneOf("todo", "doing", "done", "skipped"),
			revision: isCount,
		},
		{
			key: isText,
			changed: isTrue,
			priority: isOneOf("low", "medium", "high"),
			activeForm: isText,
			description: isText,
			reason: isText,
			parent: isText,
			blockedBy: isTexts,
			owner: isText,
			confirm: isTrue,
			claimed: isTrue,
			failed: isTrue,
			evidence: isText,
			approved: isTrue,
			waiting: isOneOf("user", "event"),
			question: isText,
			options: isTexts,
			answer: isText,
		},
	);

const isTodo = (value: unknown): boolean =>
	isPreview(value) && isText(Object(value).key);

const isDecision = (value: unknown): boolean =>
	// A later version may have more aspects.
	hasForm<Omit<Decision, "aspect"> & { aspect: string }>(
		value,
		{ key: isText, aspect: isText, by: isAuthor, revision: isCount },
		{ name: isText, spent: isCount, held: isCount, asked: isObject },
	);

const isHeld = (value: unknown): boolean =>
	hasForm<Omit<HeldDecision, "aspect"> & { aspect: string }>(
		value,
		{
			key: isText,
			aspect: isText,
			asked: isObject,
			by: isAuthor,
			times: isCount,
		},
		{ name: isText },
	);

/** Where the agent is proposed to act, and where it may. */
export type Sites = Pick<TodoStore, "proposal" | "approval">;

const isProposal = (value: unknown): boolean =>
	value === undefined ||
	hasForm<NonNullable<Sites["proposal"]>>(value, { sites: isTexts }, {});
const isApproval = (value: unknown): boolean =>
	value === undefined ||
	hasForm<NonNullable<Sites["approval"]>>(
		value,
		{ sites: isTexts, at: Number.isSafeInteger },
		{ name: isText },
	);

/** Returns frozen copies of todos, or undefined if one of them is not a todo. */
export function readTodos(value: unknown): Todos | undefined {
	const todos = copyFrozen(value);
	return isAll(todos, isTodo) ? (todos as Todos) : undefined;
}

/** What a message says of the list: in a change, the todos and the decisions that are new. */
export interface SentList {
	readonly owner: string;
	readonly revision: number;
	readonly by: Author;
	readonly todos: Todos;
	readonly decisions: readonly Decision[];
	readonly sites: Sites;
	/** In a change, the length of the list. */
	readonly size?: unknown;
}

/** Reads a message about the list. Returns undefined for any other message. */
export function readList(body: Body): SentList | undefined {
	const list = copyFrozen(body);
	const isList = hasForm<Omit<SentList, "size">>(
		list,
		{
			owner: isText,
			revision: isCount,
			by: isAuthor,
			todos: (todos) => isAll(todos, isTodo),
			decisions: (decisions) => isAll(decisions, isDecision),
			sites: (sites) =>
				hasForm<Sites>(
					sites,
					{ proposal: isProposal, approval: isApproval },
					{},
				),
		},
		{},
	);
	return isList ? (list as SentList) : undefined;
}

/** What a message says of the decisions that held. */
export interface SentHeld {
	readonly owner: string;
	readonly revision: number;
	readonly by: Author;
	readonly held: readonly HeldDecision[];
	readonly decisions: readonly Decision[];
}

/** Reads a message about decisions that held. Returns undefined for any other message. */
export function readHeld(body: Body): SentHeld | undefined {
	const held = copyFrozen(body);
	const isSent = hasForm<SentHeld>(
		held,
		{
			owner: isText,
			revision: isCount,
			by: isAuthor,
			held: (held) => isAll(held, isHeld),
			decisions: (decisions) => isAll(decisions, isDecision),
		},
		{},
	);
	return isSent ? (held as SentHeld) : undefined;
}

/** What a message says of the agent. */
export interface AgentState {
	readonly toldRevision: number | undefined;
	readonly writing: WritingTodos;
	readonly run:
		| {
				readonly event: RunEvent | undefined;
				readonly result: RunResult | undefined;
		  }
		| undefined;
}

/** Reads what a message says of the agent. */
export function readAgent(value: unknown): AgentState {
	const { toldRevision, writing, run } = copyOwn(
		Object(copyFrozen(value)),
	) as Body;
	return {
		toldRevision: isCount(toldRevision) ? toldRevision : undefined,
		writing: isAll(writing, isPreview) ? (writing as never) : undefined,
		run: isObject(run)
			? {
					event: isObject(run.event) ? (run.event as never) : undefined,
					result: readResult(run.result),
				}
			: undefined,
	};
}

function readResult(result: unknown): RunResult | undefined {
	if (!isObject(result)) return undefined;
	const { cause } = result;
	return (
		cause === undefined ? result : { ...result, cause: readError(cause) }
	) as never;
}

/** Returns an error, or anything else that was thrown, in the form of a message. */
export function writeError(error: unknown): {
	readonly name: string;
	readonly message: string;
	readonly code?: string;
} {
	try {
		const { name, message } = Object(error) as Error;
		const code = getErrorCode(error);
		if (error instanceof Error || typeof message === "string")
			return {
				name: String(name),
				message: String(message),
				...(typeof code === "string" && { code }),
			};
		return { name: "Error", message: `${error} was thrown` };
	} catch {
		return { name: "Error", message: "what was thrown cannot be read" };
	}
}

/**
 * Returns the error in a message: a TodoError if it was one, any other with its name and its code.
 */
export function readError(value: unknown): Error {
	const { name, message, code } = Object(value) as Record<string, unknown>;
	const text = isText(message) ? (message as string) : "";
	if (name === "TodoError") return new TodoError(code as TodoErrorCode, text);
	return Object.assign(new Error(text), {
		name: isText(name) ? name : "Error",
		...(typeof code === "string" && { code }),
	});
}
