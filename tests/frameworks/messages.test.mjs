// What a model knows stands in its messages: `remind()` reads it there, whatever a host does to
// them.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Conversation, init, TodoStore } from "agent-todos";
import { expectSaid } from "../tools/snapshot.mjs";
import { isReminder, isWhole } from "./conversations.mjs";

await init();

const user = (content) => ({ role: "user", content });
const textsOf = (messages) => messages.map(({ content }) => content);
const isReminderText = (text) => isReminder({ text: String(text) });
const remindersIn = (messages) => textsOf(messages).filter(isReminderText);

/** A list of three, a model that was shown it after the user's first message, and that message. */
function begun(options) {
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c"]);
	const conversation = new Conversation(store, options);
	const messages = [user("Go")];
	conversation.remind(messages);
	return { store, person: store.as("user"), conversation, messages };
}

/** Has the model complete a todo, as messages of Chat Completions. */
function complete(conversation, messages, id, ...ids) {
	const args = JSON.stringify({ action: "complete_multiple", ids: [...ids] });
	const { text } = conversation.tools[0].call(args, id);
	const tool_calls = [
		{ id, function: { name: "todo_manager", arguments: args } },
	];
	messages.push({ role: "assistant", content: null, tool_calls });
	messages.push({ role: "tool", tool_call_id: id, content: text });
}

test("a repeated request gets the same reminders, no message changed", () => {
	const { person, conversation, messages } = begun();
	person.skip(2, "too slow");
	messages.push({ role: "assistant", content: "Well." }, user("And?"));
	Object.freeze(messages);
	for (const message of messages) Object.freeze(message);
	const sent = conversation.remind(messages);
	assert.deepEqual(conversation.remind(messages), sent);
	assert.equal(messages.length, 3);
	assert.deepEqual(
		remindersIn(sent).map((text) => isWhole({ text })),
		[true, false],
	);
	assert.match(sent.at(-1).content, /The user skipped 2 \("b"\): too slow/);
	// A host may store what it sent.
	assert.deepEqual(conversation.remind(sent), sent);
});

test("a restart needs the checkpoint and the messages alone", () => {
	const { store, person, conversation, messages } = begun();
	complete(conversation, messages, "call 1", 1);
	const sent = conversation.remind(messages);
	person.skip(2);
	const again = new Conversation(store, { saved: conversation.checkpoint() });
	const next = again.remind(messages);
	assert.deepEqual(next.slice(0, -1), sent);
	assert.match(
		next.at(-1).content,
		/: 1 done, 1 skipped, 1 todo\. The user skipped 2/,
	);
	assert.ok(!isWhole({ text: next.at(-1).content }));
	// Without messages, it is the whole list.
	const lost = new Conversation(store, { saved: again.checkpoint() });
	assert.ok(isWhole({ text: lost.reminder() }));
});

test("after a cut the model gets the whole list, once", () => {
	const { person, conversation, messages } = begun({ name: "ann" });
	const begin = [...messages];
	person.skip(2, "too slow");
	messages.push({ role: "assistant", content: "Well." }, user("And?"));
	conversation.remind(messages);
	complete(conversation, messages, "call 1", 1);
	conversation.remind(messages);
	const sent = conversation.remind([...begin, user("Another way")]);
	assert.deepEqual(
		remindersIn(sent).map((text) => isWhole({ text })),
		[true, true],
	);
	expectSaid(sent.at(-1).content);
	const again = [...begin, user("Another way"), user("And?")];
	assert.equal(remindersIn(conversation.remind(again)).length, 2);
	// And back to the first way.
	const back = conversation.remind(messages);
	assert.ok(isWhole({ text: back.at(-1).content }));
	assert.equal(
		remindersIn(conversation.remind([user("Something else")])).length,
		1,
	);
});

test("rewind(messages) takes back what the model did in what was cut", () => {
	const { store, person, conversation, messages } = begun();
	complete(conversation, messages, "call 1", 1);
	const kept = [...messages];
	complete(conversation, messages, "call 2", 2);
	person.skip(3, "too slow");
	conversation.rewind(kept);
	assert.deepEqual(
		store.getAll().map(({ status }) => status),
		["done", "todo", "skipped"],
	);
	const last = conversation.remind(kept).at(-1).content;
	assert.ok(isWhole({ text: last }));
	assert.match(last, /The user skipped 3 \("c"\): too slow\./);
});

test("cache marks, ids and states are no changes", () => {
	const { conversation, messages } = begun();
	messages.push({
		role: "assistant",
		content: "Well.",
		id: "m1",
		status: "in_progress",
	});
	messages.push(user("And?"));
	const sent = conversation.remind(messages);
	const marked = messages.map((message, at) => ({
		...message,
		providerOptions: { anthropic: { cacheControl: at } },
		cache_control: { type: "ephemeral" },
		...(message.id && { id: "m2", status: "completed" }),
	}));
	assert.deepEqual(textsOf(conversation.remind(marked)), textsOf(sent));
});

test("after an edited message the whole list goes last", () => {
	const { person, conversation, messages } = begun();
	messages.push({ role: "assistant", content: "Well." }, user("And?"));
	person.complete(1);
	conversation.remind(messages);
	const edited = [...messages.slice(0, 2), user("But?")];
	const sent = conversation.remind(edited);
	assert.deepEqual(
		remindersIn(sent).map((text) => isWhole({ text })),
		[true, true],
	);
	assert.match(sent.at(-1).content, /status="done">a</);
});

test("quoted, copied and foreign reminders are no deliveries", () => {
	const { store, person, conversation, messages } = begun();
	const [, whole] = conversation.remind(messages);
	const quoting = [user(`What does "${whole.content}" mean?`)];
	assert.equal(remindersIn(conversation.remind(quoting)).length, 1);
	const other = new TodoStore();
	other.addMultiple(["x"]);
	const foreign = [user(new Conversation(other).reminder())];
	assert.equal(conversation.remind(foreign).length, 2);
	person.skip(1);
	const sent = conversation.remind(messages);
	const stored = [...sent, whole, sent.at(-1)];
	assert.deepEqual(conversation.remind(stored), sent);
	assert.equal(store.getAll()[0].status, "skipped");
});

/** A call of `name` as the messages of each API have it. */
const callsOf = (name) => [
	{ role: "assistant", tool_calls: [{ id: "1", function: { name } }] },
	{ role: "ai", content: "", tool_calls: [{ id: "1", name, args: {} }] },
	{ role: "assistant", content: [{ type: "tool_use", id: "1", name }] },
	{
		role: "assistant",
		content: [{ type: "tool-call", toolCallId: "1", toolName: name }],
	},
	{ role: "model", parts: [{ functionCall: { name } }] },
	{ type: "function_call", callId: "1", name },
];

test("messages with another list get the conversation's own", () => {
	const parent = [user("Go"), { role: "assistant", content: "Well." }];
	const finished = new TodoStore();
	finished.add("x");
	finished.complete(1);
	for (const [store, shown] of [
		[new TodoStore(), /<todos><\/todos>/],
		[finished, /<todo id="1" status="done">x<\/todo>/],
	]) {
		for (const call of callsOf("todo_manager")) {
			const messages = [...parent, call, user("Search the shops")];
			const conversation = new Conversation(store);
			const sent = conversation.remind(messages);
			assert.match(sent.at(-1).content, shown, JSON.stringify(call));
			assert.equal(sent.length, 5);
			assert.deepEqual(conversation.remind(messages), sent);
		}
		for (const call of [...callsOf("open"), user("todo_manager")]) {
			const messages = [...parent, call, user("Search the shops")];
			assert.deepEqual(new Conversation(store).remind(messages), messages);
		}
	}
});

test("two conversations on one list are each told by their own messages", () => {
	const { store, person, conversation, messages } = begun({ name: "ann" });
	const other = new Conversation(store, { name: "bob" });
	const ours = [user("Help ann")];
	other.remind(ours);
	complete(conversation, messages, "call 1", 1);
	person.skip(2);
	assert.match(
		other.remind(ours).at(-1).content,
		/"ann" completed 1.*\n?.*The user skipped 2/,
	);
	assert.match(
		conversation.remind(messages).at(-1).content,
		/: [^.]*\. The user skipped 2/,
	);
});

test("nothing stands between a call and its result", () => {
	const { person, conversation, messages } = begun();
	person.skip(1);
	const calls = [
		{ role: "assistant", content: null, tool_calls: [{ id: "1" }] },
		{ role: "assistant", content: [{ type: "tool_use", id: "1" }] },
		{ role: "assistant", content: [{ type: "tool-call", toolCallId: "1" }] },
		{
			role: "tool",
			content: [{ type: "tool-approval-response", approvalId: "1" }],
		},
		{ role: "model", parts: [{ functionCall: { name: "open" } }] },
		{ type: "function_call", callId: "1" },
	];
	for (const call of calls) {
		const open = [...messages, call];
		assert.equal(conversation.remind(open).at(-1), call);
		assert.equal(conversation.appendReminder(open), undefined);
		assert.equal(open.at(-1), call);
	}
	// To look at other messages is not to read them.
	conversation.remind([user("Another chat"), calls[0]]);
	messages.push(calls[0], {
		role: "tool",
		tool_call_id: "1",
		content: "Done.",
	});
	assert.match(
		conversation.remind(messages).at(-1).content,
		/The user skipped 1/,
	);
});

test("appendReminder finds in an array what the model has read", () => {
	const { store, person } = begun();
	const conversation = new Conversation(store);
	const messages = [user("Go")];
	conversation.appendReminder(messages);
	person.skip(1);
	const again = new Conversation(store, { saved: conversation.checkpoint() });
	assert.match(again.appendReminder(messages).content, /The user skipped 1/);
	assert.equal(again.appendReminder(messages), undefined);
	assert.equal(messages.length, 3);
	messages.splice(1, 1);
	assert.ok(isWhole({ text: again.appendReminder(messages).content }));
});

test("an answer that was awaited counts for its own call", async () => {
	const { store, person, conversation, messages } = begun({
		confirm: async () => true,
	});
	const [tool] = conversation.tools;
	const list = { action: "list" };
	const start = { action: "mark_doing", ids: [1] };
	const read = await tool.execute(list, "k1");
	person.skip(2, "too dear");
	const started = await tool.execute(start, "k2");
	messages.push(
		{ role: "assistant", tool_calls: [{ id: "k1" }, { id: "k2" }] },
		{ role: "tool", tool_call_id: "k1", content: read.text },
		{ role: "tool", tool_call_id: "k2", content: started.text },
	);
	const sent = conversation.remind(messages);
	assert.match(sent.at(-1).content, /too dear/);
	assert.deepEqual(conversation.remind(messages), sent);
	const later = [...messages, { role: "assistant", content: "Well." }];
	const restored = new Conversation(store, {
		saved: conversation.checkpoint(),
	});
	for (const now of [conversation, restored])
		assert.match(JSON.stringify(now.remind(later)), /too dear/);
});

test("rewind(messages) without any delivery goes back to where the conversation began", () => {
	const { store, conversation: first } = begun();
	first.tools[0].call({ action: "complete_multiple", ids: [1, 2] }, "x1");
	for (const begin of [
		(it) => it.remind([user("Go on")]),
		(it) => it.tools[0].call({ action: "list" }, "y0"),
	]) {
		const second = new Conversation(store);
		begin(second);
		second.tools[0].call({ action: "complete_multiple", ids: [3] }, "y1");
		second.rewind([user("Go on, but slowly")]);
		const statuses = store.todos.map(({ status }) => status);
		assert.deepEqual(statuses, ["done", "done", "todo"]);
	}
	new Conversation(store).rewind([user("Nothing yet")]);
	assert.equal(store.size, 3);
});

test("rewind(messages) refuses messages that are older than what is remembered", () => {
	const store = new TodoStore({ maxTodos: 300 });
	store.addMultiple(Array.from({ length: 210 }, (_, at) => `t${at}`));
	const conversation = new Conversation(store);
	const messages = [user("Go")];
	conversation.remind(messages);
	for (let id = 1; id <= 205; id++) {
		complete(conversation, messages, `k${id}`, id);
		conversation.remind(messages);
	}
	assert.throws(() => conversation.rewind(messages.slice(0, 5)), {
		code: "unknown_revision",
	});
	assert.equal(store.todos.filter((it) => it.status === "done").length, 205);
});

test("after forget() no text is in checkpoint or request", () => {
	const { store, conversation, messages } = begun();
	store.addMultiple(["Call the clinic"]);
	conversation.remind(messages);
	store.forget();
	assert.doesNotMatch(conversation.checkpoint(), /clinic/);
	assert.deepEqual(conversation.remind(messages), messages);
	store.addMultiple(["Pay"]);
	assert.match(conversation.remind(messages).at(-1).content, /Pay/);
});

test("a result that a host has cleared does not count as read", () => {
	for (const args of [
		{ action: "list" },
		{ action: "complete_multiple", ids: [2] },
	]) {
		const { person, conversation, messages } = begun();
		person.skip(2, "too dear");
		const { text } = conversation.tools[0].call(args, "k1");
		messages.push(
			{ role: "assistant", tool_calls: [{ id: "k1" }] },
			{ role: "tool", tool_call_id: "k1", content: text },
			{ role: "assistant", content: "Well." },
		);
		const cleared = messages.map((it) =>
			it.role === "tool" ? { ...it, content: "[cleared]" } : it,
		);
		assert.doesNotMatch(conversation.remind(messages).at(-1).content, /dear/);
		assert.match(JSON.stringify(conversation.remind(cleared)), /skipped/);
	}
});

test("cleared results of other tools change no place", () => {
	const { person, conversation, messages } = begun();
	for (const [at, shape] of [
		(id, content) => ({ role: "tool", tool_call_id: id, content }),
		(id, content) => ({
			role: "user",
			content: [{ type: "tool_result", tool_use_id: id, content }],
		}),
		(id, value) => ({
			role: "tool",
			content: [
				{
					type: "tool-result",
					toolCallId: id,
					output: { type: "text", value },
				},
			],
		}),
		(id, output) => ({ type: "function_call_output", call_id: id, output }),
		(id, output) => ({ type: "function_call_result", callId: id, output }),
	].entries()) {
		const id = `look ${at}`;
		messages.push({ role: "assistant", tool_calls: [{ id }] });
		const result = shape(id, "a long page");
		messages.push(result);
		person.edit(1, { description: id });
		const sent = conversation.remind(messages);
		messages.push({ role: "assistant", content: "Well." });
		messages[messages.indexOf(result)] = shape(id, "[cleared]");
		const placesIn = (sent) => textsOf(sent).map(isReminderText);
		assert.deepEqual(placesIn(conversation.remind(messages)), [
			...placesIn(sent),
			false,
		]);
	}
});

for (const id of ["call_0", ""])
	for (const way of ["remind", "appendReminder"])
		test(`ids that repeat (${JSON.stringify(id)}): ${way} says each news once`, () => {
			const { person, conversation, messages } = begun();
			if (way === "appendReminder") conversation.appendReminder(messages);
			let before = [];
			for (let turn = 1; turn <= 4; turn++) {
				if (way === "appendReminder") conversation.appendReminder(messages);
				const sent =
					way === "remind" ? conversation.remind(messages) : [...messages];
				assert.deepEqual(sent.slice(0, before.length), before);
				const said = JSON.stringify(sent).split("too dear").length - 1;
				assert.equal(said, turn === 1 ? 0 : 1);
				before = sent;
				complete(conversation, messages, id, (turn % 2) + 1);
				if (turn === 1) person.skip(3, "too dear");
			}
		});

test("a reminder waits until each call of a message has its result", () => {
	const { person, conversation, messages } = begun();
	messages.push({
		role: "assistant",
		tool_calls: [{ id: "k1" }, { id: "k2" }],
	});
	messages.push({ role: "tool", tool_call_id: "k1", content: "a page" });
	person.skip(1);
	const waiting = messages.length;
	conversation.appendReminder(messages);
	assert.equal(messages.length, waiting);
	assert.equal(conversation.remind(messages).length, waiting + 1);
	// A framework that stored a reminder there gets it behind the result.
	const result = { role: "tool", tool_call_id: "k2", content: "paid" };
	const { content } = conversation.remind([...messages, result]).at(-1);
	const stored = [...messages, user(content), result];
	assert.deepEqual(
		conversation.remind(stored).map(({ role }) => role),
		["user", "user", "assistant", "tool", "tool", "user"],
	);
	// A call that was given up holds nothing back, nor does one with its result beside it.
	const part = { type: "tool-call", toolCallId: "k3", toolName: "search" };
	const found = { type: "tool-result", toolCallId: "k3", output: "found" };
	for (const end of [
		[user("Stop")],
		[result, { role: "assistant", content: [part, found] }],
	]) {
		person.edit(2, { description: `for ${end.length}` });
		const sent = conversation.remind([...messages, ...end]);
		assert.match(String(sent.at(-1).content), new RegExp(`for ${end.length}`));
	}
});

test("a message that says more than a reminder is never left out", () => {
	const { conversation, messages } = begun();
	const [, { content }] = conversation.remind(messages);
	const part = (text) => ({ type: "text", text });
	const parts = [part("Stop!"), part(content)];
	const sent = conversation.remind([
		{ role: "user", content: [part("Go"), part(content)] },
		{ role: "assistant", content: "Well." },
		{ role: "user", content: parts },
	]);
	assert.ok(sent.some(({ content }) => content === parts));
});

test("a message may contain a BigInt", () => {
	const { conversation, messages } = begun();
	messages.push({ role: "assistant", content: [{ wei: 10n }] });
	assert.equal(conversation.remind(messages).length, 3);
});

test("messages of other shapes, and what a framework needs", () => {
	const { store, person, conversation } = begun();
	const parts = (text) => ({ role: "user", parts: [{ text }] });
	const messages = [parts("Go")];
	messages.splice(0, 1, ...conversation.remind(messages, parts));
	assert.equal(messages.length, 2);
	person.skip(1);
	assert.equal(conversation.remind(messages, parts).length, 3);
	const cyclic = { role: "user", content: "x" };
	cyclic.itself = cyclic;
	assert.equal(
		conversation.remind([cyclic, { content: new Uint8Array(9) }]).length,
		3,
	);
	for (const wrong of [undefined, "x", {}, [1], [null]])
		assert.throws(() => conversation.remind(wrong), {
			code: "invalid_argument",
		});
	assert.throws(() => conversation.remind([], 1), { code: "invalid_argument" });
	assert.equal(store.size, 3);
});

test("at 200 reminders one whole list takes their place", () => {
	const { store, person, conversation } = begun();
	const messages = [];
	for (let turn = 0; turn < 250; turn++) {
		messages.push(user(`${turn}`));
		if (turn % 2 === 0) person.complete(1);
		else person.reopen(1);
		conversation.remind(messages);
	}
	const sent = conversation.remind(messages);
	assert.equal(remindersIn(sent).length, 50);
	assert.equal(remindersIn(sent).filter((text) => isWhole({ text })).length, 1);
	const text = conversation.checkpoint();
	assert.ok(text.length < 100_000, `${text.length}`);
	const damage = [
		['\\"at\\":', '\\"at\\":0.5,\\"x\\":'],
		['\\"revision\\":', '\\"revision\\":0.5,\\"x\\":'],
		['\\"began\\":', '\\"began\\":{},\\"x\\":'],
	];
	for (const [from, to] of damage) {
		const damaged = text.replace(from, to);
		assert.notEqual(damaged, text);
		assert.throws(() => new Conversation(store, { saved: damaged }), {
			code: "invalid_checkpoint",
		});
	}
});

/** What a person or a host decided and no element of a list shows, with what brings it about. */
const decisions = [
	[
		"an answer",
		(store) => store.as("model").wait(1, { question: "Which?" }),
		(person) => person.answer(1, "the blue one"),
		/the blue one/,
	],
	[
		"a reason",
		(store) => store.as("model").complete(1),
		(person) => person.reopen(1, "a teapot"),
		/a teapot/,
	],
	[
		"a description",
		() => {},
		(person) => person.edit(1, { description: "in cash" }),
		/in cash/,
	],
	[
		"sites",
		() => {},
		(person) => person.approve({ sites: ["a.example"] }),
		/a\.example/,
	],
	[
		"a question",
		() => {},
		(person) => person.wait(1, { question: "Wait for me" }),
		/Wait for me/,
	],
	["a removal", () => {}, (person) => person.remove(2), /removed "b"/],
];
for (const [what, before, decide, said] of decisions)
	for (const way of ["a summary", "compacted()", "a restart"])
		test(`${what} is said again after ${way}`, () => {
			const { store, person, conversation } = begun();
			before(store);
			let messages = conversation.remind([user("Go")]);
			messages.push({ role: "assistant", content: "Well." });
			decide(person);
			messages = conversation.remind(messages);
			// News name what was removed by its id.
			assert.match(
				messages.at(-1).content,
				what === "a removal" ? /removed 2/ : said,
			);
			// A later call that writes the list does not say it.
			complete(conversation, messages, "call 1", 3);
			const kept = messages.slice(-2);
			if (way === "a summary") {
				const sent = conversation.remind([user("Summary"), ...kept]);
				assert.match(sent.at(-1).content, said);
				return;
			}
			const restarted = new Conversation(store, {
				saved: conversation.checkpoint(),
			});
			if (way === "a restart") return assert.match(restarted.reminder(), said);
			conversation.compacted();
			assert.match(conversation.reminder(), said);
		});

test("a tool's result that says the same as a reminder stays", () => {
	const { conversation, messages } = begun();
	const [, reminder] = conversation.remind(messages);
	messages.push(
		{
			role: "assistant",
			content: null,
			tool_calls: [{ id: "x", function: { name: "look" } }],
		},
		{ role: "tool", tool_call_id: "x", content: reminder.content },
	);
	const sent = conversation.remind(messages);
	assert.deepEqual(
		sent.filter(({ role }) => role !== "user"),
		messages.slice(1),
	);
});

for (const join of [
	(one, other) => `${one}\n\n${other}`,
	(one, other) => `${other}\n\n${one}`,
])
	test("a reminder that the host joined with a message counts as there", () => {
		const { person, conversation } = begun();
		const [go, reminder] = conversation.remind([user("Go")]);
		const text = join(go.content, reminder.content);
		const isBehind = text.startsWith("Go");
		const messages = isBehind
			? [user(text), { role: "assistant", content: "Well." }]
			: [go, user(join("Well?", reminder.content))];
		assert.deepEqual(conversation.remind(messages), messages);
		person.skip(1);
		const sent = conversation.remind(messages);
		assert.equal(sent.length, 3);
		assert.ok(!isWhole({ text: sent.at(-1).content }));
	});

test("another picture of the same size is another message", () => {
	const { conversation } = begun();
	const picture = (byte) => ({
		role: "user",
		content: [{ type: "image", image: new Uint8Array(1000).fill(byte) }],
	});
	const sent = conversation.remind([picture(1)]);
	assert.deepEqual(conversation.remind([picture(1)]), sent);
	const other = conversation.remind([picture(2), user("And?")]);
	assert.ok(isWhole({ text: other.at(-1).content }));
});

// Random histories -----------------------------------------------------------------------------

/** Returns random numbers from 0 to 1 (mulberry32). */
function seeded(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let bits = Math.imul(state ^ (state >>> 15), 1 | state);
		bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
		return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
	};
}

const verbs = {
	completed: "done",
	skipped: "skipped",
	"marked as failed": "failed",
	reopened: "todo",
	started: "doing",
	made: "todo",
};

/** Whether a text shows the whole list. A repeated one shows what is open. */
const isWholeList = (text) =>
	isWhole({ text }) && !text.includes("Still open after");

/** Returns the statuses of the list as a model knows them that reads these messages. */
function known(messages) {
	let list;
	for (const { role, content: said } of messages) {
		const content = said?.replaceAll('\\"', '"');
		const shown = /<todos>.*<\/todos>/s.test(content ?? "");
		if (isWholeList(content ?? "") || (role === "tool" && shown)) list = [];
		if (list === undefined) continue;
		if (role === "tool")
			for (const id of /Completed TODOs: ([\d, ]+)/
				.exec(content)?.[1]
				.split(", ") ?? [])
				list[id - 1] = "done";
		if (isReminderText(content))
			for (const [, verb, id] of content.matchAll(
				/(completed|skipped|reopened|started|made) (\d+) \("/g,
			))
				list[id - 1] = verbs[verb];
		if (isReminderText(content) || shown)
			for (const [, id, status] of content.matchAll(
				/<todo id="(\d+)" status="(\w+)"/g,
			))
				list[id - 1] = status;
	}
	return list?.join();
}

/** Returns the texts in force that an element of a list does not show. */
const decisionsIn = (store) =>
	store
		.getAll()
		.flatMap(({ reason, answer, question, description }) => [
			reason,
			answer,
			question,
			description,
		])
		.filter((text) => text !== undefined);

function history(seed) {
	const random = seeded(seed);
	const pick = (from) => from[Math.floor(random() * from.length)];
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c", "d"]);
	const person = store.as("user");
	let conversation = new Conversation(store, {
		every: pick([2, 5, 20]),
		reminders: pick(["changes", "changes", "full"]),
	});
	let messages = [user("Go")];
	const forks = [];
	const log = [];
	let calls = 0;
	const answer = (args) => {
		const id = `call ${calls++}`;
		const { text } = conversation.tools[0].call(args, id);
		messages.push({
			role: "assistant",
			content: null,
			tool_calls: [{ id, args }],
		});
		messages.push({ role: "tool", tool_call_id: id, content: text });
	};
	const acts = {
		person() {
			const act = pick(["complete", "skip", "reopen"]);
			person[act](1 + Math.floor(random() * store.size));
		},
		/** What a list does not show. */
		decide() {
			const open = store.getAll().filter(({ status }) => status === "todo");
			if (open.length === 0) return;
			const todo = pick(open);
			const text = `text ${calls++}`;
			const ways = {
				skip: () => person.skip(todo, text),
				sendBack: () => person.complete(todo) && person.reopen(todo.key, text),
				describe: () => person.edit(todo, { description: text }),
				ask: () => store.as("model").wait(todo, { question: text }),
			};
			ways[todo.waiting ? "describe" : pick(Object.keys(ways))]();
			const asked = store.getAll().find(({ waiting }) => waiting);
			if (asked !== undefined && random() < 0.5) person.answer(asked, text);
		},
		add: () => person.add(`more ${store.size}`),
		call: () =>
			answer({
				action: "complete_multiple",
				ids: [1 + Math.floor(random() * 4)],
			}),
		read: () => answer({ action: "list" }),
		say: () =>
			messages.push(
				{ role: "assistant", content: "Well." },
				user(pick(["Go", "On"])),
			),
		restart() {
			conversation = new Conversation(store, {
				saved: conversation.checkpoint(),
			});
		},
		store: () => (messages = conversation.remind(messages)),
		cut() {
			const places = [...messages.keys()].filter(
				(at) => messages[at].role === "user",
			);
			forks.push([...messages]);
			messages = [
				...messages.slice(0, pick(places)),
				user(pick(["Go", "Other"])),
			];
		},
		back() {
			if (forks.length > 0) messages = [...pick(forks)];
		},
		prune: () =>
			(messages = [
				user("Summary"),
				...messages.slice(-2).filter(({ role }) => role === "user"),
			]),
		edit() {
			const at = messages.findIndex(({ role }) => role === "user");
			messages = messages.with?.(at, user(`Edited ${calls}`)) ?? messages;
		},
		copy: () =>
			messages.push(
				...messages
					.filter(({ content }) => isReminderText(content))
					.slice(0, 1),
			),
		mark: () =>
			(messages = messages.map((message) => ({
				...message,
				cache_control: random(),
			}))),
	};
	for (let step = 0; step < 25; step++) {
		const act = pick([...Object.keys(acts), "person", "person", "call", "say"]);
		log.push(act);
		acts[act]();
		if (random() < 0.6) {
			const sent = conversation.remind(messages);
			const now = store
				.getAll()
				.map(({ status }) => status)
				.join();
			// A finished list is not shown to a model that has lost it.
			const isOver =
				store
					.getAll()
					.every(({ status }) => ["done", "skipped"].includes(status)) &&
				known(sent) === undefined;
			if (!isOver)
				assert.equal(
					known(sent),
					now,
					`seed ${seed}: ${log.join(", ")}\n${JSON.stringify(sent, null, 1)}`,
				);
			if (known(sent) !== undefined) {
				const read = JSON.stringify(sent);
				const decided = decisionsIn(store).slice(0, 12);
				assert.deepEqual(
					decided.filter((text) => !read.includes(text)),
					[],
					`seed ${seed}: ${log.join(", ")}\n${JSON.stringify(sent, null, 1)}`,
				);
			}
			const again = conversation.remind(messages);
			assert.equal(known(again), known(sent), `seed ${seed}`);
			// Forks may have the same reminders in another order, and so may reminders that say the same.
			const texts = remindersIn(sent);
			const areDistinct = new Set(texts).size === texts.length;
			if (forks.length === 0 && areDistinct)
				assert.deepEqual(again, sent, `seed ${seed}`);
			log.push("sent");
		}
	}
}

test("whatever a host does, the model knows the list", async () => {
	const first = Number(process.env.FIRST ?? 0);
	const count = Number(process.env.HISTORIES ?? 500);
	for (let seed = first; seed < first + count; seed++) {
		history(seed);
		// What nobody holds any more is freed between tasks of the event loop.
		if (seed % 100 === 0) await setImmediate();
	}
});

test("stale counts the model's messages once, in every form", () => {
	const text = { role: "assistant", content: "Well." };
	const forms = {
		"Chat Completions": (id) => [
			{ role: "assistant", content: null, tool_calls: [{ id }] },
			{ role: "tool", tool_call_id: id, content: "read" },
		],
		// Several items are one message.
		"OpenAI Responses": (id) => [
			{ type: "reasoning", content: [] },
			{ type: "function_call", call_id: id, name: "read" },
			{ type: "function_call", call_id: `${id}b`, name: "read" },
			{ type: "function_call_output", call_id: id, output: "read" },
			{ type: "function_call_output", call_id: `${id}b`, output: "read" },
		],
		"Anthropic Messages": (id) => [
			{ role: "assistant", content: [{ type: "tool_use", id, name: "read" }] },
			{ role: "user", content: [{ type: "tool_result", tool_use_id: id }] },
		],
		"Gemini API": (id) => [
			{ role: "model", parts: [{ functionCall: { id, name: "read" } }] },
			{ role: "user", parts: [{ functionResponse: { id, name: "read" } }] },
		],
		"without tools": () => [text, user("And?")],
	};
	for (const [form, write] of Object.entries(forms)) {
		const { person, conversation, messages } = begun({ stale: 3 });
		const news = () => {
			const sent = conversation.remind(messages);
			assert.deepEqual(conversation.remind(messages), sent, form);
			return remindersIn(sent).length;
		};
		const counts = (from, count) =>
			Array.from({ length: count }, (_, at) => {
				messages.push(...write(`${form} ${from + at}`));
				return news();
			});
		// The whole list, which nothing follows but the line, after three messages.
		assert.deepEqual(counts(0, 6), [1, 1, 2, 2, 2, 2], form);
		person.skip(3);
		assert.deepEqual(counts(6, 5), [3, 3, 3, 4, 4], form);
	}
});

test("stale counts calls of reminder(), and survives a restart with the messages", () => {
	const { store, conversation, messages } = begun({ stale: 2 });
	messages.push({ role: "assistant", content: "Well." }, user("And?"));
	assert.equal(remindersIn(conversation.remind(messages)).length, 1);
	const again = new Conversation(store, { saved: conversation.checkpoint() });
	messages.push({ role: "assistant", content: "Well." }, user("And?"));
	assert.equal(remindersIn(again.remind(messages)).length, 2);
	const counting = new Conversation(store, { stale: 2 });
	const said = Array.from({ length: 6 }, () => counting.reminder());
	assert.deepEqual(
		said.map((text) => text !== undefined),
		[true, false, true, false, false, false],
	);
	expectSaid(said[2]);
	assert.throws(() => new Conversation(store, { stale: 1 }), {
		code: "invalid_argument",
	});
});

test("calls that no messages show take bounded room", () => {
	const conversation = new Conversation(new TodoStore());
	const [tool] = conversation.tools;
	const lengthAfter = (calls) => {
		for (let i = 0; i < calls; i += 1) tool.call({ action: "list" });
		conversation.reminder();
		return conversation.checkpoint().length;
	};
	const length = lengthAfter(300);
	assert.ok(lengthAfter(300) < length + 100);
});
