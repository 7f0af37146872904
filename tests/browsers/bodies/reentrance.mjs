// Code of others that runs in the middle of a call (listeners, getters, toJSON, Proxy traps) may do
// anything to the store.

import { contents, statuses } from "../../tools/lists.mjs";
import { equal, match, ok, refused, same, undo } from "../assert.mjs";
import { filled } from "../filled.mjs";
import { calls } from "./freed.mjs";

/** Returns an array whose first item runs something when it is first read. */
function running(action, items = ["from the array"]) {
	let ran = false;
	const [first] = items;
	return Object.defineProperty([...items], 0, {
		enumerable: true,
		get() {
			if (!ran) {
				ran = true;
				action();
			}
			return first;
		},
	});
}

/** Arguments of a tool that run something while they are read, each in a way of its own. */
const argumentsRunning = (action, args) => ({
	getter: {
		...args,
		get note() {
			return action();
		},
	},
	toJSON: {
		toJSON() {
			action();
			return args;
		},
	},
	Proxy: new Proxy(args, {
		ownKeys(target) {
			action();
			return Reflect.ownKeys(target);
		},
	}),
});

export const reentrance = [
	{
		name: "a listener may call every method",
		run({ entry }) {
			for (const { name, call } of calls(entry)) {
				const store = new entry.TodoStore();
				store.addMultiple(["a", "b"]);
				let calledAt = null;
				store.subscribe(({ revision }) => {
					if (calledAt !== null) return;
					calledAt = revision;
					call(store);
				});
				store.complete(2);
				same(calledAt, 2, name);
				ok(store.revision >= 2, name);
			}
		},
	},
	{
		name: "changes made by a listener are heard once and in order",
		run(context) {
			const { store } = filled(context);
			const heard = [];
			store.subscribe(({ revision }) => {
				heard.push(`first ${revision}`);
				if (revision < 4) store.addMultiple([`after ${revision}`]);
			});
			store.subscribe(({ revision }) => heard.push(`second ${revision}`));
			store.complete(1);
			equal(
				heard,
				[2, 3, 4].flatMap((at) => [`first ${at}`, `second ${at}`]),
			);
			equal(contents(store), ["a", "b", "c", "after 2", "after 3"]);
		},
	},
	{
		name: "a listener may free the store; later calls say freed",
		run(context) {
			const { entry } = context;
			for (const cause of [
				(store) => store.complete(1),
				(store) => store.getNextTodo(),
				(store) => store.addMultiple(["d"]),
				(store) => undo(store),
			]) {
				const { store } = filled(context);
				let heard = 0;
				store.subscribe(() => {
					heard += 1;
					store.free();
				});
				store.subscribe(() => (heard += 1));
				cause(store);
				ok(heard >= 1);
				refused(entry, () => store.size, "freed");
				refused(entry, () => cause(store), "freed");
			}
			const { store, tool } = filled(context);
			store.subscribe(() => store.free());
			const outcome = tool.call({ action: "complete_multiple", ids: [1] });
			equal([outcome.ok, outcome.changed], [true, true]);
			refused(entry, () => tool.call({ action: "list" }), "freed");
			// Also where calls are left.
			const other = new entry.TodoStore();
			other.subscribe(() => other.free());
			const write = (...ids) => {
				const todos = ids.map((id) => ({ id, content: id }));
				return `<tool_call><tool_name>todo</tool_name><action>write</action><todos>${JSON.stringify(todos)}</todos></tool_call>`;
			};
			const talk = new entry.Conversation(other);
			const both = write("a") + write("a", "b");
			refused(entry, () => talk.callXml(both), "freed");
		},
	},
	{
		name: "a listener may unsubscribe itself and others, and subscribe more",
		run(context) {
			const { store } = filled(context);
			const heard = [];
			const offSelf = store.subscribe(() => {
				heard.push("self");
				offSelf();
				offOther();
				store.subscribe(() => heard.push("new"));
			});
			const offOther = store.subscribe(() => heard.push("other"));
			store.complete(1);
			// One that comes in the middle may hear of that change, too.
			const first = heard.splice(0).filter((name) => name !== "new");
			equal(first, ["self"]);
			store.complete(2);
			equal(heard, ["new"]);
		},
	},
	{
		// Node has no reportError: there what a listener throws ends the process, see
		// tests/api/uncaught.test.mjs.
		name: "what a listener throws stops neither the others nor the store",
		where: ["page", "worker", "service-worker"],
		async run(context) {
			const { store } = filled(context);
			const reported = new Promise((resolve) => {
				globalThis.addEventListener("error", function listen(event) {
					event.preventDefault();
					globalThis.removeEventListener("error", listen);
					resolve(event.error);
				});
			});
			let heard = 0;
			const mine = new Error("thrown by a listener");
			store.subscribe(() => {
				throw mine;
			});
			store.subscribe(() => (heard += 1));
			store.complete(1);
			equal([heard, store.getAll()[0].status], [1, "done"]);
			same(await reported, mine);
		},
	},
	{
		name: "a getter in contents may change the store, before the call does",
		run(context) {
			const meddling = [["from the getter"], ["from the array", "second"]];
			for (const [method, before] of [
				["addMultiple", ["a", "b", "c", ...meddling[0]]],
				["replaceAll", []],
			]) {
				const { store } = filled(context);
				const add = () => store.addMultiple(meddling[0]);
				store[method](running(add, meddling[1]));
				equal(contents(store), [...before, ...meddling[1]]);
				equal(store.history().length, 4);
			}
			const { store } = filled(context);
			store.completeMultiple(running(() => store.remove(3), [2]));
			equal(statuses(store), ["todo", "done"]);
			refused(
				context.entry,
				() => store.completeMultiple(running(() => store.reset(), [1])),
				"unknown_id",
			);
		},
	},
	{
		name: "a getter in contents may free the store",
		run(context) {
			for (const [method, item, ...before] of [
				["addMultiple", "d"],
				["replaceAll", "d"],
				["addAfterPosition", "d", 0],
				["completeMultiple", 1],
			]) {
				const { store } = filled(context);
				const items = running(() => store.free(), [item]);
				attempt(context.entry, () => store[method](...before, items));
				refused(context.entry, () => store.getAll(), "freed");
			}
			same(filled(context).store.size, 3);
		},
	},
	{
		name: "arguments of the tool may change the store while read",
		run(context) {
			const args = { action: "add_multiple", todos: [{ content: "d" }] };
			for (const what of ["getter", "toJSON", "Proxy"]) {
				const { store, tool } = filled(context);
				const change = () => void store.remove(1);
				const outcome = tool.call(argumentsRunning(change, args)[what]);
				ok(outcome.ok, `${what}: ${outcome.text}`);
				equal(contents(store), ["b", "c", "d"], what);
				same(outcome.revision, store.revision, what);
				match(outcome.reminder, />d<\/todo>/, what);

				const freeing = argumentsRunning(() => void store.free(), args)[what];
				attempt(context.entry, () => tool.call(freeing));
				refused(context.entry, () => tool.call({ action: "list" }), "freed");
			}
		},
	},
	{
		name: "options may make and use other stores while read",
		run({ entry: { TodoStore } }) {
			let inner;
			const store = new TodoStore({
				get maxTodos() {
					inner = TodoStore.fromXml(
						'<todos><todo id="1" status="done">inner</todo></todos>',
					);
					return 5;
				},
			});
			same(inner.size, 1);
			store.addMultiple(["1", "2", "3", "4", "5"]);
			same(store.size, 5);
		},
	},
	{
		name: "calls may nest twenty deep",
		run(context) {
			const { store, tool } = filled(context);
			let depth = 0;
			const nested = () => ({
				get action() {
					depth += 1;
					if (depth < 20) tool.call(nested());
					return "list";
				},
			});
			ok(tool.call(nested()).ok);
			same(depth, 20);
			same(store.revision, 1);
		},
	},
	{
		name: "calls that nest without end leave the store working",
		run(context) {
			const { store, tool } = filled(context);
			const endless = () => ({
				get action() {
					tool.call(endless());
					return "list";
				},
			});
			const endlessContents = () =>
				running(() => store.addMultiple(endlessContents()));
			for (const nest of [
				() => tool.call(endless()),
				() => store.replaceAll(endlessContents()),
			])
				try {
					nest();
				} catch (error) {
					const isTrap = error instanceof WebAssembly.RuntimeError;
					ok(!isTrap, `a WebAssembly trap: ${error.message}`);
				}
			const other = filled(context);
			other.store.complete(1);
			ok(other.tool.call({ action: "list" }).ok);
			store.reset();
			store.addMultiple(["x"]);
			equal(contents(store), ["x"]);
		},
	},
];

/** It may go through or be refused with a TodoError; nothing else. */
function attempt({ TodoError }, action) {
	try {
		action();
	} catch (error) {
		ok(error instanceof TodoError, `expected a TodoError, got ${error}`);
	}
}
