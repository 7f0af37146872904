// `agent-todos/forms`: the list as a text that people edit.

import "../core/modules/todos.js";

export * from "../core/forms.js";
