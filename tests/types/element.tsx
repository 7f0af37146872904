// `<agent-todos>` and its component for React, with their types to the letter, and uses that are right and wrong.

import {
	type Author,
	Conversation,
	type Follower,
	runAgent,
	type Todo,
	type TodoStore,
} from "agent-todos";
import {
	AgentTodosElement,
	type ConversationLike,
	type Labels,
	type RunLike,
	type TodoSource,
	type TodosMode,
} from "agent-todos/element";
import { AgentTodos, useTodos } from "agent-todos/react";
import type { Equal, Expect } from "./equal.js";

export type Checks = [
	Expect<Equal<HTMLElementTagNameMap["agent-todos"], AgentTodosElement>>,
	Expect<Equal<TodosMode, "line" | "list" | "review">>,
	Expect<Equal<TodoSource, TodoStore | Follower>>,
	Expect<Equal<AgentTodosElement["store"], TodoSource | undefined>>,
	Expect<
		Equal<AgentTodosElement["conversation"], ConversationLike | undefined>
	>,
	Expect<Equal<AgentTodosElement["run"], RunLike | undefined>>,
	Expect<Equal<AgentTodosElement["mode"], TodosMode>>,
	Expect<Equal<AgentTodosElement["labels"], Labels>>,
	Expect<Equal<Conversation["toldRevision"], number | undefined>>,
	Expect<
		Equal<
			typeof useTodos,
			{
				(source: TodoSource | undefined): ReadonlyArray<Readonly<Todo>>;
				<Selected>(
					source: TodoSource | undefined,
					select: (todos: ReadonlyArray<Readonly<Todo>>) => Selected,
				): Selected;
			}
		>
	>,
	// Who made a change has a word.
	Expect<Equal<Exclude<Author, keyof Labels>, never>>,
];

export function inPage(store: TodoStore, follower: Follower): void {
	const element = document.createElement("agent-todos");
	element.store = store;
	element.store = follower;
	element.conversation = new Conversation(store);
	element.conversation = { toldRevision: undefined };
	element.run = runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
	});
	element.mode = "line";
	element.labels = { start: "Los", undo: undefined };
	element.showNotes({ notes: [], revision: 1 });
	// @ts-expect-error: there are three
	element.mode = "table";
	// @ts-expect-error: a list is no store
	element.store = [];
	// @ts-expect-error: a word that it does not say
	element.labels = { begin: "Los" };
	document.body.append(element, new AgentTodosElement());
}

export function InReact({ store }: { store: TodoStore }) {
	const todos = useTodos(store);
	return (
		<>
			<AgentTodos
				store={store}
				mode="review"
				className="panel"
				onStart={(event) => event.preventDefault()}
				onAbort={undefined}
			/>
			<agent-todos store={store} mode="line" onstart={() => {}} />
			{/* @ts-expect-error: there are three */}
			<AgentTodos store={store} mode="table" />
			{/* @ts-expect-error: it has no such property */}
			<agent-todos list={todos} />
		</>
	);
}
