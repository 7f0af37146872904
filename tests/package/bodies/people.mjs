// What a person does to a list, by id and by key, and what is kept of who did what.

import { equal, match, ok, refused, same, untouched } from "../assert.mjs";

const contents = (store) => store.getAll().map(({ content }) => content);

function filled({ entry: { TodoStore } }, options) {
	const store = new TodoStore(options);
	store.addMultiple(["a", "b", "c"]);
	return store;
}

export const people = [
	{
		name: 'edit changes what is named; null and "" clear; key, status and place stay',
		run(context) {
			const store = filled(context);
			const { entry } = context;
			store.markDoing(2);
			const all = {
				content: " kettle ",
				priority: "high",
				activeForm: "buying",
				description: "a red one",
			};
			equal(store.edit(2, all), []);
			const edited = { ...all, content: "kettle" };
			const place = { id: 2, key: "t2", status: "doing" };
			equal(store.getAll()[1], { ...place, ...edited });
			const revision = store.revision;
			store.edit("t2", {});
			store.edit("t2", { content: undefined, priority: "high" });
			same(store.revision, revision, "nothing changed");
			store.edit("t2", { priority: null, activeForm: "", description: null });
			equal(store.getAll()[1], { ...place, content: "kettle" });
			match(store.edit(1, { description: "a\0" })[0], /^item 1: /);
			for (const [changes, code] of [
				[{ content: "" }, "empty_content"],
				[{ content: null }, "invalid_argument"],
				[{ priority: "urgent" }, "invalid_priority"],
				[{ status: "done" }, "invalid_argument"],
				[{ description: 3 }, "invalid_argument"],
				[{ content: "x".repeat(2001) }, "content_too_long"],
				["a", "invalid_argument"],
				[null, "invalid_argument"],
			]) {
				untouched(store, () =>
					refused(entry, () => store.edit(2, changes), code),
				);
			}
		},
	},
	{
		name: "move, reopen, skip with a reason; a key names its todo wherever it stands",
		run(context) {
			const store = filled(context);
			const { entry } = context;
			store.move("t3", 0);
			equal(contents(store), ["c", "a", "b"]);
			store.move(1, 2);
			equal(contents(store), ["a", "c", "b"]);
			equal(store.skip("t3", " sold out "), []);
			equal(store.getAll()[1], {
				id: 2,
				key: "t3",
				content: "c",
				status: "skipped",
				reason: "sold out",
			});
			store.reopen("t3");
			same(store.getAll()[1].reason, undefined);
			store.completeMultiple(["t3", 1]);
			ok(store.isCompleted("t1") && store.isCompleted(2));
			store.goBack("t3");
			store.markDoing("t2");
			store.complete("t2");
			store.remove("t1");
			equal(contents(store), ["c", "b"]);
			for (const [action, code] of [
				[() => store.complete("t1"), "unknown_id"],
				[() => store.complete("t9"), "unknown_id"],
				[() => store.complete("1"), "invalid_argument"],
				[() => store.complete("t01"), "invalid_argument"],
				[() => store.complete(1.5), "invalid_argument"],
				[() => store.complete(), "invalid_argument"],
				[() => store.completeMultiple(["t2", "t1"]), "unknown_id"],
				[() => store.completeMultiple(["t2", "x"]), "invalid_argument"],
				[() => store.move(1, 3), "unknown_id"],
				[() => store.move(1, "0"), "invalid_argument"],
				[() => store.skip(1, 3), "invalid_argument"],
				[() => store.skip(1, "x".repeat(2001)), "content_too_long"],
			])
				untouched(store, () => refused(entry, action, code));
			match(
				refused(entry, () => store.complete("t1"), "unknown_id").message,
				/t1 any more/,
			);
			match(
				refused(entry, () => store.complete("one"), "invalid_argument").message,
				/an id \(a whole number\) or a key/,
			);
		},
	},
	{
		name: "as: handles on one list, whose changes say who made them, to listeners and in the history",
		run(context) {
			const store = filled(context);
			const { entry } = context;
			const person = store.as("user");
			ok(person instanceof entry.TodoStore);
			same(person.getAll(), store.getAll(), "the same list");
			const heard = [];
			person.subscribe((change) => heard.push(change));
			person.complete(1);
			store.reset();
			const [tool] = entry.tools(person);
			tool.call({ action: "add_multiple", todos: [{ content: "d" }], ids: [] });
			const run = new entry.TodoRun(person, { start: "execute" });
			run.next();
			equal(heard, [
				{ revision: 2, by: "user" },
				{ revision: 3, by: "host" },
				{ revision: 4, by: "model" },
				{ revision: 5, by: "run" },
			]);
			ok(heard.every(Object.isFrozen));
			equal(
				store.history().map(({ by }) => by),
				["host", "host", "user", "host", "model", "run"],
			);
			const ages = store.history().map(({ at }) => Date.now() - at);
			ok(ages.every((age) => Math.abs(age) < 60_000));
			const copy = entry.TodoStore.fromCheckpoint(store.checkpoint());
			equal(copy.history(), store.history());
			// A handle ends by itself; the list ends with its last one.
			store.free();
			person.addMultiple(["e"]);
			equal(contents(person), ["d", "e"]);
			refused(entry, () => store.getAll(), "freed");
			for (const author of ["User", "", undefined, 3])
				refused(entry, () => person.as(author), "invalid_argument");
			person.free();
			refused(entry, () => person.size, "freed");
		},
	},
	{
		name: "subscribe and getAll work unbound; JSON.stringify of a store is its list",
		run(context) {
			const store = filled(context);
			const { subscribe, getAll } = store;
			same(store.subscribe, subscribe, "the same function each time");
			const heard = [];
			const unsubscribe = subscribe(({ revision }) => heard.push(revision));
			same(getAll(), store.getAll());
			store.complete(1);
			unsubscribe();
			store.complete(2);
			equal(heard, [2]);
			same(JSON.stringify(store), JSON.stringify(store.getAll()));
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
