// The leases of a list that several contexts keep in one storage: a sign of life is stored, seldom,
// and what nobody stands for is free.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, memoryStorage, persist, TodoStore } from "agent-todos";
import { runAgent } from "agent-todos/run";

await init();

/** Returns a context: a list that is kept in the storage, and how often it was written. */
async function open(t, storage) {
	let writes = 0;
	const counting = {
		read: (name) => storage.read(name),
		write: (...given) => {
			writes += 1;
			return storage.write(...given);
		},
	};
	const store = new TodoStore({ lease: 60 });
	const persistence = await persist(store, counting, { name: "list" });
	t.after(() => persistence.stop());
	return { store, persistence, writes: () => writes };
}

const owners = ({ store }) => store.todos.map(({ owner }) => owner);

test("a heartbeat keeps a todo in every context, and is stored once in a third of the lease", async (t) => {
	const { timers } = t.mock;
	timers.enable({ apis: ["Date"], now: 1_000_000 });
	const storage = memoryStorage();
	const here = await open(t, storage);
	here.store.addMultiple(["a", "b"]);
	const ann = here.store.as("agent", "ann");
	assert.equal(ann.getNextTodo().content, "a");
	await here.persistence.flushed();
	const there = await open(t, storage);
	const [before, revision] = [here.writes(), here.store.revision];
	for (let beats = 0; beats < 40; beats += 1) {
		timers.tick(5_000);
		ann.heartbeat();
		await here.persistence.flushed();
	}
	assert.equal(here.writes() - before, 10);
	assert.equal(here.store.revision, revision);
	await there.persistence.refresh();
	const bob = there.store.as("agent", "bob");
	assert.equal(bob.getNextTodo().content, "b");
	timers.tick(60_000);
	bob.heartbeat();
	assert.deepEqual(owners(there), [undefined, "bob"]);
	await there.persistence.flushed();
	await here.persistence.refresh();
	assert.deepEqual(owners(here), [undefined, "bob"]);
	// Nobody took it, so that it is still Ann's to finish.
	assert.equal(ann.complete(1), true);
});

test("a run with a name keeps its todo during a long step", async (t) => {
	const { timers } = t.mock;
	timers.enable({ apis: ["Date", "setInterval"], now: 1_000_000 });
	const store = new TodoStore({ lease: 60 });
	let finish;
	const isExecuting = new Promise((resolve) => {
		const run = runAgent({
			store,
			name: "dev",
			plan: () => ["a"],
			execute: () => {
				resolve(run);
				return new Promise((done) => (finish = () => done("done")));
			},
		});
	});
	const run = await isExecuting;
	for (let minutes = 0; minutes < 5; minutes += 1) {
		timers.tick(60_000);
		store.as("user").heartbeat();
		assert.equal(store.todos[0].owner, "dev");
	}
	finish();
	assert.equal((await run.result).status, "finished");
	// The run is over, and says nothing of itself any more.
	store.as("agent", "dev").reopen(1);
	store.as("agent", "dev").markDoing(1);
	timers.tick(60_000);
	store.as("user").heartbeat();
	assert.equal(store.todos[0].owner, undefined);
});
