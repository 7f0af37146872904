import { init, TodoStore } from "agent-todos";

await init();
const store = new TodoStore<{ job: string }>();
store.addMultiple(["Export the report", "Write to Ann"]);
store.edit(1, { data: { job: "export-7" } });
store.wait(1, { for: "event", question: "the export" });
console.log(store.getNextTodo()?.content);
// → Write to Ann

/** Your program calls this when the job is over. */
function jobEnded(job: string, text: string) {
  for (const { key, data } of store.todos)
    if (data?.job === job) store.answer(key, text);
}
jobEnded("export-7", "report.pdf");
console.log(store.getAll()[0]?.answer);
// → report.pdf
