// Statements of the pages about what happens and what does not, each as a program. A statement that
// is no longer on its page fails here, so that nobody keeps a program for a sentence that is gone.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	Conversation,
	init,
	memoryStorage,
	persist,
	StorageError,
	TodoStore,
} from "agent-todos";
import { runAgent } from "agent-todos/run";
import { textOf } from "./pages.mjs";

await init();

const flat = (text) => text.replace(/\s+/g, " ");
const list = "concepts/list.md";
const loop = "concepts/loop.md";
const person = "guides/person-and-model.md";
const team = "guides/sub-agents.md";

/** Returns a store with these todos. */
function storeOf(...contents) {
	const store = new TodoStore();
	store.addMultiple(contents);
	return store;
}
const statuses = (store) => store.todos.map(({ status }) => status);
const codeOf = (act) => {
	try {
		act();
	} catch (error) {
		return error.code;
	}
	return "none";
};

/** Writes that are about the first todo. */
const writes = {
	start: (store) => store.markDoing(1),
	complete: (store) => store.complete(1),
	skip: (store) => store.skip(1),
	reword: (store) => store.edit(1, { content: "Find a pot" }),
	describe: (store) => store.edit(1, { description: "a red one" }),
	prioritize: (store) => store.edit(1, { priority: "low" }),
	unset: (store) => store.edit(1, { confirm: false }),
	unlink: (store) => store.edit(1, { blockedBy: [] }),
	unnest: (store) => store.edit("t1", { parent: null }),
	reopen: (store) => store.reopen(1),
	remove: (store) => store.remove(1),
};

/** What a person did to the first todo, and the writes of a program that return false after it. */
const decisions = [
	["completes", (user) => user.complete(1), "start skip reword reopen"],
	["skips", (user) => user.skip(1), "start complete reword reopen"],
	["rewords", (user) => user.edit(1, { content: "Find" }), "reword remove"],
	["approves", (user) => user.approve(), "reword remove"],
	[
		"describes",
		(user) => user.edit(1, { description: "a blue one" }),
		"describe remove",
	],
	["guards", (user) => user.edit(1, { confirm: true }), "unset remove"],
	["ranks", (user) => user.edit(1, { priority: "high" }), "prioritize"],
	["links", (user) => user.edit(1, { blockedBy: ["t2"] }), "unlink"],
	["nests", (user) => user.edit(1, { parent: "t2" }), "unnest"],
	[
		"lets wait",
		(user) => user.wait(1, { for: "user" }),
		"start complete skip reopen remove",
	],
];

const statements = [
	[
		list,
		"Everything but what a person decided or another agent owns.",
		() => {
			for (const [name, write] of Object.entries(writes)) {
				if (["unset", "unlink", "unnest", "start"].includes(name)) continue;
				const store = storeOf("Find a kettle", "Pay");
				store.as("model", "researcher").markDoing(1);
				assert.equal(write(store), false, name);
				assert.equal(write(store.as("user")), true, `${name} of a person`);
			}
		},
	],
	[
		team,
		"No other model, and no method of your program, can then start, complete, skip, edit, reopen or remove it",
		() => {
			const store = storeOf("Find a kettle");
			store.as("model", "researcher").markDoing(1);
			for (const handle of [store, store.as("model", "writer")])
				for (const name of ["complete", "skip", "reword", "reopen", "remove"])
					assert.equal(writes[name](handle), false, name);
		},
	],
	[
		list,
		"of those six methods only `abort()`; the others throw `not_allowed`",
		() => {
			const store = storeOf("Find a kettle");
			store.markDoing(1);
			const model = store.as("model");
			const text = store.checkpoint();
			for (const act of [
				() => model.reset(),
				() => model.newTask(),
				() => model.forget(),
				() => model.load(text),
				() => model.merge(text, text),
			])
				assert.equal(codeOf(act), "not_allowed", `${act}`);
			model.abort();
			assert.deepEqual(statuses(store), ["todo"]);
		},
	],
	[
		list,
		"`remove` of a todo that has left is true",
		() => {
			const store = storeOf("Find a kettle", "Pay");
			const [kettle] = store.todos;
			store.remove(1);
			assert.equal(store.remove(kettle), true);
			assert.equal(store.complete(kettle), false);
			assert.equal(store.edit("t1", { content: "Find" }), false);
		},
	],
	[
		list,
		"`person.undo({ change: store.revision })` takes back the agent's last step",
		() => {
			const store = storeOf("Find a kettle");
			store.complete(1);
			const user = store.as("user");
			assert.equal(user.undo(), false);
			assert.equal(user.undo({ change: store.revision }), true);
			assert.deepEqual(statuses(store), ["todo"]);
		},
	],
	[
		list,
		"Reminders show the model all open todos and the 30 that were settled last.",
		() => {
			const store = new TodoStore({ maxTodos: 100 });
			store.addMultiple(Array.from({ length: 90 }, (_, at) => `Step ${at}`));
			for (let id = 1; id <= 40; id++) store.complete(id);
			const reminder = new Conversation(store).reminder();
			assert.equal(reminder.match(/status="todo"/g).length, 50);
			assert.equal(reminder.match(/status="done"/g).length, 30);
		},
	],
	[
		loop,
		"Without a tool call, the run fails as `stuck` after `maxRepeats` times. With tool calls, the todo fails when its calls are used up",
		async () => {
			const ends = {};
			for (const calls of [false, true]) {
				const store = new TodoStore();
				let times = 0;
				const run = runAgent({
					store,
					plan: () => ["Find a kettle"],
					execute: ({ toolCalled }) => {
						times++;
						if (calls) toolCalled();
						return "continue";
					},
				});
				const { status, kind } = await run.result;
				ends[calls] = [times, status, kind, ...statuses(store)];
			}
			assert.deepEqual(ends.false, [6, "failed", "stuck", "todo"]);
			assert.deepEqual(ends.true.slice(1), ["finished", undefined, "skipped"]);
		},
	],
	[
		loop,
		"Only what a person approved or added is executed.",
		async () => {
			const store = new TodoStore();
			const executed = [];
			const asked = [];
			await runAgent({
				store,
				plan: () => ["Find a kettle"],
				approve: ({ todos }) => {
					asked.push(todos.map(({ content }) => content));
					return asked.length === 1;
				},
				execute: ({ todo }) => {
					executed.push(todo.content);
					if (executed.length === 1) {
						store.as("model").add("Delete the account");
						store.as("user").add("Write a review");
					}
					return "done";
				},
			}).result;
			assert.deepEqual(executed, ["Find a kettle", "Write a review"]);
			assert.deepEqual(asked, [["Find a kettle"], ["Delete the account"]]);
		},
	],
	[
		loop,
		"After `false`, what the plan added leaves the list",
		async () => {
			const store = storeOf("Pay");
			const { status } = await runAgent({
				store,
				plan: () => ["Find a kettle"],
				approve: () => false,
				execute: () => "done",
			}).result;
			assert.equal(status, "aborted");
			assert.equal(store.markdown().trim(), "- [ ] Pay");
		},
	],
	...decisions.map(([decision, decide, denied]) => [
		person,
		"A person's decision about a todo holds until a person changes it",
		() => {
			for (const name of denied.split(" ")) {
				const store = storeOf("Find a kettle", "Pay");
				decide(store.as("user"));
				const before = store.getXml();
				assert.equal(writes[name](store), false, `${decision}, ${name}`);
				assert.equal(store.getXml(), before);
			}
		},
	]),
	[
		person,
		"A todo loses its approval when anybody but a person changes its text or description, or when a model or your program skips it.",
		() => {
			const kept = {};
			for (const [name, act] of Object.entries({
				describe: writes.describe,
				skip: writes.skip,
				prioritize: writes.prioritize,
				person: (store) => writes.reword(store.as("user")),
				host: (store) => writes.reword(store.as("host")),
			})) {
				const store = storeOf("Find a kettle");
				store.as("user").approve();
				act(store);
				kept[name] = store.todos[0].approved === true;
			}
			assert.deepEqual(kept, {
				describe: false,
				skip: false,
				prioritize: true,
				person: true,
				host: false,
			});
		},
	],
	[
		person,
		"A model may skip what a person added, if its tool can skip.",
		() => {
			const added = (dialect) => {
				const store = new TodoStore();
				store.as("user").add("Wrap it");
				store.add("Pay");
				const conversation = new Conversation(store, { dialect });
				conversation.reminder();
				return [store, conversation.tools[0]];
			};
			const [store, manager] = added("todo_manager");
			manager.call({ action: "skip", ids: [1] });
			assert.deepEqual(statuses(store), ["skipped", "todo"]);
			store.as("user").undo({ change: store.revision });
			assert.deepEqual(statuses(store), ["todo", "todo"]);
			const [other, write] = added("TodoWrite");
			const item = { content: "Pay", status: "pending", activeForm: "Paying" };
			const { text } = write.call({ todos: [item] });
			assert.match(text, /Wrap it/);
			assert.deepEqual(statuses(other), ["todo", "todo"]);
			assert.doesNotMatch(JSON.stringify(write.inputSchema), /cancel|skip/);
		},
	],
	[
		person,
		"The model that asked may still complete or skip the todo",
		() => {
			const store = storeOf("Log in");
			const conversation = new Conversation(store, { ask: true });
			conversation.reminder();
			const [manager] = conversation.tools;
			const ask = conversation.tools.find(({ name }) => name === "ask_user");
			ask.call({ question: "Which code?", id: "1" });
			assert.equal(store.todos[0].waiting, "user");
			manager.call({ action: "complete_multiple", ids: [1] });
			assert.deepEqual(statuses(store), ["done"]);
		},
	],
	[
		"guides/where-the-list-lives.md",
		"opening fails with `corrupt` and your list stays",
		async () => {
			const own = { text: '[{"title":"Pay"}]', revision: 1 };
			const texts = new Map([["todos", own]]);
			const storage = {
				...memoryStorage(),
				read: async (name) => texts.get(name) ?? null,
				write: async (name, text, expected) => {
					const revision = texts.get(name)?.revision ?? 0;
					if (revision !== expected)
						throw StorageError.conflict(name, expected, revision);
					texts.set(name, { text, revision: revision + 1 });
					return revision + 1;
				},
			};
			await assert.rejects(persist(new TodoStore(), storage), {
				code: "corrupt",
			});
			const other = await persist(new TodoStore(), storage, { name: "agent" });
			await other.stop();
			assert.equal(texts.get("todos"), own);
		},
	],
	[
		"guides/element.md",
		"it calls `store.abort()` when it starts: the todo in progress is open again",
		() => {
			const killed = storeOf("Find a kettle", "Pay");
			killed.getNextTodo();
			const store = TodoStore.fromCheckpoint(killed.checkpoint());
			assert.equal(
				codeOf(() => store.markDoing(2)),
				"already_doing",
			);
			store.abort();
			assert.deepEqual(statuses(store), ["todo", "todo"]);
		},
	],
	[
		"concepts/conversation.md",
		"a new turn begins with each answer",
		() => {
			const store = storeOf("Find a kettle", "Pay");
			const conversation = new Conversation(store);
			const [manager] = conversation.tools;
			store.as("user").skip(2);
			const { text } = manager.call({ action: "list" });
			assert.match(text, /skipped/);
		},
	],
];

for (const [page, sentence, holds] of statements)
	test(`${page}: ${sentence.slice(0, 70)}`, async () => {
		assert.ok(flat(textOf(`www/docs/${page}`)).includes(sentence), sentence);
		await holds();
	});
