// The type of a host's data, which the program declares once, through everything that a store
// passes through.

import {
	Conversation,
	type ConversationOptions,
	connect,
	memoryStorage,
	type Owner,
	openList,
	type Snapshot,
	type Todo,
	type TodoEdit,
	TodoStore,
} from "agent-todos";
import { AgentTodosElement } from "agent-todos/element";
import type { Follower } from "agent-todos/follow";
import * as inline from "agent-todos/inline";
import { type ExecuteStep, runAgent } from "agent-todos/run";
import type { Equal, Expect } from "./equal.js";

interface Tab {
	tab: number;
}

declare module "agent-todos" {
	interface Register {
		data: Tab;
	}
}

const store = new TodoStore();
store.edit(1, { data: { tab: 7 } });
store.edit(1, { data: null });
// @ts-expect-error no such data
store.edit(1, { data: { tub: 7 } });
const conversation = new Conversation(store, {
	dialect: "TodoWrite",
	confirm: (todo) => todo.data?.tab === 7,
});
const restored = new Conversation(store, {
	dialect: "TodoWrite",
	saved: conversation.checkpoint(),
	confirm: ({ data }) => data?.tab === 7,
});
const options: ConversationOptions = { confirm: ({ data }) => !data?.tab };
const owner: Owner = connect(store);
const list = openList({ storage: memoryStorage() });
const element = new AgentTodosElement();
element.list = store;
element.todos = [{ content: "Pay", status: "pending" }];
element.addEventListener("open", ({ detail }) => {
	const { data } = detail.todo;
	return [data] satisfies [Tab | undefined];
});
runAgent({
	store,
	plan: () => [],
	execute: async ({ todo }) => (todo.data?.tab ? "done" : "failed"),
});

type DataOf<Todos extends readonly Readonly<Todo>[]> = Todos[number]["data"];
type Given = Tab | undefined;
export type Tests = [
	Expect<Equal<Todo["data"], Given>>,
	Expect<Equal<inline.Todo["data"], Given>>,
	Expect<Equal<TodoEdit["data"], Tab | null | undefined>>,
	Expect<Equal<DataOf<Snapshot["todos"]>, Given>>,
	Expect<Equal<DataOf<TodoStore["todos"]>, Given>>,
	Expect<Equal<DataOf<Follower["todos"]>, Given>>,
	Expect<Equal<ExecuteStep["todo"]["data"], Given>>,
	Expect<Equal<DataOf<Awaited<ReturnType<typeof owner.open>>["todos"]>, Given>>,
	Expect<
		Equal<
			DataOf<Awaited<ReturnType<typeof list.open>>["store"]["todos"]>,
			Given
		>
	>,
	Expect<
		Equal<
			ReturnType<typeof restored.todos>,
			ReturnType<typeof conversation.todos>
		>
	>,
];
// A conversation of one dialect is a conversation.
export const any: Conversation = conversation;
export const all = [options, element, new inline.TodoStore()];
