// The extension's service worker: plays the plan when a page asks for it.

import { played } from "./plan.js";
import { ready } from "./ready.js";

chrome.runtime.onMessage.addListener((_message, _sender, answer) => {
	played(ready)
		.then(answer)
		.catch((error) => answer(`the service worker failed: ${error}`));
	// The answer comes later.
	return true;
});
