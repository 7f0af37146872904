// `agent-todos/forms`: the list as texts that other programs and people read. `init()` is in `agent-todos`.

export * from "./core/forms.js";
