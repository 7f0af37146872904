// `agent-todos/ai-sdk`: the tools of a conversation for the AI SDK, the reminders in its messages as a `prepareStep`, and the list as a
// part of a message that is shown.

export * from "./hosts/ai-sdk.js";
