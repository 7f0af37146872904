// What a server asks the person through the official client (elicitation), in both eras of the
// protocol: over stdio and in memory as the request of a server, over HTTP in two rounds.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { init, memoryStorage, persist, TodoStore } from "agent-todos";
import { expectSaid } from "../tools/snapshot.mjs";
import {
	manage as callOf,
	emptyFolder,
	httpServer,
	inMemory,
	modern,
	overHttp,
	overStdio,
} from "./servers.mjs";

before(() => init());

/**
 * Returns a client that asks its user, who answers with `answers`, one after the other: its options
 * and handlers; `asked` is what they were asked. `first` is called before each answer.
 */
function asking(answers, first = () => {}) {
	const asked = [];
	const handler = ({ params }) => {
		first(asked);
		asked.push(params);
		const answer = answers.shift();
		return typeof answer === "string"
			? { action: answer }
			: { action: "accept", content: answer };
	};
	const options = { capabilities: { elicitation: { form: {} } } };
	return { asked, options, handlers: { "elicitation/create": handler } };
}

/**
 * Every way to a server: each returns a client, whose user answers, of a server over a list in
 * which each "done" is confirmed.
 */
const ways = {
	"in memory": (t, user) =>
		askedBy(t, user, new TodoStore({ confirmDone: true })),
	"in memory, in a storage": (t, { options, handlers }) =>
		inMemory(
			t,
			{ storage: memoryStorage(), name: "errands", confirmDone: true },
			options,
			handlers,
		),
	"over stdio, before 2026": (t, { options, handlers }) =>
		overStdio(t, ["--confirm-done"], options, handlers),
	"over stdio, newest": (t, { options, handlers }) =>
		overStdio(t, ["--confirm-done"], { ...options, ...modern }, handlers),
	"over HTTP, newest": async (t, { options, handlers }) => {
		const data = join(emptyFolder(t), "todos.json");
		const { url } = await httpServer(t, ["--confirm-done", "--data", data]);
		return overHttp(t, url, { ...options, ...modern }, handlers);
	},
};

/** Returns a client, whose user answers, of a server in memory over a store. */
const askedBy = (t, { options, handlers }, store, more = {}) =>
	inMemory(t, { store, ...more }, options, handlers);

const manage = (client, action, more) => client.callTool(callOf(action, more));
/**
 * Returns what the model reads of a call: the notes in the answer, with the replies after it, and
 * the list.
 */
const saidBy = async (client, action, more) => {
	const { content, isError } = await manage(client, action, more);
	assert.equal(isError, false);
	const [answer, ...after] = content.map(({ text }) => text);
	const isList = (text) => text.startsWith("<browser-state>");
	const replies = after.filter((text) => !isList(text));
	const notes = [JSON.parse(answer).notes ?? [], ...replies];
	return [notes.flat().flatMap((text) => text.split("\n")), after.find(isList)];
};
const listOf = async (client) =>
	JSON.parse((await manage(client, "list")).content[0].text).output.match(
		/<todo .*?<\/todo>/g,
	);

for (const [way, connected] of Object.entries(ways))
	test(`${way}: a person confirms a claim, or sends it back`, async (t) => {
		const user = asking([
			{ confirmed: true },
			{ confirmed: false, reason: "no\nreceipt" },
			"decline",
			"cancel",
		]);
		const client = await connected(t, user);
		await manage(client, "add_multiple", {
			todos: ["Find", "Pay", "Rate", "Rest"].map((content) => ({ content })),
		});
		const [notes, list] = await saidBy(client, "complete_multiple", {
			ids: [1],
			evidence: "order K-7",
		});
		assert.equal(notes.length, 1);
		// The list after it is the one of today.
		assert.match(list, /status="done">Find</);
		assert.equal(user.asked.length, 1);
		assert.match(user.asked[0].message, /\nFind\n.*order K-7/);
		assert.deepEqual(user.asked[0].requestedSchema.required, ["confirmed"]);

		const complete = async (id) =>
			(await saidBy(client, "complete_multiple", { ids: [id] }))[0].at(-1);
		assert.match(await complete(2), /no receipt/);
		assert.match(await complete(3), /3 \("Rate"\)/);
		assert.match(await complete(4), /4 \("Rest"\)/);
		assert.equal(user.asked.length, 4);
		assert.deepEqual(await listOf(client), [
			'<todo id="1" status="done">Find</todo>',
			'<todo id="2" status="todo">Pay</todo>',
			'<todo id="3" status="doing" claimed="true">Rate</todo>',
			'<todo id="4" status="doing" claimed="true">Rest</todo>',
		]);
		// It was asked already, and waits for the person.
		await complete(3);
		assert.equal(user.asked.length, 4);
	});

test("a client that cannot ask gets its answer at once", async (t) => {
	for (const capabilities of [{}, { elicitation: { url: {} } }]) {
		const store = new TodoStore({ confirmDone: true });
		const client = await inMemory(t, { store }, { capabilities });
		store.addMultiple(["Pay"]);
		const done = await manage(client, "complete_multiple", { ids: [1] });
		assert.match(done.content[0].text, /To be confirmed: 1/);
		assert.equal(store.getAll()[0].claimed, true);
	}
});

test("several todos are asked about, and a faster person wins", async (t) => {
	const store = new TodoStore({ confirmDone: true });
	const user = asking([{ confirmed: true }, { confirmed: true }], (asked) => {
		if (asked.length === 0) store.as("user").reopen(2, "not yet");
	});
	const client = await askedBy(t, user, store);
	store.addMultiple(["Find", "Pay"]);
	const [notes] = await saidBy(client, "complete_multiple", { ids: [1, 2] });
	assert.deepEqual(
		store.getAll().map(({ status }) => status),
		["done", "todo"],
	);
	expectSaid(notes);
});

test("the verdict follows the answer, in every kind of dialect", async (t) => {
	const paid = { content: "Pay", status: "completed" };
	for (const [dialect, tool, args, said] of [
		[
			"todo_manager",
			"todo_manager",
			{ action: "complete_multiple", ids: [1] },
			/"ok":true/,
		],
		[
			"TodoWrite",
			"TodoWrite",
			{ todos: [{ ...paid, activeForm: "Paying" }] },
			/^Todos: 1 in all, 0 done, 1 in progress, 0 to do$/,
		],
		[
			"merge",
			"todo",
			{ merge: true, todos: [{ ...paid, id: "p" }] },
			/0 done, 1 in progress.*"status":"in_progress".*"merge":true/,
		],
		[
			"Task",
			"TaskUpdate",
			{ taskId: "1", status: "completed" },
			/^Updated task #1 status$/,
		],
	])
		for (const [content, verdict] of [
			[{ confirmed: true }, /^\S+ \("Pay"\) /],
			[{ confirmed: false, reason: "no" }, /^\S+ \("Pay"\) .*: no$/],
		]) {
			const store = new TodoStore({ confirmDone: true });
			store.addMultiple(["Pay"]);
			const client = await askedBy(t, asking([content]), store, { dialect });
			const called = await client.callTool({ name: tool, arguments: args });
			assert.match(called.content[0].text, said);
			assert.doesNotMatch(called.content[0].text, /o be confirmed/);
			assert.match(called.content[1].text, verdict);
		}
});

test("an altered request state changes only its own answer", async (t) => {
	const data = join(emptyFolder(t), "todos.json");
	const { url } = await httpServer(t, ["--confirm-done", "--data", data]);
	const forged = [
		"[",
		"{}",
		"null",
		"",
		'[["t1"],[],"settle"]',
		"[".repeat(1e4),
	];
	const user = asking(forged.map(() => "decline"));
	const { options, handlers } = user;
	const client = await overHttp(t, url, { ...options, ...modern }, handlers);
	const send = client.transport.send.bind(client.transport);
	let state;
	client.transport.send = (message, ...more) => {
		if (message.params?.requestState !== undefined)
			message.params.requestState = state;
		return send(message, ...more);
	};
	for (const text of forged) {
		await manage(client, "replace_all", { todos: [{ content: "Pay" }] });
		state = text;
		const { content } = await manage(client, "complete_multiple", { ids: [1] });
		const read = content.map(({ text }) => text).slice(0, -1);
		assert.equal(read.length, text ? 2 : 1);
		if (text) assert.equal(read[0], text);
		assert.match(read.at(-1), /Pay/);
		assert.deepEqual(await listOf(client), [
			'<todo id="1" status="doing" claimed="true">Pay</todo>',
		]);
	}
	assert.equal(user.asked.length, forged.length);
});

test("with ask, the model asks its user in any dialect", async (t) => {
	const ask = (client, question, id) =>
		client.callTool({ name: "ask_user", arguments: { question, id } });
	for (const dialect of ["todo_manager", "TodoWrite", "Task"]) {
		const store = new TodoStore();
		store.addMultiple(["Log in", "Pay"]);
		const user = asking([{ answer: "1234" }, "decline", { answer: "" }]);
		const client = await askedBy(t, user, store, { dialect, ask: true });
		const said = async (...asked) => {
			const { content } = await ask(client, ...asked);
			const texts = content.map(({ text }) => text);
			return texts.filter((text) => !text.startsWith("<browser-state>"));
		};
		const [asks, reply] = await said("Which code?", "1");
		assert.match(asks, /^"Log in"/);
		assert.match(reply, /1234$/);
		assert.equal(user.asked[0].message, "Which code?\nLog in");
		const declined = await said("Which card?", "2");
		assert.equal(declined.length, 1);
		assert.match(declined[0], /^"Pay"/);
		const [, empty] = await said("Are you there?", "2");
		assert.match(empty, /^"Pay"/);
		assert.deepEqual(
			store.getAll().map(({ waiting, answer }) => [waiting, answer]),
			[
				[undefined, "1234"],
				[undefined, undefined],
			],
		);
	}
	const { tools } = await (
		await overStdio(t, ["--ask", "--dialect", "TodoWrite"])
	).listTools();
	assert.deepEqual(
		tools.map(({ name }) => name),
		["TodoWrite", "ask_user"],
	);
});

test("a question with options is a choice, and takes another answer", async (t) => {
	const store = new TodoStore();
	store.addMultiple(["Buy a kettle"]);
	const options = ["Red", "Steel"];
	const call = {
		name: "ask_user",
		arguments: { question: "Which kettle?", options, id: "1" },
	};
	const user = asking([
		{ answer: "Red" },
		{ other: "the blue one" },
		// A form may choose the first option by itself.
		{ answer: "Red", other: "none" },
		{ answer: "Steel", other: " " },
		{},
	]);
	const client = await askedBy(t, user, store, { ask: true });
	for (const answer of ["Red", "the blue one", "none", "Steel", undefined]) {
		const { content } = await client.callTool(call);
		assert.equal(store.todos[0].answer, answer);
		if (answer) assert.ok(content[1].text.endsWith(`: ${answer}`));
	}
	assert.equal(store.todos[0].waiting, "user");
	const { properties } = user.asked[0].requestedSchema;
	assert.deepEqual(properties.answer.enum, options);
});

/**
 * A client that cannot ask its user, and the person's panel, which is another program: over a list
 * in memory, and in a storage.
 */
const panels = {
	"in memory": async (t) => {
		const store = new TodoStore();
		const client = await inMemory(t, { store, ask: true });
		return { client, inPanel: async (act) => act(store.as("user")) };
	},
	"in a storage": async (t) => {
		const storage = memoryStorage();
		const list = "errands";
		const client = await inMemory(t, { storage, name: list, ask: true });
		const inPanel = async (act) => {
			const store = new TodoStore();
			const persistence = await persist(store, storage, { name: list });
			act(store.as("user"));
			await persistence.stop();
		};
		return { client, inPanel };
	},
};
for (const [way, connected] of Object.entries(panels))
	for (const reads of [true, false])
		test(`${way}: an answer from elsewhere is told until a change${reads ? ", also to readers" : ""}`, async (t) => {
			const { client, inPanel } = await connected(t);
			const said = async (action, more) =>
				JSON.stringify((await manage(client, action, more)).content);
			const todos = ["Log in", "Pay", "Rate"].map((content) => ({ content }));
			await manage(client, "add_multiple", { todos });
			const args = { question: "Which code?", id: "1" };
			await client.callTool({ name: "ask_user", arguments: args });
			await inPanel((person) => person.answer(1, "1234"));
			const all = [
				reads ? await said("list") : "",
				await said("complete_multiple", { ids: [2] }),
				await said("list"),
				await said("complete_multiple", { ids: [3] }),
			];
			const told = /Log in.*?: 1234\./;
			assert.deepEqual(
				all.map((text) => told.test(text)),
				[reads, true, false, false],
			);
			assert.ok(all.every((text) => text.split("1234").length < 3));
		});

for (const [way, connected] of Object.entries(ways))
	test(`${way}: a reply is told until the model changes the list`, async (t) => {
		const user = asking([
			{ answer: "1234" },
			{ confirmed: false, reason: "no receipt" },
		]);
		const client = await connected(t, user);
		const said = async (action, more) =>
			JSON.stringify((await manage(client, action, more)).content);
		const todos = ["Log in", "Pay"].map((content) => ({ content }));
		await manage(client, "add_multiple", { todos });
		const asked = { ids: [1], question: "Which code?" };
		assert.match(await said("wait", asked), /1234/);
		assert.match(await said("list"), /1234/);
		assert.match(await said("complete_multiple", { ids: [2] }), /no receipt/);
		assert.match(await said("list"), /no receipt/);
		await manage(client, "add_multiple", { todos: [{ content: "Rate" }] });
		assert.doesNotMatch(await said("list"), /no receipt|1234/);
	});

test("the model also reads what a person answers elsewhere during an elicitation", async (t) => {
	const store = new TodoStore({ confirmDone: true });
	const user = asking([{ answer: "1234" }, { confirmed: true }], (asked) => {
		// In the panel, a person is faster.
		if (asked.length === 0) store.as("user").answer(2, "the blue card");
		else store.as("user").reopen(3, "no receipt");
	});
	const client = await askedBy(t, user, store, { ask: true });
	store.addMultiple(["Log in", "Pay", "Rate"]);
	store.as("model").wait(2, { for: "user", question: "Which card?" });
	const args = { question: "Which code?", id: "1" };
	const asks = client.callTool({ name: "ask_user", arguments: args });
	expectSaid((await asks).content[1].text);
	expectSaid((await saidBy(client, "complete_multiple", { ids: [3] }))[0]);
	await manage(client, "add_multiple", { todos: [{ content: "Leave" }] });
	const { content } = await manage(client, "list");
	assert.doesNotMatch(content[0].text, /1234|blue|receipt/);
});

test("with approval, a person is asked about each plan that is new", async (t) => {
	const store = new TodoStore();
	const user = asking([
		{ approved: false, reason: "cheaper,\u{e0041}\u202e\nplease" },
		{ approved: true },
	]);
	const client = await askedBy(t, user, store, { approval: true });
	const planned = (...contents) =>
		manage(client, "replace_all", {
			todos: contents.map((content) => ({ content })),
		});
	const refused = await planned("Find", "Pay");
	expectSaid(user.asked[0].message);
	// Cleaned, as all text from outside.
	expectSaid(refused.content[1].text);
	const approved = await planned("Find a cheap one", "Pay");
	expectSaid(approved.content[1].text);
	assert.ok(store.getAll().every(({ approved }) => approved));
	// What was approved is not asked about again.
	await manage(client, "complete_multiple", { ids: [1] });
	assert.equal(user.asked.length, 2);
});

test("a plan that nobody has approved waits, and the model reads it", async (t) => {
	const said = async (user, dialect, call) => {
		const options = { approval: true, dialect };
		const client = await askedBy(t, user, new TodoStore(), options);
		const { content } = await client.callTool(call);
		return content.map(({ text }) => text).join("\n");
	};
	const plan = { approach: ["Pay"], domains: ["shop.example"] };
	for (const user of [asking(["decline"]), asking(["cancel"]), {}])
		for (const [dialect, call] of [
			["todo_manager", callOf("add_multiple", { todos: [{ content: "Pay" }] })],
			["chrome_plan", { name: "update_plan", arguments: plan }],
		]) {
			const text = await said(user, dialect, call);
			// It is said once.
			assert.equal(text.match(/has not approved/g)?.length, 1, text);
		}
});

test("an elicited approval approves the plan's sites", async (t) => {
	const store = new TodoStore();
	const user = asking([{ approved: true }, { approved: true }]);
	const options = { approval: true, dialect: "chrome_plan" };
	const client = await askedBy(t, user, store, options);
	const planned = async (...domains) => {
		const args = { approach: ["Compare", "Order"], domains };
		const answer = client.callTool({ name: "update_plan", arguments: args });
		return (await answer).content[1].text;
	};
	const first = await planned("shop.example");
	expectSaid(user.asked[0].message);
	assert.match(first, /sites alone: https:\/\/shop\.example/);
	assert.match(await planned("shop.example", "bank.example"), /bank\.example/);
	assert.equal(user.asked.length, 2);
	assert.ok(store.allows("https://bank.example/"));
});

test("an elicited approval is of the plan that was shown", async (t) => {
	const store = new TodoStore({ confirmDone: true });
	const model = store.as("model");
	const user = asking(
		[{ approved: true }, { confirmed: true }, { confirmed: true }],
		(asked) => {
			// To a hash of 32 bits it may be the same text.
			if (asked.length === 0) model.edit(1, { content: "Buy kettle BB" });
			if (asked.length !== 1) return;
			model.reopen(1);
			model.edit(1, { content: "Buy both" });
			model.complete(1);
		},
	);
	const client = await askedBy(t, user, store, { approval: true });
	await manage(client, "add_multiple", {
		todos: [{ content: "Buy kettle Aa" }],
	});
	assert.equal(store.getAll()[0].approved, undefined);
	await manage(client, "complete_multiple", { ids: [1] });
	assert.equal(store.getAll()[0].claimed, true);
	// The new claim is a new question.
	model.reopen(1);
	await manage(client, "complete_multiple", { ids: [1] });
	assert.match(user.asked.at(-1).message, /Buy both/);
	assert.equal(store.getAll()[0].status, "done");
});

test("an answer to a question that was not asked does nothing", async (t) => {
	const store = new TodoStore({ confirmDone: true });
	const user = asking([{ confirmed: "yes" }]);
	const client = await askedBy(t, user, store);
	store.addMultiple(["Pay"]);
	await manage(client, "complete_multiple", { ids: [1] });
	assert.equal(store.getAll()[0].claimed, true);
});

test("onChange hears of the call and of what the person decided", async (t) => {
	const user = asking([{ confirmed: true }]);
	const heard = [];
	const store = new TodoStore({ confirmDone: true });
	store.addMultiple(["Pay"]);
	const onChange = ({ notes, revision }) =>
		heard.push([notes.length, revision]);
	const client = await askedBy(t, user, store, { onChange });
	await manage(client, "complete_multiple", { ids: [1] });
	assert.deepEqual(heard, [
		[0, 2],
		// The person's revision.
		[1, 3],
	]);
});

for (const held of [true, false])
	test(`a person ${held ? "lets the agent, once asked for each decision" : "is not asked to let the agent unless the host wants it"}`, async (t) => {
		const store = new TodoStore();
		store.addMultiple(["Find", "Compare", "Pay"]);
		const person = store.as("user");
		person.skip(1, "too dear");
		person.skip(2);
		const user = asking([{ let: true }, { let: false }]);
		const client = await askedBy(t, user, store, { held });
		const tries = async (id) => {
			const call = callOf("mark_doing", { ids: [id] });
			const { content } = await client.callTool(call);
			return content.map(({ text }) => text).join("\n");
		};
		const first = await tries(1);
		assert.equal(store.todos[0].status, held ? "doing" : "skipped");
		if (held) assert.match(first, /\nThe user lets you/);
		await tries(2);
		await tries(2);
		assert.equal(store.todos[1].status, "skipped");
		assert.deepEqual(
			user.asked.map(({ message }) => message.split("\n").slice(1)),
			held
				? [
						["Find", "It wants status: doing"],
						["Compare", "It wants status: doing"],
					]
				: [],
		);
	});
