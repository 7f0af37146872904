// Imports the package and does not use it, as a barrel file or a feature that is switched off does:
// nothing of it may stay.

// biome-ignore lint/correctness/noUnusedImports: that they are not used is what this page is for
import { init, TodoError, TodoStore, tools } from "agent-todos";

globalThis.result = Promise.resolve("nothing used");
