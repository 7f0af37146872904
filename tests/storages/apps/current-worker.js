// Shares a list in IndexedDB with the page.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { exchange } from "./current.js";

void exchange(indexedDbStorage(), "from a worker", "from a page").then(
	(found) => postMessage(found),
);
