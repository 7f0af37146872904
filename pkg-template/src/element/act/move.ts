// Where a todo goes that a person moves.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import type { ListSession } from "../session/session.js";

/** Moves a todo to before or after another one. */
export async function move(
	session: ListSession,
	todo: Readonly<Todo>,
	other: Readonly<Todo>,
	isAfter: boolean,
): Promise<object | undefined> {
	// In a list that stands still, places mean nothing. Where the other one is now, counts.
	const { todos, revision } = session.isStill ? session.list : session.shown;
	const find = (key: string) => todos.find((todo) => todo.key === key);
	const [there, neighbour] = [find(todo.key), find(other.key)];
	if (!there || !neighbour)
		return session.reportOutdated(todo, { value: false });
	const position = neighbour.id - (isAfter ? 0 : 1);
	if (position === there.id || position === there.id - 1) return {};
	const done = await session.call("move", todo.key, position, { revision });
	return session.reportOutdated(todo, done);
}

/** Moves a todo past the one before or after it. */
export function moveBy(
	session: ListSession,
	{ key }: Readonly<Todo>,
	by: -1 | 1,
): void {
	const todo = session.findTodo(key);
	if (!todo) return;
	const siblings = session.shown.todos.filter(
		(other: Readonly<Todo>) => other.parent === todo.parent,
	);
	const place = siblings.findIndex((other) => other.key === key);
	const other = siblings[place + by];
	if (other) void move(session, todo, other, by > 0);
}
