// What the graph's state holds of a thread, and how two states that were written side by side
// become one.

import type { StateSchema } from "@langchain/langgraph";
import * as langgraph from "@langchain/langgraph";
import * as langchain from "langchain";
import { z } from "zod";
import type { DialectName } from "../../../generated/agent_todos_bg.js";
import { TodoStore } from "../../../generated/agent_todos_bg.js";
import type { DialectTodos } from "../../../generated/dialect-todos.js";
import { makeUniqueName } from "../../arguments/values.js";
import { internalsOf } from "../../tools/store-internals.js";
import { requirePeer } from "../peers.js";

/** The part of a thread that the checkpointer stores in the graph's state. */
export type ThreadState = {
	/** The id of the thread among those of this middleware. */
	readonly id: string;
	/**
	 * Identifies this state: the read that produced it, the state that it read, and the number of
	 * steps since.
	 */
	readonly reading: string;
	readonly from: string;
	readonly step: number;
	/** The list, if nothing else keeps it. */
	readonly list?: string;
	/** What the model knows of the list, and the settings in which it knows it. */
	readonly conversation?: string;
	readonly as: string;
	/** Whether the agent is a fork of another one: it has a conversation of its own. */
	readonly isFork?: boolean;
	/** A hash of the list that was written to `todos`, and its revision. */
	readonly shown: readonly [hash: string, revision: number];
	/**
	 * The id of the last message of the graph's state. Where that is gone, the messages were cut: a
	 * summary leaves it.
	 */
	readonly lastMessage?: string | undefined;
};

/** The todos of a list, as the tools of its dialect have them. */
export type DialectTodoList<Dialect extends DialectName = DialectName> =
	ReadonlyArray<DialectTodos[Dialect]>;

/**
 * Returns the fields of the graph's state. LangChain hides names that begin with `_` from an
 * agent's input and output.
 */
const makeFields = <Dialect extends DialectName>() => ({
	/** The current list, for interfaces that show it: `conversation.todos()`. */
	todos: new langgraph.ReducedValue(
		z.custom<DialectTodoList<Dialect>>().default([]),
		{
			reducer: takeNewerTodos<DialectTodoList<Dialect>>,
		},
	),
	_agentTodos: new langgraph.ReducedValue(
		z.custom<ThreadState | undefined>().optional(),
		{
			reducer: takeNewer,
		},
	),
});

/** Returns the schema of the state. */
export function makeStateSchema<Dialect extends DialectName>(): StateSchema<
	ReturnType<typeof makeFields<Dialect>>
> {
	return new langgraph.StateSchema(makeFields<Dialect>());
}

/**
 * Throws unless LangChain, LangGraph and zod have what is used here. The imports are of namespaces,
 * as a missing name ends the import.
 */
export function requireLangChain(): void {
	const older = "an older version";
	const require = (has: boolean, name: string, needed: string) =>
		requirePeer(has, "langchain", name, needed, older);
	require("createMiddleware" in langchain, "langchain", "1.5 or newer");
	require("StateSchema" in langgraph, "@langchain/langgraph", "1.4 or newer");
	require("toJSONSchema" in z, "zod", "4");
}

/** Returns what identifies a state of a thread. */
export const identify = (state: ThreadState | undefined) =>
	state === undefined ? "" : `${state.reading} ${state.step}`;

/** The state before several calls ran side by side, by the state after the first of them. */
const before = new WeakMap<ThreadState, ThreadState>();

/**
 * Returns the later of two states. Calls of one message run side by side, and each writes the list
 * as it found it.
 */
function takeNewer(
	current: ThreadState | undefined,
	next: ThreadState | undefined,
): ThreadState | undefined {
	if (current === undefined || next === undefined) return next ?? current;
	const base = before.get(current);
	if (next.reading === current.reading) {
		if (next.step <= current.step) return current;
		before.set(next, base ?? current);
		return next;
	}
	// They were written by two processes, so neither has the other's change.
	if (base !== undefined && next.from === identify(base))
		return mergeStates(base, current, next);
	before.set(next, current);
	return next;
}

/** The state to which a list in the graph's state belongs. */
const stateOf = new WeakMap<DialectTodoList, ThreadState>();

/** Returns the list of a state, as the graph's state has it. */
export function showTodos(
	todos: DialectTodoList,
	state: ThreadState,
): DialectTodoList {
	stateOf.set(todos, state);
	return todos;
}

/**
 * Returns the later of two lists. Calls of one message run side by side, and each writes the list
 * as it found it.
 */
function takeNewerTodos<Of extends DialectTodoList>(current: Of, next: Of): Of {
	const [known, other] = [stateOf.get(current), stateOf.get(next)];
	const isOlder =
		known !== undefined &&
		known.reading === other?.reading &&
		known.step > other.step;
	return isOlder ? current : next;
}

function mergeStates(
	base: ThreadState,
	one: ThreadState,
	other: ThreadState,
): ThreadState {
	const { id, as, step, shown, lastMessage, isFork = false } = one;
	const reading = makeUniqueName();
	const both = { id, as, isFork, reading, from: "", step, shown, lastMessage };
	if (!base.list || !one.list || !other.list) return both;
	using store = TodoStore.fromCheckpoint(other.list);
	internalsOf(store).merge(base.list, one.list);
	return { ...both, list: store.checkpoint(storedSnapshots) };
}

/** How many of its latest snapshots are stored with a list. */
export const storedSnapshots = { maxSnapshots: 100 };
