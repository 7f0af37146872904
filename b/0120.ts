import { openLists, overRuntime } from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";

const storage = chromeStorage();
const lists = openLists({
  over: overRuntime(),
  open: (name) => (name.startsWith("tab ") ? { storage } : undefined),
});
chrome.tabs.onActivated.addListener(async ({ tabId }) => {
  const { store } = await lists.get(`tab ${tabId}`).open();
});
