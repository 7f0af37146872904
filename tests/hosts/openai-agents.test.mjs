// The tools and the reminders in OpenAI's Agents SDK, whose own client calls a server on this machine that speaks its protocol.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, MemorySession, run, tool } from "@openai/agents";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";
import { words } from "../setup/lists.mjs";
import { completions } from "./completions.mjs";
import {
	dialects,
	fullDisk,
	manage,
	oneByOne,
	opened,
	table,
	withoutHost,
} from "./plan.mjs";

await init();

/** Runs an agent whose model does these things, a list of calls or a text each. Returns what the model was sent, call by call. */
async function ran(tools, turns, options, input = "Buy a kettle") {
	const sent = [];
	const left = [...turns];
	const model = completions((body) => {
		sent.push(body);
		return left.shift() ?? "It is all planned.";
	});
	const agent = new Agent({ name: "shopper", model, tools });
	const result = await run(agent, input, { maxTurns: 200, ...options });
	return { sent, result };
}
const answers = (sent) =>
	sent
		.at(-1)
		.messages.filter(({ role }) => role === "tool")
		.map(({ content }) => content);
const textsOf = ({ messages }) => messages.map(({ content }) => content);
const isReminder = (text) =>
	typeof text === "string" && text.startsWith("<browser-state>");

for (const dialect of dialects) {
	const { steps, refused, malformed, repaired } = table[dialect];

	test(`${dialect}: a plan, with calls outside the schema that are repaired or refused with our sentence`, async () => {
		const todos = opened(dialect, "strict");
		const calls = [malformed, refused, ...steps, repaired];
		const { sent } = await ran(
			todoTools(new Conversation(todos.store, { dialect, schema: "strict" })),
			oneByOne(calls),
		);
		const { texts, list } = withoutHost(dialect, calls);
		assert.deepEqual(answers(sent), texts);
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(
			sent[0].tools,
			todos.offered.map(({ name, description, inputSchema }) => ({
				type: "function",
				function: {
					name,
					description,
					parameters: JSON.parse(JSON.stringify(inputSchema)),
					strict: true,
				},
			})),
		);
	});

	test(`${dialect}: the calls of one message are carried out in their order`, async () => {
		const todos = opened(dialect);
		const { sent } = await ran(
			todoTools(new Conversation(todos.store, { dialect })),
			[steps],
		);
		assert.ok(sent[0].tools.every(({ function: { strict } }) => !strict));
		const { texts, list } = withoutHost(dialect, steps);
		assert.deepEqual(answers(sent), texts);
		assert.deepEqual(todos.list(), list);
	});
}

test("of arguments that are no JSON the SDK itself tells the model", async () => {
	const { sent } = await ran(todoTools(new Conversation(new TodoStore())), [
		[{ tool: "todo_manager", args: "no JSON" }],
	]);
	assert.match(answers(sent)[0], /valid JSON/);
});

test("with a session, over several runs: reminders stay where they were first said", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c"]);
	const conversation = new Conversation(store);
	const session = new MemorySession();
	const callModelInputFilter = todoInputFilter(conversation);
	const all = [];
	for (const [text, turns, change] of [
		["Go", [[manage("complete_multiple", [], [1])]], () => {}],
		["On", [], () => store.as("user").skip(2, "too slow")],
		["And now?", [], () => {}],
	]) {
		change();
		const { sent } = await ran(
			todoTools(conversation),
			turns,
			{ session, callModelInputFilter },
			text,
		);
		all.push(...sent);
	}
	assert.deepEqual(
		all.map((body) => textsOf(body).filter(isReminder).length),
		[1, 1, 2, 2],
	);
	assert.match(textsOf(all.at(-1)).filter(isReminder)[1], /The user skipped 2/);
	for (const [at, { messages }] of all.entries())
		if (at > 0)
			assert.deepEqual(
				messages.slice(0, all[at - 1].messages.length),
				all[at - 1].messages,
			);
});

test("where the server keeps the conversation, what is new alone is sent, each reminder once", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	const filter = todoInputFilter(new Conversation(store), {
		isServerManaged: true,
		role: "system",
	});
	const sentOf = (content) =>
		filter({
			modelData: { input: [{ role: "user", content }], instructions: "Shop." },
		});
	const first = sentOf("Go");
	assert.equal(first.instructions, "Shop.");
	assert.deepEqual(first.input, [
		{ role: "user", content: "Go" },
		{ type: "message", role: "system", content: store.systemReminder() },
	]);
	assert.equal(sentOf("On").input.length, 1);
	store.complete(1);
	assert.match(sentOf("On").input[1].content, /completed 1 \("a"\)/);
});

test("onChange is awaited before the model goes on, and what it rejects with is the call's error", async () => {
	const { heard, onChange } = fullDisk();
	const { sent } = await ran(
		todoTools(new Conversation(new TodoStore()), { onChange }),
		[[manage("add_multiple", ["a"])], [manage("complete_multiple", [], [1])]],
		{
			callModelInputFilter({ modelData }) {
				assert.equal(heard.length, Math.floor(modelData.input.length / 2));
				return modelData;
			},
		},
	);
	assert.deepEqual(heard, [1, 2]);
	assert.equal(answers(sent)[1], "the disk is full");
});

test("abort in the middle: what was answered stays, and the conversation goes on", async () => {
	const store = new TodoStore();
	const conversation = new Conversation(store);
	const callModelInputFilter = todoInputFilter(conversation);
	const controller = new AbortController();
	const hang = tool({
		name: "hang",
		description: "Never answers.",
		parameters: {
			type: "object",
			properties: {},
			required: [],
			additionalProperties: false,
		},
		strict: true,
		execute: (_, __, { signal }) =>
			new Promise((_, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason));
				controller.abort();
			}),
	});
	const tools = [...todoTools(conversation), hang];
	await ran(
		tools,
		[
			[manage("add_multiple", ["a", "b"])],
			[manage("complete_multiple", [], [1]), { tool: "hang", args: {} }],
		],
		{ callModelInputFilter, signal: controller.signal },
	).then(
		() => assert.fail("it was aborted"),
		() => {},
	);
	assert.equal(controller.signal.aborted, true);
	assert.deepEqual(words(store), ["a: done", "b"]);
	const { sent } = await ran(
		tools,
		[[manage("complete_multiple", [], [2])]],
		{ callModelInputFilter },
		"Go on",
	);
	assert.deepEqual(words(store), ["a: done", "b: done"]);
	// The input begins anew, so the model is told the whole list.
	assert.match(textsOf(sent[0]).at(-1), /status="done">a<.*status="todo">b</);
});

test("what is wrong is refused at once", () => {
	const conversation = new Conversation(new TodoStore());
	for (const made of [
		() => todoTools(new TodoStore()),
		() => todoTools(conversation, null),
		() => todoTools(conversation, { onChange: 1 }),
		() => todoInputFilter(),
		() => todoInputFilter(conversation, 1),
	])
		assert.throws(made, { name: "TodoError", code: "invalid_argument" });
});
