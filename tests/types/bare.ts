// The main entry without the types of the web.

import { Conversation, TodoStore, tools } from "agent-todos";

const store = new TodoStore();
store.add("Pay");
export const data: unknown = store.get(1)?.data;
export const [tool] = tools(store);
export const conversation = new Conversation(store, { dialect: "TodoWrite" });
