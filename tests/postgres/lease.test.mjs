// Two processes on one list in PostgreSQL: what one of them leaves behind when it is killed is the
// other's, although their clocks differ.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { init, persist, TodoStore } from "agent-todos";
import { emptyDatabase, opened, postgres } from "./databases.mjs";

await init();
const server = await postgres();
const program = fileURLToPath(new URL("leased.mjs", import.meta.url));

/** Starts an agent. Returns its process, and a function that asks it to do something. */
async function start(t, url, name) {
	const agent = fork(program, [url, name]);
	t.after(() => agent.kill("SIGKILL"));
	await once(agent, "message");
	const ask = async (does, by) => {
		agent.send({ does, by });
		const [{ answer }] = await once(agent, "message");
		return answer;
	};
	return { agent, ask };
}

test("a killed process's todo is handed out after its lease", async (t) => {
	const url = await emptyDatabase(server);
	const store = new TodoStore({ lease: 60 });
	store.addMultiple(["a"]);
	const persistence = await persist(store, await opened(t, url), {
		name: "list",
	});
	await persistence.flushed();
	const ann = await start(t, url, "ann");
	const bob = await start(t, url, "bob");
	assert.equal(await ann.ask("next"), "a");
	// A clock that is three seconds ahead ends no lease.
	assert.equal(await bob.ask("next", 3_000), null);
	ann.agent.kill("SIGKILL");
	await once(ann.agent, "exit");
	assert.equal(await bob.ask("next", 90_000), "a");
	// Ann comes back, and cannot complete it: Bob has it.
	const again = await start(t, url, "ann");
	assert.equal(await again.ask("done"), false);
	await persistence.refresh();
	assert.deepEqual(
		store.todos.map(({ status, owner }) => `${status} ${owner}`),
		["doing bob"],
	);
	await persistence.stop();
});
