// Values that the core writes as JSON text, beside the types that it derives for them.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { Conversation, init, TodoStore, tools } from "agent-todos";
import { installed } from "../../pkg-template/build/places.mjs";

test("a todo has the fields that its type declares, in that order", async () => {
	await init();
	const store = new TodoStore();
	const [writeTodos] = tools(store, { dialect: "write_todos" });
	const content = "Compare three";
	writeTodos.call({ todos: [{ content, status: "blocked" }] });
	const texts = { priority: "high", activeForm: "Comparing", description: "d" };
	store.edit(1, { ...texts, data: { tab: 3 } });
	store.wait(1, { question: "Which three?", options: ["the red ones"] });
	store.addMultiple(["Read", "Pay", "Log in"]);
	store.wait(4, {});
	store.as("user").answer(4, "I am logged in");
	store.edit(2, texts);
	store.fail(2, "too slow");
	tools(store, { dialect: "Task" })
		.find(({ name }) => name === "TaskUpdate")
		.call({ taskId: "t1", addBlockedBy: ["t3"] });

	const types = readFileSync(join(installed, "types/shared/core.d.ts"));
	const [, body] = /interface Todo \{([^}]*)\}/.exec(types);
	const declared = [...body.matchAll(/^\s*(\w+)\??:/gm)].map(([, key]) => key);
	const isOrdered = (todo) => {
		const keys = Object.keys(todo);
		assert.deepEqual(
			keys,
			declared.filter((name) => keys.includes(name)),
		);
		return keys;
	};
	store.edit(3, { confirm: true });
	store.edit(4, { parent: 3 });
	store.as("user").approve();
	const model = store.as("model", "ann");
	model.markDoing(3);
	const [manager] = new Conversation(store, { name: "ann" }).tools;
	manager.call({ action: "list", todos: [], ids: [] });
	// The next message of the model.
	await new Promise((resolve) => setImmediate(resolve));
	const done = { action: "complete_multiple", todos: [], ids: [3] };
	assert.ok(manager.call({ ...done, evidence: "receipt 17" }).ok);
	const keys = new Set(store.getAll().flatMap(isOrdered));
	assert.deepEqual([...keys].sort(), [...declared].sort());
	store.as("user").remove(3);
	store.as("user").reopen(1);
	const [first] = store.getAll();
	isOrdered(first);
	assert.ok(!("blockedBy" in first));
	store.free();
});

test("a conversation and its subclasses are printed by their names", async () => {
	await init();
	class Own extends Conversation {}
	const store = new TodoStore();
	assert.match(inspect(new Conversation(store)), /^Conversation \{/);
	assert.match(inspect(new Own(store)), /^Own \{/);
	store.free();
});

test("console.log shows what is on the list", async () => {
	await init();
	const store = new TodoStore();
	store.addMultiple(["Pay"]);
	assert.match(
		inspect(store),
		/^TodoStore \{\s+revision: 1,\s+todos: \[ \{ id: 1, key: 't1', content: 'Pay', status: 'todo', revision: 1 \} \]\s+\}$/,
	);
	store.free();
	assert.match(inspect(store), /^TodoStore \(.*freed/);
});
