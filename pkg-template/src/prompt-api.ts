// `agent-todos/prompt-api`: the tools of a conversation for the browser's own model, `LanguageModel`.
// https://github.com/webmachinelearning/prompt-api

export * from "./hosts/prompt-api.js";
