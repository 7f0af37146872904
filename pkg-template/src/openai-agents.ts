// `agent-todos/openai-agents`: the tools of a conversation for OpenAI's Agents SDK, and the reminders in its input as a
// `callModelInputFilter`.

export * from "./hosts/openai-agents.js";
