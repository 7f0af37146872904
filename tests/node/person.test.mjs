// A person's word holds, whether the model has read it or not: each rule of it, in the packed package, through the tools that write the
// whole list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore, tools } from "agent-todos";

await init();

const claude = { todo: "pending", doing: "in_progress", done: "completed" };
const vscode = {
	todo: "not-started",
	doing: "in-progress",
	done: "completed",
};
const boxes = { todo: "[ ]", doing: "[-]", done: "[x]" };

/** By dialect: the tool that writes the whole list, and its arguments for `[content, status]` pairs. */
const writers = {
	TodoWrite: [
		"TodoWrite",
		(items) => ({
			todos: items.map(([content, status]) => ({
				content,
				status: claude[status],
				activeForm: content,
			})),
		}),
	],
	update_plan: [
		"update_plan",
		(items) => ({
			plan: items.map(([step, status]) => ({ step, status: claude[status] })),
		}),
	],
	manage_todo_list: [
		"manage_todo_list",
		(items) => ({
			operation: "write",
			todoList: items.map(([title, status], place) => ({
				id: place + 1,
				title,
				description: "",
				status: vscode[status],
			})),
		}),
	],
	write_todos: [
		"write_todos",
		(items) => ({
			todos: items.map(([description, status]) => ({
				description,
				status: claude[status],
			})),
		}),
	],
	todo_write: [
		"todo_write",
		(items) => ({
			merge: false,
			todos: items.map(([content, status]) => ({
				id: content,
				content,
				status: claude[status],
			})),
		}),
	],
	merge: [
		"todo",
		(items) => ({
			merge: false,
			todos: items.map(([content, status]) => ({
				id: content,
				content,
				status: claude[status],
			})),
		}),
	],
	xml_call: [
		"todo",
		(items) => ({
			action: "write",
			todos: items.map(([content, status]) => ({
				id: content,
				content,
				status: claude[status],
				priority: "medium",
			})),
		}),
	],
	task_write: [
		"task_write",
		(items) => ({
			tasks: items.map(([content, status]) => ({
				id: content,
				content,
				status: claude[status],
				activeForm: content,
			})),
		}),
	],
	update_todo_list: [
		"update_todo_list",
		(items) => ({
			todos: items
				.map(([content, status]) => `${boxes[status]} ${content}`)
				.join("\n"),
		}),
	],
};

const abc = [
	["A", "doing"],
	["B", "todo"],
	["C", "todo"],
];

/** A list of three that the model has written and read. */
function begun(dialect, { store = new TodoStore(), ...options } = {}) {
	const conversation = new Conversation(store, { dialect, ...options });
	const [name, args] = writers[dialect] ?? [];
	const tool = conversation.tools.find((tool) => tool.name === name);
	const write = (items) => tool.call(args(items));
	if (tool) assert.ok(write(abc).ok);
	else store.as("model").addMultiple(["A", "B", "C"]);
	conversation.reminder();
	return { store, user: store.as("user"), conversation, write };
}

const brief = (store) =>
	store.getAll().map(({ content, status }) => `${content}: ${status}`);
const keyOf = (store, content) =>
	store.getAll().find((todo) => todo.content === content)?.key;
const times = (text, part) => text.split(part).length - 1;

for (const dialect of Object.keys(writers)) {
	test(`${dialect}: what a person skipped stays skipped, and the answer says why`, () => {
		const { store, user, conversation, write } = begun(dialect);
		user.skip(2, "one is enough");
		const key = keyOf(store, "B");
		conversation.reminder();
		const texts = [];
		for (let round = 0; round < 3; round++) texts.push(write(abc).text);
		assert.deepEqual(brief(store), ["A: doing", "B: skipped", "C: todo"]);
		assert.equal(keyOf(store, "B"), key);
		for (const text of texts) {
			const plain = text.replaceAll('\\"', '"');
			assert.equal(
				times(
					plain,
					'2 ("B") stays skipped: the user skipped it: one is enough',
				),
				1,
				text,
			);
		}
	});

	test(`${dialect}: what a person finished stays done`, () => {
		const { store, user, conversation, write } = begun(dialect);
		user.complete(2);
		conversation.reminder();
		const { text } = write(abc);
		assert.match(text, /stays done: the user completed it/);
		assert.deepEqual(brief(store), ["A: doing", "B: done", "C: todo"]);
		// It may be left out, as any that is settled; and comes back as the person settled it.
		write([abc[0], abc[2]]);
		write(abc);
		assert.deepEqual(brief(store), ["A: doing", "B: done", "C: todo"]);
		// Until the person opens it.
		user.reopen(2);
		conversation.reminder();
		write([
			["A", "done"],
			["B", "doing"],
			["C", "todo"],
		]);
		assert.deepEqual(brief(store), ["A: done", "B: doing", "C: todo"]);
	});

	test(`${dialect}: what a person wrote stays, and the old text still names the todo`, () => {
		const { store, user, conversation, write } = begun(dialect);
		user.edit(2, { content: "B, twice" });
		const key = keyOf(store, "B, twice");
		conversation.reminder();
		const { text } = write([
			["A", "done"],
			["B", "doing"],
			["C", "todo"],
		]);
		assert.deepEqual(brief(store), ["A: done", "B, twice: doing", "C: todo"]);
		assert.equal(keyOf(store, "B, twice"), key);
		assert.match(text, /the user/);
	});

	test(`${dialect}: what a person added stays while it is open`, () => {
		const { store, user, conversation, write } = begun(dialect);
		user.addAfterPosition(1, ["Mine"]);
		conversation.reminder();
		for (let round = 0; round < 2; round++) {
			const { text } = write(abc);
			assert.match(text, /"Mine\\?"\)? stays/);
			assert.match(text, /the user added it/);
		}
		assert.deepEqual(brief(store), [
			"A: doing",
			"Mine: todo",
			"B: todo",
			"C: todo",
		]);
	});

	test(`${dialect}: what a person removed stays off when the list is sent again`, () => {
		const { store, user, conversation, write } = begun(dialect);
		user.remove(2);
		conversation.reminder();
		for (let round = 0; round < 2; round++) {
			const { text } = write(abc);
			assert.match(text, /the user removed it/);
			assert.deepEqual(brief(store), ["A: doing", "C: todo"]);
		}
	});

	test(`${dialect}: all of it after a restart with a history of one revision`, () => {
		const options = { maxSnapshots: 1 };
		const first = begun(dialect, { store: new TodoStore(options) });
		first.user.skip(2, "too slow");
		first.user.addMultiple(["Mine"]);
		first.user.remove(3);
		first.conversation.reminder();
		const store = TodoStore.fromCheckpoint(first.store.checkpoint(), options);
		const conversation = Conversation.fromCheckpoint(
			store,
			first.conversation.checkpoint(),
		);
		conversation.reminder();
		const [name, args] = writers[dialect];
		const { text } = conversation.tools
			.find((tool) => tool.name === name)
			.call(args(abc));
		assert.deepEqual(brief(store), ["A: doing", "B: skipped", "Mine: todo"]);
		assert.match(text, /too slow/);
	});

	test(`${dialect}: without a conversation it holds as well`, () => {
		const { store, user } = begun(dialect);
		user.skip(2);
		user.addMultiple(["Mine"]);
		const [name, args] = writers[dialect];
		const tool = tools(store, dialect).find((tool) => tool.name === name);
		const { text } = tool.call(args(abc));
		assert.deepEqual(brief(store), [
			"A: doing",
			"B: skipped",
			"C: todo",
			"Mine: todo",
		]);
		assert.match(text, /stays skipped/);
	});

	test(`${dialect}: an open todo that a list leaves out is named, and kept where the conversation says so`, () => {
		const { store, write } = begun(dialect);
		const outcome = write(abc.slice(0, 2));
		assert.deepEqual(
			outcome.dropped.map(({ content }) => content),
			["C"],
		);
		assert.match(outcome.text, /"C\\?"/);
		assert.deepEqual(brief(store), ["A: doing", "B: todo"]);
		assert.equal(write(abc.slice(0, 2)).dropped, undefined);

		const keeping = begun(dialect, { drops: "keep" });
		const kept = keeping.write(abc.slice(0, 2));
		assert.equal(kept.dropped, undefined);
		assert.deepEqual(brief(keeping.store), ["A: doing", "B: todo", "C: todo"]);
		assert.match(kept.text, /"C\\?"/);
	});
}

const held = { name: "TodoError", code: "held_by_user" };

test("a handle of a model or a run cannot undo what a person decided", () => {
	for (const author of ["model", "run"]) {
		const store = new TodoStore();
		const [user, other] = [store.as("user"), store.as(author)];
		other.addMultiple(["A", "B", "C"]);
		user.skip(1);
		user.complete(2);
		user.addMultiple(["Mine"]);
		user.edit(3, { content: "C, twice", description: "by hand" });
		const { revision } = store;
		for (const attempt of [
			() => other.complete(1),
			() => other.reopen(1),
			() => other.markDoing(2),
			() => other.goBack(1),
			() => other.edit(3, { content: "C" }),
			() => other.edit(3, { description: null }),
			() => other.remove(4),
			() => other.remove(3),
			() => other.replaceAll(["x"]),
			() => other.reset(),
		])
			assert.throws(attempt, held, String(attempt));
		assert.equal(store.revision, revision);
		// A model may add a text that no person decided, and skip with a method that says so.
		other.edit(3, { activeForm: "Doing C" });
		other.skip(4, "not possible");
		assert.equal(store.getAll()[3].status, "skipped");
		// A person may do anything to anything, and a host acts for itself.
		user.reopen(1);
		store.complete(1);
		assert.equal(store.getAll()[0].status, "done");
	}
});

test("a model's undo of a person's change is refused, and a person's own is not", () => {
	const store = new TodoStore();
	store.as("model").addMultiple(["A", "B"]);
	store.as("user").skip(1);
	assert.throws(() => store.as("model").undo(), held);
	store.as("user").undo();
	assert.equal(store.getAll()[0].status, "todo");
});

test("a call by id that asks for nothing else is refused with the words of the note", () => {
	const { store, user, conversation } = begun("todo_manager");
	user.skip(2, "one is enough");
	conversation.reminder();
	const [tool] = conversation.tools;
	const refused = tool.call({ action: "complete_multiple", ids: [2] });
	assert.equal(refused.ok, false);
	assert.match(
		refused.text.replaceAll('\\"', '"'),
		/2 \("B"\) stays skipped: the user skipped it: one is enough/,
	);
	const rest = tool.call({ action: "complete_multiple", ids: [1, 2] });
	assert.equal(rest.ok, true);
	assert.match(rest.text, /Completed TODOs: 1\b(?!, 2)/);
	assert.deepEqual(brief(store), ["A: done", "B: skipped", "C: todo"]);
});

test("a model may skip what a person added, which is then marked, whatever onSkip says", () => {
	const { store, user, conversation } = begun("todo_manager", {
		store: new TodoStore({ onSkip: "remove" }),
	});
	user.addMultiple(["Mine"]);
	conversation.reminder();
	const [tool] = conversation.tools;
	assert.ok(tool.call({ action: "skip", ids: [4] }).ok);
	assert.equal(store.getAll()[3].status, "skipped");
});

test("a call that adds a todo by itself may bring back what a person removed", () => {
	const { store, user, conversation } = begun("todo_manager");
	user.remove(2);
	conversation.reminder();
	conversation.tools[0].call({
		action: "add_multiple",
		todos: [{ content: "B" }],
	});
	assert.deepEqual(brief(store), ["A: todo", "C: todo", "B: todo"]);
});

test("what a host changed holds until the model has read it, and no longer", () => {
	const { store, conversation, write } = begun("TodoWrite");
	store.complete(2);
	write(abc);
	assert.equal(store.getAll()[1].status, "done");
	conversation.reminder();
	write(abc);
	assert.equal(store.getAll()[1].status, "todo");
});

test("a person's decision is one even where the value is already so", () => {
	const { store, user, conversation, write } = begun("TodoWrite");
	write([
		["A", "done"],
		["B", "doing"],
		["C", "todo"],
	]);
	const { revision } = store;
	user.complete(1);
	assert.equal(store.revision, revision + 1);
	conversation.reminder();
	write(abc);
	assert.equal(store.getAll()[0].status, "done");
});

test("among equal texts a call means the model's own first", () => {
	const { store, user, conversation, write } = begun("TodoWrite");
	user.addAfterPosition(0, ["A"]);
	user.skip(1);
	conversation.reminder();
	write([
		["A", "done"],
		["B", "doing"],
		["C", "todo"],
	]);
	assert.ok(brief(store).includes("A: done"));
});

test("an approved plan stays, and a todo of it says so", () => {
	const { store, user, conversation, write } = begun("TodoWrite");
	user.approve();
	assert.deepEqual(
		store.getAll().map(({ approved }) => approved),
		[true, true, true],
	);
	assert.doesNotMatch(store.getXml(), /approved/);
	conversation.reminder();
	const { text } = write([
		["A", "done"],
		["B, but cheaper", "doing"],
	]);
	assert.match(text, /the user approved it/);
	assert.ok(brief(store).includes("B: todo"));
	assert.ok(brief(store).includes("C: todo"));
	for (const author of ["model", "run", "host"])
		assert.throws(() => store.as(author).approve(), { name: "TodoError" });
});

test("replace_all keeps the key of what stays", () => {
	const { store, conversation } = begun("todo_manager");
	const key = keyOf(store, "B");
	const outcome = conversation.tools[0].call({
		action: "replace_all",
		todos: [{ content: "B" }, { content: "D" }],
	});
	assert.equal(keyOf(store, "B"), key);
	assert.deepEqual(
		outcome.dropped.map(({ content }) => content),
		["A", "C"],
	);
});
