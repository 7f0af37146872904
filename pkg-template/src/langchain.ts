// `agent-todos/langchain`: the tools and the reminders of an agent of LangChain's `createAgent`, with a list for each thread.

import "./core/modules/todos.js";

export * from "./hosts/langchain.js";
