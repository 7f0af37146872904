// `agent-todos/scribe`: a second, small model keeps the list, so that the main model needs no todo
// tool.

export * from "./asks.js";
export * from "./scribe.js";
