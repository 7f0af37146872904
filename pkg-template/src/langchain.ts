// `agent-todos/langchain`: the tools and the reminders of an agent of LangChain's `createAgent`, with a list for each thread.

export * from "./hosts/langchain.js";
