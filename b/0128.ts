import { init, persist, TodoStore, tools } from "agent-todos";
// Needs the permission "storage".
import { chromeStorage } from "agent-todos/storage/chrome";

const opened = (async () => {
  // Not awaited here: a worker whose module waits never starts.
  await init();
  const store = new TodoStore();
  return {
    store,
    persistence: await persist(
      store,
      chromeStorage({ area: "local" }),
      "todos",
    ),
  };
})();
chrome.runtime.onMessage.addListener(
  (
    call: { arguments: string },
    _sender,
    answer: (text: string) => void,
  ) => {
    void opened.then(async ({ store, persistence }) => {
      const { text } = tools(store)[0].call(call.arguments);
      await persistence.flushed(); // what is answered is stored
      answer(text);
    });
    return true;
  },
);
