// What followers know of the owner's agent, and do with its run; and `openList`, which puts storing
// and following together.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	Conversation,
	connect,
	init,
	memoryStorage,
	openList,
	overBroadcastChannel,
	persist,
	TodoError,
	TodoStore,
} from "agent-todos";
import { follow } from "agent-todos/follow";
import { runAgent } from "agent-todos/run";
import { deferred } from "../tools/lists.mjs";
import { until } from "../tools/until.mjs";

await init();

let names = 0;
const newName = () => `agent ${++names}`;

/** Returns a live list, its follower, and `close()`. */
async function live(t, options = {}) {
	const name = newName();
	const store = new TodoStore();
	const owner = connect(store, { name, ...options });
	const follower = await follow({ name });
	t.after(async () => {
		await follower.stop();
		await owner.stop();
	});
	return { name, store, owner, follower };
}

test("a follower knows what the agent was told", async (t) => {
	const { store, owner, follower } = await live(t);
	const { agent } = follower;
	assert.equal(agent.toldRevision, undefined);
	let heard = 0;
	const leave = agent.subscribe(() => heard++);
	store.addMultiple(["Open the shop"]);
	const first = new Conversation(store);
	owner.agent = first;
	first.reminder();
	await until("the model reads the list", () => agent.toldRevision === 1);
	assert.ok(heard > 0);
	leave();
	const before = heard;
	store.as("user").complete(1);
	first.reminder();
	await until("the model reads the change", () => agent.toldRevision === 2);
	assert.equal(heard, before, "a listener that left hears nothing");
	owner.agent = new Conversation(store);
	await until(
		"another one knows nothing",
		() => agent.toldRevision === undefined,
	);
	first.compacted();
	first.reminder();
	store.complete(1);
	assert.equal(agent.toldRevision, undefined, "the former is left");
});

/** Returns the beginning of a call in Claude's tool, with these todos. */
const begun = (...contents) =>
	JSON.stringify({
		todos: contents.map((content) => ({ content, status: "pending" })),
	}).slice(0, -2);

const contentsOf = (todos) => todos?.map(({ content }) => content).join(", ");

test("a follower has what the model is writing", async (t) => {
	const { name, store, owner, follower } = await live(t);
	store.addMultiple(["Open the shop", "Pay"]);
	const model = new Conversation(store, { dialect: "TodoWrite" });
	owner.agent = model;
	model.reminder();
	const { agent } = follower;
	const shows = (text) =>
		until(
			() => `${text}: ${contentsOf(agent.writing)}`,
			() => contentsOf(agent.writing) === text,
		);
	model.preview("TodoWrite", begun("Open the shop", "Ask", "Find"));
	await shows("Open the shop, Ask, Find, Pay");
	assert.deepEqual(agent.writing[1], {
		id: 2,
		content: "Ask",
		status: "todo",
		revision: store.revision,
		changed: true,
	});
	assert.equal(follower.revision, 1, "it is no revision");
	await follower.remove("t2");
	await shows("Open the shop, Ask, Find");
	const later = await follow({ name });
	t.after(() => later.stop());
	assert.equal(contentsOf(later.agent.writing), "Open the shop, Ask, Find");
	model.tools[0].call(`${begun("Open the shop", "Ask", "Find")}]}`);
	await shows(undefined);
	assert.equal(contentsOf(follower.todos), "Open the shop, Ask, Find");
	assert.ok(!store.checkpoint().includes("changed"));
	// An owner that ends writes nothing any more.
	model.preview("TodoWrite", begun("Find"), "b");
	await shows("Open the shop, Ask, Find");
	await owner.stop();
	await shows(undefined);
});

test("a follower drops a call when its worker is killed", async (t) => {
	const name = newName();
	const over = overBroadcastChannel();
	let lose;
	const joined = {
		join(channel, hear, lost) {
			const end = over.join(channel, hear);
			lose = () => {
				end.close();
				lost();
			};
			return end;
		},
	};
	const store = new TodoStore();
	const owner = connect(store, { name });
	const told = await follow({ name, over: joined });
	t.mock.timers.enable({ apis: ["setTimeout"] });
	const untold = await follow({ name });
	t.after(async () => {
		await told.stop();
		await untold.stop();
		await owner.stop();
	});
	const model = new Conversation(store, { dialect: "TodoWrite" });
	owner.agent = model;
	model.preview("TodoWrite", begun("Find a kettle"));
	const isShown = ({ agent }) => agent.writing !== undefined;
	const turn = () => new Promise((go) => setImmediate(go));
	while (!isShown(told) || !isShown(untold)) await turn();
	lose();
	assert.ok(!isShown(told), "the link is lost");
	assert.ok(isShown(untold));
	t.mock.timers.tick(29_999);
	assert.ok(isShown(untold), "a model may pause");
	t.mock.timers.tick(1);
	assert.ok(!isShown(untold), "nothing has come for half a minute");
});

test("a follower sees the run, starts, rejects and stops it", async (t) => {
	const { name, store, owner, follower } = await live(t);
	assert.deepEqual(
		[follower.agent.isRunning, follower.agent.event, follower.agent.result],
		[false, undefined, undefined],
	);
	const types = [];
	follower.agent.subscribe(() => types.push(follower.agent.event?.type));
	const answers = [];
	let answered = deferred();
	const run = runAgent({
		store,
		plan: ({ changes }) => [changes === "" ? "Read a lot" : "Read little"],
		approve: async () => {
			const answer = await answered.promise;
			answered = deferred();
			return answer;
		},
		execute: ({ signal }) =>
			new Promise((_, reject) =>
				signal.addEventListener("abort", () => reject(signal.reason)),
			),
	});
	const answer = (value) => {
		answers.push(value);
		answered.resolve(value);
	};
	owner.agent = {
		...run,
		approve: () => answer(true),
		reject: (changes) => answer({ reject: changes }),
	};
	const asks = (agent) =>
		until("a person is asked", () => agent.event?.type === "approving");
	await asks(follower.agent);
	await follower.agent.reject("less, please");
	await until("it plans again", () => types.includes("rejected"));
	const later = await follow({ name });
	t.after(() => later.stop());
	await asks(later.agent);
	assert.equal(later.todos[0].content, "Read little");
	await later.agent.approve();
	await until("it works", () => follower.agent.event.type === "executing");
	assert.equal(follower.agent.event.todo.content, "Read little");
	assert.deepEqual(answers, [{ reject: "less, please" }, true]);
	assert.ok(follower.agent.isRunning);
	await follower.agent.abort();
	for (const { agent } of [follower, later]) {
		await until("it ended", () => agent.result);
		assert.equal(agent.result.status, "aborted");
		assert.equal(agent.result.cause.name, "AbortError");
		assert.equal(agent.isRunning, false);
	}
	await follower.agent.abort();
	await assert.rejects(follower.agent.reject("more"), {
		code: "invalid_argument",
		message: /no run takes changes/,
	});
	owner.agent = undefined;
	await until("none is left", () => follower.agent.result === undefined);
});

test("a run brings its conversation along", async (t) => {
	const { store, owner, follower } = await live(t);
	const conversation = new Conversation(store);
	const run = runAgent({
		store,
		conversation,
		plan: () => ["Open the shop"],
		execute: async () => {
			conversation.reminder();
			return "done";
		},
	});
	owner.agent = run;
	await until("it ended", () => follower.agent.result);
	assert.ok(conversation.toldRevision > 0);
	await until(
		"the model reads the list",
		() => follower.agent.toldRevision === conversation.toldRevision,
	);
	assert.equal(run.conversation, conversation);
});

test("a follower's call of the run rejects as the run", async (t) => {
	const { owner, follower } = await live(t, {
		agent: {
			approve() {
				throw new TodoError("changed", "look again");
			},
			abort: async () => Promise.reject(new RangeError("boom")),
		},
		allow: (call) => call.run !== "reject",
	});
	await until("it is there", () => follower.agent.isRunning);
	await assert.rejects(follower.agent.approve(), { code: "changed" });
	await assert.rejects(follower.agent.abort(), { name: "RangeError" });
	await assert.rejects(follower.agent.reject("x"), {
		code: "not_allowed",
		message: /may not call "reject"/,
	});
	assert.throws(() => (owner.agent = new TodoStore()), {
		code: "invalid_argument",
		message: /a Conversation, or what runAgent\(\) returns/,
	});
	assert.throws(() => connect(new TodoStore(), { agent: 5 }), {
		code: "invalid_argument",
	});
});

test("a follower ignores an agent of the wrong form", async (t) => {
	const name = newName();
	const channel = new BroadcastChannel(`agent-todos/live:${name}`);
	t.after(() => channel.close());
	const say = (body) =>
		channel.postMessage(`["agent-todos",1,"*",${JSON.stringify(body)}]`);
	const state = {
		type: "state",
		owner: "o",
		revision: 0,
		by: "host",
		todos: [],
		decisions: [],
		sites: {},
	};
	channel.addEventListener("message", ({ data }) => {
		if (data.includes('"get_state"'))
			say({
				...state,
				agent: { toldRevision: "x", run: { event: 5, result: [] } },
			});
	});
	const follower = await follow({ name });
	t.after(() => follower.stop());
	assert.equal(follower.agent.toldRevision, undefined);
	assert.equal(follower.agent.event, undefined);
	assert.equal(follower.agent.isRunning, true);
	const heard = [];
	follower.agent.subscribe(() => heard.push(follower.agent.toldRevision));
	for (const agent of [
		5,
		null,
		[],
		{ toldRevision: -1 },
		{ toldRevision: 7, run: null },
	])
		say({ type: "agent", owner: "o", agent });
	say({ type: "agent", owner: "somebody", agent: { toldRevision: 9 } });
	await until("it hears", () => heard.includes(7));
	assert.deepEqual(heard, [undefined, 7]);
	assert.equal(follower.agent.isRunning, false);
});

/** Returns a storage that fails as often as it is told to. */
function failing(times) {
	const storage = memoryStorage();
	let left = times;
	return {
		...storage,
		async read(name) {
			if (left-- > 0) throw new Error("the disk is busy");
			return storage.read(name);
		},
	};
}

test("openList opens the list once, and again after a failure", async (t) => {
	const name = newName();
	const opened = [];
	let isBroken = true;
	const list = openList({
		name,
		storage: failing(1),
		options: { maxTodos: 5 },
		onOpen(list) {
			opened.push(list);
			if (isBroken) throw new Error("no conversation");
		},
	});
	t.after(() => list.stop());
	await assert.rejects(list.open(), { code: "unavailable" });
	assert.equal(opened.length, 0);
	await assert.rejects(follow({ name }), /no conversation/);
	isBroken = false;
	const [follower, { store, persistence }] = await Promise.all([
		follow({ name }),
		list.open(),
	]);
	t.after(() => follower.stop());
	assert.equal(opened.length, 2);
	assert.throws(() => opened[0].store.size, { code: "freed" });
	assert.equal(opened[1].store, store);
	assert.equal((await list.open()).persistence, persistence);
	await assert.rejects(follower.addMultiple([..."abcdef"]), {
		code: "too_many_todos",
	});
});

test("openList() answers a follower's call when it is stored", async (t) => {
	const name = newName();
	const storage = memoryStorage();
	const over = [overBroadcastChannel()];
	const list = openList({ name, storage, over });
	const follower = await follow({ name });
	t.after(() => follower.stop());
	await follower.addMultiple(["Open the shop"]);
	const copy = new TodoStore();
	await persist(copy, storage, { name });
	assert.equal(copy.size, 1);
	await list.stop();
	assert.equal(await list.ended, undefined);
	await assert.rejects(list.open(), { code: "invalid_argument" });

	const again = openList({ name, storage, over });
	t.after(() => again.stop());
	const { store } = await again.open();
	assert.equal(store.getAll()[0].content, "Open the shop");
	const conversation = new Conversation(store);
	again.agent = conversation;
	conversation.reminder();
	assert.equal(again.agent, conversation);
	await until("it follows the next", () => follower.agent.toldRevision === 1);
});

test("openList that is stopped while it opens stores nothing any more", async () => {
	for (const step of ["read", "opened"]) {
		const { promise: gate, resolve: open } = deferred();
		const inner = memoryStorage();
		let isReading = false;
		const writes = [];
		const storage = {
			async read(name) {
				isReading = true;
				if (step === "read") await gate;
				return inner.read(name);
			},
			write(...args) {
				writes.push(args);
				return inner.write(...args);
			},
		};
		const stores = [];
		const list = openList({
			name: newName(),
			storage,
			async onOpen({ store }) {
				stores.push(store);
				await gate;
			},
		});
		const opening = list.open();
		opening.catch(() => {});
		await until("it opens", () =>
			step === "read" ? isReading : stores.length > 0,
		);
		const stopped = list.stop();
		open();
		await stopped;
		await assert.rejects(opening, { code: "invalid_argument" });
		assert.equal(stores.length, step === "read" ? 0 : 1);
		for (const store of stores)
			assert.throws(() => store.addMultiple(["Pay"]), { code: "freed" });
		assert.deepEqual(writes, []);
	}
});

test("a host's promise that rejects is no unhandled rejection", async (t) => {
	const unhandled = [];
	const note = (error) => unhandled.push(error.message);
	process.on("unhandledRejection", note);
	t.after(() => process.off("unhandledRejection", note));
	const fail = (message) => Promise.reject(new RangeError(message));
	const { owner, follower } = await live(t, {
		allow: async () => fail("no permission"),
	});
	await assert.rejects(follower.add("Pay"), { code: "not_allowed" });
	for (const events of [failingEvents(), undefined]) {
		owner.agent = { abort() {}, result: fail("no model"), events };
		await until("it ended", () => follower.agent.result);
		const { status, kind, error, cause } = follower.agent.result;
		assert.deepEqual(
			[status, kind, error],
			["failed", "host_failed", "no model"],
		);
		assert.equal(cause.name, "RangeError");
		assert.ok(!follower.agent.isRunning);
	}
	owner.agent = { abort() {}, events: failingEvents() };
	await until("it runs", () => follower.agent.isRunning);
	// What is not handled is reported before the next task.
	await new Promise((resolve) => setTimeout(resolve));
	assert.deepEqual(unhandled, []);
	async function* failingEvents() {
		yield { type: "validating" };
		throw new Error("no events");
	}
});

test("openList() refuses unknown options and wrong arguments", () => {
	for (const [options, message] of [
		[undefined, /options must be an object/],
		[{}, /storage must be an object with read/],
		[{ storage: memoryStorage(), onOpen: 5 }, /onOpen must be a function/],
		[{ storage: memoryStorage(), persistence: {} }, /no option "persistence"/],
		[{ storage: memoryStorage(), name: "" }, /name must be/],
	])
		assert.throws(() => openList(options), {
			code: "invalid_argument",
			message,
		});
});
