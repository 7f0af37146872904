// An agent of a team, in a process of its own: `node leased.mjs ADDRESS NAME`. It takes the next
// todo of the list in the database when it is asked to, with a clock that is ahead by as many
// milliseconds as the message says, and answers with the text of the todo, or null.

import { init, persist, TodoStore } from "agent-todos";
import { postgresStorage } from "agent-todos/storage/postgres";

const [address, name] = process.argv.slice(2);
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;

await init();
const store = new TodoStore({ lease: 60 });
const storage = postgresStorage(address);
const persistence = await persist(store, storage, { name: "list" });
const agent = store.as("agent", name);

process.on("message", async ({ does, by = 0 }) => {
	ahead = by;
	await persistence.refresh();
	const answer =
		does === "next" ? agent.getNextTodo()?.content : agent.complete(1);
	await persistence.flushed();
	process.send({ answer: answer ?? null });
});
process.send({ answer: "open" });
