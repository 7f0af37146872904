// The tools with a session of the Prompt API, in its three ways of calling them. The session is a
// script's; the classes of the platform are tried in Chromium, in
// ../packaging/hosts-page.slow.test.mjs.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Conversation, init, TodoStore } from "agent-todos";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import { runAgent } from "agent-todos/run";
import { words } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import {
	add,
	browsing,
	complete,
	manage,
	oneByOne,
	table,
	withoutHost,
} from "./plan.mjs";
import { PromptSession, read } from "./prompt-session.mjs";

await init();

const isReminder = (text) => text.startsWith("<browser-state>");

/**
 * Returns a list and a session whose model does these things; `ask(more)` prompts it, with these
 * options and more.
 */
function begun(turns, { calls = "tools", made, onChange, ...options } = {}) {
	const store = new TodoStore();
	const dialect = calls === "xml" ? "xml_call" : "todo_manager";
	const conversation = new Conversation(store, { dialect, onChange });
	const session = new PromptSession(turns, made);
	const ask = (more) =>
		promptWithTools(session, "Go", conversation, {
			calls,
			...options,
			...more,
		});
	return { store, conversation, session, ask };
}

test("answers are errors where a call was refused; a session is made with the tools and both ways of content", async () => {
	const { malformed, refused, steps, repaired } = table.todo_manager;
	const calls = [malformed, refused, ...steps, repaired];
	const { conversation, session, ask } = begun([
		...oneByOne(calls),
		"Planned.",
	]);
	await ask();
	const answered = session.prompts
		.flatMap(({ messages }) => messages.flatMap(({ content }) => content))
		.filter(({ type }) => type === "tool-response");
	assert.deepEqual(
		answered.map(({ value }) => "errorMessage" in value),
		withoutHost("todo_manager", calls).outcomes.map(({ ok }) => !ok),
	);
	const { tools, ...expected } = promptToolOptions(conversation);
	assert.equal(tools.length, 1);
	assert.deepEqual(expected, {
		expectedInputs: [{ type: "text" }, { type: "tool-response" }],
		expectedOutputs: [{ type: "text" }, { type: "tool-call" }],
	});
});

test("promptWithTools reads and writes both callId and callID", async () => {
	for (const name of ["callId", "callID"]) {
		const made = ({ callId, callID, ...call }) => ({
			...call,
			[name]: callId ?? callID,
		});
		const turns = [[add("a")], "Yes."];
		const { store, session, ask } = begun(turns, { made });
		await ask();
		const { value } = session.prompts[1].messages[0].content[0];
		assert.deepEqual([value.callId, value.callID], ["0", "0"]);
		assert.deepEqual(words(store), ["a"]);
	}
});

test("reminders: at the end, once, over several prompts; the whole list after the context has overflown", async () => {
	const { store, conversation, session, ask } = begun([
		[complete(1)],
		"One.",
		"I see.",
		() => {
			session.dispatchEvent(new Event("contextoverflow"));
			return [manage("mark_doing", [], [3])];
		},
		"Yes.",
		"Well.",
	]);
	store.addMultiple(["a", "b", "c"]);
	await ask();
	store.as("user").skip(2, "too slow");
	const messages = [{ role: "user", content: "On" }];
	await promptWithTools(session, messages, conversation);
	await ask();
	// Who listens no longer is not told.
	session.dispatchEvent(new Event("contextoverflow"));
	await ask();
	const isTold = ({ content }) =>
		typeof content === "string" && isReminder(content);
	const told = session.prompts.map(({ messages }) =>
		messages.filter(isTold).map(({ content }) => content),
	);
	assert.deepEqual(
		told.map(({ length }) => length),
		[1, 0, 1, 0, 1, 0],
	);
	expectSaid(told[0][0]);
	expectSaid(told[2][0]);
	expectSaid(told[4][0]);
	for (const { messages } of session.prompts)
		assert.ok(!messages.slice(0, -1).some(isTold));
});

test("tools of the host's own: called, their errors told, unknown names too, and given the signal", async () => {
	const { signal } = new AbortController();
	const seen = [];
	const opening = {
		...browsing,
		async execute({ page }, options) {
			seen.push([page, options.signal === signal]);
			if (page === "none") throw new Error("there is no such page");
			return `Opened ${page}.`;
		},
	};
	const call = (page) => ({ tool: "browse", args: { page } });
	const { conversation, session, ask } = begun(
		[
			[call("shop"), add("a")],
			[call("none"), { tool: "close", args: {} }],
			"Done.",
		],
		{ tools: [opening], signal },
	);
	await ask();
	assert.deepEqual(seen, [
		["shop", true],
		["none", true],
	]);
	const said = read(session).filter((text) => !isReminder(text));
	assert.equal(said[1], "Opened shop.");
	expectSaid(said.slice(3));
	assert.deepEqual(
		promptToolOptions(conversation, [opening]).tools.map(({ name }) => name),
		["todo_manager", "browse"],
	);
});

/** Returns what a model says in the form of `responseConstraint`. */
const json = (message, ...calls) =>
	JSON.stringify({
		message,
		calls: calls.map(({ tool, args }) => ({ name: tool, arguments: args })),
	});

test("constraint: the model answers in JSON that responseConstraint describes", async () => {
	const { store, conversation, session, ask } = begun(
		[
			json("", add("a", "b"), complete("1")),
			json("", manage("skip", [], [9])),
			json("It is planned."),
			"no JSON",
		],
		{ calls: "constraint" },
	);
	assert.equal(await ask(), "It is planned.");
	assert.deepEqual(words(store), ["a: done", "b"]);
	assert.match(read(session)[1], /^todo_manager: {"ok":true.*\ntodo_manager: /);
	expectSaid(read(session).at(-1));
	const { responseConstraint } = session.prompts[0].options;
	assert.deepEqual(responseConstraint.required, ["message", "calls"]);
	const [call] = responseConstraint.properties.calls.items.anyOf;
	assert.deepEqual(call.properties.name.enum, ["todo_manager"]);
	assert.equal(
		JSON.stringify(call.properties.arguments),
		JSON.stringify(conversation.tools[0].inputSchema),
	);
	// What does not keep to it is the model's text.
	assert.equal(await ask(), "no JSON");
});

test("promptWithTools answers a call without a name", async () => {
	for (const call of [null, 3, "list", [], {}]) {
		const { session, conversation, ask } = begun(
			[JSON.stringify({ message: "", calls: [call] }), json("Done.")],
			{ calls: "constraint" },
		);
		assert.equal(await ask(), "Done.");
		assert.match(
			read(session)[1],
			/^A call failed: a call has no name: use todo_manager$/,
		);
		const said = [[{ type: "tool-call", value: call }], "Done."];
		const bare = { prompt: async () => said.shift(), append: async () => {} };
		assert.equal(await promptWithTools(bare, "Go", conversation), "Done.");
	}
});

test("a session that keeps no answers: the error that came first is the one to hear of", async () => {
	const stop = new Error("stopped");
	const stopped = () => {
		throw stop;
	};
	const destroyed = (turns) => {
		const { session, ask } = begun(turns);
		session.append = () => Promise.reject(new Error("it was destroyed"));
		return ask;
	};
	const list = [manage("list", [])];
	await assert.rejects(destroyed([list, stopped])(), (error) => error === stop);
	await assert.rejects(destroyed([list])({ maxTurns: 1 }), {
		code: "over_budget",
	});
});

test("xml: calls inside the model's text", async () => {
	const { store, session, ask } = begun(
		[
			`I plan.
<tool_call>
<tool_name>todo</tool_name>
<parameters><action>write</action><todos>[{"id": "k", "content": "Find a kettle", "status": "pending", "priority": "high"}]</todos></parameters>
</tool_call>`,
			"Planned.",
		],
		{ calls: "xml" },
	);
	assert.equal(await ask(), "Planned.");
	assert.deepEqual(words(store), ["Find a kettle"]);
	assert.match(read(session)[1], /^<tool_result name="todo" status="success">/);
});

test("what a model writes while it thinks is no call and no answer", async () => {
	const call = (content) => json("", add(content));
	for (const [calls, written] of [
		["constraint", [call("a"), call("b")]],
		["xml", [xmlPlan("a"), xmlPlan("b")]],
	]) {
		const [draft, meant] = written;
		for (const said of [
			`<think>\n${draft}\n</think>\n\n${meant}`,
			`Perhaps:\n${draft}\n</think>\n${meant}`,
		]) {
			const turns = [said, "<think>What else?</think>Done."];
			const { store, ask } = begun(turns, { calls });
			assert.equal(await ask(), "Done.", said);
			assert.deepEqual(words(store), ["b"], said);
		}
		const turns = [`<think>\n${draft}`];
		const { store, ask } = begun(turns, { calls });
		assert.equal(await ask(), "");
		assert.equal(store.size, 0);
	}
});

const xmlPlan = (...contents) =>
	contents
		.map(
			(content) =>
				`<tool_call><tool_name>todo</tool_name><parameters><action>write</action><todos>[{"id": "k", "content": "${content}", "status": "pending"}]</todos></parameters></tool_call>`,
		)
		.join("\n");

for (const [calls, first] of [
	["tools", [add("a"), add("b")]],
	["constraint", json("", add("a"), add("b"))],
	["xml", xmlPlan("a", "b")],
])
	test(`${calls}: onChange is awaited for each change, and the model reads what it throws`, async () => {
		const stored = [];
		const onChange = async ({ revision }) => {
			await setImmediate();
			stored.push(revision);
			if (revision === 2) throw new Error("the disk is full");
		};
		const { session, ask } = begun([first, "Done."], { calls, onChange });
		await ask();
		assert.deepEqual(stored, [1, 2]);
		assert.match(read(session).join("\n"), /the disk is full/);
	});

test("abort in the middle: what was answered stays, its answers are in the session, and it goes on", async () => {
	const controller = new AbortController();
	const { store, session, ask } = begun([
		[add("a", "b")],
		[complete(1)],
		() => {
			controller.abort(new Error("stopped"));
			return "never said";
		},
		[complete(2)],
		"Done.",
	]);
	const { signal } = controller;
	await assert.rejects(ask({ signal }), /stopped/);
	assert.deepEqual(words(store), ["a: done", "b"]);
	assert.match(read(session).at(-1), /"ok":true/);
	assert.equal(await ask(), "Done.");
	assert.deepEqual(words(store), ["a: done", "b: done"]);
	// The reminder of the prompt that was taken back is lost: the whole list is told.
	assert.match(
		session.prompts[3].messages.at(-1).content,
		/status="done">a<.*status="todo">b</,
	);
	// Aborted before it began, nothing is sent.
	const { length } = session.prompts;
	await assert.rejects(ask({ signal }), /stopped/);
	assert.equal(session.prompts.length, length);
});

test("after an abort no other call of the message is carried out, and each has its answer", async () => {
	for (const calls of ["tools", "constraint"]) {
		const controller = new AbortController();
		const carriedOut = [];
		const tool = (name, execute = () => {}) => ({
			name,
			description: name,
			inputSchema: { type: "object" },
			execute: async () => {
				carriedOut.push(name);
				execute();
				return "done";
			},
		});
		const own = [
			tool("stop", () => controller.abort(new Error("stopped"))),
			tool("pay"),
		];
		const made = [
			add("a"),
			{ tool: "stop", args: {} },
			{ tool: "pay", args: {} },
			add("b"),
		];
		const turn = calls === "tools" ? made : json("", ...made);
		const { store, session, ask } = begun([turn, "Done."], {
			calls,
			tools: own,
		});
		// Also where it was the last turn.
		const { signal } = controller;
		await assert.rejects(ask({ signal, maxTurns: 1 }), /stopped/);
		assert.deepEqual([carriedOut, words(store)], [["stop"], ["a"]]);
		const answers = JSON.stringify(session.history.at(-1).content);
		assert.equal(answers.match(/was not carried out/g)?.length, 2);
		assert.equal(await ask(), "Done.");
	}
	// A session that answers although it was aborted.
	const controller = new AbortController();
	const read =
		'<tool_call><tool_name>todo</tool_name><parameters><action>write</action><todos>[{"content":"a"}]</todos></parameters></tool_call>';
	const session = {
		prompt: async () => {
			controller.abort(new Error("stopped"));
			return read;
		},
		append: async () => {},
	};
	const store = new TodoStore();
	const conversation = new Conversation(store, { dialect: "xml_call" });
	const { signal } = controller;
	const asked = promptWithTools(session, "Go", conversation, {
		calls: "xml",
		signal,
	});
	await assert.rejects(asked, /stopped/);
	assert.equal(store.size, 0);
});

test("constraint: an answer that was cut off is asked for again, and is never the last text", async () => {
	const whole = json("Found: a kettle", add("a"));
	for (const cut of [
		whole.slice(0, -1),
		whole.slice(0, 9),
		`\`\`\`json\n${whole.slice(0, 30)}`,
	]) {
		const { store, session, ask } = begun([cut, whole, json("Done.")], {
			calls: "constraint",
		});
		assert.equal(await ask(), "Done.");
		assert.match(read(session)[1], /^Nothing was called.*cut off/);
		assert.deepEqual(words(store), ["a"]);
	}
	// The same again and again is no progress.
	const { ask } = begun(Array(3).fill(whole.slice(0, -1)), {
		calls: "constraint",
	});
	await assert.rejects(ask(), { code: "stuck" });
});

test("promptWithTools answers whatever a model sends", async () => {
	const cyclic = {};
	cyclic.self = cyclic;
	let deep = {};
	for (let times = 0; times < 20_000; times++) deep = { deep };
	for (const args of [{ count: 1n }, 1n, cyclic, deep, Symbol("s")]) {
		const call = { type: "tool-call", value: { name: "own", arguments: args } };
		const said = [
			[null, "text", undefined, call],
			[call],
			[null, { type: "text", value: "Done." }, 3],
		];
		const session = {
			prompt: async () => said.shift(),
			append: async () => {},
		};
		const got = [];
		const own = {
			name: "own",
			description: "",
			inputSchema: { type: "object" },
			execute: async (args) => `${got.push(args)}`,
		};
		const conversation = new Conversation(new TodoStore());
		const options = { tools: [own] };
		assert.equal(
			await promptWithTools(session, "Go", conversation, options),
			"Done.",
		);
		assert.deepEqual([got.length, got[0] === args], [2, true]);
		// To a tool of the list, too, and repeated.
		const list = {
			type: "tool-call",
			value: { name: "todo_manager", arguments: args },
		};
		const again = { prompt: async () => [list], append: async () => {} };
		await assert.rejects(
			promptWithTools(again, "Go", conversation, { maxTurns: 4 }),
			{ code: "stuck" },
		);
	}
});

test("a model that makes the same call in three turns running is stuck, and its session can be prompted again", async () => {
	const call =
		"<tool_call><tool_name>todo</tool_name><parameters><action>read</action></parameters></tool_call>";
	const list = manage("list", []);
	for (const [calls, turn, other] of [
		["tools", [list], [add("a")]],
		["constraint", json("", list), json("")],
		["xml", call, `Again. ${call}`],
	]) {
		const turns = [turn, turn, other, turn, turn, turn, "Done."];
		const { ask } = begun(turns, { calls });
		if (calls === "constraint") assert.equal(await ask(), "");
		await assert.rejects(
			ask(),
			({ code, message }) =>
				code === "stuck" && /same calls in 3 turns/.test(message),
			calls,
		);
		assert.equal(await ask(), "Done.");
	}
});

test("promptWithTools ends when a model calls an unknown tool twice", async () => {
	const open = { tool: "open_page", args: { url: "a" } };
	const { session, ask } = begun([
		[open, { tool: "click", args: {} }],
		[add("a")],
		[{ tool: "open_page", args: { url: "b" } }],
	]);
	await assert.rejects(
		ask(),
		({ code, message }) =>
			code === "stuck" && /called "open_page" again/.test(message),
	);
	expectSaid(read(session)[1]);
});

test("xml: a message that looks like a failed call is answered, and one that does not is the last", async () => {
	const failed = [
		"<todo>\n- Find a kettle\n</todo>",
		'{"action": "write", "todos": [',
		"<parameters><action>read</action></parameters>",
		"```xml\n<tool_cal>todo</tool_cal>\n```",
	];
	for (const said of failed) {
		const turns = [said, "I am done: 3 < 4."];
		const { session, ask } = begun(turns, { calls: "xml" });
		assert.equal(await ask(), turns[1], said);
		assert.match(
			read(session)[1],
			/^Nothing was called\. Write the whole call/,
			said,
		);
	}
});

test("a model that never ends is stopped, and its session can be prompted again", async () => {
	const { ask } = begun([
		...["a", "b", "c"].map((content) => [add(content)]),
		"Done.",
	]);
	await assert.rejects(ask({ maxTurns: 3 }), {
		name: "TodoError",
		code: "over_budget",
	});
	assert.equal(await ask(), "Done.");
});

test("in a step of a run, each call of the host's tools counts, and none of the list's or the run's", async () => {
	const open = { tool: "open_page", args: {} };
	const planning = { tool: "require_planning", args: { reason: "sold out" } };
	const { store, conversation, session, ask } = begun([
		[open, add("b")],
		[open, open, planning],
		"Done.",
	]);
	const opened = [];
	const left = [];
	const result = await runAgent({
		store,
		conversation,
		plan: () => ["a"],
		budgets: { maxCallsPerTodo: 2, maxSteps: 2 },
		async execute({
			mayCall,
			tools: [{ name, description, inputSchema, call }],
		}) {
			const openPage = {
				name: "open_page",
				description: "Opens a page",
				inputSchema: { type: "object", properties: {} },
				execute: () => {
					left.push(mayCall());
					return `page ${opened.push("page")}`;
				},
			};
			const execute = (args) => call(args).text;
			const plan = { name, description, inputSchema, execute };
			await ask({ tools: [openPage, plan] });
			return "continue";
		},
	}).result;
	assert.equal(result.status, "failed");
	assert.deepEqual(left, [true, false]);
	const answers = read(session);
	expectSaid(answers.join("\n"));
	assert.match(answers.at(-1), /plan/);
});

test("promptWithTools and promptToolOptions refuse wrong arguments", async () => {
	const { conversation, session } = begun(["Yes."]);
	for (const args of [
		[{}, "Go", conversation],
		[session, "Go", new TodoStore()],
		[session, "Go", conversation, null],
		[session, "Go", conversation, { calls: "loudly" }],
		[session, "Go", conversation, { maxTurns: 0 }],
		[session, "Go", conversation, { signal: 1 }],
		[session, "Go", conversation, { onChange() {} }],
		[session, "Go", conversation, { tools: [{ name: "open" }] }],
	])
		await assert.rejects(promptWithTools(...args), {
			name: "TodoError",
			code: "invalid_argument",
		});
	assert.deepEqual(session.prompts, []);
});

/**
 * Returns what a conversation has shown of a plan of two todos that the model writes with these
 * calls.
 */
const seenBy = async (calls, turns) => {
	const { conversation, session, ask } = begun(turns, { calls });
	const previews = [];
	conversation.subscribe(() => {
		const { writing } = conversation;
		const shown = writing?.map(({ content }) => content).join(", ") ?? "-";
		if (shown !== previews.at(-1)) previews.push(shown);
	});
	const text = await ask().catch(({ message }) => message);
	assert.equal(conversation.writing, undefined);
	return { text, previews, store: conversation.store, session };
};
const xmlOf = (parameters) =>
	`I plan.\n<tool_call><tool_name>todo</tool_name><parameters>${parameters}</parameters></tool_call>`;
const planned = JSON.stringify(
	["a 😀 </todos>", "b"].map((content, place) => ({
		id: `${place}`,
		content,
		status: "pending",
	})),
);
const writes = { action: "write", merge: false, todos: JSON.parse(planned) };
const written = {
	constraint: [
		JSON.stringify({
			message: "I plan.",
			calls: [
				{ name: "todo_manager", arguments: add("a 😀 </todos>", "b").args },
				{ name: "todo_manager", arguments: complete(1).args },
			],
		}),
	],
	xml: [
		xmlOf(`<action>write</action><todos>${planned}</todos>`),
		xmlOf(`\n${JSON.stringify(writes)}\n`),
	],
};

for (const [calls, answers] of Object.entries(written))
	for (const [place, answer] of answers.entries())
		test(`${calls}, ${place + 1}: a call is shown while the model writes it, where the session streams`, async () => {
			const done = calls === "xml" ? "Done." : '{"message":"","calls":[]}';
			const { previews, store } = await seenBy(calls, [answer, done]);
			assert.deepEqual(
				[...new Set(previews)].filter((shown) => shown !== "-"),
				["", "a 😀 </todos>", "a 😀 </todos>, b"],
			);
			assert.deepEqual(
				store.getAll().map(({ content }) => content),
				["a 😀 </todos>", "b"],
			);
		});

test("the preview of an answer that a session did not finish ends", async () => {
	for (const [calls, [answer]] of Object.entries(written)) {
		const cut = answer.slice(0, answer.indexOf('"b"') + 8);
		const { text, previews, store } = await seenBy(calls, [
			cut,
			() => Promise.reject(new Error("the model is gone")),
		]);
		assert.equal(text, "the model is gone");
		assert.ok(previews.includes("a 😀 </todos>"), calls);
		assert.equal(previews.at(-1), "-");
		assert.equal(store.size, 0);
	}
});

test("promptWithTools prompts a session that does not stream", async () => {
	const { conversation, session, ask } = begun([written.xml[0], "Done."], {
		calls: "xml",
	});
	session.promptStreaming = undefined;
	assert.equal(await ask(), "Done.");
	assert.equal(conversation.store.size, 2);
});
