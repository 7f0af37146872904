// The type of a host's data, and the dialect, through everything that a store passes through.

import {
	Conversation,
	type ConversationOptions,
	connect,
	memoryStorage,
	type Owner,
	openList,
	TodoStore,
} from "agent-todos";
import { AgentTodosElement } from "agent-todos/element";
import type { Equal, Expect } from "./equal.js";

interface Tab {
	tab: number;
}

const store = new TodoStore<Tab>();
const conversation = new Conversation(store, {
	dialect: "TodoWrite",
	confirm: (todo) => todo.data?.tab === 7,
});
const restored = Conversation.fromCheckpoint<"TodoWrite", Tab>(
	store,
	conversation.checkpoint(),
	{ confirm: ({ data }) => data?.tab === 7 },
);
const options: ConversationOptions<Tab> = { confirm: ({ data }) => !data?.tab };
const owner: Owner<Tab> = connect(store);
const list = openList<Tab>({ storage: memoryStorage() });
const element = new AgentTodosElement<Tab>();
element.list = store;
element.todos = [{ content: "Pay", status: "pending" }];
element.addEventListener("open", ({ detail }) => {
	const { data } = detail.todo;
	return [data] satisfies [Tab | undefined];
});

type DataOf<Store extends { todos: ReadonlyArray<{ data?: unknown }> }> =
	Store["todos"][number]["data"];
export type Tests = [
	Expect<Equal<DataOf<typeof conversation.store>, Tab | undefined>>,
	Expect<Equal<DataOf<typeof restored.store>, Tab | undefined>>,
	Expect<
		Equal<DataOf<Awaited<ReturnType<typeof owner.open>>>, Tab | undefined>
	>,
	Expect<
		Equal<
			DataOf<Awaited<ReturnType<typeof list.open>>["store"]>,
			Tab | undefined
		>
	>,
	Expect<
		Equal<
			ReturnType<typeof restored.todos>,
			ReturnType<typeof conversation.todos>
		>
	>,
];
// A conversation of one kind of data is a conversation.
export const any: Conversation = conversation;
export const both = [options, element];
