// The mistakes that first programs make, as a table: each error says what was wrong, and what to do
// instead. What only a page can get wrong is in tests/panel/given.test.mjs; what is wrong with
// loading the module, in tests/browsers/bodies/starting.mjs, and with a page's CSP or its server in
// tests/packaging/browser.test.mjs. What the command line misses is in tests/mcp/stdio.test.mjs,
// and `pg` in tests/storages/postgres.test.mjs. An own dialect that is called with JSON text
// is a snippet of www/docs/concepts/dialects.md.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import {
	Conversation,
	memoryStorage,
	openList,
	openLists,
	overRuntime,
	persist,
	reporting,
	TodoStore,
	tools,
} from "agent-todos";
import { follow } from "agent-todos/follow";
import { runAgent } from "agent-todos/run";
import { chromeStorage } from "agent-todos/storage/chrome";
import { fileStorage } from "agent-todos/storage/file";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { registerWebMcp } from "agent-todos/webmcp";
import { build } from "vite";
import { installed } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { expectSaid } from "../tools/snapshot.mjs";

const copied = emptyTarget("second-copy", "agent-todos");
cpSync(installed, copied, { recursive: true });
const copy = await import(pathToFileURL(join(copied, "node.js")).href);

// In a page, Vite puts empty modules in the place of Node's.
const [{ output }] = await build({
	root: import.meta.dirname,
	configFile: false,
	logLevel: "error",
	build: {
		write: false,
		lib: { entry: join(installed, "storage", "file.js"), formats: ["es"] },
	},
});
const inPage = await import(
	`data:text/javascript,${encodeURIComponent(output[0].code)}`
);

const filled = (...contents) => {
	const store = new TodoStore();
	store.addMultiple(contents.length > 0 ? contents : ["a", "b", "c"]);
	return store;
};
const run = (options) =>
	runAgent({
		store: new TodoStore(),
		plan: () => ["a"],
		execute: async () => "done",
		...options,
	});
const freed = () => {
	const store = filled();
	store.free();
	return store;
};

/** What a program does. What its error says is in sentences.txt. */
const mistakes = [
	() => new TodoStore({ max: 5 }),
	() => new TodoStore({ maxTodo: 5 }),
	() => new TodoStore({ maxTodos: "30" }),
	() => new TodoStore(new Map([["maxTodos", 5]])),
	() => filled().add({ content: "a" }),
	() => filled().add(""),
	() => filled().addMultiple("one"),
	() => filled().complete(0),
	() => filled().complete(9),
	() => filled().complete("1"),
	() => filled().complete(filled().todos[7]),
	() => filled().complete(filled().todos[0]),
	() => new Conversation(structuredClone(filled())),
	() => new Proxy(filled(), {}).add("a"),
	() => {
		const { add } = filled();
		add("a");
	},
	() => TodoStore.fromCheckpoint(JSON.stringify(filled())),
	() => TodoStore.fromCheckpoint(new Conversation(filled()).checkpoint()),
	() => freed().size,
	() => filled().as("person"),
	() => filled().restoreRevision(0),
	() => filled().as("user").undo({ change: 0 }),
	() => new Conversation(filled()).rewind([null]),
	() => filled().edit(1, { status: "done" }),
	() => new Conversation(filled(), { dialect: "todowriter" }),
	() => tools(filled(), { dialect: "todo-manager" }),
	() => tools(filled(), { dialect: "x" }),
	() => new Conversation(new copy.TodoStore()),
	() => reporting(new copy.Conversation(new copy.TodoStore())),
	() => indexedDbStorage().read("todos"),
	() => chromeStorage().read("todos"),
	() => chromeStorage({ area: "sync" }),
	() => fileStorage(),
	() => inPage.fileStorage("todos"),
	() => openList({}),
	() => openList({ store: filled() }),
	async () => {
		const storage = memoryStorage();
		await storage.write("todos", '[{"content":"Pay"}]', 0);
		const list = openList({ storage });
		await list.open().finally(() => list.stop());
	},
	() => persist(filled(), {}),
	() => persist(filled(), memoryStorage(), { timeout: 0 }),
	() => run({ execute: async () => true }).result,
	() => run({ execute: async () => {} }).result,
	() => run({ execute: async () => ({}) }).result,
	() => run({ execute: async () => "ok" }).result,
	() => run({ driver: "agent" }).result,
	() => run({ execute: async () => "unverified" }).result,
	() => run({ onEvent() {} }),
	() => run({ on: { finish() {} } }),
	() => run({ on: { done: "end" } }),
	() => run({ budgets: { driver: "agent" } }),
	() => run({ budgets: { maxTurns: 5 } }),
	() => tools({}),
	() => reporting(filled()),
	() => follow({ timeout: 5 }),
	() => filled(...Array(31).fill("a").map(String)),
	() => overRuntime().serve("a", () => {}),
	() => registerWebMcp(filled()),
];

for (const mistake of mistakes) {
	const name = String(mistake).replace(/\s+/g, " ").replace("() => ", "");
	test(name, async () => {
		const error = await Promise.resolve()
			.then(mistake)
			.then(
				() => undefined,
				(error) => error,
			);
		assert.match(String(error?.name), /^(Todo|Storage)Error$/, String(error));
		assert.ok(error.message.length < 360, error.message);
		expectSaid(error.message);
	});
}

test("a run whose plan returns something says what to return", async () => {
	for (const [plan, said] of [
		[() => {}, /^plan returned nothing.*return the todos as an array/],
		[() => ({ todos: [] }), /plan must be an array of strings, got an object/],
	]) {
		const { status, error } = await run({ plan }).result;
		assert.equal(status, "failed");
		assert.match(error, said);
	}
});

test("a second run says that one is under way", async () => {
	const store = new TodoStore();
	const first = run({ store });
	assert.throws(
		() => run({ store }),
		/is under way: await it or abort it first/,
	);
	await first.stop();
});

test("runAgent rejects an unknown result and leaves its todo alone", async () => {
	for (const wrong of [
		true,
		undefined,
		{},
		"ok",
		{ status: "done", reason: "x" },
	]) {
		const store = new TodoStore();
		store.as("user").add("Pay");
		const execute = async () => wrong;
		const agent = run({ store, start: "execute", execute });
		await assert.rejects(agent.result, { code: "invalid_argument" });
		assert.deepEqual(
			store.todos.map(({ content, status }) => [content, status]),
			[["Pay", "todo"]],
		);
		await agent.stop();
	}
});

test("runAgent fails a todo, not the program, for a bad question", async () => {
	const options = Array.from({ length: 7 }, (_, i) => `${i}`);
	const execute = async () => ({
		status: "waiting",
		question: "Which?",
		options,
	});
	const { status, failures } = await run({ execute }).result;
	assert.deepEqual([status, failures.length], ["finished", 1]);
});

test("a todo and a list are frozen: methods change them", () => {
	const store = filled();
	assert.throws(() => (store.todos[0].status = "done"), TypeError);
	assert.throws(() => store.todos.push({}), TypeError);
	assert.equal(JSON.stringify(store), JSON.stringify(store.todos));
});

test("structuredClone() of a store is an empty object", () => {
	assert.deepEqual(structuredClone(filled()), {});
});

test("an error of the command line names mistake and help", () => {
	const cli = join(installed, "cli.js");
	for (const [args, said] of [
		[
			["mcp", "--dialekt", "TodoWrite"],
			/'--dialekt'.*--help lists all options/s,
		],
		[["mpc"], /no command "mpc": use one of/],
	]) {
		const { stderr, status } = spawnSync(process.execPath, [cli, ...args]);
		assert.notEqual(status, 0);
		assert.match(String(stderr), said);
	}
});

test("a wrong option names openList() or openLists(), not connect()", async () => {
	const storage = memoryStorage();
	const wrong = [
		[{ timeout: 0 }, "timeout must be a number of milliseconds above 0"],
		[{ allow: 1 }, "allow must be a function"],
		[{ over: {} }, "over must be an object with serve() and join()"],
		[
			{ persist: { name: "a" } },
			"persist has no name: pass name beside persist",
		],
	];
	for (const [option, message] of wrong)
		assert.throws(() => openList({ storage, ...option }), {
			code: "invalid_argument",
			message: `openList(): ${message}`,
		});
	assert.throws(() => openLists({ over: {}, open: () => undefined }), {
		code: "invalid_argument",
		message: `openLists(): ${wrong[2][1]}`,
	});
	const lists = openLists({ open: () => ({ storage, timeout: 0 }) });
	assert.throws(() => lists.get("a"), {
		code: "invalid_argument",
		message: `openLists(): what open() returns: ${wrong[0][1]}`,
	});
	await lists.stop();
});
