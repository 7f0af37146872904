// The main entry without the types of the web.

import { Conversation, TodoStore, tools } from "agent-todos";

const store = new TodoStore<{ tab: number }>();
store.add("Pay");
export const tab: number | undefined = store.get(1)?.data?.tab;
export const [tool] = tools(store);
export const conversation = new Conversation(store, { dialect: "TodoWrite" });
