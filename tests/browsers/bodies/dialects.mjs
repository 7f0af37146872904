// The dialects as JavaScript has them: one list in the words of every tool, calls in XML, and the
// smaller module. What each dialect makes of which call is in tests/corpus.

import { equal, match, ok, refused, same, untouched } from "../assert.mjs";
import { dialects as names } from "../names.mjs";

/** Calls a tool, which must go through without a note. */
function called(store, entry, dialect, args, place = 0) {
	const outcome = entry.tools(store, { dialect })[place].call(args);
	ok(outcome.ok, `${dialect}: ${outcome.text}`);
	equal(outcome.notes, [], dialect);
	return outcome;
}

const xml = (todos) =>
	`<tool_call><tool_name>todo</tool_name><parameters><action>write</action><todos>${JSON.stringify(todos)}</todos></parameters></tool_call>`;
const item = (id, content, status = "pending") => ({
	id,
	content,
	status,
	priority: "high",
});

export const dialects = [
	{
		name: "several dialects have a tool of the same name",
		run({ entry }) {
			const store = new entry.TodoStore();
			const having = (tool) =>
				names.filter((dialect) =>
					entry.tools(store, { dialect }).some(({ name }) => name === tool),
				);
			equal(having("update_plan"), ["update_plan", "zed", "chrome_plan"]);
			equal(having("todo_write"), ["todo_write", "qwen", "goose", "snapshot"]);
			equal(having("todo"), ["merge", "xml_call", "rpiv", "pi"]);
		},
	},
	{
		name: "todos() of a conversation, written back, change nothing",
		run({ entry }) {
			// The others take Markdown, or no list with all that they answer with.
			const others = [
				"todo_manager",
				"Task",
				"rpiv",
				"pi",
				"agent_framework",
				"lobehub",
				"update_todo_list",
				"goose",
				"kiro",
			];
			for (const dialect of names.filter((name) => !others.includes(name))) {
				const store = new entry.TodoStore();
				const person = store.as("user");
				person.addMultiple(["a", "b", "c", "d"]);
				person.complete(1);
				person.skip(2);
				person.markDoing(3);
				const talk = new entry.Conversation(store, { dialect });
				talk.reminder();
				const written = talk.tools.find(({ inputSchema: { properties } }) =>
					Object.values(properties).some(({ type }) => type === "array"),
				);
				const { properties } = written.inputSchema;
				const [list, { items }] = Object.entries(properties).find(
					([, { type }]) => type === "array",
				);
				const todos = talk.todos();
				equal(talk.todos(), todos, dialect);
				ok(talk.todos() !== todos, "they are the caller's");
				equal(todos.length, 4, dialect);
				for (const todo of todos) {
					same(typeof todo, items.type, dialect);
					for (const name of items.required ?? [])
						ok(Object.hasOwn(todo, name), `${dialect}: ${name}`);
					if (typeof todo === "string") continue;
					for (const name of Object.keys(todo))
						ok(Object.hasOwn(items.properties, name), `${dialect}: ${name}`);
				}
				const before = store.getAll();
				const args = { [list]: todos };
				if (properties.action) args.action = "write";
				if (properties.command) args.command = "plan";
				if (properties.merge) args.merge = false;
				if (properties.domains) args.domains = [];
				const outcome = written.call(args);
				ok(outcome.ok, `${dialect}: ${outcome.text}`);
				equal([outcome.notes, outcome.dropped], [[], undefined], dialect);
				const seen = (todos) =>
					todos.map(({ key, content, status }) => [key, content, status]);
				equal(seen(store.getAll()), seen(before), dialect);
				talk.free();
				store.free();
			}
		},
	},
	{
		name: "every dialect has tools whose schemas are plain objects of one's own",
		run({ entry }) {
			const store = new entry.TodoStore();
			for (const name of names) {
				const tools = entry.tools(store, { dialect: name });
				const several = {
					snapshot: 2,
					Task: 4,
					task_write: 4,
					todowrite: 2,
					agent_framework: 5,
					lobehub: 2,
				};
				same(tools.length, several[name] ?? 1, name);
				const others = entry.tools(store, { dialect: name });
				for (const [place, { description, inputSchema }] of tools.entries()) {
					match(description, /\w+ \w+/, name);
					same(inputSchema.type, "object", name);
					equal(JSON.parse(JSON.stringify(inputSchema)), inputSchema, name);
					ok(others[place].inputSchema !== inputSchema, name);
				}
				const model = new entry.Conversation(store, { dialect: name });
				ok(model.prompt().includes(`\`${tools[0].name}\``), name);
			}
			const unknown = () => new entry.Conversation(store, { dialect: "none" });
			refused(entry, unknown, "invalid_argument", /todo_manager/);
		},
	},
	{
		name: "a todo that depends on others says so, and is not next",
		run({ entry }) {
			const store = new entry.TodoStore();
			store.addMultiple(["a", "b", "c"]);
			const before = store.getAll();
			const update = { taskId: "t1", addBlockedBy: ["t3"], addBlocks: [] };
			called(store, entry, "Task", update, 1);
			const [a, b, c] = store.getAll();
			equal([a.status, a.blockedBy], ["todo", ["t3"]]);
			ok(Object.isFrozen(a.blockedBy), "frozen as all of it");
			ok(b === before[1] && c === before[2], "the others are as they were");
			same(store.getNextTodo().key, "t2");
			store.completeMultiple(["t2", "t3"]);
			const [free] = store.getAll();
			equal(Object.keys(free), ["id", "key", "content", "status", "revision"]);
			// What is reopened blocks again.
			store.reopen("t3");
			equal(store.getAll()[0].blockedBy, ["t3"]);
			store.remove("t3");
			same(store.getAll()[0].blockedBy, undefined);
		},
	},
	{
		name: "a rewrite that says nothing new keeps revision and objects",
		run({ entry }) {
			const store = new entry.TodoStore();
			const write = (status) => {
				const [a, b] = ["a", "b"].map((step) => ({ step, status: "pending" }));
				const plan = [{ ...a, status }, b];
				return called(store, entry, "update_plan", { explanation: "", plan });
			};
			write("pending");
			const [a, b] = store.getAll();
			same(write("pending").changed, false);
			same(store.revision, 1);
			write("in_progress");
			same(store.getAll()[1], b);
			ok(store.getAll()[0] !== a);
		},
	},
	{
		name: "callXml runs a text's calls in order, and answers in XML",
		run({ entry }) {
			const store = new entry.TodoStore();
			const heard = [];
			store.subscribe(({ revision }) =>
				heard.push(`${revision} ${store.size}`),
			);
			const [a, b] = [item("1", "a"), item("2", "b")];
			const said = `First ${xml([a])} then ${xml([a, b])} and <tool_call>`;
			const talk = new entry.Conversation(store, { dialect: "xml_call" });
			const outcomes = talk.callXml(said);
			equal(
				outcomes.map(({ ok, changed }) => `${ok} ${changed}`),
				["true true", "true true", "false false"],
			);
			equal(heard, ["1 1", "2 2"]);
			match(outcomes[2].text, /^<tool_result name="" status="error">.*not/);
			equal(store.history().at(-1).by, "model");
			equal(talk.callXml("nothing to do"), []);
		},
	},
	{
		name: "callXml refuses what is no text or no option",
		run({ entry }) {
			const store = new entry.TodoStore();
			const talk = new entry.Conversation(store);
			const refuse = (...args) =>
				untouched(store, () =>
					refused(entry, () => talk.callXml(...args), "invalid_argument"),
				);
			const call = xml([item("1", "a")]);
			for (const text of [undefined, null, 3, {}, ["<tool_call>"]])
				refuse(text);
			for (const options of [null, 3, { code: "maybe" }, { fences: "run" }])
				refuse(call, options);
			const fenced = `\`\`\`xml\n${call}\n\`\`\``;
			equal(talk.callXml(fenced, { code: "skip" }), []);
			const other = "<tool_call><tool_name>click</tool_name></tool_call>";
			equal(talk.callXml(other, { otherTools: "ignore" }), []);
			same(talk.callXml(other)[0].ok, false);
			store.free();
			refused(entry, () => talk.callXml(""), "freed");
		},
	},
	{
		name: "tools() calls onChange after each call that changed the list",
		async run({ entry }) {
			const store = new entry.TodoStore();
			const heard = [];
			const [tool] = entry.tools(store, {
				dialect: "merge",
				onChange: (outcome) => heard.push(outcome),
			});
			const write = (...todos) => tool.execute({ merge: true, todos });
			const first = await write({ id: "1", content: "a", status: "pending" });
			await write({ id: "1", status: "pending" });
			await write({ id: "3", status: "pending" });
			const last = await write({ id: "1", status: "completed" });
			equal(heard.length, 2);
			ok(heard[0] === first && heard[1] === last, "those that it returns");
		},
	},
];
