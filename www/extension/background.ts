// The service worker (in Firefox: the background page). It owns the list; pages of the extension follow it, and send it their calls.
//
// A content script could do so too, as the panel does, once `allow` of connect() lets it do more than read: to follow takes no WebAssembly, which Chromium holds to the content security
// policy of the page that the script is in (on `script-src 'self'` it fails with an empty CompileError).
//
// Everything is imported statically: a service worker allows no `import()`.

import type { Persistence } from "agent-todos";
import { connect, init, overRuntime, persist, TodoStore } from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";

let saved: Persistence;

// At once, before anything is awaited: a follower is what wakes this worker. It is answered when what it did is stored. What could not
// be stored stays in the store, and is tried again with the next change.
connect(openStore, { over: overRuntime(), stored: () => saved.flushed() });

/**
 * The list as it was stored. A browser stops a service worker after some thirty seconds without work, and starts it again with empty
 * memory; chrome.storage.session outlives that. (With "local" the list is still there when the browser has been closed.)
 */
async function openStore(): Promise<TodoStore> {
	// Here, when it is needed: a service worker whose module awaits at the top level silently never starts.
	await init();
	const store = new TodoStore();
	saved = await persist(
		store,
		chromeStorage({ area: "session" }),
		"agent-todos",
	);
	return store;
}

// A click on the extension's icon opens the side panel where there is one; elsewhere the same page as a popup.
if (chrome.sidePanel)
	void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
else void chrome.action.setPopup({ popup: "panel.html" });
