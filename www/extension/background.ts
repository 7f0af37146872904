// The service worker (in Firefox: the background page). It owns the list; pages of the extension ask it by message.
//
// There is no content script that uses agent-todos, on purpose. A content script lives in somebody else's page, and
// Chromium holds its WebAssembly to that page's content security policy: on `script-src 'self'` it fails with an empty
// CompileError. An agent whose eyes and hands are content scripts sends messages to this worker too, as the panel does.
//
// Everything is imported statically: a service worker allows no `import()`.

import { tools } from "agent-todos";
import type { Outcome, TodoStore } from "agent-todos";
import type { Answer, Request, View } from "./messages";
import { openStore } from "./stored-store";

// Listeners are registered at once, before anything is awaited: a message is what wakes this worker.
chrome.runtime.onMessage.addListener((request: Request, _sender, respond: (answer: Answer) => void) => {
  const answered = last.then(() => answer(request));
  last = answered.catch(() => {});
  answered.then(respond, (error: unknown) => respond({ error: String(error) }));
  // The answer comes later.
  return true;
});

// One request at a time, each answered when what it did is stored. What could not be stored stays in the store, and is tried again with
// the next change.
let last: Promise<unknown> = Promise.resolve();

// A click on the extension's icon opens the side panel where there is one; elsewhere the same page as a popup.
if (chrome.sidePanel) void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
else void chrome.action.setPopup({ popup: "panel.html" });

async function answer(request: Request): Promise<Answer> {
  const { store, saved } = await openStore();
  const before = store.revision;
  const outcome = carryOut(store, request);
  const view: View = { type: "view", todos: store.getAll(), revision: store.revision };
  if (view.revision !== before) {
    await saved.flushed();
    // Nobody listening is no error.
    chrome.runtime.sendMessage(view).catch(() => {});
  }
  return outcome ? { view, outcome } : { view };
}

function carryOut(store: TodoStore, request: Request): Outcome | undefined {
  switch (request.type) {
    case "look":
      return undefined;
    case "call":
      return tools(store, "todo_manager")[0]?.call(request.args);
    case "abort":
      store.abort();
      return undefined;
    case "undo":
      store.undo();
      return undefined;
    case "reset":
      store.reset();
      return undefined;
  }
}
