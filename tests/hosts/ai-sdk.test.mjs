// The tools in generateText of the AI SDK, with its own mock model.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generateText, isStepCount, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { dialects, opened, sentenceFor, table, withoutHost } from "./plan.mjs";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** Runs a model that sends these messages, each a list of calls. Gives what the model has seen, what it was offered, and the result. */
async function run(offered, messages) {
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
		tools: Object.fromEntries(
			offered.map(({ name, description, inputSchema, call }) => [
				name,
				tool({ description, inputSchema, execute: (args) => call(args).text }),
			]),
		),
		stopWhen: isStepCount(messages.length + 1),
	});
	assert.equal(model.doGenerateCalls.length, messages.length + 1);
	const { prompt, tools } = model.doGenerateCalls.at(-1);
	const seen = prompt
		.filter(({ role }) => role === "tool")
		.flatMap(({ content }) => content.map(({ output }) => output));
	return { seen, tools, result };
}

const oneByOne = (calls) => calls.map((call) => [call]);
const asTexts = (texts) => texts.map((value) => ({ type: "text", value }));

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired } = table[dialect];

	test(`${dialect}: a plan in several steps`, async () => {
		const todos = opened(dialect);
		const { seen } = await run(todos.offered, oneByOne(steps));
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(seen, asTexts(withoutHost(dialect, steps).texts));
	});

	test(`${dialect}: the calls of one step are carried out in their order`, async () => {
		const todos = opened(dialect);
		const { seen } = await run(todos.offered, [steps]);
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(seen, asTexts(withoutHost(dialect, steps).texts));
	});

	test(`${dialect}: what the core refuses comes back as its sentence, and the model corrects it`, async () => {
		const todos = opened(dialect);
		const { seen } = await run(todos.offered, oneByOne([refused, ...steps]));
		assert.match(seen[0].value, /2.*empty/);
		assert.deepEqual(
			seen,
			asTexts(withoutHost(dialect, [refused, ...steps]).texts),
		);
		assert.deepEqual(todos.list(), list);
	});

	test(`${dialect}: a call that validate refuses is a tool-error with our sentence; the list is untouched until it is corrected`, async () => {
		const todos = opened(dialect);
		const {
			seen: [output],
			result,
		} = await run(todos.offered, [[malformed]]);
		assert.equal(output.type, "error-text");
		assert.ok(
			output.value.includes(JSON.stringify(sentenceFor(dialect))),
			output.value,
		);
		assert.deepEqual(
			result.steps[0].content.map(({ type }) => type),
			["tool-call", "tool-error"],
		);
		assert.equal(todos.store.revision, 0);
		await run(todos.offered, oneByOne([malformed, ...steps]));
		assert.deepEqual(todos.list(), list);
	});

	test(`${dialect}: a call that can be repaired goes through, and the model reads how`, async () => {
		const todos = opened(dialect);
		const calls = [...steps, repaired];
		const { seen } = await run(todos.offered, oneByOne(calls));
		const { texts, list: last, outcomes } = withoutHost(dialect, calls);
		assert.deepEqual(seen, asTexts(texts));
		assert.deepEqual(todos.list(), last);
		assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
	});

	test(`${dialect}: the model is shown name, description and schema, and what is ours stays as it was`, async () => {
		const { offered } = opened(dialect);
		const before = JSON.stringify(offered);
		const { tools } = await run(offered, []);
		assert.deepEqual(
			tools,
			offered.map(({ name, description, inputSchema }) => ({
				type: "function",
				name,
				description,
				inputSchema: { ...inputSchema },
			})),
		);
		assert.equal(JSON.stringify(offered), before);
	});
}
