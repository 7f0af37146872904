// `agent-todos/scribe`: a second, small model keeps the list, so that the main model needs no todo
// tool.

export type { ScribeModel, ScribeSession } from "./asks.js";
export { aiSdk, promptApi } from "./asks.js";
export type { Scribe, ScribeOptions, ScribeReport } from "./scribe.js";
export { scribe } from "./scribe.js";
export type { ScribeStep } from "./step.js";
