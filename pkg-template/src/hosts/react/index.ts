// `agent-todos/react`: the list in React 19, as a hook and as a component around `<agent-todos>`,
// which is in component.ts.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Todo } from "../../../generated/agent_todos_bg.js";
import type { TodoSource } from "../../element/session/source.js";
import type { Todos } from "../../tools/todos.js";

export type { TodoSource } from "../../element/session/source.js";
export { AgentTodos } from "./component.js";

const none: Todos = Object.freeze([]);
const selectAll = (todos: Todos) => todos;

/**
 * Returns the current todos of a store or a follower, or what `select` returns of them. The
 * component renders again when that changes; an array of the same values counts as no change.
 * Without a source, the list is empty until there is one: pass undefined while the store is being
 * opened.
 *
 * @example
 * ```tsx
 * import { TodoStore } from "agent-todos";
 * import { useTodos } from "agent-todos/react";
 * import { renderToString } from "react-dom/server";
 *
 * const List = ({ store }: { store: TodoStore | undefined }) => {
 *   const todos = useTodos(store);
 *   const open = useTodos(store, (todos) => todos.filter(({ status }) => status === "todo").length);
 *   return <ul title={`${open} open`}>{todos.map(({ key, content }) => <li key={key}>{content}</li>)}</ul>;
 * };
 * console.log(renderToString(<List store={undefined} />)); // → <ul title="0 open"></ul>
 * const store = new TodoStore();
 * store.addMultiple(["Find a kettle"]);
 * console.log(renderToString(<List store={store} />)); // → <ul title="1 open"><li>Find a kettle</li></ul>
 * ```
 */
export function useTodos(
	source: TodoSource | undefined,
): ReadonlyArray<Readonly<Todo>>;
export function useTodos<Selected>(
	source: TodoSource | undefined,
	select: (todos: ReadonlyArray<Readonly<Todo>>) => Selected,
): Selected;
export function useTodos(
	source: TodoSource | undefined,
	select: (todos: Todos) => unknown = selectAll,
): unknown {
	const subscribe = useCallback(
		(changed: () => void) => source?.subscribe(changed) ?? doNothing,
		[source],
	);
	const selected = useMemo(() => {
		let todos: Todos | undefined;
		let value: unknown;
		return () => {
			const now = source?.todos ?? none;
			if (now !== todos) {
				const next = select(now);
				if (todos === undefined || !isSame(value, next)) value = next;
				todos = now;
			}
			return value;
		};
	}, [source, select]);
	return useSyncExternalStore(subscribe, selected, selected);
}

const doNothing = () => {};

/** A list of the same todos is the same: they keep their identity until they change. */
function isSame(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	return (
		Array.isArray(a) &&
		Array.isArray(b) &&
		a.length === b.length &&
		a.every((value, place) => Object.is(value, b[place]))
	);
}
