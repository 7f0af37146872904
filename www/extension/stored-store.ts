// The one TodoStore of the extension, which outlives the service worker that holds it.
//
// A browser stops a service worker after some thirty seconds without work, and starts it again with empty memory. So the
// store is written to chrome.storage.session after each change, as text, and read back when it is needed next. (Use
// chrome.storage.local instead to keep the list when the browser is closed. Neither takes a Uint8Array.)

import { init, TodoStore } from "agent-todos";

const key = "agent-todos";

let opened: Promise<TodoStore> | undefined;

/** The store: the one in memory, else the stored one, else an empty one. */
export function openStore(): Promise<TodoStore> {
  opened ??= load().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function load(): Promise<TodoStore> {
  // Here, inside a handler: a service worker whose module awaits at the top level silently never starts.
  await init();
  const { [key]: text } = await chrome.storage.session.get(key);
  return typeof text === "string" ? TodoStore.fromCheckpoint(text) : new TodoStore();
}

/** Resolves when the store is safe. If it cannot be written, the change is forgotten: the next open reads the last good one. */
export async function saveStore(store: TodoStore): Promise<void> {
  try {
    await chrome.storage.session.set({ [key]: store.checkpoint() });
  } catch (error) {
    opened = undefined;
    throw error;
  }
}
