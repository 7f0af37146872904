// TodoStore as JavaScript has it: that each method reaches the core and its answer comes back,
// identity, freezing and listeners. The rules are the core's: tests/core/rule tries every method.

import { contents, statuses } from "../../tools/lists.mjs";
import {
	equal,
	match,
	ok,
	refused,
	same,
	thrown,
	undo,
	untouched,
} from "../assert.mjs";
import { filled as opened } from "../filled.mjs";

const filled = (...given) => opened(...given).store;

/**
 * Returns the list in few signs: the number of each key, and behind it whether the todo is in
 * progress (*), done (x), skipped (-) or failed (!).
 */
const signs = (store) =>
	store
		.getAll()
		.map(({ key, status, failed }) => {
			const mark = failed ? "!" : marks[status];
			return key.slice(1) + mark;
		})
		.join(" ");
const marks = { todo: "", doing: "*", done: "x", skipped: "-" };

/**
 * What a method is called with, one call after the other, on three todos; what it returns, and the
 * list then.
 */
const calls = [
	[["addMultiple", [" d\n", "e\0"]], ["t4", "t5"], "1 2 3 4 5"],
	[["addAfterPosition", 1, ["x"]], ["t6"], "1 6 2 3 4 5"],
	[["remove", 6], true, "1 6 2 3 4"],
	[["move", "t6", 4], true, "1 2 3 6 4"],
	[["markDoing", 2], true, "1 2* 3 6 4"],
	[["abort"], undefined, "1 2 3 6 4"],
	[["completeMultiple", ["t4", 4, 4]], true, "1 2 3 6x 4x"],
	[["complete", "t1"], true, "1x 2 3 6x 4x"],
	[["complete", "t5"], false, "1x 2 3 6x 4x"],
	[["remove", "t5"], true, "1x 2 3 6x 4x"],
	[["isCompleted", "t5"], false, "1x 2 3 6x 4x"],
	[["skip", 3, " sold out "], true, "1x 2 3- 6x 4x"],
	[["isCompleted", 3], true, "1x 2 3- 6x 4x"],
	[["isCompleted", "t2"], false, "1x 2 3- 6x 4x"],
	[["fail", 3, "no network"], true, "1x 2 3! 6x 4x"],
	[["reopen", "t3"], true, "1x 2 3 6x 4x"],
	[["newTask"], false, "1x 2 3 6x 4x"],
	[["newTask", { unfinished: "keep" }], false, "1x 2 3 6x 4x"],
	[["newTask", { unfinished: "archive" }], true, ""],
	[["restoreRevision", 1], undefined, "1 2 3"],
	[["replaceAll", ["y"]], ["t7"], "7"],
	[["reset"], undefined, ""],
	[["undo"], true, "7"],
	[["redo"], true, ""],
	[["undo"], true, "7"],
	[["add", " z\n"], "t8", "7 8"],
	[["add", "z\0"], "t9", "7 8 9"],
	[["markdown"], "- [ ] y\n- [ ] z\n- [ ] z\uFFFD\n", "7 8 9"],
];

export const store = [
	{
		name: "a new store is empty, at revision 0, and all done",
		run({ entry: { TodoStore } }) {
			const store = new TodoStore();
			equal([store.size, store.revision, store.getAll()], [0, 0, []]);
			ok(store.isAllDoneOrSkipped());
			equal([store.getNextTodo(), store.getCurrentDoing()], [null, null]);
			const [{ at, ...first }, ...others] = store.history();
			equal([first, others], [{ revision: 0, by: "agent", todos: [] }, []]);
			ok(Math.abs(at - Date.now()) < 60_000);
		},
	},
	{
		name: "every method takes ids and keys, and returns its word",
		run(context) {
			const store = filled(context);
			const host = store.as("host");
			for (const [[method, ...args], answer, list] of calls) {
				const got = host[method](...args);
				const what = `${method}(${JSON.stringify(args).slice(1, -1)})`;
				// Of todos, the keys.
				const keys = Array.isArray(got) ? got.map(({ key }) => key) : got?.key;
				equal(keys ?? got, answer, what);
				same(signs(store), list, what);
			}
			equal([store.size, store.revision], [3, 21]);
			same(store.getNextTodo(), store.getAll()[0]);
			same(store.getNextTodo(), store.getCurrentDoing());
			const pending = store.getPending().map(({ id, key }) => `${id} ${key}`);
			equal(pending, ["2 t8", "3 t9"]);
			ok(!store.isAllDoneOrSkipped());
			store.completeMultiple([1, 2, 3]);
			ok(store.isAllDoneOrSkipped());
			ok(store.newTask(), "a finished list is archived");
		},
	},
	{
		name: "a method that refuses throws a code and changes nothing",
		run(context) {
			const { entry } = context;
			const store = filled(context);
			store.remove(1);
			store.markDoing("t2");
			const host = store.as("host");
			for (const [code, sentence, method, ...args] of [
				["unknown_id", /t9: none/, "complete", "t9"],
				["invalid_argument", /its key, content/, "complete", {}],
				["invalid_argument", /its key, content/, "skip", { key: "t2" }],
				["unknown_revision", /9999/, "restoreRevision", 9999],
				["already_doing", /1.*"b"/, "markDoing", 2],
				["empty_content", /the todo is empty/, "edit", 1, { content: "" }],
				["content_too_long", /reason/, "skip", 1, "x".repeat(2001)],
				["invalid_priority", /high/, "edit", 1, { priority: "urgent" }],
				["invalid_argument", /whole number/, "complete", "one"],
				["invalid_argument", /t01/, "complete", "t01"],
				["invalid_argument", /position/, "move", 1, "0"],
				["invalid_argument", /reason/, "skip", 1, 3],
				["invalid_argument", /content/, "edit", 1, { content: null }],
				["invalid_argument", /status/, "edit", 1, { status: "done" }],
				["invalid_argument", /description/, "edit", 1, { description: 3 }],
				["invalid_argument", /options/, "newTask", []],
				["invalid_argument", /drop/, "newTask", { unfinished: "drop" }],
				["invalid_argument", /Unfinished/, "newTask", { Unfinished: "keep" }],
			])
				untouched(store, () =>
					refused(entry, () => host[method](...args), code, sentence),
				);
		},
	},
	{
		name: "a todo is a reference to what it says",
		run(context) {
			const { entry } = context;
			const store = filled(context);
			const user = store.as("user");
			const [first] = store.getAll();
			same(store.markDoing(first), true);
			// The same object, one from before, and a copy of it.
			const current = store.getNextTodo();
			for (const todo of [current, first, structuredClone(current)])
				same(store.complete(todo), true);
			// A person reopens what they see, and not what they saw.
			same(user.reopen(current), false);
			same(user.reopen(store.getAll()[0]), true);
			equal([store.complete(current), signs(store)], [false, "1 2 3"]);
			same(store.complete(store.getAll()[0]), true);
			// What a person rewords is not what the loop worked on.
			const next = store.getNextTodo();
			user.edit(next, { content: "another" });
			equal([store.complete(next), signs(store)], [false, "1x 2* 3"]);
			equal(store.completeMultiple([next, 3]), false, "all or nothing");
			same(signs(store), "1x 2* 3");
			// An edit loses no typed text.
			same(user.edit(next, { description: "typed" }), true);
			user.remove(next);
			for (const method of ["complete", "skip", "markDoing", "isCompleted"])
				untouched(store, () => same(store[method](next), false, method));
			untouched(store, () => same(store.edit(next, {}), false));
			untouched(store, () => same(store.remove(next), true));
			// The key of another list's todo is not enough.
			const other = opened(context, ["x", "y", "z"]).store;
			const copy = structuredClone(other.getAll()[2]);
			untouched(store, () => same(store.skip(copy), false));
			for (const wrong of [{}, { ...first, key: 1 }, { key: "t3" }])
				untouched(store, () =>
					refused(entry, () => store.skip(wrong), "invalid_argument", /todo/),
				);
			const throwing = Object.defineProperty({ ...first }, "content", {
				enumerable: true,
				get() {
					throw new Error("no");
				},
			});
			untouched(store, () =>
				refused(entry, () => store.skip(throwing), "invalid_argument", /no/),
			);
		},
	},
	{
		name: 'edit changes what is named, and null and "" clear',
		run(context) {
			const store = filled(context);
			store.markDoing(2);
			const named = { priority: "high", activeForm: "on it" };
			const texts = { ...named, description: "red" };
			same(store.edit(2, { content: " kettle ", ...texts }), true);
			const place = { id: 2, key: "t2", status: "doing", content: "kettle" };
			const { revision } = store;
			equal(store.getAll()[1], { ...place, revision, ...texts });
			store.edit("t2", {});
			store.edit("t2", { content: undefined, priority: "high" });
			same(store.revision, revision, "nothing changed");
			store.edit("t2", { priority: null, activeForm: "", description: null });
			equal(store.getAll()[1], { ...place, revision: store.revision });
			const repaired = [];
			store.subscribe((change) => repaired.push(change.notes));
			store.edit(1, { description: "a\0" });
			store.edit(1, { description: "b" });
			match(repaired[0][0], /^the todo: /);
			equal([Object.isFrozen(repaired[0]), repaired[1]], [true, undefined]);
		},
	},
	{
		name: "getters agree with each other, in whatever order they are called",
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
				(store) => [store.getAll(), store.getXml()],
			];
			const xml =
				'<todos><todo id="1" status="todo">d</todo><todo id="2" status="todo">b</todo><todo id="3" status="done">c</todo></todos>';
			// Every choice of one read after each change.
			for (let choice = 0; choice < reads.length ** changes.length; choice++) {
				const store = new TodoStore();
				store.addMultiple(["a"]);
				store.getXml();
				for (const [turn, change] of changes.entries()) {
					change(store);
					const read = Math.floor(choice / reads.length ** turn);
					reads[read % reads.length](store);
				}
				same(store.getXml(), xml);
				ok(store.systemReminder().includes(xml), store.systemReminder());
				equal(statuses(store), ["todo", "todo", "done"]);
				store.free();
			}
		},
	},
	{
		name: "the XML after each status is that of the list",
		run({ entry: { TodoStore } }) {
			const store = new TodoStore();
			store.addMultiple(['a" status="done">', "ü & 👩‍🚀", '"', "d", "status"]);
			const changes = ["complete", "skip", "reopen", "markDoing", "abort"];
			for (let turn = 0; turn < 60; turn++) {
				const method = changes[(turn * 2 + Math.floor(turn / 5)) % 5];
				const id = ((turn * 3) % 5) + 1;
				if (method === "markDoing") store.abort();
				store[method](...(method === "abort" ? [] : [id]));
				// Not every change is read: several may come in one.
				if (turn % 3 === 2) continue;
				const whole = TodoStore.fromCheckpoint(store.checkpoint());
				// Each several times in a row, as changes are made in the text that was read last.
				const read = turn % 20 < 10 ? "getXml" : "systemReminder";
				same(store[read](), whole[read](), `after ${turn} changes`);
				whole.free();
			}
			ok(store.getXml().includes("skipped"));
		},
	},
	{
		name: "addMultiple takes the texts, whatever toJSON says",
		run({ entry }) {
			const store = new entry.TodoStore();
			Array.prototype.toJSON = () => "[]";
			try {
				store.addMultiple(["a", '"b", ']);
			} finally {
				delete Array.prototype.toJSON;
			}
			equal(contents(store), ["a", '"b",']);
			store.free();
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
			const kept = after.map((todo, place) => todo === before[place]);
			equal(kept, [true, false, true]);
			same(before[1].status, "todo", "a snapshot stays as it was");
			ok(Object.isFrozen(store.getPending()), "getPending is frozen");
			same(store.getPending()[0], after[0]);
			store.addAfterPosition(1, ["new"]);
			const moved = store.getAll();
			same(moved[0], after[0]);
			equal([moved[2].id, moved[2].key, after[1].id], [3, "t2", 2]);
		},
	},
	{
		name: "a todo of another store is refused",
		run(context) {
			const { entry } = context;
			const [store, other] = [filled(context), filled(context)];
			const refuse = (act) =>
				refused(entry, act, "invalid_argument", /another store/);
			const [todo] = other.getAll();
			equal(todo, store.getAll()[0]);
			for (const act of [
				() => store.complete(todo),
				() => store.as("user").skip(todo, "no"),
				() => store.completeMultiple([1, todo]),
			])
				untouched(store, () => refuse(act));
			// An earlier form of its own todo is not, nor one that came in a message.
			const [before] = store.getAll();
			store.edit(2, { content: "else" });
			store.markDoing(1);
			same(store.complete(before), true);
			const list = entry.TodoStore.fromCheckpoint(other.checkpoint());
			same(list.complete(JSON.parse(JSON.stringify(todo))), true);
		},
	},
	{
		name: "replaceAll() of a program undoes nothing that a person decided",
		run(context) {
			const store = filled(context, ["a", "b", "c"]);
			const user = store.as("user");
			user.skip(1, "dear");
			user.remove(2);
			const meant = store.replaceAll(["a", "b", "new", "c"]);
			equal(
				meant.map((todo) => todo && `${todo.key} ${todo.status}`),
				["t1 skipped", undefined, "t4 todo", "t3 todo"],
			);
			same(meant[2], store.get("t4"));
		},
	},
	{
		name: "undo takes back its author's latest change, or the named one",
		run(context) {
			const { entry } = context;
			const store = filled(context, ["a", "b", "c"]);
			const [user, model] = [store.as("user"), store.as("model", "dev")];
			user.skip(3, "dear");
			const skipped = store.revision;
			model.complete(1);
			const statuses = () =>
				store
					.getAll()
					.map(({ status }) => status)
					.join(" ");
			same(user.undo(), true);
			same(statuses(), "done todo todo");
			same(user.undo(), false);
			same(user.redo(), true);
			same(statuses(), "done todo skipped");
			same(model.undo(), true);
			same(statuses(), "todo todo skipped");
			same(user.undo({ change: skipped }), true);
			const refuse = (...given) => refused(entry, ...given);
			refuse(() => user.undo({ change: skipped }), "changed");
			refuse(() => user.undo({ change: 99 }), "unknown_revision");
			refuse(() => model.undo({ change: skipped }), "not_allowed");
			for (const wrong of [
				{ revision: 1 },
				{ change: -1 },
				{ change: "1" },
				[],
			])
				refuse(() => user.undo(wrong), "invalid_argument");
		},
	},
	{
		name: "history is frozen, and starts later with maxSnapshots, which fromCheckpoint takes, too",
		run(context) {
			const { TodoStore } = context.entry;
			const store = filled(context, ["a"]);
			store.complete(1);
			undo(store);
			const history = store.history();
			equal(
				history.map(({ revision, todos }) => `${revision} ${todos[0]?.status}`),
				["0 undefined", "1 todo", "2 done", "3 todo"],
			);
			ok([history, ...history].every(Object.isFrozen), "frozen");
			ok(history.every(({ todos }) => Object.isFrozen(todos)));
			const text = store.checkpoint();
			const short = TodoStore.fromCheckpoint(text, { maxSnapshots: 1 });
			short.addMultiple(["b"]);
			same(short.history().length, 1);
			const refuse = (...given) => refused(context.entry, ...given);
			// What came before the oldest snapshot was dropped.
			same(short.as("host").undo(), false);
			const dropped = () => short.as("host").undo({ change: 3 });
			refuse(dropped, "unknown_revision", /history holds 4 to 4/);
			const read = (options) => TodoStore.fromCheckpoint(text, options);
			same(read({}).history().length, 4);
			for (const options of [{ maxSnapshot: 1 }, [], null, { maxTodos: "3" }])
				refuse(() => read(options), "invalid_argument");
			// Any other option of a store, too. A limit only grows, so that what is stored fits.
			const raised = read({ maxTodos: 31, onSkip: "remove" });
			raised.addMultiple(Array(30).fill("more"));
			raised.skip(1);
			same(raised.size, 30);
			const lowered = read({ maxTodos: 1 });
			lowered.addMultiple(["b"]);
			same(lowered.size, 2);
		},
	},
	{
		name: "copies by checkpoint and XML keep the options",
		run(context) {
			const { entry } = context;
			const texts = ["a", "b </todo> & \"'\r\n \u2028 😀", "c"];
			const store = filled(context, texts, { onSkip: "remove", maxTodos: 4 });
			store.markDoing(2);
			store.skip(1, "too slow");
			const copy = entry.TodoStore.fromCheckpoint(store.checkpoint());
			ok(copy instanceof entry.TodoStore);
			equal(copy.getAll(), store.getAll());
			equal(copy.history(), store.history());
			same(copy.history().at(-1).reason, "too slow");
			same(copy.checkpoint(), store.checkpoint());
			const refuse = (...given) => refused(entry, ...given);
			refuse(() => copy.addMultiple(["d", "e", "f"]), "too_many_todos");
			copy.addMultiple(["new"]);
			equal([copy.getAll().at(-1).key, store.size], ["t4", 2]);
			const xml = copy.getXml();
			const { fromXml } = entry.TodoStore;
			const read = fromXml(xml, { maxTodos: 3 });
			equal([read.getXml(), read.getAll()[0].key], [xml, "t1"]);
			same(fromXml(xml, { maxTodos: 2 }).getXml(), xml);
			const chain = Array.from(
				{ length: 50_000 },
				(_, at) =>
					`<todo id="${at + 1}" status="todo" blockedBy="${at + 2}">a</todo>`,
			);
			const last = '<todo id="50001" status="todo">a</todo>';
			refuse(
				() => fromXml(`<todos>${chain.join("")}${last}</todos>`),
				"too_many_todos",
			);
			refuse(() => fromXml(`${xml}x`), "invalid_xml", /\w/);
		},
	},
	{
		name: "timeSpent() outlives a history of one snapshot, a checkpoint and a merge",
		run({ entry: { TodoStore } }) {
			const { now } = Date;
			const spent = (store) => store.timeSpent();
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
		},
	},
	{
		name: "readMarkdown() of markdown() changes nothing, and other Markdown is read as todos",
		run({ entry: { TodoStore, TodoError } }) {
			const store = new TodoStore();
			store.addMultiple(["Find a kettle", "Pay"]);
			store.complete(1);
			const text = store.markdown();
			same(text, "- [x] Find a kettle\n- [ ] Pay\n");
			const before = store.getAll();
			equal(store.readMarkdown(text), []);
			same(store.getAll(), before);
			const notes = store.as("user").readMarkdown("# Kettles\n- [x] Ask Ann");
			same(notes.length, 1);
			equal([signs(store), contents(store)], ["3x", ["Ask Ann"]]);
			same(store.history().at(-1).by, "user");
			ok(thrown(() => store.readMarkdown("# None")) instanceof TodoError);
		},
	},
	{
		name: "load and merge are changes like any other",
		run(context) {
			const { TodoStore } = context.entry;
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
			equal(contents(ours).slice(-2), ["theirs", "ours"]);
			same(ours.getAll()[0], before[0], "what stays is the same object");
			const size = before.length;
			// With its own change, a merge is one more.
			equal(heard, [
				[2, size],
				[heard[1][0], size + 1],
			]);
			ok(heard[1][0] > 2, "the revision grows");
			ok(undo(ours), "a merge is one step");
			equal(ours.getXml(), theirs.getXml());
			ours.load(base.checkpoint());
			equal(ours.getXml(), base.getXml());
			const list = ours.getAll();
			ours.load(ours.checkpoint());
			same(ours.getAll(), list, "the same once more is no change");
		},
	},
	{
		name: "every reader refuses text that it cannot read, and changes nothing",
		run(context) {
			const { TodoStore } = context.entry;
			const store = filled(context);
			const text = store.checkpoint();
			const newer = text.replace('"agent-todos",1', '"agent-todos",2');
			const refuse = (act, code, pattern) =>
				untouched(store, () => refused(context.entry, act, code, pattern));
			for (const read of [
				(bad) => store.load(bad),
				(bad) => store.merge(text, bad),
				(bad) => store.merge(bad, text),
				(bad) => TodoStore.fromCheckpoint(bad),
			]) {
				refuse(() => read(text.slice(0, -1)), "invalid_checkpoint");
				refuse(() => read(newer), "newer_checkpoint", /update agent-todos/);
				for (const bad of [undefined, null, 1, {}, []])
					refuse(() => read(bad), "invalid_argument", /must be a string/);
			}
		},
	},
	{
		name: "as: handles whose changes say who made them",
		async run(context) {
			const store = filled(context);
			const { entry } = context;
			const person = store.as("user");
			ok(person instanceof entry.TodoStore);
			same(person.getAll(), store.getAll(), "the same list");
			const heard = [];
			person.subscribe((change) => heard.push(change));
			person.complete(1);
			store.reset();
			for (const handle of [store, person])
				entry
					.tools(handle)[0]
					.call({ action: "add_multiple", todos: [{ content: "d" }], ids: [] });
			await new Promise((resolve) =>
				entry.runAgent({
					store: person,
					start: "execute",
					plan: () => [],
					execute: () => new Promise(resolve),
				}),
			);
			const authors = ["user", "agent", "model", "user", "agent"];
			equal(
				heard,
				authors.map((by, place) => ({ revision: place + 2, by })),
			);
			ok(heard.every(Object.isFrozen));
			const history = store.history().map(({ by }) => by);
			equal(history, ["agent", "agent", ...authors]);
			// A handle ends by itself; the list ends with its last one.
			store.free();
			person.addMultiple(["e"]);
			equal(contents(person), ["d", "d", "e"]);
			refused(entry, () => store.getAll(), "freed");
			for (const author of ["User", "", undefined, 3])
				refused(entry, () => person.as(author), "invalid_argument");
			person.free();
			refused(entry, () => person.size, "freed");
		},
	},
	{
		name: "what a person decided holds against a model's handle",
		run(context) {
			const { entry } = context;
			const store = filled(context);
			const [user, model] = [store.as("user"), store.as("model")];
			user.approve();
			ok(store.getAll().every(({ approved }) => approved));
			for (const author of ["model", "agent", "host"])
				refused(entry, () => store.as(author).approve(), "not_allowed");
			user.skip(1, "one is enough");
			const edit = () => model.edit(2, { content: "B" });
			for (const act of [() => model.reopen(1), edit])
				untouched(store, () => same(act(), false));
			// Whatever revision was shown.
			for (const bound of [model, store.as("agent")])
				for (const act of [
					() => bound.restoreRevision(0),
					() => bound.restoreRevision(0, { revision: 99 }),
					() => bound.undo({ change: store.revision }),
				])
					untouched(store, () => refused(entry, act, "not_allowed"));
			// The whole list is the application's.
			for (const act of [() => model.reset(), () => model.newTask()])
				untouched(store, () => refused(entry, act, "not_allowed"));
			for (const bound of [model, store.as("agent")])
				untouched(store, () =>
					refused(entry, () => bound.answer(2, ""), "not_allowed"),
				);
			// The whole list is the application's, whatever it would keep.
			const stored = store.checkpoint();
			for (const text of ["[]", stored])
				for (const act of [
					() => model.load(text),
					() => model.merge(stored, text),
				])
					untouched(store, () => refused(entry, act, "not_allowed"));
			store.as("agent").load(stored);
			user.forget();
			equal([store.size, /enough/.test(store.checkpoint())], [0, false]);
		},
	},
	{
		name: "subscribe hears each change once, also unbound",
		run(context) {
			const store = filled(context);
			const { subscribe, getAll } = store;
			same(store.subscribe, subscribe, "the same function each time");
			const heard = [];
			const listener = ({ revision }) =>
				heard.push(`${revision} ${store.revision} ${statuses(store)[0]}`);
			const unsubscribe = subscribe(listener);
			store.complete(1);
			store.complete(1);
			refused(context.entry, () => store.complete(9), "unknown_id");
			undo(store);
			equal(heard, ["2 2 done", "3 3 todo"]);
			store.subscribe(listener);
			store.complete(2);
			same(heard.length, 4);
			unsubscribe();
			unsubscribe();
			store.complete(3);
			same(heard.length, 5);
			same(getAll(), store.getAll());
			same(JSON.stringify({ store }), `{"store":${JSON.stringify(getAll())}}`);
			equal(Object.keys(store), []);
			const person = store.as("user");
			ok(person.getAll !== getAll);
			store.free();
			refused(context.entry, () => getAll(), "freed");
			equal(person.getAll().length, 3);
		},
	},
];
