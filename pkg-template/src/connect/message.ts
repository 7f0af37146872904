// What owner and followers say to each other: JSON texts, the same over every transport. A text shares no object with its
// sender: no getter, no cycle, no prototype. A message of any other form is ignored.
//
//   ["agent-todos",1,TO,{...}]      TO is "owner", "*" (every follower), or the name of one follower
//
//   to the owner       {"type":"hello","from"}                      what is the list?
//                      {"type":"call","from","owner","call",…}      a call of a tool, a method, or a method of the run, numbered by its sender
//   to followers       {"type":"state","owner","revision","by","todos","sites","agent"}   the list, whole, who made the latest change, where the agent
//                                                                   may act, and the agent
//                      {"type":"agent","owner","agent"}             how much the conversation was told, and the run: its latest event, its result
//                      {"type":"change","owner","revision","by","size","todos","sites"}   what is new in it, one revision on
//                      {"type":"answer","call","value","revision"}  the list is at that revision by then
//                      {"type":"answer","call","error"}
//                      {"type":"bye","owner"}                       it ends here

import type {
	Author,
	RunEvent,
	Todo,
	TodoErrorCode,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import { TodoError } from "../../generated/snippets.js";
import { isObject } from "../core/options.js";
import { codeOf } from "../core/thrown.js";
import type { RunResult } from "../run/options.js";

export type Todos = ReadonlyArray<Readonly<Todo>>;

/** The unchecked body of a message. */
export type Body = Readonly<Record<string, unknown>>;

/** Raised when the form of a message changes. Owners and followers of different versions ignore each other. */
const version = 1;
const head = (to: string) => `["agent-todos",${version},${JSON.stringify(to)},`;

export const written = (to: string, body: object) =>
	`${head(to)}${JSON.stringify(body)}]`;

/**
 * Returns the body of a message to one of these receivers, else undefined. The first characters of a message tell its
 * receiver.
 */
export function read(
	text: unknown,
	...to: readonly string[]
): Body | undefined {
	if (typeof text !== "string") return undefined;
	const start = to.map(head).find((start) => text.startsWith(start));
	if (start === undefined) return undefined;
	try {
		const body: unknown = JSON.parse(text.slice(start.length, -1));
		return text.endsWith("]") && isObject(body) ? body : undefined;
	} catch {
		return undefined; // not JSON, or nested too deeply to be read
	}
}

/** Whether a value is a whole number of 0 or more, as revisions are. */
export const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether a value can be the length of a list: `maxTodos` goes no further. */
export const isSize = (value: unknown): value is number =>
	isCount(value) && value <= 1000;

/** Returns a frozen copy of a value, which a program may have passed, or undefined if JSON cannot hold it. */
function frozenJson(value: unknown): unknown {
	try {
		return JSON.parse(JSON.stringify(value), (_, part) => Object.freeze(part));
	} catch {
		return undefined;
	}
}

const isText = (value: unknown): boolean => typeof value === "string";

const authors: readonly unknown[] = ["user", "model", "run", "host"];

/** Whether a value is an author. */
export const isAuthor = (value: unknown): value is Author =>
	authors.includes(value);

/** The properties of a todo that are not text, with the values that they may have. */
const words = new Map<string, readonly unknown[]>([
	["status", ["todo", "doing", "done", "skipped"]],
	["waiting", ["user", "event"]],
	["priority", ["low", "medium", "high"]],
	...["confirm", "claimed", "approved"].map((name) => [name, [true]] as const),
]);

function isField([name, value]: [string, unknown]): boolean {
	if (name === "data") return true;
	if (name === "id") return isSize(value) && value > 0;
	if (name === "blockedBy") return Array.isArray(value) && value.every(isText);
	return words.get(name)?.includes(value) ?? isText(value);
}

const isTodo = (value: unknown): value is Readonly<Todo> =>
	isObject(value) &&
	["id", "key", "content", "status"].every((name) => name in value) &&
	Object.entries(value).every(isField);

/** Returns frozen copies of the todos in a message, or undefined if one of them is not a todo. */
export function readTodos(value: unknown): Array<Readonly<Todo>> | undefined {
	const todos = frozenJson(value);
	return Array.isArray(todos) && todos.every(isTodo) ? [...todos] : undefined;
}

/** Reads a message with the whole list. Returns undefined for any other message. */
export function readState({
	type,
	owner,
	revision,
	by,
	todos: sent,
	sites: said,
	agent,
}: Body) {
	const todos = readTodos(sent);
	const sites = readSites(said);
	if (
		type === "state" &&
		typeof owner === "string" &&
		isCount(revision) &&
		isAuthor(by) &&
		sites &&
		todos?.every(({ id }, place) => id === place + 1)
	)
		return { owner, revision, by, todos, sites, agent };
	return undefined;
}

/** Where the agent is proposed to act, and where it may. */
export type Sites = Pick<TodoStore, "proposal" | "approval">;

const isSiteList = (value: unknown): boolean =>
	isObject(value) && Array.isArray(value.sites) && value.sites.every(isText);
const isApproval = (value: unknown): boolean =>
	isObject(value) &&
	isSiteList(value) &&
	Number.isSafeInteger(value.at) &&
	(value.name === undefined || isText(value.name));

/** Returns a frozen copy of the sites in a message, or undefined for anything else. */
export function readSites(value: unknown): Sites | undefined {
	if (!isObject(value)) return undefined;
	const { proposal, approval } = value;
	const isRight =
		(proposal === null || isSiteList(proposal)) &&
		(approval === null || isApproval(approval));
	return isRight ? (frozenJson({ proposal, approval }) as Sites) : undefined;
}

/** What a message says of the agent. */
export interface AgentState {
	readonly told: number | undefined;
	readonly run:
		| {
				readonly event: RunEvent | undefined;
				readonly result: RunResult | undefined;
		  }
		| undefined;
}

/** Reads what a message says of the agent. */
export function readAgent(value: unknown): AgentState {
	const { told, run } = Object(frozenJson(value)) as Body;
	return {
		told: isCount(told) ? told : undefined,
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
export function writtenError(error: unknown): object {
	try {
		const { name, message } = Object(error) as Error;
		const code = codeOf(error);
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

/** Returns the error in a message: a TodoError if it was one, any other with its name and its code. */
export function readError(value: unknown): Error {
	const { name, message, code } = Object(value) as Record<string, unknown>;
	if (name === "TodoError")
		return new TodoError(code as TodoErrorCode, String(message));
	return Object.assign(new Error(String(message)), {
		name: String(name),
		...(typeof code === "string" && { code }),
	});
}
