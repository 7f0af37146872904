// An idle page of the extension: tests call what is on `window`.

import { init, persist, StorageError, TodoStore } from "agent-todos/inline";
import { chromeStorage } from "agent-todos/storage/chrome";
import { exchange } from "./current.js";
import { findings } from "./findings.js";

Object.assign(window, {
	init,
	persist,
	StorageError,
	TodoStore,
	chromeStorage,
	exchange,
	findings,
});
