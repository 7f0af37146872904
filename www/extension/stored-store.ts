// The one TodoStore of the extension, which outlives the service worker that holds it.
//
// A browser stops a service worker after some thirty seconds without work, and starts it again with empty memory. So the
// store is kept in chrome.storage.session. (With "local" the list is still there when the browser has been closed.)

import { init, persist, TodoStore } from "agent-todos";
import type { Persistence } from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";

interface StoredStore {
  readonly store: TodoStore;
  readonly saved: Persistence;
}

let opened: Promise<StoredStore> | undefined;

/** The store, with what is stored in it; and what says when a change is stored. */
export function openStore(): Promise<StoredStore> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<StoredStore> {
  // Here, inside a handler: a service worker whose module awaits at the top level silently never starts.
  await init();
  const store = new TodoStore();
  return { store, saved: await persist(store, chromeStorage({ area: "session" }), "agent-todos") };
}
