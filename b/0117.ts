import { openList, overRuntime } from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";

// At once, as the worker starts.
const owner = openList({
  storage: chromeStorage({ area: "local" }),
  over: overRuntime(),
});
chrome.alarms.onAlarm.addListener(async () => {
  const { store, persistence } = await owner.open();
});
