// A page of the extension: page.html?name=…&writer=…&area=…&address=… tells the service worker to work. Without a name, tests call
// what is on `window`.

import { init, persist, StorageError, TodoStore } from "agent-todos/inline";
import { chromeStorage } from "agent-todos/storage/chrome";
import { findings } from "./findings.js";

const work = Object.fromEntries(new URLSearchParams(location.search));
if (work.name !== undefined) void chrome.runtime.sendMessage({ work });

Object.assign(window, { init, persist, StorageError, TodoStore, chromeStorage, findings });
