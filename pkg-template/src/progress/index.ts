// `agent-todos/progress`: progress and plans that cost no turn. A model says which todos it has settled, or what its plan
// is, in the arguments of whatever tool it calls next.

import "../core/modules/todos.js";

export * from "../core/progress.js";
