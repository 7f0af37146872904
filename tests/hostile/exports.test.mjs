// Every function that an entry of the package exports, called with arguments that are none: it does
// what it can with them, or it says what is wrong with an error of this package. Never a TypeError
// from somewhere inside, and never one that nobody hears of.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import * as main from "agent-todos";
import * as tasks from "agent-todos/tasks";
import { hostileValues, thrown } from "../tools/hostile-values.mjs";
import { turns } from "../tools/until.mjs";
import { optionalProperties } from "../types/options.mjs";

await main.init();
await tasks.init();

const freed = new main.TodoStore();
freed.free();

const hostile = {
	...hostileValues,
	"a store that was freed": () => freed,
	"a clone of a store": () =>
		Object.create(
			main.TodoStore.prototype,
			Object.getOwnPropertyDescriptors(new main.TodoStore()),
		),
	"an object full of nonsense": () =>
		Object.fromEntries(
			[
				"store",
				"tasks",
				"plan",
				"execute",
				"verify",
				"validate",
				"on",
				"signal",
				"timeout",
				"budgets",
				"reminders",
				"role",
				"nudge",
				"name",
				"over",
				"stored",
				"allow",
				"unreadable",
				"format",
				"maxSnapshots",
				"onConflict",
				"onError",
				"onChange",
				"checkpoint",
				"user",
				"area",
				"database",
				"type",
				"properties",
				"maxTodos",
				"read",
				"write",
				"push",
				"dialect",
				"exposedTo",
				"stores",
				"tools",
				"isServerManaged",
				"calls",
				"maxTurns",
			].map((key) => [key, 3]),
		),
};

const todos = () => store().getAll();
let connected = 0;
const store = () => {
	const made = new main.TodoStore();
	made.addMultiple(["a"]);
	return made;
};
const conversation = () => new main.Conversation(store());
const report = () => main.reporting(conversation());
const run = () => ({
	store: store(),
	plan: () => ["b"],
	execute: async () => "done",
	validate: () => ({ isComplete: true }),
});

/** By entry and export, arguments that are right. A class is called with `new`. */
const core = {
	Conversation: [store, () => ({ reminders: "changes" })],
	// What an Error of the platform does.
	StorageError: [],
	TodoError: [],
	TodoStore: [() => ({})],
	connect: [store, () => ({ name: `arguments ${++connected}` })],
	init: [() => undefined],
	openList: [
		() => ({
			storage: main.memoryStorage(),
			name: `arguments ${++connected}`,
		}),
	],
	openLists: [() => ({ open: () => ({ storage: main.memoryStorage() }) })],
	overBroadcastChannel: [],
	overRuntime: [],
	overSockets: [],
	overWebSocket: [() => "ws://localhost/"],
	persist: [store, main.memoryStorage, () => "list", () => ({ timeout: 1000 })],
	memoryStorage: [],
	reporting: [conversation, () => ({})],
	tools: [store, () => ({})],
};
const rights = {
	"agent-todos": core,
	"agent-todos/inline": core,
	"agent-todos/tasks": {
		StorageError: core.StorageError,
		TaskStore: [],
		TodoError: core.TodoError,
		init: core.init,
		taskStorage: [main.memoryStorage, () => ({})],
		tools: [() => new tasks.TaskStore(), () => ({})],
	},
	"agent-todos/run": { runAgent: [run] },
	"agent-todos/follow": {
		TodoError: core.TodoError,
		follow: [() => ({ name: "nobody", timeout: 5 })],
		overBroadcastChannel: core.overBroadcastChannel,
		overRuntime: core.overRuntime,
		overWebSocket: core.overWebSocket,
	},
	"agent-todos/protocols": {
		TodoError: core.TodoError,
		acpPlan: [todos, todos, () => ({})],
		todoInterrupts: [store, () => ({})],
		resumeTodos: [() => store().as("user"), () => []],
		activityDelta: [todos, todos, () => ({ messageId: "todos" })],
		activitySnapshot: [todos, () => ({ messageId: "todos" })],
	},
	"agent-todos/ai-sdk": {
		reportingTools: [report, () => ({})],
		todoPrepareStep: [conversation, () => ({})],
		todoTools: [conversation],
		writeTodos: [() => ({ write() {} }), store, () => "todos"],
	},
	"agent-todos/langchain": {
		agentTodosMiddleware: [() => ({})],
		todoPreviews: [conversation],
		reportingTools: [report, () => []],
		todoTools: [conversation],
	},
	"agent-todos/openai-agents": {
		reportingTools: [report, () => []],
		todoInputFilter: [conversation, () => ({})],
		todoPreviews: [conversation],
		todoTools: [conversation],
	},
	"agent-todos/prompt-api": {
		reportingTools: [report, () => []],
		promptToolOptions: [conversation, () => [], () => ({})],
		promptWithTools: [
			() => ({ prompt: async () => "Yes.", append: async () => {} }),
			() => "Go",
			conversation,
			() => ({}),
		],
	},
	"agent-todos/scribe": {
		aiSdk: [() => async () => ({ text: "{}" }), () => ({})],
		promptApi: [() => ({ prompt: async () => "{}", clone: async () => ({}) })],
		scribe: [conversation, () => ({ model: () => "{}" })],
	},
	"agent-todos/mcp": {
		StorageError: core.StorageError,
		TodoError: core.TodoError,
		createMcpServer: [() => ({ store: store() })],
	},
	"agent-todos/webmcp": {
		registerWebMcp: [store, () => ({})],
	},
	"agent-todos/storage/file": { fileStorage: [tmpdir] },
	"agent-todos/storage/postgres": {
		postgresStorage: [() => "postgres:///", () => ({ notify: false })],
	},
	"agent-todos/storage/chrome": { chromeStorage: [() => ({ area: "local" })] },
	"agent-todos/storage/indexeddb": { indexedDbStorage: [() => ({})] },
};
const table = await Promise.all(
	Object.entries(rights).map(async ([entry, expected]) => [
		entry,
		await import(entry),
		expected,
	]),
);

const isClass = (value) =>
	/^class\b/.test(Function.prototype.toString.call(value));

/** Returns what a call ends with: undefined, or the error. Ends whatever it began. */
async function outcome(called, args) {
	try {
		const given = isClass(called) ? new called(...args) : called(...args);
		given?.abort?.();
		const value = await given;
		value?.close?.();
		given?.close?.();
		await value?.stop?.();
		return undefined;
	} catch (error) {
		return error ?? new Error("nothing was thrown, and that was thrown");
	}
}

/** Returns whether an error is one of the package, or what the argument itself has thrown. */
const isOurs = (error) =>
	error === thrown ||
	error.cause === thrown ||
	/proxy that has been revoked/.test(error.message) ||
	error.name === "TodoError" ||
	error.name === "StorageError";

const unheard = [];
process.on("unhandledRejection", (reason) => unheard.push(reason));
process.on("uncaughtException", (error) => unheard.push(error));

for (const [entry, exported, expected] of table) {
	const functions = Object.entries(exported).filter(
		([, value]) => typeof value === "function",
	);
	test(`${entry}: every function that it exports is tried`, () => {
		assert.deepEqual(
			functions.map(([name]) => name).sort(),
			Object.keys(expected).sort(),
		);
	});

	for (const [name, called] of functions) {
		test(`${entry}: ${name}`, async () => {
			const right = expected[name] ?? [];
			const wrong = [];
			await Promise.all(
				right.flatMap((_, place) =>
					Object.entries(hostile).map(async ([what, make]) => {
						const args = right.map((make) => make());
						args[place] = make();
						const error = await outcome(called, args);
						if (error !== undefined && !isOurs(error))
							wrong.push(
								`argument ${place + 1}: ${what}: ${error.name}: ${error.message}`,
							);
					}),
				),
			);
			assert.deepEqual(wrong, []);
			// What is rejected somewhere inside is heard of by now.
			await turns();
			assert.deepEqual(unheard.splice(0), []);
		});
	}
}

const options = optionalProperties();
for (const [entry, exported, expected] of table) {
	// Both main entries have the same types.
	const typed = entry.replace(/^agent-todos(\/inline)?/, ".");
	const ofFunctions = options.filter(
		({ entry, path: [name, place, ...names] }) =>
			entry === typed &&
			Number.isInteger(place) &&
			place < expected[name]?.length &&
			!names.some((name) => name === "=>" || Number.isInteger(name)),
	);
	if (ofFunctions.length === 0) continue;
	test(`${entry}: an option that is undefined is one that is absent`, async () => {
		const differ = await Promise.all(
			ofFunctions.map(async ({ path }) => {
				const [name, place, ...names] = path;
				const call = (change) => {
					const args = expected[name].map((make) => make());
					change(args);
					return outcome(exported[name], args);
				};
				const option = names.pop();
				const at = (args) => below(args, [place, ...names]);
				const ends = await Promise.all([
					call((args) => delete at(args)[option]),
					call((args) => Object.assign(at(args), { [option]: undefined })),
				]);
				const [absent, isUndefined] = ends.map((error) => error?.message);
				return absent === isUndefined
					? []
					: `${path.join(" ")}: ${isUndefined}, not ${absent}`;
			}),
		);
		assert.deepEqual(differ.flat(), []);
	});
}

/** Returns the object at a path, made where there is none. */
function below(object, path) {
	return path.reduce((object, name) => (object[name] ??= {}), object);
}
