// The extension's page: plays the plan itself, and asks the service worker to.

import { played } from "./plan.js";
import { ready } from "./ready.js";

globalThis.result = Promise.all([
	played(ready),
	chrome.runtime.sendMessage("play"),
]);
