// The mistakes that first programs make, as a table: each error says what was wrong, and what to do
// instead. What only a page can get wrong is in tests/element/given.test.mjs; what is wrong with
// loading the module, in tests/package/bodies/starting.mjs, and with a page's CSP or its server in
// tests/packaging/browser.test.mjs. What the command line misses is in tests/mcp/stdio.test.mjs,
// and `pg` in tests/hosts-outside/postgres.test.mjs. An own dialect that is called with JSON text
// is a snippet of www/docs/concepts/dialects.md.

import "../setup/is-built.mjs";
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
	runAgent,
	TodoRun,
	TodoStore,
	tools,
} from "agent-todos";
import { follow } from "agent-todos/follow";
import { chromeStorage } from "agent-todos/storage/chrome";
import { fileStorage } from "agent-todos/storage/file";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { registerWebMcp } from "agent-todos/webmcp";
import { build } from "vite";
import { installed } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../setup/folder.mjs";

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

/** What a program does, and what its error says: what was wrong, and what to do. */
const mistakes = [
	[() => new TodoStore({ max: 5 }), /no option "max"/, /options are maxTodos/],
	[() => new TodoStore({ maxTodo: 5 }), /"maxTodo"/, /did you mean "maxTodos"/],
	[() => new TodoStore({ maxTodos: "30" }), /be "30"/, /use 1 to 1000/],
	[
		() => filled().add({ content: "a" }),
		/got an object/,
		/edit\(\) sets the r/,
	],
	[() => filled().add(""), /item 1 is empty/, /say in a few words what/],
	[() => filled().addMultiple("one"), /got "one"/, /an array of strings/],
	[() => filled().complete(0), /no todo 0/, /ids are 1 to 3/],
	[() => filled().complete(9), /no todo 9/, /ids are 1 to 3/],
	[() => filled().complete("1"), /got "1"/, /an id \(a whole number\)/],
	[
		() => filled().complete(filled().todos[7]),
		/undefined/,
		/an id .* or a todo/,
	],
	[
		() => filled().complete(filled().todos[0]),
		/todo is a todo of another store/,
		/pass one that this store returned/,
	],
	[
		() => new Conversation(structuredClone(filled())),
		/store/,
		/be a TodoStore/,
	],
	[() => new Proxy(filled(), {}).add("a"), /Proxy/, /use the object itself/],
	[
		() => {
			const { add } = filled();
			add("a");
		},
		/add\(\) was called without its object/,
		/store\.add\(…\)/,
	],
	[
		() => TodoStore.fromCheckpoint(JSON.stringify(filled())),
		/this is not what/,
		/its checkpoint\(\) returned/,
	],
	[
		() => TodoStore.fromCheckpoint(new Conversation(filled()).checkpoint()),
		/list: this is not what/,
		/begins with \["agent-todos"/,
	],
	[() => freed().size, /was freed/, /make a new one/],
	[() => filled().as("person"), /author "person"/, /use one of user, model/],
	[
		() => filled().restoreRevision(0),
		/restoreRevision may overrule a person/,
		/call it on store\.as\("user"\)/,
	],
	[
		() => filled().edit(1, { status: "done" }),
		/does not change the status/,
		/use complete\(\)/,
	],
	[
		() => new Conversation(filled(), { dialect: "todowriter" }),
		/dialect cannot be "todowriter"/,
		/did you mean "TodoWrite"/,
	],
	[
		() => tools(filled(), { dialect: "todo-manager" }),
		/unknown dialect "todo-manager"/,
		/did you mean "todo_manager"\?$/,
	],
	[() => tools(filled(), { dialect: "x" }), /"x"/, /use one of todo_manager/],
	[
		() => new Conversation(new copy.TodoStore()),
		/another copy/,
		/install the p/,
	],
	[
		() => reporting(new copy.Conversation(new copy.TodoStore())),
		/another copy/,
		/once \(npm ls agent-todos\)/,
	],
	[
		() => indexedDbStorage().read("todos"),
		/no IndexedDB here/,
		/use fileStorage\(\)/,
	],
	[
		() => chromeStorage().read("todos"),
		/chrome.storage.local/,
		/permission "st/,
	],
	[
		() => chromeStorage({ area: "sync" }),
		/area must be/,
		/"local" or "session"/,
	],
	[() => fileStorage(), /fileStorage\(\)/, /the path of a folder/],
	[
		() => inPage.fileStorage("todos"),
		/the files of Node, which a page does not have/,
		/use indexedDbStorage\(\)/,
	],
	[() => openList({}), /storage must be/, /read\(\) and write\(\)/],
	[
		() => persist(filled(), {}, "a"),
		/storage must be/,
		/read\(\) and write\(\)/,
	],
	[
		() => persist(filled(), memoryStorage(), "a", { timeout: 0 }),
		/timeout must be/,
		/a number of milliseconds above 0/,
	],
	[
		() => run({ execute: async () => true }).result,
		/returned true/,
		/return "d/,
	],
	[() => run({ execute: async () => {} }).result, /undefined/, /return "done"/],
	[
		() => run({ execute: async () => ({}) }).result,
		/a status/,
		/return "done"/,
	],
	[
		() => run({ execute: async () => "ok" }).result,
		/"ok"/,
		/use one of done, /,
	],
	[
		() => run({ driver: "agent" }).result,
		/the model settles the todos itself/,
		/report "continue", "failed" or "finished"/,
	],
	[
		() => run({ execute: async () => "unverified" }).result,
		/nobody verifies/,
		/pass a verify callback/,
	],
	[() => run({ onEvent() {} }), /"onEvent"/, /one of store, name, plan/],
	[
		() => run({ budgets: { driver: "agent" } }),
		/no budget/,
		/beside `budgets`/,
	],
	[() => new TodoRun(filled(), { driver: "host", x: 1 }), /"x"/, /options are/],
	[() => tools({}), /tools\(\): store/, /must be a TodoStore/],
	[() => reporting(filled()), /conversation/, /must be a Conversation/],
	[() => follow({ timeout: 5 }), /no owner was there/, /is connect\(\) called/],
	[
		() => filled(...Array(31).fill("a").map(String)),
		/31 todos would be open, at most 30/,
		/use fewer, broader todos/,
	],
	[() => overRuntime().serve("a", () => {}), /chrome\.runtime/, /an extension/],
	[
		() => registerWebMcp(filled()),
		/no WebMCP here/,
		/give your agent the tools/,
	],
];

for (const [mistake, what, advice] of mistakes)
	test(`${String(mistake).replace(/\s+/g, " ").replace("() => ", "")}`, async () => {
		const error = await Promise.resolve()
			.then(mistake)
			.then(
				() => undefined,
				(error) => error,
			);
		assert.match(String(error?.name), /^(Todo|Storage)Error$/, String(error));
		assert.match(error.message, what);
		assert.match(error.message, advice);
		assert.ok(error.message.length < 360, error.message);
	});

test("a run whose plan returns nothing, or something else, says what to return", async () => {
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

test("runAgent rejects when execute returns an unknown result, and leaves its todo as it was", async () => {
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

test("runAgent fails a todo, not the program, for a bad question of the model", async () => {
	const options = Array.from({ length: 7 }, (_, i) => `${i}`);
	const execute = async () => ({
		status: "waiting",
		question: "Which?",
		options,
	});
	const { status, failures } = await run({ execute }).result;
	assert.deepEqual([status, failures.length], ["finished", 1]);
});

test("a todo and a list are frozen: what changes them is a method", () => {
	const store = filled();
	assert.throws(() => (store.todos[0].status = "done"), TypeError);
	assert.throws(() => store.todos.push({}), TypeError);
	assert.equal(JSON.stringify(store), JSON.stringify(store.todos));
});

test("structuredClone() of a store is an empty object", () => {
	assert.deepEqual(structuredClone(filled()), {});
});

test("an error of the command line names the mistake and the command that lists the options", () => {
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

test("a wrong option of openList() and openLists() names that function, and not connect()", async () => {
	const storage = memoryStorage();
	const wrong = [
		[{ timeout: 0 }, "timeout must be a number of milliseconds above 0"],
		[{ allow: 1 }, "allow must be a function"],
		[{ over: {} }, "over must be an object with serve() and join()"],
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
