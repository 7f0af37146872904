// The service worker: a list for each tab, in an order that it reads from a storage while the list
// opens.

import { openLists, overRuntime } from "agent-todos/inline";
import { chromeStorage } from "agent-todos/storage/chrome";

const storage = chromeStorage();

openLists({
	over: overRuntime(),
	open: (name) =>
		name.startsWith("tab ")
			? {
					storage,
					async onOpen({ store }) {
						for (const area of ["local", "session", "local"])
							await chrome.storage[area].get("settings");
						if (store.size === 0) store.addMultiple([`of ${name}`]);
					},
				}
			: undefined,
});
