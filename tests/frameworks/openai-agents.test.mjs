// What is the own of OpenAI's Agents SDK: its strict mode, its sessions, and a server that keeps
// the conversation. The tools are in adapters.test.mjs.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	Agent,
	MemorySession,
	OpenAIChatCompletionsModel,
	OpenAIResponsesModel,
	run,
	tool,
} from "@openai/agents";
import { Conversation, init, TodoStore } from "agent-todos";
import {
	todoInputFilter,
	todoPreviews,
	todoTools,
} from "agent-todos/openai-agents";
import OpenAI from "openai";
import { words } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import { completions } from "./completions.mjs";
import {
	hosts,
	isReminder,
	isWhole,
	rewritten,
	takenDown,
} from "./conversations.mjs";
import { complete } from "./plan.mjs";
import { inPieces, watched, text as written } from "./written.mjs";

await init();

test("strict mode is kept; the SDK answers what is no JSON", async () => {
	for (const schema of ["lean", "strict"]) {
		const store = new TodoStore();
		const { say, calls, offered } = hosts["OpenAI Agents"]({
			store,
			own: todoTools(new Conversation(store, { schema })),
			turns: [[{ tool: "todo_manager", args: "no JSON" }], "Well."],
		});
		await say("Go");
		const [{ function: shown }] = offered[0];
		assert.equal(shown.strict, schema === "strict");
		const texts = calls[1].map(({ text }) => text);
		assert.match(texts.join("\n"), /valid JSON/);
	}
});

test("with a session, reminders stay where they were first said", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c"]);
	const conversation = new Conversation(store);
	const session = new MemorySession();
	const callModelInputFilter = todoInputFilter(conversation);
	const sent = [];
	const { args } = complete(1);
	const model = completions(({ messages }) => {
		sent.push(messages.map(takenDown));
		return sent.length === 1
			? { text: "", calls: [{ name: "todo_manager", args }] }
			: { text: "Yes.", calls: [] };
	});
	const tools = todoTools(conversation);
	const agent = new Agent({ name: "shopper", model, tools });
	const say = (text) => run(agent, text, { session, callModelInputFilter });
	await say("Go");
	store.as("user").skip(2, "too slow");
	await say("On");
	await say("And now?");
	const told = sent.map((messages) => messages.filter(isReminder));
	assert.deepEqual(
		told.map(({ length }) => length),
		[1, 1, 2, 2],
	);
	expectSaid(told[3][1].text);
	assert.deepEqual(rewritten(sent), []);
});

for (const needsApproval of [false, true])
	test(`with a session, news between calls stay; approval: ${needsApproval}`, async () => {
		const store = new TodoStore();
		store.addMultiple(["a", "b", "c", "d", "e"]);
		const person = store.as("user");
		const conversation = new Conversation(store);
		const sent = [];
		const model = completions(({ messages }) => {
			sent.push(messages.map(takenDown));
			if (sent.length > 3) return { text: "Yes.", calls: [] };
			person.skip(sent.length, `reason ${sent.length}`);
			const call =
				sent.length === 3
					? { name: "pay", args: {} }
					: { name: "todo_manager", args: complete(6 - sent.length).args };
			return { text: "", calls: [call] };
		});
		const pay = tool({
			name: "pay",
			description: "Pays what is in the basket",
			parameters: {
				type: "object",
				properties: {},
				additionalProperties: true,
			},
			strict: false,
			needsApproval,
			execute: () => "paid",
		});
		const options = {
			session: new MemorySession(),
			callModelInputFilter: todoInputFilter(conversation),
		};
		const tools = [...todoTools(conversation), pay];
		const agent = new Agent({ name: "shopper", model, tools });
		const { state, interruptions } = await run(agent, "Go", options);
		for (const asked of interruptions) state.approve(asked);
		if (needsApproval) await run(agent, state, options);
		await run(agent, "On", options);
		assert.deepEqual(rewritten(sent), []);
		for (const reason of ["reason 1", "reason 2", "reason 3"]) {
			const told = sent.at(-1).filter(({ text }) => text.includes(reason));
			assert.equal(told.length, 1, reason);
		}
	});

test("no reminder stands between a rejected call and its result", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	const conversation = new Conversation(store);
	const sent = [];
	const model = completions(({ messages }) => {
		sent.push(messages.map(takenDown));
		return sent.length === 1
			? { text: "", calls: [{ name: "pay", args: {} }] }
			: { text: "Then not.", calls: [] };
	});
	const pay = tool({
		name: "pay",
		description: "Pays what is in the basket",
		parameters: { type: "object", properties: {}, additionalProperties: true },
		strict: false,
		needsApproval: true,
		execute: () => "paid",
	});
	const options = {
		session: new MemorySession(),
		callModelInputFilter: todoInputFilter(conversation),
	};
	const agent = new Agent({ name: "shopper", model, tools: [pay] });
	const { state, interruptions } = await run(agent, "Go", options);
	state.reject(interruptions[0]);
	store.as("user").skip(1, "too dear");
	await run(agent, state, options);
	await run(agent, "On", options);
	for (const messages of sent.slice(1)) {
		const call = messages.findIndex(({ bytes }) =>
			bytes.includes("tool_calls"),
		);
		assert.ok(call > 0 && !isReminder(messages[call + 1]));
	}
	assert.deepEqual(rewritten(sent), []);
});

for (const approvals of [1, 2, 4, 8])
	test(`a session with ${approvals} approvals: one reminder for each news`, async () => {
		const store = new TodoStore();
		const todos = Array.from({ length: approvals }, (_, index) => `t${index}`);
		store.addMultiple([...todos, "the end"]);
		const session = new MemorySession();
		const sent = [];
		const model = completions(({ messages }) => {
			sent.push(messages.map(takenDown));
			return sent.length > approvals
				? { text: "Paid.", calls: [] }
				: { text: "", calls: [{ name: "pay", args: {} }] };
		});
		const pay = tool({
			name: "pay",
			description: "Pays what is in the basket",
			parameters: {
				type: "object",
				properties: {},
				additionalProperties: true,
			},
			strict: false,
			needsApproval: true,
			execute: () => "paid",
		});
		let conversation = new Conversation(store);
		const go = async (input) => {
			const tools = [...todoTools(conversation), pay];
			const agent = new Agent({ name: "shopper", model, tools });
			const callModelInputFilter = todoInputFilter(conversation);
			return await run(agent, input, { session, callModelInputFilter });
		};
		let result = await go("Go");
		for (let skipped = 1; result.interruptions.length > 0; skipped++) {
			for (const asked of result.interruptions) result.state.approve(asked);
			store.as("user").skip(skipped, "too dear");
			// The worker may end while the person decides.
			const checkpoint = conversation.checkpoint();
			if (skipped % 2 === 0)
				conversation = new Conversation(store, { saved: checkpoint });
			result = await go(result.state);
		}
		assert.equal(result.finalOutput, "Paid.");
		const told = sent.at(-1).filter(isReminder);
		assert.equal(told.length, approvals + 1);
		assert.equal(told.filter(isWhole).length, 1);
		for (const [index, { text }] of told.slice(1).entries())
			assert.match(text, new RegExp(`The user skipped ${index + 1} `));
		assert.deepEqual(rewritten(sent), []);
	});

test("todoInputFilter sends what is new to a server's conversation", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	const conversation = new Conversation(store);
	// As the guide has it.
	const filter = ({ modelData }) => {
		const content = conversation.reminder();
		if (content) modelData.input.push({ role: "user", content });
		return modelData;
	};
	const sentOf = (content) =>
		filter({
			modelData: { input: [{ role: "user", content }], instructions: "Shop." },
		});
	const first = sentOf("Go");
	assert.equal(first.instructions, "Shop.");
	assert.deepEqual(first.input, [
		{ role: "user", content: "Go" },
		{ role: "user", content: store.systemReminder() },
	]);
	assert.equal(sentOf("On").input.length, 1);
	store.complete(1);
	assert.match(sentOf("On").input[1].content, /1 \("a"\)/);
});

/**
 * Returns an answer of an API that streams these events, each a macrotask after the one before.
 * With `error`, it breaks off.
 */
const sse = (events, error) =>
	new Response(
		new ReadableStream({
			async pull(controller) {
				await new Promise(setImmediate);
				const event = events.shift();
				const bytes = `data: ${JSON.stringify(event)}\n\n`;
				if (event !== undefined)
					controller.enqueue(new TextEncoder().encode(bytes));
				else if (error) controller.error(error);
				else controller.close();
			},
		}),
		{ headers: { "content-type": "text/event-stream" } },
	);

const chunk = (delta, finish_reason = null) => ({
	id: "c1",
	object: "chat.completion.chunk",
	choices: [{ index: 0, delta, finish_reason }],
});
const toolCall = (index, call) => chunk({ tool_calls: [{ index, ...call }] });
const message = {
	type: "message",
	id: "m1",
	role: "assistant",
	status: "completed",
	content: [{ type: "output_text", text: "Done.", annotations: [] }],
};
const functionCall = {
	type: "function_call",
	id: "f1",
	call_id: "1",
	name: "TodoWrite",
};
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const response = (output) => ({ id: "r1", object: "response", output, usage });

/**
 * What streams: a model of the SDK's own over OpenAI's client, the events of a call that the model
 * writes, and those of what ends it.
 */
const apis = {
	Responses: {
		Model: OpenAIResponsesModel,
		call: [
			{ type: "response.created", response: response([]) },
			{
				type: "response.output_item.added",
				output_index: 0,
				item: { ...functionCall, arguments: "" },
			},
			...inPieces.map((delta) => ({
				type: "response.function_call_arguments.delta",
				output_index: 0,
				item_id: "f1",
				delta,
			})),
		],
		called: {
			type: "response.completed",
			response: response([{ ...functionCall, arguments: written }]),
		},
		said: [{ type: "response.completed", response: response([message]) }],
	},
	"Chat Completions": {
		Model: OpenAIChatCompletionsModel,
		call: [
			chunk({ role: "assistant", content: "I plan." }),
			toolCall(0, {
				id: "1",
				type: "function",
				function: { name: "TodoWrite", arguments: "" },
			}),
			...inPieces.map((piece) =>
				toolCall(0, { function: { arguments: piece } }),
			),
		],
		called: chunk({}, "tool_calls"),
		said: [chunk({ content: "Done." }), chunk({}, "stop")],
	},
};

for (const [name, { Model, call, called, said }] of Object.entries(apis)) {
	/** Returns the events of a run whose requests have these answers. */
	const events = (conversation, answers, signal) => {
		const fetch = async () => answers.shift();
		const client = new OpenAI({ apiKey: "key", fetch, maxRetries: 0 });
		const model = new Model(client, "model");
		const tools = todoTools(conversation);
		const agent = new Agent({ name: "shopper", model, tools });
		return run(agent, "Go", { stream: true, signal });
	};
	const readAll = async (stream) => {
		const types = new Set();
		for await (const { type } of stream) types.add(type);
		return types;
	};

	test(`todoPreviews shows a call while the model writes it, by ${name}`, async () => {
		const { conversation, shown } = watched();
		const { store } = conversation;
		const answers = [sse([...call, called]), sse([...said])];
		const stream = await events(conversation, answers);
		const types = await readAll(todoPreviews(conversation)(stream));
		assert.equal(stream.finalOutput, "Done.");
		assert.ok(types.has("run_item_stream_event"));
		assert.deepEqual(shown(), ["", "a 😀", "a 😀, b", "-"]);
		assert.deepEqual(words(store), ["a 😀", "b"]);
	});

	test(`todoPreviews takes back an unended call, by ${name}`, async () => {
		const { conversation, shown } = watched();
		const broken = sse([...call], new Error("connection lost"));
		const stream = await events(conversation, [broken]);
		await assert.rejects(readAll(todoPreviews(conversation)(stream)));
		assert.deepEqual(shown(), ["", "a 😀", "a 😀, b", "-"]);
		// Whoever stops reading sees nothing more, either.
		const answers = [sse([...call, called]), sse([...said])];
		const left = await events(conversation, answers);
		for await (const _ of todoPreviews(conversation)(left))
			if (conversation.writing?.length === 1) break;
		assert.equal(conversation.writing, undefined);
		await left.completed;
		assert.deepEqual(shown(), ["", "a 😀", "-"]);
	});

	test(`todoPreviews ends a call for a reader that is late, by ${name}`, async () => {
		const { conversation } = watched();
		const answers = [sse([...call, called]), sse([...said])];
		const stream = await events(conversation, answers);
		await stream.completed;
		const late = [];
		for await (const _ of todoPreviews(conversation)(stream))
			late.push(conversation.writing);
		assert.ok(late.some((writing) => writing !== undefined));
		assert.equal(conversation.writing, undefined);
		assert.equal(late.at(-1), undefined);
	});
}

test("a call of an AI SDK model is shown while written", async () => {
	const { conversation, shown } = watched();
	const parts = [
		{ type: "tool-input-start", id: "1", toolName: "TodoWrite" },
		...inPieces.map((delta) => ({ type: "tool-input-delta", id: "1", delta })),
	];
	const toolCall = { type: "function_call", callId: "1", arguments: written };
	const outputs = [
		[{ ...toolCall, name: "TodoWrite", status: "completed" }],
		[{ ...message, content: [{ type: "output_text", text: "Done." }] }],
	];
	const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
	const model = {
		async *getStreamedResponse() {
			yield { type: "response_started" };
			for (const event of parts.splice(0)) yield { type: "model", event };
			const response = { id: "r1", output: outputs.shift(), usage };
			yield { type: "response_done", response };
		},
	};
	const tools = todoTools(conversation);
	const agent = new Agent({ name: "shopper", model, tools });
	const events = await run(agent, "Go", { stream: true });
	for await (const _ of todoPreviews(conversation)(events));
	assert.deepEqual(shown(), ["", "a 😀", "a 😀, b", "-"]);
	assert.deepEqual(words(conversation.store), ["a 😀", "b"]);
});
