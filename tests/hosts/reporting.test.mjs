// The host's own tools, with which a model reports on the list without a todo tool: `progressTools` and `planTools` of the adapters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { planTools, progressTools } from "agent-todos/ai-sdk";
import { asSchema, generateText, isStepCount, tool } from "ai";
import { z } from "zod";
import { generating } from "./conversations.mjs";

await init();

/** A conversation over two todos that its model knows. */
function planned(...contents) {
	const store = new TodoStore();
	store.addMultiple(contents);
	const conversation = new Conversation(store);
	conversation.reminder();
	return { store, conversation };
}

const words = (store) => store.getAll().map(({ status }) => status);

/** What the model reads as the results of its calls `[tool, args]`, each in a step of its own. */
async function results(tools, ...calls) {
	const read = [];
	let step = 0;
	const model = generating(({ prompt }) => {
		const last = prompt.at(-1);
		if (last.role === "tool")
			read.push(...last.content.map(({ output }) => output));
		const [name, args] = calls[step] ?? [];
		step += 1;
		return name === undefined
			? [{ type: "text", text: "Done." }]
			: [
					{
						type: "tool-call",
						toolCallId: `${step}`,
						toolName: name,
						input: JSON.stringify(args),
					},
				];
	});
	await generateText({
		model,
		prompt: "Go",
		tools,
		stopWhen: isStepCount(calls.length + 1),
	});
	return read;
}

const open = (execute) =>
	tool({
		description: "Opens a page",
		inputSchema: z.strictObject({ url: z.url() }),
		execute,
	});

test("AI SDK: a call settles todos, and the tool sees its own arguments alone, checked by its own schema", async () => {
	const { store, conversation } = planned("Find", "Pay");
	const seen = [];
	const tools = progressTools(conversation, {
		open: open(async (args) => {
			seen.push(args);
			return "opened";
		}),
	});
	const { properties, required, additionalProperties } = await asSchema(
		tools.open.inputSchema,
	).jsonSchema;
	assert.deepEqual(Object.keys(properties), [
		"url",
		"todo_done",
		"todo_skip",
		"evidence",
	]);
	assert.deepEqual([required, additionalProperties], [["url"], false]);
	const url = "https://shop.example/";
	const read = await results(
		tools,
		["open", { url, todo_done: [1] }],
		["open", { url }],
		["open", { url: 7, todo_done: [2] }],
		["open", { url, todo_skip: [2] }],
	);
	assert.deepEqual(seen, [{ url }, { url }, { url }]);
	assert.deepEqual(words(store), ["done", "skipped"]);
	assert.deepEqual(
		read.map(({ type }) => type),
		["text", "text", "error-text", "text"],
	);
	assert.deepEqual(read[0], { type: "text", value: "opened" });
	assert.match(read[2].value, /url/);
});

test("AI SDK: what was refused or repaired reaches the model beside a text, a value, an error, and a result of the tool's own form", async () => {
	const { store, conversation } = planned("Find", "Pay");
	const tools = progressTools(conversation, {
		text: open(async () => "opened"),
		sync: open(() => "opened"),
		value: open(async () => ({ title: "Shop" })),
		streamed: open(async function* () {
			yield { title: "Shop" };
		}),
		error: open(async () => {
			throw new RangeError("no such page");
		}),
		own: {
			...open(async () => ({ title: "Shop" })),
			toModelOutput: ({ output: { title } }) => ({
				type: "content",
				value: [{ type: "text", text: `Page: ${title}` }],
			}),
		},
	});
	const args = { url: "https://shop.example/", todo_done: [9] };
	const read = await results(
		tools,
		...Object.keys(tools).map((name) => [name, args]),
	);
	assert.deepEqual(words(store), ["todo", "todo"]);
	const news = /todo list: .*there is no todo 9/;
	const [text, sync, value, streamed, error, own] = read;
	for (const { type, value } of [text, sync]) {
		assert.equal(type, "text");
		assert.match(value, /^opened\n\ntodo list: /);
		assert.match(value, news);
	}
	for (const output of [value, streamed]) {
		assert.equal(output.value[0].text, '{"title":"Shop"}');
		assert.match(output.value[1].text, news);
	}
	assert.equal(error.type, "error-text");
	assert.match(error.value, /^RangeError: no such page\n\ntodo list: /);
	assert.equal(own.value[0].text, "Page: Shop");
	assert.match(own.value[1].text, news);
	// With nothing to say, each result is the tool's own.
	const silent = await results(
		tools,
		...Object.keys(tools).map((name) => [name, { url: args.url }]),
	);
	assert.deepEqual(
		silent.map(({ type }) => type),
		["text", "text", "json", "json", "error-text", "content"],
	);
});

test("AI SDK: planTools takes a plan to its end", async () => {
	const { store, conversation } = planned();
	const tools = planTools(conversation, { open: open(async () => "opened") });
	const url = "https://shop.example/";
	await results(
		tools,
		["open", { url, plan_update: ["Find", "Pay"], current_plan_item: 0 }],
		["open", { url, current_plan_item: 1 }],
		["open", { url, current_plan_item: 2 }],
	);
	assert.deepEqual(words(store), ["done", "done"]);
});

test("AI SDK: a tool that the host or the provider carries out stays as it is; what is wrong is refused", async () => {
	const { conversation } = planned();
	const asks = { description: "Asks the user", inputSchema: z.object({}) };
	const tools = progressTools(conversation, { asks });
	assert.equal(tools.asks, asks);
	assert.throws(() => progressTools({}, {}), {
		code: "invalid_argument",
		message: /progressTools\(\): conversation must be a Conversation/,
	});
	const text = { ...asks, inputSchema: z.string(), execute: () => "" };
	await assert.rejects(
		async () =>
			asSchema(planTools(conversation, { text }).text.inputSchema).jsonSchema,
		{ message: /planTools\(\): the input of each tool must be an object/ },
	);
});
