// Owner and followers in one process, over a real BroadcastChannel and over a transport that loses
// what it is told to: what they promise when messages come late, twice, not at all, or from
// somebody else.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as main from "agent-todos";
import {
	Conversation,
	connect,
	init,
	memoryStorage,
	persist,
	TodoError,
	TodoStore,
	tools,
} from "agent-todos";
import * as light from "agent-todos/follow";
import { follow } from "agent-todos/follow";
import { patience } from "../../www/browsers/patience.mjs";
import { numbers } from "../browsers/bodies/text.mjs";
import { words } from "../tools/lists.mjs";
import { turns, until } from "../tools/until.mjs";

await init();

const open = [];
/** Closed in the end, as a channel keeps the process going. */
const kept = (end) => {
	open.push(end);
	return end;
};
after(() => {
	for (const end of open) end.stop();
});

let names = 0;
const newName = () => `test ${++names}`;

async function pair(contents = ["a", "b", "c"], options = {}) {
	const name = newName();
	const store = options.given ?? new TodoStore(options.store);
	store.addMultiple(contents);
	const owner = kept(connect(store, { name, ...options.owner }));
	await owner.open();
	const follower = kept(await follow({ name, ...options.follower }));
	return { name, store, owner, follower };
}

/** The follower has heard of each revision of the store. */
const hears = ({ store, follower }) =>
	until("it hears", () => follower.revision === store.revision);
const rejects = (promise, code, message = /./) =>
	assert.rejects(
		promise,
		(error) =>
			error instanceof TodoError &&
			error.code === code &&
			message.test(error.message),
	);

test("agent-todos/follow and agent-todos export the same things under the same names", () => {
	const { follow: own, ...shared } = light;
	assert.equal(own, follow);
	assert.deepEqual(Object.keys(shared).sort(), [
		"TodoError",
		"overBroadcastChannel",
		"overRuntime",
		"overWebSocket",
	]);
	const all = { ...main };
	for (const [name, value] of Object.entries(shared))
		assert.equal(value, all[name], name);
});

test("a follower reports each revision once, and keeps unchanged todos", async () => {
	const live = await pair();
	const { store, follower } = live;
	assert.deepEqual(follower.todos, store.getAll());
	assert.equal(follower.isConnected, true);
	const [first] = follower.todos;
	const seen = [];
	follower.subscribe(({ revision }) =>
		seen.push([revision, follower.revision, words(follower.todos).join()]),
	);
	store.markDoing(2);
	store.complete(2);
	store.remove(3);
	await hears(live);
	assert.deepEqual(seen, [
		[2, 2, "a,b: doing,c"],
		[3, 3, "a,b: done,c"],
		[4, 4, "a,b: done"],
	]);
	assert.deepEqual(follower.todos, store.getAll());
	assert.equal(follower.todos[0], first, "the same object");
	assert.ok(
		Object.isFrozen(follower.todos) && follower.todos.every(Object.isFrozen),
	);
});

test("a follower has every field of a todo", async () => {
	const live = await pair(["a", "b", "c"], { store: { confirmDone: true } });
	const { store, follower } = live;
	store.edit(1, { priority: "high", description: "d", confirm: true });
	store.edit(2, { activeForm: "f", blockedBy: ["t1"] });
	store.as("user").approve();
	const conversation = new Conversation(store, { name: "ann" });
	conversation.reminder();
	const [tool] = conversation.tools;
	tool.call({ action: "mark_doing", ids: [3] });
	tool.call({ action: "complete_multiple", ids: [1], evidence: "e" });
	store.skip(2, "r");
	await hears(live);
	const known = new Set(store.getAll().flatMap(Object.keys));
	for (const name of ["owner", "confirm", "claimed", "evidence", "approved"])
		assert.ok(known.has(name), name);
	assert.deepEqual(follower.todos, store.getAll());
});

test("revisions made in a notification reach followers in order", async () => {
	const name = newName();
	const store = new TodoStore();
	store.subscribe(() => store.size < 6 && store.addMultiple([`${store.size}`]));
	await kept(connect(store, { name })).open();
	const follower = kept(await follow({ name }));
	const seen = [];
	follower.subscribe(({ revision }) =>
		seen.push([revision, follower.todos.length]),
	);
	store.addMultiple(["first"]);
	await hears({ store, follower });
	assert.deepEqual(
		seen,
		[1, 2, 3, 4, 5, 6].map((size) => [size, size]),
	);
});

test("two followers name todos by key, and all receive who changed what", async () => {
	const { store, follower, name } = await pair(["a", "b"]);
	const other = kept(await follow({ name, author: "host" }));
	const heard = [];
	const seen = [];
	store.subscribe((change) => heard.push(change));
	follower.subscribe((change) => seen.push(change));
	const [a, b] = follower.todos.map(({ key }) => key);
	// Both were looking at the same list.
	await Promise.all([
		follower.move(b, 0),
		other.edit(a, { content: "a, better", description: "for two" }),
	]);
	await follower.skip(a, "sold out");
	assert.equal(follower.todos[1].reason, "sold out");
	await other.reopen(a);
	const done = { action: "complete_multiple", todos: [], ids: [1] };
	await follower.callTool("todo_manager", done);
	await hears({ store, follower: other });
	assert.deepEqual(words(store), ["b: done", "a, better"]);
	assert.deepEqual(other.todos, store.getAll());
	const by = heard.map(({ by }) => by);
	assert.deepEqual(by.sort(), ["host", "host", "model", "user", "user"]);
	assert.deepEqual(seen, heard);
	const authors = /user, model, agent or host/;
	await rejects(follow({ name, author: "me" }), "invalid_argument", authors);
});

test("a follower's calls resolve and reject as the owner's do", async () => {
	const { store, follower } = await pair();
	assert.equal(await follower.complete(1), true);
	assert.equal(follower.todos[0].status, "done", "the change was there first");
	assert.deepEqual(await follower.addMultiple(["d"]), [
		{ id: 4, key: "t4", content: "d", status: "todo", revision: 3 },
	]);
	assert.equal((await follower.getNextTodo()).content, "b");
	assert.equal(await follower.newTask(), false);
	assert.equal(await follower.getXml(), store.getXml());
	const [, , , last] = follower.todos;
	for (const ref of [4, "t4", last]) assert.equal(follower.get(ref), last);
	for (const ref of [5, "t5", { key: "t9" }])
		assert.equal(follower.get(ref), undefined);
	await follower.add("e");
	await follower.complete("t5");
	const { add } = follower;
	await rejects(add(""), "empty_content");
	assert.equal(await follower.markdown(), store.markdown());
	assert.equal(store.markdown().split("\n").at(-2), "- [x] e");
	assert.deepEqual(follower.decisions(), store.decisions());
	assert.deepEqual(Object.keys(await follower.timeSpent()), ["t2"]);

	const [tool] = tools(TodoStore.fromCheckpoint(store.checkpoint()));
	const call = '{"action":"complete_multiple","ids":2}';
	const outcome = tool.call(call);
	assert.equal(outcome.notes.length, 1);
	assert.deepEqual(await follower.callTool("todo_manager", call), {
		...outcome,
		reminder: store.systemReminder(),
	});
	const write = [{ todos: [] }, { dialect: "TodoWrite" }];
	assert.equal((await follower.callTool("TodoWrite", ...write)).ok, true);
	assert.equal((await follower.callTool("todo_manager", "nonsense")).ok, false);

	const cyclic = {};
	cyclic.self = cyclic;
	const noMethod = /followers cannot call/;
	for (const [method, argument, message, code = "invalid_argument"] of [
		["complete", 9, /no todo 9/, "unknown_id"],
		["complete", "1", /must be an id \(a whole number\), a key/],
		["complete", NaN, /args\.0 is not JSON/],
		["addMultiple", [1n], /could not be read/],
		...["free", "subscribe", "constructor", "__proto__", "nonsense", 3, null]
			// No method of a list that others have.
			.map((method) => [method, undefined, noMethod]),
	])
		await rejects(follower.callMethod(method, [argument]), code, message);
	for (const [message, ...given] of [
		[/no tool "TodoWrite".*todo_manager/, "TodoWrite", {}],
		[/nonsense/, "todo_manager", {}, { dialect: "nonsense" }],
		[/option "dialekt"/, "todo_manager", {}, { dialekt: "TodoWrite" }],
		[/must be an object/, "todo_manager", {}, "TodoWrite"],
		[/could not be read/, "todo_manager", cyclic],
	])
		await rejects(follower.callTool(...given), "invalid_argument", message);
});

test("a follower hears what held, and lets the agent", async () => {
	const { name, store, follower } = await pair();
	const other = kept(await follow({ name }));
	const changes = [];
	other.subscribe((change) => changes.push(change));
	const todos = ["a", "b", "c"].map((content) => ({
		content,
		status: "pending",
		activeForm: content,
	}));
	const talk = new Conversation(store, { dialect: "TodoWrite" });
	talk.reminder();
	await follower.skip(2);
	talk.tools[0].call({ todos });
	await until("it hears", () => changes.at(-1)?.held);
	const [held] = changes.at(-1).held;
	assert.deepEqual(held, {
		key: "t2",
		aspect: "state",
		asked: { status: "todo" },
		by: "model",
		times: 1,
	});
	const late = kept(await follow({ name }));
	for (const list of [follower, other, late])
		assert.deepEqual(list.decisions(), store.decisions());
	assert.equal(
		store.decisions().some(({ held }) => held === 1),
		true,
	);
	assert.equal(await follower.letAgent(held.key, held.aspect), true);
	assert.equal(store.get("t2").status, "todo");
	assert.deepEqual(follower.decisions(), store.decisions());
});

test("a tool that a follower calls writes as the model", async () => {
	for (const author of ["user", "host"]) {
		const store = new TodoStore();
		const { follower } = await pair(["a"], { given: store.as(author) });
		const done = { action: "complete_multiple", ids: [1] };
		assert.equal((await follower.callTool("todo_manager", done)).ok, true);
		assert.deepEqual(words(store), ["a: done"]);
		assert.equal(store.history().at(-1).by, "model");
	}
});

test("follow() rejects with no_owner, and finds one that comes later", async () => {
	const name = newName();
	await rejects(
		follow({ name, timeout: 50 }),
		"no_owner",
		/within 50 ms.*nothing was done/,
	);
	const following = follow({ name, timeout: Infinity });
	await turns();
	const store = new TodoStore();
	const owner = kept(connect(store, { name }));
	const follower = kept(await following);
	assert.deepEqual(follower.todos, []);
	await owner[Symbol.asyncDispose]();
	assert.equal(await owner.ended, undefined);
	await until("it hears of the end", () => !follower.isConnected);
	const late = follower.addMultiple(["said while nobody was there"]);
	await turns();
	kept(connect(store, { name }));
	await late;
	assert.equal(store.size, 1);
});

test("a follower accepts a restarted owner, also at a lower revision", async () => {
	const { name, store, owner, follower } = await pair();
	const checkpoint = store.checkpoint();
	for (const id of [1, 2, 3]) await follower.complete(id);
	const seen = [];
	follower.subscribe(({ revision }) => seen.push(revision));
	owner.stop();
	const older = TodoStore.fromCheckpoint(checkpoint);
	kept(connect(older, { name }));
	await hears({ store: older, follower });
	assert.deepEqual(seen, [1]);
	assert.deepEqual(follower.todos, older.getAll());
	await follower.remove(1);
	assert.equal(older.size, 2);
	assert.equal(store.size, 3);
});

test("connect(open) opens a store when it is needed", async () => {
	const name = newName();
	let opened = 0;
	const denied = { name: "NotAllowedError", message: "denied" };
	const openLate = async () => {
		opened += 1;
		await turns();
		if (opened === 1) throw Object.assign(new Error(), denied);
		return new TodoStore();
	};
	const owner = kept(connect(openLate, { name }));
	await turns();
	assert.equal(opened, 0, "nobody needs it yet");
	await assert.rejects(follow({ name }), denied);
	const followers = await Promise.all([1, 2, 3].map(() => follow({ name })));
	followers.forEach(kept);
	assert.equal(opened, 2);
	assert.ok((await owner.open()) instanceof TodoStore);
});

/** What callbacks of a host may throw, and what becomes of it on the other side. */
const thrown = [
	[undefined, { name: "Error", message: "undefined was thrown" }],
	[null, { name: "Error", message: "null was thrown" }],
	["a text", { name: "Error", message: "a text was thrown" }],
	[{ message: "an object" }, { message: "an object" }],
	[
		{
			get message() {
				throw new Error("not even that");
			},
		},
		{ name: "Error", message: "what was thrown cannot be read" },
	],
	[Symbol("s"), { name: "Error", message: "what was thrown cannot be read" }],
	[new RangeError("an error"), { name: "RangeError", message: "an error" }],
];

test("connect(open) that fails releases the name, and its error reaches the caller", async () => {
	for (const [error, expected] of thrown) {
		const name = newName();
		const first = kept(connect(() => Promise.reject(error), { name }));
		await assert.rejects(follow({ name }), expected);
		await first.open().catch(() => {});
		// Another context can own it now.
		const store = new TodoStore();
		const second = kept(connect(store, { name, timeout: patience }));
		assert.equal(await second.open(), store);
	}
});

test("a follower's call resolves and rejects as onChange()", async () => {
	let stored = 0;
	let store = async () => {
		await turns();
		stored += 1;
	};
	const { follower } = await pair(["a"], {
		owner: { onChange: () => store() },
	});
	await follower.complete(1);
	assert.equal(stored, 1);
	await follower.complete(1);
	await rejects(follower.complete(9), "unknown_id");
	assert.equal(stored, 1, "nothing changed, so nothing is to be stored");
	for (const [error, expected] of thrown) {
		store = () => Promise.reject(error);
		await assert.rejects(follower.addMultiple(["b"]), expected);
		assert.equal(follower.todos.at(-1).content, "b");
	}
});

const shown = (todos) => words(todos).join(" | ");

test("followers receive changes in order, once onChange() has resolved", async () => {
	const storing = [];
	const stored = () => new Promise((resolve) => storing.push(resolve));
	const { name, store, follower } = await pair(["a", "b"], {
		owner: { onChange: stored },
	});
	const heard = [];
	follower.subscribe(({ revision }) => heard.push(revision));
	const first = follower.complete("t1");
	await until("it is carried out", () => storing.length === 1);
	const second = follower.complete("t2");
	await until("it is carried out", () => storing.length === 2);
	store.addMultiple(["c"]);
	await turns();
	assert.deepEqual([shown(follower.todos), heard], ["a | b", []]);
	// Whoever comes now waits, too.
	const late = follow({ name });
	await turns();
	storing[0]();
	await first;
	assert.equal(shown(follower.todos), "a: done | b");
	storing[1]();
	await second;
	assert.equal(shown(follower.todos), "a: done | b: done | c");
	assert.deepEqual(heard, [2, 3, 4]);
	assert.equal(shown(kept(await late).todos), "a: done | b: done | c");
});

test("a deleted list rejects calls with deleted until it is persisted again", async () => {
	const storage = memoryStorage();
	const store = new TodoStore();
	let list = await persist(store, storage, { name: "deleted" });
	const stored = () => list.flushed();
	const { follower } = await pair(["a"], {
		given: store,
		owner: { onChange: stored },
	});
	await list.delete();
	await until("it hears", () => follower.todos.length === 0);
	const { revision } = store;
	for (const call of [
		() => follower.addMultiple(["b"]),
		() =>
			follower.callTool("todo_manager", {
				action: "add_multiple",
				todos: ["b"],
				ids: [],
			}),
	])
		await assert.rejects(call(), (error) => {
			assert.deepEqual([error.name, error.code], ["StorageError", "deleted"]);
			return /nothing is stored/.test(error.message);
		});
	assert.equal(store.revision, revision);
	assert.equal(await follower.getXml(), "<todos></todos>");
	list = await persist(store, storage, { name: "deleted" });
	await follower.addMultiple(["b"]);
	assert.equal(shown(follower.todos), "b");
	await list.stop();
});

test("a follower has proposal and approval, and asks the owner", async () => {
	const { approved, addresses } = JSON.parse(
		readFileSync(new URL("../corpus/sites.json", import.meta.url), "utf8"),
	);
	const live = await pair();
	const { name, store, follower } = live;
	assert.deepEqual(
		[follower.proposal, follower.approval],
		[undefined, undefined],
	);
	store.as("model").propose({ sites: approved });
	await hears(live);
	const { proposal } = follower;
	assert.deepEqual(proposal, store.proposal);
	assert.ok(Object.isFrozen(proposal.sites));
	store.markDoing(1);
	await hears(live);
	assert.equal(follower.proposal, proposal, "it stays the same object");
	for (const { address } of addresses)
		assert.equal(await follower.allows(address), false, address);

	const model = kept(await follow({ name, author: "model" }));
	assert.deepEqual(model.proposal, store.proposal);
	await rejects(model.approve({ sites: approved }), "not_allowed");
	await rejects(model.revoke(), "not_allowed");
	await follower.approve({ sites: proposal.sites });
	assert.equal(follower.proposal, undefined);
	assert.deepEqual(follower.approval, store.approval);
	assert.ok(Math.abs(follower.approval.at - Date.now()) < 60_000);
	for (const { address, allowed } of addresses)
		assert.equal(await follower.allows(address), allowed, address);

	await follower.revoke();
	assert.deepEqual(
		[follower.proposal, follower.approval],
		[proposal, undefined],
	);
	assert.equal(await follower.allows("https://example.org"), false);
	await model.propose({ sites: ["bank.example"] });
	await until("it hears", () => follower.proposal.sites.length === 1);
	assert.deepEqual(follower.proposal.sites, ["https://bank.example"]);
});

test("a follower's approval of sites that have changed is refused", async () => {
	const { store, follower } = await pair(["a"], {
		owner: {
			allow: ({ method }) => {
				if (method === "approve")
					store.as("model").propose({ sites: ["bank.example"] });
				return true;
			},
		},
	});
	await follower.propose({ sites: ["shop.example"] });
	const { revision, proposal } = follower;
	const { sites } = proposal;
	await rejects(follower.approve({ revision, sites }), "changed");
	assert.equal(store.approval, undefined);
});

test("a todo's data reaches a follower frozen, which may change it", async () => {
	const { store, follower } = await pair();
	store.edit(1, { data: { tab: 7, row: ["a"] } });
	await until("it hears", () => follower.todos[0].data);
	const [{ data }] = follower.todos;
	assert.deepEqual(data, { tab: 7, row: ["a"] });
	assert.ok(Object.isFrozen(data) && Object.isFrozen(data.row));
	await follower.edit("t1", { data: { tab: 8 } });
	assert.deepEqual(follower.todos[0].data, { tab: 8 });
	assert.deepEqual(store.getAll()[0].data, { tab: 8 });
	assert.doesNotMatch(await follower.getXml(), /tab/);
});

test("a follower's approval or answer counts only for what it showed", async () => {
	const allow = (call) => {
		// A model is faster than the person's call.
		change?.(call);
		return true;
	};
	let change;
	const { store, follower } = await pair(["a", "b"], { owner: { allow } });
	const model = store.as("model");
	/** Answers about the list, and says which one was shown. */
	const answer = (method, ...args) =>
		follower[method](...args, { revision: follower.revision });
	/** Answers about a todo, as it was shown. Returns whether that counts. */
	const answerOn = (method, key, ...args) =>
		follower[method](follower.get(key), ...args);
	const catchUp = () =>
		until("it hears", () => follower.revision === store.revision);
	change = () => model.edit(1, { content: "another" });
	await rejects(answer("approve"), "changed");
	change = () => model.addMultiple(["c"]);
	await rejects(answer("approve"), "changed");
	change = undefined;
	await answer("approve");
	assert.ok(store.getAll().every(({ approved }) => approved));

	const host = store.as("host");
	host.edit(2, { confirm: true });
	model.complete(2);
	await catchUp();
	change = () => model.reopen(2);
	assert.equal(await answerOn("complete", "t2"), false);
	model.complete("t2");
	await catchUp();
	change = () => store.as("user").move("t2", 0);
	assert.equal(await answerOn("complete", "t2"), true);
	change = () => host.edit("t3", { content: "not this one" });
	assert.equal(await answerOn("complete", "t3"), false);
	change = () => host.edit("t3", { content: "nor this one" });
	const both = () => ["t1", "t3"].map((key) => follower.get(key));
	assert.equal(await follower.completeMultiple(both()), false);
	change = () => host.edit("t3", { priority: "high" });
	assert.equal(await follower.completeMultiple(both()), true);
	assert.equal(shown(store), "b: done | another: done | nor this one: done");

	host.reopen("t3");
	model.wait("t3", { question: "The code from your mail?" });
	await catchUp();
	change = ({ method }) => model.wait("t3", { question: `${method}?` });
	assert.equal(await answerOn("answer", "t3", "1234"), false);
	assert.equal(await answerOn("reopen", "t3", "not so"), false);
	change = undefined;
	assert.equal(await answerOn("answer", "t3", "4111"), true);
	assert.equal(store.getAll()[2].answer, "4111");
	const wording = ({ method }) => host.edit("t3", { content: `${method}?` });
	change = wording;
	for (const [method, ...args] of [["remove"], ["skip", "sold out"], ["fail"]])
		assert.equal(await answerOn(method, "t3", ...args), false, method);
	assert.equal(shown(store), "b: done | another: done | fail?");
	await rejects(answer("restoreRevision", 1), "changed");
	change = () => model.addAfterPosition(0, ["first"]);
	await catchUp();
	// Behind the last one that was shown.
	await answer("move", "t2", 3);
	assert.equal(
		shown(store),
		"first | another: done | restoreRevision? | b: done",
	);
	await rejects(follower.move("t3", 0, { revison: 1 }), "invalid_argument");
});

test("a follower's call is accepted or refused as the store's method is", async () => {
	class Tab {
		id = 1;
	}
	const cycle = { in: [] };
	cycle.in.push(cycle);
	const values = {
		undefined,
		null: null,
		NaN,
		Infinity,
		"a symbol": Symbol("a"),
		"a BigInt": 1n,
		"a function": () => 1,
		"a date": new Date(0),
		"a map": new Map([["a", 1]]),
		"an instance": new Tab(),
		"a list with a gap": Object.assign(new Array(2), [1]),
		"a list that is too long": new Array(20_000),
		"a circle": cycle,
		"data 50 deep": JSON.parse("[".repeat(50) + "]".repeat(50)),
		"data 31 deep": JSON.parse("[".repeat(31) + "]".repeat(31)),
		"an object": { a: [1, null, "b"], none: undefined },
		"a text": "a",
	};
	const calls = {
		reason: (value) => ["skip", 1, value],
		shown: (value) => ["move", 1, 2, value],
		data: (value) => ["edit", 1, { data: value }],
		item: (value) => ["edit", 1, { data: { a: [value] } }],
		content: (value) => ["add", value],
		contents: (value) => ["addMultiple", ["d", value]],
		ref: (value) => ["complete", value],
	};
	for (const [where, makeCall] of Object.entries(calls))
		for (const [what, value] of Object.entries(values)) {
			const { store, follower } = await pair();
			const own = new TodoStore();
			own.addMultiple(["a", "b", "c"]);
			const user = own.as("user");
			const [method, ...args] = makeCall(value);
			let expected;
			try {
				user[method](...args);
			} catch ({ code }) {
				expected = code;
			}
			const got = await follower[method](...args).then(
				() => undefined,
				({ code }) => code,
			);
			// JSON has no such objects, though the store reads options from them.
			const isOther = where === "shown" && /date|map|instance/.test(what);
			const code = isOther ? "invalid_argument" : expected;
			assert.equal(got, code, `${where}: ${what}`);
			if (isOther) continue;
			assert.deepEqual(store.getAll(), own.getAll(), `${where}: ${what}`);
			await follower.stop();
		}
	const { store, follower } = await pair();
	await follower.skip(1, undefined);
	assert.equal(store.getAll()[0].status, "skipped");
});

test("a follower's call rejects although the owner's error cannot be read", async () => {
	const odd = [{ toString: 1 }, null, 7, [], undefined];
	for (const error of odd.flatMap((part) => [
		{ name: part, message: part, code: part },
		{ name: "TodoError", message: part, code: part },
		part ?? {},
	])) {
		const message = (body) => JSON.stringify(["agent-todos", 1, "*", body]);
		const state = {
			type: "state",
			owner: "o",
			revision: 0,
			by: "host",
			todos: [],
			decisions: [],
		};
		const sites = {};
		const over = {
			join: (_, hear) => ({
				send(text) {
					const { type, call } = JSON.parse(text)[3];
					const answer = { type: "answer", call, error };
					const said = type === "get_state" ? { ...state, sites } : answer;
					setTimeout(hear, 0, message(said));
				},
				close() {},
			}),
		};
		const follower = kept(await follow({ over }));
		await assert.rejects(follower.complete(1), Error, JSON.stringify(error));
	}
});

test("a follower's call is about the todo that its context showed", async () => {
	let meanwhile;
	const calls = [];
	const allow = (call) => {
		calls.push(call);
		// A model is faster than the person's call.
		meanwhile?.();
		meanwhile = undefined;
		return true;
	};
	const { store, follower } = await pair(["a", "b"], { owner: { allow } });
	const model = store.as("model");
	store.edit(1, { data: { tab: 7 } });
	await until("it hears", () => follower.revision === store.revision);
	const [first, second] = follower.todos;
	assert.deepEqual(first.data, { tab: 7 });
	meanwhile = () => model.edit(1, { content: "another" });
	assert.equal(await follower.complete(first), false);
	assert.equal(shown(store), "another | b");
	assert.ok(!("data" in calls[0].args[0]), "it crosses without its data");
	assert.equal(await follower.complete(follower.todos[0]), true);
	assert.equal(await follower.complete(first), false, "it was reworded");
	meanwhile = () => model.complete(2);
	assert.equal(await follower.skip(second, "sold out"), false);
	assert.equal(await follower.remove(second), false);
	assert.equal(await follower.remove(follower.todos[1]), true);
	assert.equal(await follower.edit(second, { content: "c" }), false);
	assert.equal(shown(store), "another: done");
});

test("connect() of a freed store ends with freed", async () => {
	const store = new TodoStore();
	store.free();
	const reason = await connect(store, { name: newName() }).ended;
	assert.ok(reason instanceof TodoError && reason.code === "freed");
});

/**
 * Returns a transport in this process. It passes each message on as `pass` says, 0, 1 or more
 * times, and says `sender` of who asks.
 */
function inProcess({ sender, pass = () => 1 } = {}) {
	const [owners, followers] = [new Set(), new Set()];
	const link = (mine, theirs, receive, onLost) => {
		const send = (text) => {
			for (const other of theirs)
				for (let times = pass(text); times > 0; times--)
					queueMicrotask(() => other.receive(text));
		};
		const end = { receive: (text) => receive(text, send, sender), onLost };
		mine.add(end);
		return { send, close: () => mine.delete(end) };
	};
	return {
		followers,
		serve: (_, receive) => link(owners, followers, receive),
		join: (_, receive, onLost) => link(followers, owners, receive, onLost),
	};
}

const stranger = {
	isTrusted: false,
	url: "https://shop.example/basket",
	tabId: 3,
};
/** Returns an owner, and a follower of whom the transport says this. */
function from(sender, allow) {
	const over = inProcess({ sender });
	return pair(["a", "b"], { owner: { over, allow }, follower: { over } });
}

const reading = [
	"timeSpent",
	"getXml",
	"markdown",
	"checkpoint",
	"systemReminder",
];

test("a follower without trust only reads", async () => {
	const live = await from(stranger);
	const { store, follower } = live;
	assert.deepEqual(follower.todos, store.getAll());
	const { message } = await follower
		.callMethod("free", [])
		.catch((error) => error);
	const methods = message.match(/use one of (.*)$/)[1].split(", ");
	assert.ok(methods.length > 20);
	for (const method of methods)
		if (method === "history")
			assert.equal((await follower.history()).length, 2);
		else if (method === "allows")
			assert.equal(await follower.allows("https://example.org"), false);
		else if (reading.includes(method))
			assert.deepEqual(await follower[method](), store[method]());
		else await rejects(follower[method](), "not_allowed", /option allow/);
	await rejects(follower.callTool("todo_manager", {}), "not_allowed");
	assert.equal(store.revision, 1);
	store.complete(1);
	await hears(live);
	for (const sender of [{ isTrusted: true }, undefined]) {
		const { follower, store } = await from(sender);
		await follower.reset();
		assert.equal(store.size, 0);
		assert.equal((await follower.callTool("todo_manager", {})).ok, false);
	}
});

test("the option allow of connect() decides for every follower", async () => {
	const asked = [];
	const { follower } = await from(stranger, (call, sender) => {
		asked.push([call, sender]);
		return call.method === "complete";
	});
	await follower.complete(1);
	await rejects(follower.getXml(), "not_allowed");
	const call = { tool: "TodoWrite", dialect: "TodoWrite", args: { todos: [] } };
	await rejects(
		follower.callTool(call.tool, call.args, { dialect: call.dialect }),
		"not_allowed",
		/may not call "TodoWrite"/,
	);
	assert.deepEqual(asked, [
		[{ method: "complete", by: "user", args: [1] }, stranger],
		[{ method: "getXml", by: "user", args: [] }, stranger],
		[call, stranger],
	]);
	// Anything but true is a no, a promise of true too; what it throws is the call's error.
	for (const answer of [undefined, null, 1, "yes", {}, Promise.resolve(true)]) {
		const { follower, store } = await from(undefined, () => answer);
		await rejects(follower.reset(), "not_allowed");
		assert.equal(store.size, 2);
	}
	const throwing = await from(undefined, () => {
		throw new RangeError("boom");
	});
	await assert.rejects(throwing.follower.reset(), {
		name: "RangeError",
		message: "boom",
	});
});

test("a follower wakes a dying owner once in ten seconds", async (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	let now = 0;
	t.mock.method(performance, "now", () => now);
	const pass = async (milliseconds) => {
		for (let passed = 0; passed < milliseconds; passed += 50) {
			now += 50;
			t.mock.timers.tick(50);
			for (let turn = 0; turn < 20; turn++) await undefined;
		}
	};
	const over = inProcess();
	const { join } = over;
	let joined = 0;
	over.join = (...args) => {
		joined += 1;
		return join(...args);
	};
	const opening = pair(["a"], { owner: { over }, follower: { over } });
	await pass(50);
	const { store, follower } = await opening;
	assert.equal(joined, 1);
	/** As when its service worker is stopped. */
	const stop = () => {
		for (const { onLost } of over.followers) onLost();
		over.followers.clear();
	};
	// One that has rested is joined again at once.
	await pass(60_000);
	stop();
	await pass(50);
	assert.deepEqual([joined, follower.isConnected], [2, true]);
	// It ends as soon as it runs.
	for (let passed = 0; passed < 60_000; passed += 50) {
		stop();
		await pass(50);
	}
	const woken = joined - 2;
	assert.ok(woken >= 5 && woken <= 7, `woken ${woken} times in a minute`);
	// Who has something to ask does not wait.
	stop();
	const called = follower.complete(1);
	await pass(50);
	await called;
	assert.equal(store.isCompleted(1), true);
});

test("a store that is freed ends its owner and releases the name", async () => {
	const { name, store, owner, follower } = await pair();
	const other = store.as("user");
	// Who shows the agent hears of it, too.
	const connected = [];
	follower.agent.subscribe(() => connected.push(follower.isConnected));
	store.free();
	assert.equal((await owner.ended).code, "freed");
	await rejects(owner.open(), "freed");
	await until("it hears of the end", () => !follower.isConnected);
	// Whoever has another handle may make the list live again.
	const next = kept(connect(other, { name, timeout: patience }));
	await next.open();
	await until("it hears of the next", () => follower.isConnected);
	assert.deepEqual(connected, [false, true]);
	next.stop();
	other.free();
	assert.equal(await next.ended, undefined);
});

test("connect() and follow() refuse wrong arguments at once", async () => {
	const invalid = { code: "invalid_argument" };
	for (const wrong of [{}, null, undefined, "x"])
		assert.throws(() => connect(wrong), invalid);
	await rejects(
		kept(connect(() => ({}), { name: newName() })).open(),
		"invalid_argument",
		/what the function returns must be a TodoStore/,
	);
	const noOptions = [null, 3, "x"];
	for (const options of [
		...noOptions,
		{ name: "" },
		{ over: {} },
		{ over: [3] },
		{ onChange: true },
		{ allow: true },
	])
		assert.throws(() => connect(new TodoStore(), options), invalid);
	for (const options of [
		...noOptions,
		{ name: 3 },
		{ name: "" },
		{ over: 3 },
		{ over: { serve() {} } },
		{ timeout: 0 },
		{ timeout: "1" },
		{ timeout: NaN },
	])
		await rejects(follow(options), "invalid_argument");
	const { follower } = await pair();
	assert.throws(() => follower.subscribe(3), invalid);
	const waiting = follower.complete(1);
	follower.stop();
	await rejects(waiting, "no_owner", /stopped/);
	await rejects(follower.complete(1), "no_owner", /stopped/);
});

test("a follower ends with the owner's list over bad links", async () => {
	let jumps = 0;
	for (let round = 0; round < 200; round++) {
		const random = numbers(round);
		let isLeaky = true;
		const over = inProcess({
			pass: () => (isLeaky ? [0, 1, 1, 1, 2][random(5)] : 1),
		});
		const store = new TodoStore({ maxTodos: 8 });
		const owner = connect(store, { name: newName(), over });
		await owner.open();
		isLeaky = false;
		const follower = await follow({ name: "leaky", over });
		isLeaky = true;
		const seen = [];
		follower.subscribe(({ revision }) => {
			seen.push(revision);
			assert.deepEqual(
				follower.todos,
				store.history()[revision].todos,
				`round ${round}`,
			);
		});
		for (let step = 0; step < 40; step++) {
			const { size } = store;
			if (size < 8 && random(3) === 0)
				store.addAfterPosition(random(size + 1), [`${step}`]);
			else if (size > 0)
				[
					(id) => store.complete(id),
					(id) => store.remove(id),
					(id) => store.reopen(id),
					() => store.as("host").undo(),
				][random(4)](1 + random(size));
			await null;
		}
		await wait(0);
		isLeaky = false;
		store.addMultiple(["last"].slice(0, 8 - store.size));
		store.reset();
		await hears({ store, follower });
		assert.deepEqual(follower.todos, store.getAll());
		const steps = seen.slice(1).map((revision, at) => revision - seen[at]);
		assert.ok(
			steps.every((step) => step > 0),
			`round ${round}: ${seen}`,
		);
		jumps += steps.filter((step) => step > 1).length;
		follower.stop();
		owner.stop();
	}
	assert.ok(jumps > 100, `${jumps} gaps were met`);
});

test("foreign messages on the channel change nothing", async () => {
	const { name, store, follower } = await pair();
	const heard = [];
	const spy = new BroadcastChannel(`agent-todos/live:${name}`);
	kept({ stop: () => spy.close() });
	spy.onmessage = ({ data }) => heard.push(data);
	store.markDoing(1);
	await follower.abort();
	kept(await follow({ name }));
	const said = (type) =>
		heard.map((text) => JSON.parse(text)[3]).find((body) => body.type === type);
	await until("the spy hears", () =>
		["change", "call", "answer", "state"].every(said),
	);
	const texts = [...heard];
	const { revision, todos } = follower;
	const seen = [];
	follower.subscribe((change) => seen.push(change));

	const message = (to, body) => JSON.stringify(["agent-todos", 1, to, body]);
	// Each of these would count.
	const state = { ...said("state"), owner: "other", revision: 99 };
	const change = { ...said("change"), revision: revision + 1 };
	const { owner } = change;
	const call = { ...said("call"), method: "reset", from: "nobody" };
	const [todo] = state.todos;
	const end = { type: "end", owner };

	const odd = [
		undefined,
		null,
		NaN,
		-1,
		1.5,
		2 ** 53,
		"",
		"nonsense",
		true,
		[[]],
		{},
		{ length: 3 },
	];
	const isText = (value) => typeof value === "string";
	const isNoText = (value) => !isText(value);
	const isThere = (value) => value !== undefined;
	/** Returns what is right, with one odd value in it that is not right there. */
	const oddOf = (right, field, isWrong = () => true) =>
		odd.filter(isWrong).map((value) => ({ ...right, [field]: value }));
	const wrongTodos = [
		...["id", "status"].flatMap((field) => oddOf(todo, field)),
		...["key", "content"].flatMap((field) => oddOf(todo, field, isNoText)),
		...["activeForm", "description", "question", "answer"].flatMap((field) =>
			oddOf(todo, field, (value) => isThere(value) && isNoText(value)),
		),
		...["priority", "blockedBy"].flatMap((field) =>
			oddOf(todo, field, isThere),
		),
		...oddOf(todo, "waiting", isThere),
	];
	const { sites } = state;
	const wrongSites = [
		// An object without a proposal and an approval says that there is none.
		...odd.filter((value) => Object(value) !== value),
		...oddOf(sites, "proposal", isThere),
		...oddOf(sites, "approval", isThere),
		...[[7], "a", null].map((wrong) => ({
			...sites,
			proposal: { sites: wrong },
		})),
		...["sites", "at", "name"].flatMap((field) =>
			oddOf({ sites: [], at: 7 }, field, (value) =>
				field === "name" ? isThere(value) && isNoText(value) : value !== -1,
			).map((approval) => ({ ...sites, approval })),
		),
	];
	const [decision] = state.decisions;
	const wrongDecisions = [
		...["key", "aspect"].flatMap((field) => oddOf(decision, field, isNoText)),
		...["by", "revision"].flatMap((field) => oddOf(decision, field)),
		...oddOf(decision, "name", (value) => isThere(value) && isNoText(value)),
		...oddOf(decision, "spent", isThere),
	];
	const wrong = [
		...wrongDecisions.flatMap((wrong) =>
			[state, change].map((right) => ({ ...right, decisions: [wrong] })),
		),
		...wrongSites.flatMap((wrong) =>
			[state, change].map((right) => ({ ...right, sites: wrong })),
		),
		...["revision", "by", "todos", "decisions"].flatMap((field) =>
			oddOf(state, field),
		),
		...oddOf(state, "owner", isNoText),
		{ ...state, todos: [{ ...todo, id: 2 }] },
		...wrongTodos.flatMap((todo) =>
			[state, change].map((right) => ({ ...right, todos: [todo] })),
		),
		...["revision", "by", "todos", "decisions", "size", "owner"].flatMap(
			(field) => oddOf(change, field),
		),
		{ ...change, size: 2 ** 32 - 1 },
		{ ...change, size: 5 },
		{ ...change, size: 1000, todos: [{ ...todo, id: 1000 }] },
		...["type", "owner", "method", "by"].flatMap((field) => oddOf(call, field)),
		...oddOf({ ...call, method: undefined }, "tool"),
		...oddOf(call, "from", isNoText),
		{ ...call, method: "constructor" },
		{ type: "answer", call: 1 },
		{ type: "answer", call: "__proto__", error: null },
		{ type: "__proto__" },
		...odd,
	];
	const cyclic = {};
	cyclic.self = cyclic;
	const messages = [
		...odd,
		cyclic,
		new Map(),
		new Error("x"),
		10n ** 30n,
		...wrong.flatMap((body) => [message("*", body), message("owner", body)]),
		...odd.map((to) => message(to, state)),
		// Of another version, another package, cut short, with more behind it.
		message("*", state).replace("1", "2"),
		message("*", state).replace("1", '"1"'),
		message("*", state).replace("todos", "todo"),
		`${message("*", end)} `,
		message("*", end).slice(0, -1),
		`["agent-todos",1,"*",${"[".repeat(1e5)}`,
		'["agent-todos",1,"*",{"__proto__":{"type":"end"},"constructor":1}]',
		// What was said before, again; but not the calls, which are as good as new.
		...texts.filter((text) => !text.startsWith('["agent-todos",1,"owner"')),
	];
	// What was said, each changed at a random place.
	const random = numbers(7);
	for (let n = 0; n < 3000; n++) {
		const text = texts[random(texts.length)];
		const at = random(text.length);
		const changed =
			text.slice(0, at) +
			["", "\0", "]", "}", '"', "9", "\\", ",null", "{}", "[[[["][random(10)] +
			text.slice(at + random(4));
		try {
			// What still means something is a message like any other: whoever speaks on the channel of an
			// origin is part of it.
			if (said(JSON.parse(changed)[3]?.type)) continue;
		} catch {}
		messages.push(changed);
	}
	for (const message of messages) spy.postMessage(message);
	await follower.getXml();
	assert.deepEqual(seen, []);
	assert.equal(follower.revision, revision);
	assert.equal(follower.todos, todos);
	assert.deepEqual(todos, store.getAll());
	assert.equal(follower.isConnected, true);
	assert.equal(Object.prototype.type, undefined);
	console.log(
		`live, hostile messages: sent ${messages.length}, changes 0, errors 0`,
	);

	spy.postMessage(message("*", change));
	await until("the change counts", () => seen.length === 1);
	spy.postMessage(message("owner", call));
	await until("the call counts", () => store.size === 0);
	spy.postMessage(message("*", state));
	await until("the state counts", () => follower.revision === 99);
});
