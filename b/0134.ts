import { init, TodoStore, tools } from "agent-todos";

await init();

/** Returns the list that an earlier version of your program stored. */
function takenOver(text: string): TodoStore {
  if (text.startsWith("<")) return TodoStore.fromXml(text);
  const store = new TodoStore();
  if (text.startsWith("[")) {
    const [todowrite] = tools(store, { dialect: "todowrite" });
    const { ok, error } = todowrite.call({ todos: JSON.parse(text) });
    if (!ok) throw new Error(error);
  } else store.readMarkdown(text);
  return store;
}

const stored = [
  '[{"content":"Find a kettle","status":"completed"}]',
  '[{"step":"Find a kettle","status":"in_progress"}]',
  '[{"id":1,"title":"Find a kettle","status":"done"}]',
  "- [x] Find a kettle\n- [-] Pay",
  '<todos><todo id="1" status="doing">Pay</todo></todos>',
];
for (const text of stored)
  console.log(
    takenOver(text)
      .getAll()
      .map(({ content, status }) => `${content}: ${status}`)
      .join(", "),
  );

try {
  takenOver('[{"status":"done"}]');
} catch (error) {
  console.log(String(error));
}
