// `agent-todos/forms`: the list as texts that other programs and people read.

import "./core/modules/todos.js";

export * from "./core/forms.js";
