// Imports the package and does not use it, as a barrel file or a feature that is switched off does: nothing of it may stay.

import { init, TodoError, TodoStore, tools } from "agent-todos";

globalThis.result = Promise.resolve("nothing used");
