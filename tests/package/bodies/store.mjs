// TodoStore, call by call (the table in section 4 of the design), as JavaScript sees it.

import {
	equal,
	match,
	ok,
	refused,
	same,
	thrown,
	untouched,
} from "../assert.mjs";

const contents = (store) => store.getAll().map(({ content }) => content);
const statuses = (store) => store.getAll().map(({ status }) => status);
const keys = (store) => store.getAll().map(({ key }) => key);

function filled({ entry: { TodoStore } }, texts = ["a", "b", "c"], options) {
	const store = new TodoStore(options);
	store.addMultiple(texts);
	return store;
}

export const store = [
	{
		name: "a new store is empty, at revision 0, and all done",
		run({ entry: { TodoStore } }) {
			const store = new TodoStore();
			equal(
				[
					store.size,
					store.revision,
					store.getAll(),
					store.getXml(),
					store.isAllDoneOrSkipped(),
					store.hasUnfinished(),
				],
				[0, 0, [], "<todos></todos>", true, false],
			);
			equal(
				[
					store.getNextTodo(),
					store.getCurrentDoing(),
					store.getPending(),
					store.undo(),
				],
				[null, null, [], false],
			);
			const [{ at, ...first }, ...others] = store.history();
			equal([first, others], [{ revision: 0, by: "host", todos: [] }, []]);
			ok(Math.abs(at - Date.now()) < 60_000);
		},
	},
	{
		name: "reads agree whichever of them were asked before",
		run({ entry: { TodoStore } }) {
			const changes = [
				(store) => store.addMultiple(["b", "c"]),
				(store) => store.markDoing(store.size),
				(store) => store.remove(1),
				(store) => store.abort(),
				(store) => store.addAfterPosition(0, ["d"]),
				(store) => store.complete(store.size),
			];
			const reads = [
				() => {},
				(store) => store.getAll(),
				(store) => store.getXml(),
				(store) => {
					store.getAll();
					return store.getXml();
				},
			];
			// Every choice of one read after each change.
			for (let choice = 0; choice < reads.length ** changes.length; choice++) {
				const store = new TodoStore();
				store.addMultiple(["a"]);
				store.getXml();
				changes.forEach((change, turn) => {
					change(store);
					reads[Math.floor(choice / reads.length ** turn) % reads.length](
						store,
					);
				});
				const xml =
					'<todos><todo id="1" status="todo">d</todo><todo id="2" status="todo">b</todo><todo id="3" status="done">c</todo></todos>';
				same(store.getXml(), xml);
				same(
					store.systemReminder(),
					`<browser-state>TODO list updated. Current state:\n${xml}</browser-state>`,
				);
				equal(statuses(store), ["todo", "todo", "done"]);
				store.free();
			}
		},
	},
	{
		name: "addMultiple takes the texts as they are where a library gives arrays a toJSON",
		run({ entry }) {
			const store = new entry.TodoStore();
			Array.prototype.toJSON = () => "[]";
			try {
				store.addMultiple(["a", '"b", ']);
			} finally {
				delete Array.prototype.toJSON;
			}
			equal(
				store.getAll().map(({ content }) => content),
				["a", '"b",'],
			);
			store.free();
		},
	},
	{
		name: "addMultiple appends, trims, and gives ids and keys",
		run(context) {
			const store = filled(context, ["  a\n", "b"]);
			equal(store.addMultiple(["c"]), []);
			equal(store.getAll(), [
				{ id: 1, key: "t1", content: "a", status: "todo" },
				{ id: 2, key: "t2", content: "b", status: "todo" },
				{ id: 3, key: "t3", content: "c", status: "todo" },
			]);
			equal([store.size, store.revision], [3, 2]);
		},
	},
	{
		name: "addAfterPosition inserts and reindexes; keys stay",
		run(context) {
			const store = filled(context, ["a", "b"]);
			store.addAfterPosition(0, ["front"]);
			store.addAfterPosition(2, ["middle"]);
			equal(contents(store), ["front", "a", "middle", "b"]);
			equal(
				store.getAll().map(({ id }) => id),
				[1, 2, 3, 4],
			);
			equal(keys(store), ["t3", "t1", "t4", "t2"]);
			for (const position of [-1, 5])
				untouched(store, () =>
					refused(
						context.entry,
						() => store.addAfterPosition(position, ["x"]),
						"unknown_id",
					),
				);
		},
	},
	{
		name: "complete and completeMultiple mark done from any status, all or none",
		run(context) {
			const store = filled(context);
			store.markDoing(2);
			store.skip(3);
			store.completeMultiple([2, 3, 3]);
			store.complete(1);
			equal(statuses(store), ["done", "done", "done"]);
			const revision = store.revision;
			store.complete(1);
			same(store.revision, revision, "completing again is no change");
			const other = filled(context);
			untouched(other, () =>
				refused(
					context.entry,
					() => other.completeMultiple([1, 9]),
					"unknown_id",
					/9/,
				),
			);
		},
	},
	{
		name: "skip marks, or with onSkip remove takes away",
		run(context) {
			const store = filled(context);
			store.skip(2);
			equal(
				[statuses(store), contents(store)],
				[
					["todo", "skipped", "todo"],
					["a", "b", "c"],
				],
			);
			const removing = filled(context, ["a", "b", "c"], { onSkip: "remove" });
			removing.skip(2, "too slow");
			equal(
				[contents(removing), keys(removing), removing.getAll()[1].id],
				[["a", "c"], ["t1", "t3"], 2],
			);
			for (const store of [
				removing,
				context.entry.TodoStore.fromCheckpoint(removing.checkpoint()),
			])
				equal(
					store.history().map(({ reason }) => reason),
					[undefined, undefined, "too slow"],
				);
		},
	},
	{
		name: "remove takes away and reindexes; no key is used twice",
		run(context) {
			const store = filled(context);
			store.remove(1);
			store.addMultiple(["d"]);
			equal(
				[contents(store), keys(store)],
				[
					["b", "c", "d"],
					["t2", "t3", "t4"],
				],
			);
			untouched(store, () =>
				refused(context.entry, () => store.remove(4), "unknown_id", /4/),
			);
		},
	},
	{
		name: "goBack sets a todo and all after it back to todo",
		run(context) {
			const store = filled(context);
			store.completeMultiple([1, 2]);
			store.markDoing(3);
			store.goBack(2);
			equal(statuses(store), ["done", "todo", "todo"]);
		},
	},
	{
		name: "replaceAll starts over; reset empties; keys go on counting",
		run(context) {
			const store = filled(context);
			store.complete(1);
			store.replaceAll(["x", "y"]);
			equal(
				[contents(store), statuses(store), keys(store)],
				[
					["x", "y"],
					["todo", "todo"],
					["t4", "t5"],
				],
			);
			store.reset();
			same(store.size, 0);
			store.addMultiple(["z"]);
			equal(keys(store), ["t6"]);
		},
	},
	{
		name: "markDoing admits one at a time and names the one in progress",
		run(context) {
			const store = filled(context);
			store.markDoing(2);
			const revision = store.revision;
			store.markDoing(2);
			same(store.revision, revision);
			untouched(store, () =>
				refused(
					context.entry,
					() => store.markDoing(1),
					"already_doing",
					/todo 2.*"b"/,
				),
			);
			same(store.getCurrentDoing(), store.getAll()[1]);
		},
	},
	{
		name: "getNextTodo gives the one in progress, else starts the first pending",
		run(context) {
			const store = filled(context);
			store.complete(1);
			same(store.getNextTodo().content, "b");
			equal(statuses(store), ["done", "doing", "todo"]);
			const revision = store.revision;
			same(store.getNextTodo(), store.getAll()[1]);
			same(store.revision, revision);
			store.complete(2);
			same(store.getNextTodo().id, 3);
			store.complete(3);
			same(store.getNextTodo(), null);
		},
	},
	{
		name: "reads: pending, completed, all done",
		run(context) {
			const store = filled(context);
			store.markDoing(1);
			equal(
				store.getPending().map(({ id }) => id),
				[2, 3],
			);
			equal([store.hasUnfinished(), store.isAllDoneOrSkipped()], [true, false]);
			store.complete(1);
			store.skip(2);
			equal(
				[store.isCompleted(1), store.isCompleted(2), store.isCompleted(3)],
				[true, true, false],
			);
			refused(context.entry, () => store.isCompleted(4), "unknown_id");
			store.complete(3);
			equal(
				[store.hasUnfinished(), store.isAllDoneOrSkipped(), store.getPending()],
				[false, true, []],
			);
		},
	},
	{
		name: "abort puts doing back to todo and changes nothing else",
		run(context) {
			const store = filled(context);
			store.complete(1);
			store.markDoing(2);
			store.abort();
			equal(statuses(store), ["done", "todo", "todo"]);
			const revision = store.revision;
			store.abort();
			same(store.revision, revision);
		},
	},
	{
		name: "getXml and systemReminder are the seed's forms to the letter, and the same string until a change",
		run(context) {
			const store = filled(context, ["open <the> shop", "b"]);
			store.markDoing(1);
			const xml =
				'<todos><todo id="1" status="doing">open &lt;the&gt; shop</todo><todo id="2" status="todo">b</todo></todos>';
			same(store.getXml(), xml);
			same(
				store.systemReminder(),
				`<browser-state>TODO list updated. Current state:\n${xml}</browser-state>`,
			);
			store.complete(1);
			same(store.getXml(), xml.replace("doing", "done"));
			match(store.systemReminder(), /status="done"/);
		},
	},
	{
		name: "getAll is frozen and keeps its identity, and that of unchanged todos",
		run(context) {
			const store = filled(context);
			const before = store.getAll();
			same(store.getAll(), before);
			ok(Object.isFrozen(before) && before.every(Object.isFrozen), "frozen");
			store.complete(2);
			const after = store.getAll();
			ok(after !== before && Object.isFrozen(after));
			equal(
				[
					after[0] === before[0],
					after[1] === before[1],
					after[2] === before[2],
				],
				[true, false, true],
			);
			same(before[1].status, "todo", "a snapshot stays as it was");
			ok(Object.isFrozen(store.getPending()), "getPending is frozen");
			same(store.getPending()[0], after[0]);
			store.addAfterPosition(1, ["new"]);
			const moved = store.getAll();
			same(moved[0], after[0]);
			equal([moved[2].id, moved[2].key, after[1].id], [3, "t2", 2]);
			untouched(store, () =>
				refused(context.entry, () => store.addMultiple([""]), "empty_content"),
			);
		},
	},
	{
		name: "with maxSnapshots the history starts later, and what fell away is said",
		run(context) {
			const store = filled(context, ["a", "b"], { maxSnapshots: 3 });
			for (let i = 0; i < 10; i++) {
				store.markDoing(1);
				store.abort();
			}
			equal(
				store.history().map(({ revision }) => revision),
				[19, 20, 21],
			);
			untouched(store, () =>
				refused(
					context.entry,
					() => store.restoreRevision(18),
					"unknown_revision",
					/no revision 18.*19 to 21/,
				),
			);
			const length = store.checkpoint().length;
			for (let i = 0; i < 1000; i++) {
				store.markDoing(1);
				store.abort();
			}
			// Revisions and times may have a few more digits.
			ok(
				store.checkpoint().length < length + 60,
				`${store.checkpoint().length} characters, ${length} before`,
			);
			const copy = context.entry.TodoStore.fromCheckpoint(store.checkpoint());
			for (const each of [store, copy]) {
				ok(each.undo());
				refused(
					context.entry,
					() => each.undo(),
					"unknown_revision",
					/was dropped.*maxSnapshots is 3/,
				);
				equal(statuses(each), ["doing", "todo"]);
			}
			// Each was undone at a time of its own.
			const timeless = ({ at: _, ...snapshot }) => snapshot;
			equal(copy.history().map(timeless), store.history().map(timeless));
		},
	},
	{
		name: "fromCheckpoint takes how many snapshots to hold, and no other option",
		run(context) {
			const { TodoStore } = context.entry;
			const text = filled(context, ["a", "b"]).checkpoint();
			const store = TodoStore.fromCheckpoint(text, { maxSnapshots: 1 });
			equal(
				store.history().map(({ revision }) => revision),
				[1],
			);
			store.complete(1);
			equal(store.history().length, 1);
			equal(TodoStore.fromCheckpoint(text, {}).history().length, 2);
			for (const options of [
				{ maxSnapshots: 0 },
				{ maxSnapshot: 1 },
				{ maxSnapshots: 1, maxTodos: 3 },
				[],
				null,
				7,
			])
				refused(
					context.entry,
					() => TodoStore.fromCheckpoint(text, options),
					"invalid_argument",
				);
		},
	},
	{
		name: "without options 1,000 snapshots are kept",
		run(context) {
			const store = filled(context, ["a"]);
			for (let i = 0; i < 600; i++) {
				store.markDoing(1);
				store.abort();
			}
			equal(
				[store.revision, store.history().length, store.history()[0].revision],
				[1201, 1000, 202],
			);
		},
	},
	{
		name: "newTask archives a finished list and keeps an unfinished one, unless told",
		run(context) {
			const store = filled(context, ["a", "b"]);
			equal(
				[
					store.newTask(),
					store.newTask({ unfinished: "keep" }),
					store.size,
					store.revision,
				],
				[false, false, 2, 1],
			);
			store.complete(1);
			store.skip(2);
			equal([store.newTask(), store.size, store.revision], [true, 0, 4]);
			equal(
				[
					store.newTask(),
					store.newTask({ unfinished: "archive" }),
					store.revision,
				],
				[false, false, 4],
			);
			store.addMultiple(["c"]);
			equal(keys(store), ["t3"]);
			equal(
				[store.newTask({ unfinished: "archive" }), store.size, store.revision],
				[true, 0, 6],
			);
			store.restoreRevision(3);
			equal(statuses(store), ["done", "skipped"]);
			for (const value of [
				null,
				[],
				{ unfinished: "drop" },
				{ unfinished: 1 },
				{ Unfinished: "keep" },
				{ unfinished: "keep", x: 1 },
			]) {
				untouched(store, () =>
					refused(
						context.entry,
						() => store.newTask(value),
						"invalid_argument",
						/unfinished/,
					),
				);
			}
		},
	},
	{
		name: "history holds every snapshot, frozen; undo and restoreRevision are new revisions",
		run(context) {
			const store = filled(context, ["a"]);
			store.complete(1);
			store.addMultiple(["b"]);
			const history = store.history();
			equal(
				history.map(({ revision }) => revision),
				[0, 1, 2, 3],
			);
			equal(
				history.map(({ todos }) =>
					todos.map(({ content, status }) => `${content} ${status}`),
				),
				[[], ["a todo"], ["a done"], ["a done", "b todo"]],
			);
			ok(
				Object.isFrozen(history) &&
					history.every(
						(snapshot) =>
							Object.isFrozen(snapshot) && Object.isFrozen(snapshot.todos),
					),
				"frozen",
			);
			ok(store.undo() && store.undo());
			equal(
				[contents(store), statuses(store), store.revision],
				[["a"], ["todo"], 5],
			);
			store.restoreRevision(3);
			equal(
				[contents(store), statuses(store), keys(store), store.revision],
				[["a", "b"], ["done", "todo"], ["t1", "t2"], 6],
			);
			ok(store.undo());
			equal([contents(store), statuses(store)], [["a"], ["todo"]]);
			same(store.history().length, 8);
			for (const revision of [-1, 99])
				untouched(store, () =>
					refused(
						context.entry,
						() => store.restoreRevision(revision),
						"unknown_revision",
					),
				);
		},
	},
	{
		name: "fromCheckpoint(checkpoint()) is the same store: options, keys, history",
		run(context) {
			const { TodoStore } = context.entry;
			const store = filled(context, ["a", "b <&\"'> \u2028 😀", "c"], {
				onSkip: "remove",
				maxTodos: 4,
				maxContentLength: 40,
			});
			store.markDoing(2);
			store.skip(1);
			store.undo();
			const copy = TodoStore.fromCheckpoint(store.checkpoint());
			ok(copy instanceof TodoStore);
			equal(copy.getAll(), store.getAll());
			equal(copy.history(), store.history());
			same(copy.revision, store.revision);
			same(copy.checkpoint(), store.checkpoint());
			refused(
				context.entry,
				() => copy.addMultiple(["d", "e"]),
				"too_many_todos",
			);
			refused(
				context.entry,
				() => copy.addMultiple(["x".repeat(41)]),
				"content_too_long",
			);
			copy.skip(1);
			same(copy.size, 2, "onSkip came along");
			copy.addMultiple(["new"]);
			same(copy.getAll().at(-1).key, "t4", "keys go on");
			same(store.size, 3, "a copy is a store of its own");
		},
	},
	{
		name: "timeSpent() outlives a history of one snapshot, a checkpoint and a merge",
		run({ entry: { TodoError, TodoStore, timeSpent } }) {
			const { now } = Date;
			const spent = (store) => Object.fromEntries(timeSpent(store));
			let time = 1_000_000;
			Date.now = () => time;
			try {
				const store = new TodoStore({ maxSnapshots: 1 });
				store.addMultiple(["Find a kettle", "Compare three", "Pay"]);
				equal(spent(store), {});
				store.markDoing(1);
				time += 5000;
				equal(spent(store), { t1: 5000 });
				store.complete(1);
				store.getNextTodo();
				time += 300;
				const base = store.checkpoint({ maxSnapshots: 1 });
				const other = TodoStore.fromCheckpoint(base);
				time += 100;
				other.complete("t2");
				store.edit("t3", { content: "Pay by card" });
				time += 10_000;
				store.merge(base, other.checkpoint());
				equal(spent(store), { t1: 5000, t2: 400 });
			} finally {
				Date.now = now;
			}
			ok(thrown(() => timeSpent({}), "no store") instanceof TodoError);
		},
	},
	{
		name: "a checklist in Markdown is the list again, and what a person changed in it is theirs",
		run({ entry: { TodoStore, markdown, readMarkdown, TodoError } }) {
			const store = new TodoStore();
			store.addMultiple([
				"Find a kettle",
				"Compare\nthree",
				"[x] Pay",
				"Write",
			]);
			store.complete(1);
			store.markDoing(2);
			store.skip(3);
			const text = markdown(store);
			same(
				text,
				"- [x] Find a kettle\n- [-] Compare three\n- [skipped] [x] Pay\n- [ ] Write\n",
			);
			const before = store.getAll();
			equal(readMarkdown(store, text), []);
			same(store.getAll(), before);
			const edited = "# Kettles\n- [x] Compare three\n1. [ ] Ask Ann";
			same(readMarkdown(store.as("user"), edited).length, 1);
			equal(
				store.getAll().map(({ key, status }) => [key, status]),
				[
					["t2", "done"],
					["t5", "todo"],
				],
			);
			// A model's text does not undo what the person did.
			readMarkdown(store.as("model"), "- [ ] Compare three");
			equal(
				store.getAll().map(({ status }) => status),
				["done", "todo"],
			);
			const { revision } = store;
			for (const none of ["\n", "# Kettles", '[{"content": "Pay"}]'])
				ok(thrown(() => readMarkdown(store, none), none) instanceof TodoError);
			same(store.revision, revision);
		},
	},
	{
		name: "load and merge take over what was stored elsewhere, as changes like any other",
		run(context) {
			const { TodoStore, todosJson } = context.entry;
			const base = filled(context);
			const theirs = TodoStore.fromCheckpoint(base.checkpoint());
			const ours = TodoStore.fromCheckpoint(base.checkpoint());
			const heard = [];
			ours.subscribe(({ revision }) => heard.push([revision, ours.size]));
			theirs.addMultiple(["theirs"]);
			ours.addMultiple(["ours"]);
			const before = ours.getAll();
			same(
				ours.merge(base.checkpoint(), theirs.checkpoint()),
				theirs.checkpoint(),
				"the base of the next merge",
			);
			equal(
				ours
					.getAll()
					.map(({ content }) => content)
					.slice(-2),
				["theirs", "ours"],
			);
			same(
				ours.getAll()[0],
				before[0],
				"a todo that stayed as it is stays the same object",
			);
			equal(
				heard.map(([, size]) => size),
				[before.length, before.length + 1],
			);
			ok(heard[1][0] > heard[0][0], "the revision grows");
			ok(ours.undo(), "a merge is one step");
			equal(ours.getAll(), theirs.getAll());

			ours.load(base.checkpoint());
			equal(
				[ours.getAll(), ours.history().map(({ todos }) => todos)],
				[base.getAll(), base.history().map(({ todos }) => todos)],
			);
			const list = ours.getAll();
			ours.load(ours.checkpoint());
			same(ours.getAll(), list, "the same once more is no change");
			const copy = new TodoStore();
			copy.load(todosJson(ours));
			equal(
				copy.getAll().map(({ content, status }) => [content, status]),
				list.map(({ content, status }) => [content, status]),
			);
		},
	},
	{
		name: "load and merge refuse what cannot be read, and change nothing",
		run(context) {
			const { TodoStore, todosJson } = context.entry;
			const store = filled(context);
			const text = store.checkpoint();
			const newer = text.replace('"agent-todos",2', '"agent-todos",3');
			for (const bad of [
				"",
				"{}",
				"not JSON",
				text.slice(0, -1),
				'[{"id":"1"}]',
			]) {
				untouched(store, () =>
					refused(
						context.entry,
						() => store.load(bad),
						"invalid_checkpoint",
						/\w/,
						bad,
					),
				);
				untouched(store, () =>
					refused(
						context.entry,
						() => store.merge(text, bad),
						"invalid_checkpoint",
						/\w/,
						bad,
					),
				);
			}
			untouched(store, () =>
				refused(
					context.entry,
					() => store.load(newer),
					"newer_checkpoint",
					/update agent-todos/,
				),
			);
			untouched(store, () =>
				refused(
					context.entry,
					() => store.merge(newer, text),
					"newer_checkpoint",
					/update agent-todos/,
				),
			);
			refused(
				context.entry,
				() => TodoStore.fromCheckpoint(newer),
				"newer_checkpoint",
				/update agent-todos/,
			);
			for (const bad of [undefined, null, 1, {}, []]) {
				refused(
					context.entry,
					() => store.load(bad),
					"invalid_argument",
					/text must be a string/,
				);
				refused(
					context.entry,
					() => store.merge(bad, text),
					"invalid_argument",
					/base must be a string/,
				);
				refused(
					context.entry,
					() => store.merge("", bad),
					"invalid_argument",
					/text must be a string/,
				);
				refused(
					context.entry,
					() => todosJson(bad),
					"invalid_argument",
					/TodoStore/,
				);
			}
		},
	},
	{
		name: "fromCheckpoint refuses what is no checkpoint, cut short or damaged",
		run(context) {
			const { TodoStore } = context.entry;
			const text = filled(context).checkpoint();
			same(TodoStore.fromCheckpoint(text).size, 3);
			ok(text.includes('[2,"todo","b"]'), text);
			for (const bad of [
				"",
				"{}",
				"null",
				"[]",
				"not JSON",
				text.slice(0, -1),
				text.slice(1),
				text.replace('[2,"todo","b"]', '[1,"todo","b"]'),
				`${text}x`,
			]) {
				refused(
					context.entry,
					() => TodoStore.fromCheckpoint(bad),
					"invalid_checkpoint",
					/\w/,
					bad,
				);
			}
			for (const bad of [undefined, null, 1, {}, []])
				refused(
					context.entry,
					() => TodoStore.fromCheckpoint(bad),
					"invalid_argument",
				);
		},
	},
	{
		name: "fromXml(getXml()) is the same list",
		run(context) {
			const { TodoStore } = context.entry;
			const store = filled(context, [
				"a",
				"</todo> & <b>\"'\r\n",
				"c]]>",
				"d",
				"e",
			]);
			store.complete(1);
			store.markDoing(2);
			store.skip(3);
			const copy = TodoStore.fromXml(store.getXml());
			equal(copy.getAll(), store.getAll());
			same(copy.getXml(), store.getXml());
			same(TodoStore.fromXml(store.getXml(), { maxTodos: 5 }).size, 5);
			refused(
				context.entry,
				() => TodoStore.fromXml(store.getXml(), { maxTodos: 4 }),
				"too_many_todos",
			);
			for (const bad of [
				"",
				"<todos>",
				"<todos><todo>a</todo></todos>",
				'<todos><todo id="2" status="todo">a</todo></todos>',
				`${store.getXml()}x`,
			]) {
				refused(
					context.entry,
					() => TodoStore.fromXml(bad),
					"invalid_xml",
					/\w/,
					bad,
				);
			}
		},
	},
	{
		name: "subscribe hears each change once, after it, until unsubscribed",
		run(context) {
			const store = filled(context);
			const heard = [];
			const unsubscribe = store.subscribe(({ revision }) =>
				heard.push([revision, store.revision, store.getXml()]),
			);
			store.complete(1);
			store.complete(1);
			refused(context.entry, () => store.complete(9), "unknown_id");
			store.undo();
			equal(
				heard.map(([revision, now]) => [revision, now]),
				[
					[2, 2],
					[3, 3],
				],
			);
			match(heard[0][2], /done/);
			unsubscribe();
			unsubscribe();
			store.complete(2);
			same(heard.length, 2);
		},
	},
	{
		name: "the same listener subscribed twice hears twice, and each unsubscribes for itself",
		run(context) {
			const store = filled(context);
			let heard = 0;
			const listener = () => (heard += 1);
			const first = store.subscribe(listener);
			store.subscribe(listener);
			store.complete(1);
			same(heard, 2);
			first();
			store.complete(2);
			same(heard, 3);
		},
	},
	{
		name: "options: limits and both modes are kept, unknown and ill-typed ones are errors",
		run(context) {
			const { TodoStore } = context.entry;
			const store = new TodoStore({
				maxTodos: 2,
				maxContentLength: 3,
				onSkip: "mark",
				oneDoing: "strict",
			});
			store.addMultiple(["abc", "😀😀😀"]);
			refused(
				context.entry,
				() => store.addMultiple(["d"]),
				"too_many_todos",
				/item 1/,
			);
			same(new TodoStore({}).size, 0);
			for (const options of [
				{ maxTodo: 3 },
				{ maxTodos: 0 },
				{ maxTodos: 1001 },
				{ maxTodos: "3" },
				{ maxTodos: 1.5 },
				{ maxTodos: NaN },
				{ maxContentLength: 0 },
				{ onSkip: "drop" },
				{ oneDoing: true },
				{ onSkip: () => {} },
				[],
				3,
				"x",
				null,
				true,
				{ maxTodos: 3n },
				{ maxSnapshots: 0 },
				{ maxSnapshots: 1e6 + 1 },
				{ maxSnapshots: Infinity },
			]) {
				refused(
					context.entry,
					() => new TodoStore(options),
					"invalid_argument",
				);
			}
		},
	},
	{
		name: "two stores share nothing",
		run(context) {
			const [one, other] = [filled(context), filled(context)];
			one.complete(1);
			equal([statuses(one)[0], statuses(other)[0]], ["done", "todo"]);
			one.free();
			same(other.size, 3);
		},
	},
];
