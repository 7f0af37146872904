// The tools in generateText of the AI SDK, with its own mock model: as they are, and as `todoTools` makes them; and the list as a part of
// a message that is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools, writeTodos } from "agent-todos/ai-sdk";
import {
	createUIMessageStream,
	generateText,
	isStepCount,
	readUIMessageStream,
	streamText,
	ToolLoopAgent,
	tool,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { words } from "../setup/lists.mjs";
import { streaming } from "./conversations.mjs";
import {
	dialects,
	fullDisk,
	manage,
	oneByOne,
	opened,
	sentenceFor,
	table,
	withoutHost,
} from "./plan.mjs";

await init();

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** The tools as they are, in the form of the AI SDK. */
const asTools = (offered) =>
	Object.fromEntries(
		offered.map(({ name, description, inputSchema, call }) => [
			name,
			tool({ description, inputSchema, execute: (args) => call(args).text }),
		]),
	);

const run = (offered, messages) => runWith(asTools(offered), messages);

/** Runs a model that sends these messages, each a list of calls. Returns what the model has seen, what it was offered, and the result. */
async function runWith(toolSet, messages, settings = {}) {
	const replies = messages.map((calls, at) => ({
		content: calls.map(({ tool, args }, place) => ({
			type: "tool-call",
			toolCallId: `${at}-${place}`,
			toolName: tool,
			input: JSON.stringify(args),
		})),
		finishReason: { unified: "tool-calls" },
		usage,
		warnings: [],
	}));
	const last = {
		content: [{ type: "text", text: "It is all planned." }],
		finishReason: { unified: "stop" },
		usage,
		warnings: [],
	};
	const model = new MockLanguageModelV4({ doGenerate: [...replies, last] });
	const result = await generateText({
		model,
		prompt: "Buy a kettle",
		tools: toolSet,
		...settings,
		stopWhen: isStepCount(messages.length + 1),
	});
	assert.equal(model.doGenerateCalls.length, messages.length + 1);
	const { prompt, tools } = model.doGenerateCalls.at(-1);
	const seen = prompt
		.filter(({ role }) => role === "tool")
		.flatMap(({ content }) => content.map(({ output }) => output));
	return { seen, tools, result };
}

const asTexts = (texts) => texts.map((value) => ({ type: "text", value }));

const shown = (offered) =>
	offered.map(({ name, description, inputSchema }) => ({
		type: "function",
		name,
		description,
		inputSchema: { ...inputSchema },
	}));

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired } = table[dialect];

	test(`${dialect}: a plan in several steps, with calls that are refused and repaired, and what is ours stays as it was`, async () => {
		const todos = opened(dialect);
		const before = JSON.stringify(todos.offered);
		const calls = [refused, ...steps, repaired];
		const { seen, tools } = await run(todos.offered, oneByOne(calls));
		const { texts, list: last, outcomes } = withoutHost(dialect, calls);
		assert.match(seen[0].value, /2.*empty/);
		assert.deepEqual(seen, asTexts(texts));
		assert.deepEqual(todos.list(), last);
		assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
		assert.deepEqual(tools, shown(todos.offered));
		assert.equal(JSON.stringify(todos.offered), before);
	});

	test(`${dialect}: a call that validate refuses is a tool-error with our sentence, and the calls of the next step are carried out in their order`, async () => {
		const todos = opened(dialect);
		const { seen, result } = await run(todos.offered, [[malformed], steps]);
		const [output, ...rest] = seen;
		assert.equal(output.type, "error-text");
		assert.ok(
			output.value.includes(JSON.stringify(sentenceFor(dialect))),
			output.value,
		);
		assert.deepEqual(
			result.steps[0].content.map(({ type }) => type),
			["tool-call", "tool-error"],
		);
		assert.deepEqual(rest, asTexts(withoutHost(dialect, steps).texts));
		assert.deepEqual(todos.list(), list);
	});

	test(`${dialect}, todoTools: a plan, with calls outside the schema that are repaired or refused with our sentence`, async () => {
		const todos = opened(dialect);
		const calls = [malformed, refused, ...steps, repaired];
		const conversation = new Conversation(todos.store, { dialect });
		const { seen, tools } = await runWith(
			todoTools(conversation),
			oneByOne(calls),
		);
		const { texts, list: last } = withoutHost(dialect, calls);
		assert.deepEqual(seen, asTexts(texts));
		assert.deepEqual(todos.list(), last);
		assert.deepEqual(tools, shown(todos.offered));
	});
}

test("onChange is awaited before the model goes on, and what it rejects with is the call's error", async () => {
	const { heard, onChange } = fullDisk();
	const { seen } = await runWith(
		todoTools(new Conversation(new TodoStore()), { onChange }),
		[[manage("add_multiple", ["a"])], [manage("complete_multiple", [], [1])]],
		{
			prepareStep: ({ stepNumber }) =>
				void assert.equal(heard.length, stepNumber),
		},
	);
	assert.deepEqual(heard, [1, 2]);
	assert.deepEqual(
		seen.map(({ type }) => type),
		["text", "error-text"],
	);
	assert.match(seen[1].value, /the disk is full/);
});

test("ToolLoopAgent: tools, reminders, and an abort in the middle, after which it goes on", async () => {
	const store = new TodoStore();
	const conversation = new Conversation(store);
	const controller = new AbortController();
	const turns = [
		[manage("add_multiple", ["a", "b"])],
		[manage("complete_multiple", [], [1]), { tool: "hang", args: {} }],
		[manage("complete_multiple", [], [2])],
		"Done.",
	];
	const sent = [];
	const reply = ({ prompt }) => {
		sent.push(prompt);
		const turn = turns.shift();
		return typeof turn === "string"
			? [{ type: "text", text: turn }]
			: turn.map(({ tool, args }, at) => ({
					type: "tool-call",
					toolCallId: `${sent.length}-${at}`,
					toolName: tool,
					input: JSON.stringify(args),
				}));
	};
	const agent = new ToolLoopAgent({
		model: streaming(reply),
		tools: {
			...todoTools(conversation),
			hang: tool({
				description: "Never answers.",
				inputSchema: todoTools(conversation).todo_manager.inputSchema,
				execute: (_, { abortSignal }) =>
					new Promise((_, reject) => {
						abortSignal.addEventListener("abort", () =>
							reject(abortSignal.reason),
						);
						controller.abort();
					}),
			}),
		},
		prepareStep: todoPrepareStep(conversation),
	});
	const messages = [{ role: "user", content: "Go" }];
	const stopped = await agent.stream({
		messages,
		abortSignal: controller.signal,
	});
	await stopped.consumeStream({ onError() {} });
	assert.deepEqual(words(store), ["a: done", "b"]);
	messages.push({ role: "user", content: "Go on" });
	const result = await agent.stream({ messages });
	await result.consumeStream();
	assert.deepEqual(words(store), ["a: done", "b: done"]);
	// Where the messages begin anew, the model is told the whole list.
	assert.match(
		JSON.stringify(sent[2].at(-1)),
		/Current state:.*status=\\"done\\">a</,
	);
	assert.equal(sent.length, 4);
});

test("data-todos: one part in the message that is shown, which changes in its place", async () => {
	const store = new TodoStore();
	store.addMultiple(["a"]);
	const conversation = new Conversation(store);
	const stream = createUIMessageStream({
		async execute({ writer }) {
			const stop = writeTodos(writer, store);
			const text = streamText({
				model: streaming(() =>
					store.size === 1
						? [
								{
									type: "tool-call",
									toolCallId: "1",
									toolName: "todo_manager",
									input: JSON.stringify(manage("add_multiple", ["b"]).args),
								},
							]
						: [{ type: "text", text: "Done." }],
				),
				prompt: "Go",
				tools: todoTools(conversation),
				stopWhen: isStepCount(5),
			});
			writer.merge(text.toUIMessageStream());
			await text.consumeStream();
			stop();
			store.complete(1);
		},
	});
	const [forMessage, forChunks] = stream.tee();
	const chunks = [];
	const reading = (async () => {
		for await (const chunk of forChunks) chunks.push(chunk);
	})();
	let message;
	for await (message of readUIMessageStream({ stream: forMessage }));
	await reading;
	const parts = message.parts.filter(({ type }) => type === "data-todos");
	assert.deepEqual(
		parts.map(({ id, data }) => [id, words(data)]),
		[["todos", ["a", "b"]]],
	);
	assert.deepEqual(
		chunks
			.filter(({ type }) => type === "data-todos")
			.map(({ data }) => data.length),
		[1, 2],
	);
});

test("data-todos: wrong arguments are refused, and lists with ids of their own stand beside each other", () => {
	const parts = [];
	const writer = { write: (part) => parts.push(part) };
	const stores = [new TodoStore(), new TodoStore()];
	writeTodos(writer, stores[0], "mine");
	writeTodos(writer, stores[1], "yours");
	stores[1].addMultiple(["a"]);
	assert.deepEqual(
		parts.map(({ id, data }) => [id, data.length]),
		[
			["mine", 0],
			["yours", 0],
			["yours", 1],
		],
	);
	for (const args of [
		[{}, stores[0]],
		[writer, {}],
		[writer, stores[0], 1],
	])
		assert.throws(() => writeTodos(...args), {
			name: "TodoError",
			code: "invalid_argument",
		});
});
