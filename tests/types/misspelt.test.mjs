// An option that does not exist is refused, by every function that takes options: the compiler
// finds those in the packed types, so that a new one without a line here is an error.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	Conversation,
	connect,
	init,
	memoryStorage,
	openList,
	openLists,
	overSockets,
	persist,
	reporting,
	TodoStore,
	tools,
} from "agent-todos";
import * as aiSdk from "agent-todos/ai-sdk";
import { follow } from "agent-todos/follow";
import * as langchain from "agent-todos/langchain";
import { createMcpServer } from "agent-todos/mcp";
import * as openaiAgents from "agent-todos/openai-agents";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import * as protocols from "agent-todos/protocols";
import { runAgent } from "agent-todos/run";
import { scribe } from "agent-todos/scribe";
import { chromeStorage } from "agent-todos/storage/chrome";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { postgresStorage } from "agent-todos/storage/postgres";
import * as tasks from "agent-todos/tasks";
import { registerWebMcp } from "agent-todos/webmcp";
import { optionArguments, optionalProperties } from "./options.mjs";

await init();
await tasks.init();

const store = new TodoStore();
store.addMultiple(["a"]);
const conversation = new Conversation(store);
const todos = store.getAll();
const taskStore = new tasks.TaskStore();
taskStore.add("ann", { title: "a" });
const taskList = tasks.taskStorage(memoryStorage());
const run = runAgent({
	store: new TodoStore(),
	plan: () => [],
	execute: async () => "done",
});
const session = { prompt: async () => "Done.", append: async () => {} };

/** How to pass options to each argument that takes some. `wrong` is an option that none has. */
const calls = {
	". TodoStore 0": (wrong) => new TodoStore(wrong),
	". TodoStore => approve 0": (wrong) => store.as("user").approve(wrong),
	". TodoStore => checkpoint 0": (wrong) => store.checkpoint(wrong),
	". TodoStore => edit 1": (wrong) => store.edit(1, wrong),
	". TodoStore => newTask 0": (wrong) => store.newTask(wrong),
	". TodoStore => move 2": (wrong) => store.move(1, 0, wrong),
	". TodoStore => undo 0": (wrong) => store.as("host").undo(wrong),
	". TodoStore => restoreRevision 1": (wrong) =>
		store.as("host").restoreRevision(0, wrong),
	". TodoStore => wait 1": (wrong) => store.as("user").wait(1, wrong),
	". TodoStore fromCheckpoint 1": (wrong) =>
		TodoStore.fromCheckpoint(store.checkpoint(), wrong),
	". TodoStore fromXml 1": (wrong) => TodoStore.fromXml("<todos/>", wrong),
	"./follow follow 0": (wrong) => follow(wrong),
	". openList 0": (wrong) => openList({ storage: memoryStorage(), ...wrong }),
	". openLists 0": (wrong) => openLists({ open: () => undefined, ...wrong }),
	". overSockets => accept 1": (wrong) =>
		overSockets().accept(
			{ send() {}, close() {}, addEventListener() {} },
			wrong,
		),
	". connect 1": (wrong) => connect(store, wrong),
	". Conversation 1": (wrong) => new Conversation(store, wrong),
	". Conversation => callXml 1": (wrong) => conversation.callXml("", wrong),
	". Conversation => executeXml 1": (wrong) =>
		conversation.executeXml("", wrong),
	". Conversation fromCheckpoint 2": (wrong) =>
		Conversation.fromCheckpoint(store, conversation.checkpoint(), wrong),
	". persist 2": (wrong) => persist(store, memoryStorage(), wrong),
	"./run runAgent 0": (wrong) =>
		runAgent({ store, plan: () => [], execute: async () => "done", ...wrong }),
	"./run runAgent => approve 0": (wrong) => run.approve(wrong),
	". reporting 1": (wrong) => reporting(conversation, wrong),
	". tools 1": (wrong) => tools(store, wrong),
	". init 0": (wrong) => init(wrong),
	"./tasks TaskStore => add 1": (wrong) =>
		taskStore.add("ann", { title: "b", ...wrong }),
	"./tasks TaskStore => update 2": (wrong) =>
		taskStore.update("ann", taskStore.list("ann")[0].id, wrong),
	"./tasks TaskStorage => add 1": (wrong) =>
		taskList.add("ann", { title: "b", ...wrong }),
	"./tasks TaskStorage => update 2": (wrong) =>
		taskList.update("ann", taskStore.list("ann")[0].id, wrong),
	"./tasks taskStorage 1": (wrong) => tasks.taskStorage(memoryStorage(), wrong),
	"./tasks tools 1": (wrong) => tasks.tools(taskStore, wrong),
	"./tasks init 0": (wrong) => tasks.init(wrong),
	"./ai-sdk todoPrepareStep 1": (wrong) =>
		aiSdk.todoPrepareStep(conversation, wrong),
	"./protocols acpPlan 2": (wrong) =>
		protocols.acpPlan(undefined, todos, wrong),
	"./protocols todoInterrupts 1": (wrong) =>
		protocols.todoInterrupts(store, wrong),
	"./protocols activitySnapshot 1": (wrong) =>
		protocols.activitySnapshot(todos, { messageId: "m", ...wrong }),
	"./protocols activityDelta 2": (wrong) =>
		protocols.activityDelta([], todos, { messageId: "m", ...wrong }),
	"./langchain agentTodosMiddleware 0": (wrong) =>
		langchain.agentTodosMiddleware(wrong),
	"./openai-agents todoInputFilter 1": (wrong) =>
		openaiAgents.todoInputFilter(conversation, wrong),
	"./prompt-api promptToolOptions 2": (wrong) =>
		promptToolOptions(conversation, [], wrong),
	"./prompt-api promptWithTools 3": (wrong) =>
		promptWithTools(session, "Go", conversation, wrong),
	"./scribe scribe 1": (wrong) =>
		scribe(conversation, { model: () => "", ...wrong }).stop(),
	"./mcp createMcpServer 0": (wrong) => createMcpServer({ store, ...wrong }),
	"./webmcp registerWebMcp 1": (wrong) => registerWebMcp(store, wrong),
	"./storage/chrome chromeStorage 0": (wrong) => chromeStorage(wrong),
	"./storage/indexeddb indexedDbStorage 0": (wrong) => indexedDbStorage(wrong),
	"./storage/postgres postgresStorage 1": (wrong) =>
		postgresStorage("postgres://localhost/a", wrong),
};

/**
 * Those that share a function with others, or that the compiler does not find, as every option has
 * to be there.
 */
const more = {
	"budgets of runAgent": (wrong) =>
		runAgent({
			store,
			plan: () => [],
			execute: async () => "done",
			budgets: wrong,
		}),
	"handlers of runAgent": (wrong) =>
		runAgent({ store, plan: () => [], execute: async () => "done", on: wrong }),
	"a server over a stored list": (wrong) =>
		createMcpServer({ storage: memoryStorage(), ...wrong }),
	"a server over tasks": (wrong) =>
		createMcpServer({ tasks: taskStore, ...wrong }),
	"registerWebMcp over tasks": (wrong) => registerWebMcp(taskStore, wrong),
};

/** What only looks like options. */
const others = [
	// A storage, a session, a list and a step are the host's, with more than is used here.
	". persist 1",
	"./react useTodos 0",
	"./tasks taskStorage 0",
	"./prompt-api promptWithTools 0",
	"./scribe promptApi 0",
	"./scribe scribe => observe 0",
	// A schema has whatever JSON Schema has, and a component the attributes of any element.
	". reporting => extend 0",
	"./react AgentTodos 0",
	// Words, of which a later version may have more.
	"./element renderTodos 1",
];

/**
 * Another entry with the same exports, a class of another entry as a type, the methods of the store
 * that a follower has, and a constructor that JavaScript defines.
 */
const isElsewhere = (name) =>
	/^\.\/inline |^\.\/\w+ TodoStore |^\.\/(web)?mcp Task| follow => |Error 2$/.test(
		name,
	);

test("the table of misspelt options has every argument that takes options", () => {
	const found = optionArguments()
		.map(({ entry, path }) => `${entry} ${path.join(" ")}`)
		.filter((name) => !isElsewhere(name));
	assert.deepEqual(
		found.sort(),
		[...Object.keys(calls), ...others].sort(),
		"a new function with options belongs to `calls` of this file",
	);
});

for (const [name, call] of Object.entries({ ...calls, ...more }))
	test(`${name}: an option that does not exist is refused`, async () => {
		const refusal = await (async () => call({ unheardOf: 1 }))().then(
			() => "accepted",
			(error) => error,
		);
		assert.equal(refusal.code, "invalid_argument", String(refusal));
		assert.match(refusal.message, /unheardOf/);
	});

/** The name of every option. */
const names = [...new Set(optionalProperties().map(({ path }) => path.at(-1)))];

/**
 * Calls a function, and returns the options that it read from what a page added to every object,
 * each with the place in the package.
 */
function readsInherited(call) {
	const reads = [];
	for (const name of names)
		Object.defineProperty(Object.prototype, name, {
			configurable: true,
			get() {
				const [, , place] = new Error().stack.split("\n");
				// The methods of a storage and of a session come from their classes.
				const isMethod = ["watch", "addEventListener"].includes(name);
				if (place.includes("agent-todos") && !isMethod)
					reads.push(`${name} ${place}`);
				return undefined;
			},
			set(value) {
				Object.defineProperty(this, name, {
					value,
					configurable: true,
					enumerable: true,
					writable: true,
				});
			},
		});
	let called;
	try {
		called = call();
	} catch {
		// Without an option that has to be there.
	} finally {
		for (const name of names) delete Object.prototype[name];
	}
	Promise.resolve(called)
		.then((opened) => opened?.stop?.())
		.catch(() => {});
	return reads;
}

for (const [name, call] of Object.entries({ ...calls, ...more }))
	test(`${name}: an option added to every object is not read`, () => {
		assert.deepEqual(
			readsInherited(() => call({})),
			[],
		);
	});
