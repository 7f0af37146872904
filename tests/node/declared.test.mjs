// Values that the core writes as JSON text, beside the types that it derives for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { init, TodoStore, tools } from "agent-todos";
import { installed } from "../../pkg-template/build/places.mjs";

test("a todo has the fields that its type declares, in that order", async () => {
	await init();
	const store = new TodoStore();
	const [writeTodos] = tools(store, "write_todos");
	const content = "Compare three";
	writeTodos.call({ todos: [{ content, status: "blocked" }] });
	const texts = { priority: "high", activeForm: "Comparing", description: "d" };
	store.edit(1, texts);
	store.addMultiple(["Read", "Pay"]);
	store.edit(2, texts);
	store.skip(2, "too slow");
	tools(store, "Task")
		.find(({ name }) => name === "TaskUpdate")
		.call({ taskId: "t1", addBlockedBy: ["t3"] });

	const types = readFileSync(join(installed, "types/agent_todos_bg.d.ts"));
	const [, body] = /interface Todo \{([^}]*)\}/.exec(types);
	const declared = [...body.matchAll(/^\s*(\w+)\??:/gm)].map(([, key]) => key);
	const [blocked, skipped] = store.getAll();
	const without = (key) => declared.filter((name) => name !== key);
	assert.deepEqual(Object.keys(blocked), without("reason"));
	const isBlocked = (name) => name.startsWith("blocked");
	assert.deepEqual(
		Object.keys(skipped),
		declared.filter((name) => !isBlocked(name)),
	);
	store.remove(3);
	// As `setStatus` of the view clones it.
	store.reopen(1);
	assert.deepEqual(
		Object.keys(store.getAll()[0]),
		without("reason").filter((name) => !isBlocked(name)),
	);
	store.free();
});
