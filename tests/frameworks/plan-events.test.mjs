// The list as others draw it: AG-UI's own schemas and JSON Patch as its clients apply it, and the
// official SDK of ACP.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	ActivityDeltaEventSchema,
	ActivitySnapshotEventSchema,
	RunAgentInputSchema,
	RunFinishedEventSchema,
} from "@ag-ui/core/schemas";
import * as acp from "@agentclientprotocol/sdk";
import * as acp2 from "@agentclientprotocol/sdk/experimental/v2";
import { init, TodoStore, tools } from "agent-todos";
import {
	acpPlan,
	activityDelta,
	activitySnapshot,
	resumeTodos,
	todoInterrupts,
} from "agent-todos/protocols";
import fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { tries } from "../tools/full.mjs";
import { statuses } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import { until } from "../tools/until.mjs";

await init();

const about = { messageId: "todos" };

/**
 * What a person or a model can do, with a `todo` by its id, another `place`, a new `text`, and an
 * `option` that is there or not.
 */
const acts = {
	add: (store, { text }) => store.addMultiple([text, `${text} more`]),
	addAfter: (store, { text, place }) => store.addAfterPosition(place, [text]),
	edit: (store, { todo, text: content, option }) =>
		store.edit(todo, { content, priority: option ? "high" : null }),
	describe: (store, { todo, text, option }) =>
		store.edit(todo, { description: option ? text : null }),
	name: (store, { todo, text, option }) =>
		store.edit(todo, { activeForm: option ? text : "" }),
	move: (store, { todo, place }) => store.move(todo, place),
	complete: (store, { todo }) => store.complete(todo),
	reopen: (store, { todo }) => store.reopen(todo),
	remove: (store, { todo }) => store.remove(todo),
	skip: (store, { todo, option }) =>
		store.skip(todo, option ? "too slow" : undefined),
	next: (store) => store.getNextTodo(),
	abort: (store) => store.abort(),
	undo: (store) => store.undo(),
	restore: (store, { revision }) =>
		store.as("host").restoreRevision(revision % (store.revision + 1)),
	block: (store, { todo, place }) =>
		tools(store, { dialect: "Task" })[1].call({
			taskId: `${todo}`,
			addBlockedBy: [`${1 + place}`],
		}),
	replace: (store, { text }) => store.replaceAll([text, "a", "b"]),
	reset: (store) => store.reset(),
};
const usual = Object.keys(acts).filter((act) => !/replace|reset/.test(act));
const step = fc.record({
	act: fc.oneof(
		{ weight: 40, arbitrary: fc.constantFrom(...usual) },
		{ weight: 1, arbitrary: fc.constantFrom("replace", "reset") },
	),
	todo: fc.nat(11),
	place: fc.nat(12),
	text: fc.nat(999).map((number) => `todo ${number}`),
	option: fc.boolean(),
	revision: fc.nat(),
});

/** One change, whatever comes of it. */
function change(store, { act, todo, place, ...more }) {
	const inList = {
		todo: 1 + (todo % (store.size || 1)),
		place: place % (store.size + 1),
	};
	try {
		acts[act](store, { ...inList, ...more });
	} catch (error) {
		assert.equal(error.name, "TodoError");
	}
}

test("AG-UI: events of 1,000 sessions pass the schemas, and add up", () => {
	let events = 0;
	const steps = fc.array(step, { maxLength: 50, size: "max" });
	const property = fc.property(steps, (steps) => {
		const store = new TodoStore({ maxTodos: 12 });
		let before = store.getAll();
		const first = activitySnapshot(before, about);
		ActivitySnapshotEventSchema.parse(first);
		let content = structuredClone(first.content);
		for (const step of steps) {
			change(store, step);
			const after = store.getAll();
			const delta = activityDelta(before, after, about);
			assert.equal(delta === undefined, sameLists(before, after));
			if (delta !== undefined) {
				events++;
				const { patch } = structuredClone(
					ActivityDeltaEventSchema.parse(delta),
				);
				const count = changed(before, after);
				assert.equal(patch.length, count ?? 1);
				assert.equal(patch[0].path === "/todos", count === undefined);
				// With validation: an operation that does not fit the document throws.
				content = jsonPatch.applyPatch(content, patch, true).newDocument;
			}
			const whole = activitySnapshot(after, about);
			ActivitySnapshotEventSchema.parse(whole);
			assert.deepEqual(content, structuredClone(whole.content));
			before = after;
		}
		store.free();
	});
	fc.assert(property, tries(1000, 60));
	assert.ok(events > 5000);
});

/** Returns a todo as an activity has it, as text. */
const asActivity = ({ id, revision, ...todo }) => JSON.stringify(todo);

const sameLists = (before, after) =>
	before.map(asActivity).join() === after.map(asActivity).join();

/**
 * Returns how many todos changed; undefined where the order of those that stayed is another, so
 * that a patch has the whole list.
 */
function changed(before, after) {
	const [was, is] = [before, after].map(
		(list) => new Map(list.map((todo) => [todo.key, asActivity(todo)])),
	);
	const staying = (one, other) =>
		[...one.keys()].filter((key) => other.has(key)).join();
	if (staying(was, is) !== staying(is, was)) return undefined;
	const keys = new Set([...was.keys(), ...is.keys()]);
	return [...keys].filter((key) => was.get(key) !== is.get(key)).length;
}

/** Returns what the client answers in the next run, as it comes over the wire. */
const resumed = (...resume) =>
	RunAgentInputSchema.parse(
		JSON.parse(
			JSON.stringify({ threadId: "t", runId: "2", messages: [], resume }),
		),
	).resume;

test("AG-UI: claims and plans interrupt, and answers are carried out", async () => {
	const store = new TodoStore({ confirmDone: true });
	const person = store.as("user");
	const outcome = (options) => {
		const interrupts = todoInterrupts(store, options);
		const event = {
			type: "RUN_FINISHED",
			threadId: "t",
			runId: "1",
			outcome: interrupts.length
				? { type: "interrupt", interrupts }
				: { type: "success" },
		};
		assert.deepEqual(RunFinishedEventSchema.parse(event), event);
		return interrupts;
	};
	const resolved = ({ id }, payload) => ({
		interruptId: id,
		status: "resolved",
		payload,
	});
	const resume = (...answers) => resumeTodos(person, resumed(...answers));

	store.as("model").addMultiple(["Find <one>", "Pay", "Rate"]);
	assert.deepEqual(outcome(), []);
	const [plan] = outcome({ approval: true });
	expectSaid(plan.message);
	assert.deepEqual(plan.responseSchema.required, ["approved"]);
	// The plan is another one now: nobody approves what was not shown.
	store.as("model").addMultiple(["Rest"]);
	const approved = { approved: true };
	assert.deepEqual(resume(resolved(plan, approved)), []);
	const [next] = outcome({ approval: true });
	const refused = { approved: false, reason: " too\nlong " };
	assert.deepEqual(resume(resolved(next, refused)), [
		{ id: next.id, accepted: false, reason: "too\nlong" },
	]);
	assert.deepEqual(resume(resolved(next, approved)), [
		{ id: next.id, accepted: true },
	]);
	assert.ok(store.getAll().every(({ approved }) => approved));
	assert.deepEqual(outcome({ approval: true }), []);

	tools(store, { dialect: "todo_manager" })[0].call({
		action: "complete_multiple",
		ids: [1, 2, 3],
		evidence: "order K-7",
	});
	const claims = outcome({ approval: true });
	assert.deepEqual(
		claims.map(({ reason }) => reason),
		Array(3).fill("agent-todos:confirmed"),
	);
	expectSaid(claims[0].message);
	const [first, second, third] = claims;
	const answers = resume(
		resolved(first, { confirmed: true }),
		resolved(second, { confirmed: false, reason: "no receipt" }),
		{ interruptId: third.id, status: "cancelled" },
		// Somebody else's, and answers that are none.
		resolved({ id: "other" }, { confirmed: true }),
		resolved(third, { confirmed: "yes" }),
		resolved(third),
	);
	assert.deepEqual(
		answers.map(({ accepted, reason }) => [accepted, reason]),
		[
			[true, undefined],
			[false, "no receipt"],
		],
	);
	assert.deepEqual(statuses(store), ["done", "todo", "doing", "todo"]);
	assert.equal(store.history().at(-1).by, "user");
	assert.equal(outcome().length, 1);
	// The same answer again finds nothing open.
	assert.deepEqual(resume(resolved(first, { confirmed: true })), []);
	assert.deepEqual(resumeTodos(person, undefined), []);
	for (const interruptId of [undefined, null, 7, {}, [], Symbol("a")])
		assert.deepEqual(
			resumeTodos(person, [{ interruptId, status: "resolved" }]),
			[],
		);
});

test("AG-UI: what waits is asked, and the answer ends it", () => {
	const store = new TodoStore();
	const [model, person] = [store.as("model"), store.as("user")];
	store.addMultiple(["Log in", "Pay", "Ship"]);
	model.wait(1, { question: "Which code did you get?" });
	model.wait(2);
	model.wait(3, { for: "event" });
	const [code, pay, ...more] = todoInterrupts(store);
	assert.deepEqual(more, []);
	assert.equal(code.reason, "agent-todos:answer");
	expectSaid(code.message);
	expectSaid(pay.message);
	const { required, properties } = code.responseSchema;
	assert.deepEqual(required, ["answer"]);
	assert.equal(properties.answer.type, "string");
	const resume = ({ id }, payload) =>
		resumeTodos(
			person,
			resumed({ interruptId: id, status: "resolved", payload }),
		);
	const { maxLength } = properties.answer;
	for (const none of [
		undefined,
		{},
		{ answer: 1 },
		{ confirmed: true },
		{ answer: "1".repeat(maxLength + 1) },
	])
		assert.deepEqual(resume(code, none), []);
	assert.equal(store.getAll()[0].waiting, "user");
	// The model asks something else: nobody answers that with a code.
	model.wait(1, { question: "Which card?" });
	assert.deepEqual(resume(code, { answer: "1234" }), []);
	const [card] = todoInterrupts(store);
	// The longest answer that the schema allows is one that the core takes.
	const answer = "4".repeat(maxLength);
	const answered = { id: card.id, accepted: true, answer };
	assert.deepEqual(resume(card, { answer: ` ${answer} ` }), [answered]);
	assert.equal(store.getAll()[0].answer, answer);
	assert.deepEqual(resume(pay, { answer: "" }), [
		{ id: pay.id, accepted: true, answer: "" },
	]);
	assert.deepEqual(todoInterrupts(store), []);
});

test("AG-UI: options are choices, and other words an answer", () => {
	const store = new TodoStore();
	const [model, person] = [store.as("model"), store.as("user")];
	store.addMultiple(["Choose a colour", "Choose a size"]);
	const options = ["Red", "Blue"];
	model.wait(1, { question: "Which colour?", options });
	model.wait(2, { options: ["S", "M"] });
	const interrupts = todoInterrupts(store);
	assert.deepEqual(
		interrupts.map(({ responseSchema }) => responseSchema.properties.answer),
		[
			{ type: "string", title: "Your answer", enum: options },
			{ type: "string", title: "Your answer", enum: ["S", "M"] },
		],
	);
	const resume = ["Red", "XL"].map((answer, place) => ({
		interruptId: interrupts[place].id,
		status: "resolved",
		payload: { answer },
	}));
	assert.equal(resumeTodos(person, resumed(...resume)).length, 2);
	assert.deepEqual(
		store.getAll().map(({ answer }) => answer),
		["Red", "XL"],
	);
	// Other options are another question.
	model.wait(1, { question: "Which colour?", options });
	const [colour] = todoInterrupts(store);
	model.wait(1, { question: "Which colour?", options: ["Green"] });
	const late = { interruptId: colour.id, status: "resolved" };
	assert.deepEqual(
		resumeTodos(person, resumed({ ...late, payload: { answer: "Red" } })),
		[],
	);
});

test("AG-UI: who approves the plan approves the sites that the question names", () => {
	const store = new TodoStore();
	const person = store.as("user");
	const approve = () => {
		const [{ id, message }] = todoInterrupts(store, { approval: true });
		const payload = { approved: true };
		const entry = { interruptId: id, status: "resolved", payload };
		assert.equal(resumeTodos(person, [entry]).length, 1);
		assert.deepEqual(todoInterrupts(store, { approval: true }), []);
		return message;
	};
	const sites = () => store.approval.sites;

	store.addMultiple(["Compare", "Order"]);
	store.propose({ sites: ["shop.example", "*.cdn.example"] });
	const both = ["https://shop.example", "https://*.cdn.example"];
	expectSaid(approve());
	assert.deepEqual(sites(), both);
	// A new todo leaves the sites as they are.
	store.add("Rate");
	assert.doesNotMatch(approve(), /sites|https/);
	assert.deepEqual(sites(), both);
	// A site more is a question by itself.
	store.propose({ sites: [...both, "bank.example"] });
	expectSaid(approve());
	assert.ok(store.allows("https://bank.example/pay"));
});

test("AG-UI: an answer is about the claim and plan shown", () => {
	const store = new TodoStore({ confirmDone: true });
	const [model, person] = [store.as("model"), store.as("user")];
	model.addMultiple(["Buy kettle Aa", "Rate"]);
	const asked = (about) =>
		todoInterrupts(store, { approval: true }).find(
			({ reason }) => reason === `agent-todos:${about}`,
		).id;
	const yes = (interruptId, about) =>
		resumeTodos(person, [
			{ interruptId, status: "resolved", payload: { [about]: true } },
		]).length;

	const plan = asked("approved");
	// To a hash of 32 bits it may be the same text.
	model.edit(1, { content: "Buy kettle BB" });
	assert.equal(yes(plan, "approved"), 0);
	assert.ok(store.getAll().every(({ approved }) => !approved));
	// What a person changes needs not be shown to them.
	const next = asked("approved");
	person.edit(2, { content: "Rate it" });
	assert.equal(yes(next, "approved"), 1);

	model.complete(2);
	const claim = asked("confirmed");
	model.reopen(2);
	model.edit(1, { priority: "high" });
	model.complete(2);
	// It was claimed anew, and nobody was shown that claim.
	assert.equal(yes(claim, "confirmed"), 0);
	assert.equal(yes(asked("confirmed"), "confirmed"), 1);
	assert.deepEqual(statuses(store), ["todo", "done"]);
});

/** The plan of a client with these entries, and the word for what was skipped. */
const ofVersion = {
	1: [(entries) => ({ sessionUpdate: "plan", entries }), "completed"],
	2: [
		(entries) => ({
			sessionUpdate: "plan_update",
			plan: { type: "items", planId: "p", entries },
		}),
		"cancelled",
	],
};

/** Connects an agent and a client of the official SDK. `setUp` adds handlers to the client. */
async function connected(sdk, setUp) {
	const protocolVersion = sdk.PROTOCOL_VERSION;
	const { initialize } = sdk.methods.agent;
	const info = { name: "test", version: "1" };
	let toClient;
	const agent = sdk
		.agent({ name: "agent" })
		.onConnect(({ client }) => {
			toClient = client;
		})
		// In the words of both versions.
		.onRequest(initialize, () => ({
			protocolVersion,
			info,
			capabilities: {},
			agentCapabilities: {},
		}));
	const connection = setUp(sdk.client({ name: "client" })).connect(agent);
	await connection.agent.request(initialize, {
		protocolVersion,
		info,
		capabilities: {},
		clientInfo: info,
		clientCapabilities: {},
	});
	return { toClient, close: () => connection.close() };
}

for (const sdk of [acp, acp2])
	test(`ACP ${sdk.PROTOCOL_VERSION}: the official client shows questions and answers them`, async () => {
		const { create } = sdk.methods.client.elicitation;
		const [forms, carriedOut] = [[], []];
		const replies = [
			{ action: "accept", content: { answer: "1234" } },
			{ action: "decline" },
			{ action: "accept", content: { confirmed: false, reason: "too dear" } },
			{ action: "accept", content: { approved: true } },
		];
		const { toClient, close } = await connected(sdk, (client) =>
			client.onRequest(create, ({ params }) => {
				forms.push(params);
				return replies[forms.length - 1];
			}),
		);
		const store = new TodoStore({ confirmDone: true });
		store.addMultiple(["Log in", "Solve the CAPTCHA", "Pay"]);
		const [model, person] = [store.as("model"), store.as("user")];
		const options = ["1234", "5678"];
		model.wait(1, { question: "Which code did you get?", options });
		model.wait(2);
		model.complete(3);
		for (const { id, ...asked } of todoInterrupts(store, { approval: true })) {
			const { action, content } = await toClient.request(create, {
				sessionId: "s",
				mode: "form",
				message: asked.message,
				requestedSchema: asked.responseSchema,
			});
			const status = action === "accept" ? "resolved" : "cancelled";
			const entry = { interruptId: id, status, payload: content };
			carriedOut.push(...resumeTodos(person, [entry]));
		}
		close();
		assert.deepEqual(
			forms.map(({ message }) => message.split("\n")[0]),
			[
				"Which code did you get?",
				"The agent waits for you.",
				"Is this done?",
				"Do you approve this plan?",
			],
		);
		assert.deepEqual(forms[0].requestedSchema.properties.answer.enum, options);
		const [code, captcha, pay] = store.getAll();
		assert.deepEqual([code.answer, code.waiting], ["1234", undefined]);
		assert.equal(captcha.waiting, "user");
		assert.deepEqual([pay.status, pay.claimed], ["todo", undefined]);
		assert.equal(code.approved, true);
		assert.deepEqual(
			carriedOut.map(({ accepted, answer, reason }) => [
				accepted,
				answer ?? reason,
			]),
			[
				[true, "1234"],
				[false, "too dear"],
				[true, undefined],
			],
		);
	});

for (const sdk of [acp, acp2]) {
	const protocolVersion = sdk.PROTOCOL_VERSION;
	const [plan, skipped] = ofVersion[protocolVersion];

	test(`ACP ${protocolVersion}: the official client gets each plan, ${skipped} for skipped`, async () => {
		const { update: method } = sdk.methods.client.session;
		const [got, sent] = [[], []];
		const { toClient, close } = await connected(sdk, (client) =>
			client.onNotification(method, ({ params }) => {
				got.push(params);
			}),
		);
		const store = new TodoStore();
		let before;
		for (const act of [
			() => store.addMultiple(["a", "b", "c"]),
			() => store.edit(1, { priority: "high" }),
			// That is not drawn.
			() => store.edit(1, { description: "more" }),
			() => store.complete(1),
			() => store.skip(2, "too slow"),
			() => store.markDoing(3),
			() => store.edit(2, { parent: 1 }),
			() => store.edit(3, { parent: 2 }),
			() => store.reset(),
		]) {
			act();
			const after = store.getAll();
			const update = acpPlan(before, after, { protocolVersion, planId: "p" });
			before = after;
			if (update === undefined) continue;
			sent.push({ sessionId: "s", update });
			await toClient.notify(method, sent.at(-1));
		}
		await until("all are there", () => got.length === sent.length);
		close();
		assert.deepEqual(got, sent);
		assert.equal(sent.length, 8);
		const entries = [
			{ content: "a", priority: "high", status: "completed" },
			{ content: "└─ b", priority: "medium", status: skipped },
			{ content: "  └─ c", priority: "medium", status: "in_progress" },
		];
		assert.deepEqual(
			sent.slice(-2).map(({ update }) => update),
			[plan(entries), plan([])],
		);
	});
}

test("wrong arguments of acpPlan and of AG-UI's functions are refused", () => {
	for (const wrong of [
		() => acpPlan(undefined, "todos"),
		() => acpPlan(undefined, [], { protocolVersion: 3 }),
		() => acpPlan(undefined, [], { planId: 1 }),
		() => acpPlan(undefined, [], null),
		() => resumeTodos({}, []),
		() => resumeTodos(new TodoStore().as("user"), {}),
		() => todoInterrupts("todos"),
		() => todoInterrupts([]),
		() => todoInterrupts({ revision: 0, todos: "todos" }),
		() => todoInterrupts(new TodoStore(), { approval: "yes" }),
	])
		assert.throws(wrong, { code: "invalid_argument" });
});

test("AG-UI: an old answer does not renew a revoked approval", () => {
	const store = new TodoStore();
	store.add("Pay");
	const person = store.as("user");
	const [{ id }] = todoInterrupts(store, { approval: true });
	const answer = {
		interruptId: id,
		status: "resolved",
		payload: { approved: true },
	};
	assert.equal(resumeTodos(person, [answer]).length, 1);
	person.revoke();
	assert.deepEqual(resumeTodos(person, [answer]), []);
	assert.equal(store.approval, undefined);
});

test("AG-UI: a person lets the agent, or keeps what they decided", () => {
	const store = new TodoStore();
	store.addMultiple(["Find", "Compare"]);
	const person = store.as("user");
	const model = store.as("model");
	const rename = (content) => model.edit(1, { content });
	person.edit(1, { content: "Find a kettle" });
	assert.deepEqual(todoInterrupts(store, { held: true }), []);
	assert.equal(rename("Find a pot"), false);
	assert.deepEqual(todoInterrupts(store), []);
	const [{ id, reason, message, responseSchema }, ...more] = todoInterrupts(
		store,
		{ held: true },
	);
	assert.deepEqual(more, []);
	assert.equal(reason, "agent-todos:let");
	assert.equal(
		message.split("\n").slice(1).join(" / "),
		"Find a kettle / It wants content: Find a pot",
	);
	assert.deepEqual(responseSchema.required, ["let"]);
	const answer = (interruptId, payload) =>
		resumeTodos(person, [{ interruptId, status: "resolved", payload }]);
	// What is no answer, and a no: the decision stays, and nobody asks again.
	assert.deepEqual(answer(id, { let: "yes" }), []);
	assert.deepEqual(answer(id, { let: false }), [{ id, accepted: false }]);
	assert.equal(store.get(1).content, "Find a kettle");
	assert.deepEqual(todoInterrupts(store, { held: true }), []);
	// Until a write is denied it once more.
	rename("Find two pots");
	const [again] = todoInterrupts(store, { held: true });
	assert.deepEqual(answer(again.id, { let: true }), [
		{ id: again.id, accepted: true },
	]);
	assert.equal(store.get(1).content, "Find two pots");
	assert.deepEqual(todoInterrupts(store, { held: true }), []);
	assert.deepEqual(answer(again.id, { let: true }), []);
});
