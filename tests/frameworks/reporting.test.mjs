// The host's own tools, with which a model reports on the list without a todo tool:
// `reportingTools` of the adapters.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { tool as agentTool } from "@openai/agents";
import { Conversation, init, reporting, TodoStore } from "agent-todos";
import * as aiSdk from "agent-todos/ai-sdk";
import * as langchain from "agent-todos/langchain";
import * as openaiAgents from "agent-todos/openai-agents";
import * as promptApi from "agent-todos/prompt-api";
import { runAgent } from "agent-todos/run";
import { asSchema, generateText, isStepCount, tool } from "ai";
import { tool as langchainTool, ToolMessage } from "langchain";
import { z } from "zod";
import { expectSaid } from "../tools/snapshot.mjs";
import { generating, hosts } from "./conversations.mjs";
import { PromptSession } from "./prompt-session.mjs";

const { reportingTools } = aiSdk;
const byModel = { planner: "model" };

await init();

/** Returns a conversation over two todos that its model knows. */
function planned(...contents) {
	const store = new TodoStore();
	store.addMultiple(contents);
	const conversation = new Conversation(store);
	conversation.reminder();
	return { store, conversation };
}

const words = (store) => store.getAll().map(({ status }) => status);

/**
 * Returns what the model reads as the results of its calls `[tool, args]`, each in a step of its
 * own.
 */
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

test("AI SDK: a call settles todos, checked by its schema", async () => {
	const { store, conversation } = planned("Find", "Pay");
	const seen = [];
	const tools = reportingTools(reporting(conversation), {
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

test("AI SDK: refusals and repairs reach the model beside any result", async () => {
	const { store, conversation } = planned("Find", "Pay");
	const tools = reportingTools(reporting(conversation), {
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
	const news = /todo list: .*no todo 9:/;
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
	expectSaid(error.value);
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

test("AI SDK: reportingTools takes a plan to its end", async () => {
	const { store, conversation } = planned();
	const tools = reportingTools(reporting(conversation, byModel), {
		open: open(async () => "opened"),
	});
	const url = "https://shop.example/";
	await results(
		tools,
		["open", { url, plan_update: ["Find", "Pay"], current_plan_item: 0 }],
		["open", { url, current_plan_item: 1 }],
		["open", { url, current_plan_item: 2 }],
	);
	assert.deepEqual(words(store), ["done", "done"]);
});

test("AI SDK: foreign tools stay, and wrong ones are refused", async () => {
	const { conversation } = planned();
	const asks = { description: "Asks the user", inputSchema: z.object({}) };
	const tools = reportingTools(reporting(conversation), { asks });
	assert.equal(tools.asks, asks);
	assert.throws(() => reportingTools(conversation, {}), {
		code: "invalid_argument",
		message:
			/reportingTools\(\): report must be what reporting\(\) of agent-todos returns/,
	});
	const text = { ...asks, inputSchema: z.string(), execute: () => "" };
	await assert.rejects(
		async () =>
			asSchema(
				reportingTools(reporting(conversation), { text }).text.inputSchema,
			).jsonSchema,
		{ message: /reportingTools\(\): the input of each tool must be an object/ },
	);
});

const name = "open";
const description = "Opens a page";
const url = "https://shop.example/";
/** The tool `open` in each host's own form, and how its calls are made in a conversation. */
const adapters = {
	generateText: {
		entry: aiSdk,
		own: (execute) => ({ open: open(execute) }),
	},
	ToolLoopAgent: {
		entry: aiSdk,
		own: (execute) => ({ open: open(execute) }),
	},
	LangChain: {
		entry: langchain,
		own: (execute) => [
			langchainTool(execute, {
				name,
				description,
				schema: z.strictObject({ url: z.url() }),
			}),
		],
	},
	"OpenAI Agents": {
		entry: openaiAgents,
		own: (execute) => [
			agentTool({
				name,
				description,
				parameters: z.strictObject({ url: z.string() }),
				execute,
			}),
		],
	},
	"Prompt API": {
		entry: promptApi,
		own: (execute) => [
			{
				name,
				description,
				inputSchema: {
					type: "object",
					properties: { url: { type: "string" } },
					required: ["url"],
				},
				execute,
			},
		],
		host: prompted,
	},
};

/** As the hosts of conversations.mjs, for the browser's own model. */
function prompted({ own, turns, options: { reminders: conversation } }) {
	const [calls, offered] = [[], []];
	const read = (messages) =>
		calls.push(
			messages.map(({ role, content }) => ({
				role,
				text:
					typeof content === "string"
						? content
						: content
								.map(({ value }) => value.result?.[0].value ?? value)
								.join("\n"),
			})),
		);
	const session = new PromptSession(
		turns.map((turn) => (messages) => {
			read([...session.history, ...messages]);
			return turn;
		}),
	);
	return {
		calls,
		offered,
		async say(text) {
			const withoutTool = { todoTools: false };
			const shown = promptApi.promptToolOptions(conversation, own, withoutTool);
			offered.push(shown.tools);
			await promptApi.promptWithTools(session, text, conversation, {
				tools: own,
				...withoutTool,
			});
		},
	};
}

for (const [host, { entry, own, host: other }] of Object.entries(adapters)) {
	const start = (report, execute, turns) =>
		(other ?? hosts[host])({
			store: report.conversation.store,
			own: entry.reportingTools(report, own(execute)),
			options: { reminders: report.conversation },
			turns,
		});
	const call = (more) => [{ tool: "open", args: { url, ...more } }];

	test(`${host}: a list is worked through without a todo tool, by progress`, async () => {
		const { store, conversation } = planned("Find", "Pay");
		conversation.compacted();
		const seen = [];
		const report = reporting(conversation);
		const { say, calls, offered } = start(
			report,
			async (args) => {
				seen.push(args);
				return "opened";
			},
			[
				call({ todo_done: [9] }),
				call({ todo_done: [1] }),
				call({}),
				call({ todo_skip: [2] }),
				"Done.",
			],
		);
		await say(report.prompt);
		assert.deepEqual(seen, Array(4).fill({ url }));
		assert.deepEqual(words(store), ["done", "skipped"]);
		// The model has the host's tool alone, and the list at the end of its first message.
		if (offered[0] !== undefined) {
			const shown = JSON.stringify(offered[0]);
			assert.match(shown, /todo_done/);
			assert.doesNotMatch(shown, /todo_manager/);
		}
		const told = calls.at(-1).map(({ text }) => text);
		assert.match(told[1], /<todo id="1" status="todo">Find<\/todo>/);
		const news = told.filter((text) => text.includes("todo list: "));
		assert.equal(news.length, 1, JSON.stringify(told));
		assert.match(news[0], /opened\n\ntodo list: .*9/);
	});

	test(`${host}: a plan is written and finished without a todo tool`, async () => {
		const { store, conversation } = planned();
		const report = reporting(conversation, byModel);
		const { say } = start(report, async () => "opened", [
			call({ plan_update: ["Find", "Pay"], current_plan_item: 0 }),
			call({ current_plan_item: 1 }),
			call({ current_plan_item: 2 }),
			"Done.",
		]);
		await say(report.prompt);
		assert.deepEqual(words(store), ["done", "done"]);
	});

	test(`${host}: in a run's step, each own call counts`, async () => {
		const { store, conversation } = planned();
		const left = [];
		const { status } = await runAgent({
			store,
			conversation,
			plan: () => ["Find"],
			budgets: { maxCallsPerTodo: 2 },
			async execute({ mayCall }) {
				const opened = async () => {
					left.push(mayCall());
					return "opened";
				};
				const turns = [call({}), call({}), "Done."];
				await start(reporting(conversation), opened, turns).say("Go");
				return "done";
			},
		}).result;
		assert.equal(status, "finished");
		assert.deepEqual(left, [true, false]);
	});

	test(`${host}: what is no report is refused, and what are no tools`, () => {
		assert.throws(() => entry.reportingTools({}, []), {
			code: "invalid_argument",
			message:
				/reportingTools\(\): report must be what reporting\(\) of agent-todos returns/,
		});
		const { conversation } = planned();
		for (const wrong of [undefined, 7, [undefined], [7]])
			assert.throws(
				() => entry.reportingTools(reporting(conversation), wrong),
				{
					code: "invalid_argument",
					message: /^reportingTools\(\): .*tool/,
				},
			);
	});
}

test("OpenAI Agents: strict tools stay strict, and news arrive", async () => {
	const { conversation } = planned("Find");
	const image = { type: "image", image: "https://shop.example/kettle.png" };
	for (const [result, read] of [
		[{ title: "Shop" }, /^\{"title":"Shop"\}\n\ntodo list: /],
		[image, /todo list: /],
		[[image], /todo list: /],
	]) {
		const [tool] = openaiAgents.reportingTools(
			reporting(conversation),
			adapters["OpenAI Agents"].own(async () => result),
		);
		const { strict, parameters } = tool;
		assert.ok(strict);
		assert.deepEqual(parameters.required, Object.keys(parameters.properties));
		const args = JSON.stringify({ url, todo_done: [9] });
		const told = await tool.invoke({}, args);
		const text = Array.isArray(told) ? told.at(-1).text : told;
		assert.match(text, read);
		if (Array.isArray(told)) assert.deepEqual(told[0], image);
	}
});

test("LangChain: schemas and results of each kind", async () => {
	const { conversation } = planned("Find");
	const json = {
		type: "object",
		properties: { url: { type: "string" } },
		required: ["url"],
	};
	for (const schema of [z.object({ url: z.url() }), json]) {
		const made = langchainTool(async () => ["opened", { bytes: 3 }], {
			name,
			description,
			schema,
			responseFormat: "content_and_artifact",
		});
		const [tool] = langchain.reportingTools(reporting(conversation), [made]);
		const told = await tool.invoke({
			type: "tool_call",
			id: "1",
			name,
			args: { url, todo_done: [9] },
		});
		assert.ok(ToolMessage.isInstance(told));
		assert.match(told.content, /^opened\n\ntodo list: .*no todo 9:/);
		assert.deepEqual([told.artifact, told.tool_call_id], [{ bytes: 3 }, "1"]);
		await assert.rejects(tool.invoke({ url: 7, todo_done: [9] }), {
			message: /did not match expected schema/,
		});
	}
	const failing = {
		name,
		description,
		schema: json,
		invoke: async () => {
			throw new RangeError("no such page");
		},
	};
	const [fails] = langchain.reportingTools(reporting(conversation), [failing]);
	await assert.rejects(fails.invoke({ url, todo_done: [9] }), {
		name: "RangeError",
		message: /^no such page\n\ntodo list: .*no todo 9:/,
	});
	const text = { name, description, schema: z.string(), invoke() {} };
	assert.throws(
		() => langchain.reportingTools(reporting(conversation), [text]),
		{
			message: /^reporting\(\).extend\(\)/,
		},
	);
});

test("the properties of progress have the type of the dialect's ids", () => {
	const typeOfIds = (dialect) => {
		const conversation = new Conversation(new TodoStore(), { dialect });
		const extended = reporting(conversation).extend({ type: "object" });
		const { todo_done, todo_skip } = extended.properties;
		assert.deepEqual(todo_done.items, todo_skip.items);
		return todo_done.items.type;
	};
	assert.deepEqual(
		["todo_manager", "TodoWrite", "merge", "Task"].map(typeOfIds),
		["integer", "integer", "string", "string"],
	);
});

test("extend takes a library's schema, such as zod's", () => {
	const report = reporting(planned("Pay").conversation);
	const schema = z.object({ url: z.string() });
	const { properties, required } = report.extend(schema);
	assert.deepEqual(Object.keys(properties), [
		"url",
		"todo_done",
		"todo_skip",
		"evidence",
	]);
	assert.deepEqual([properties.url.type, required], ["string", ["url"]]);
	const old = { type: "object", "~standard": { version: 1, vendor: "zod" } };
	assert.throws(() => report.extend(old), {
		code: "invalid_argument",
		message: /cannot convert this schema: pass its JSON Schema, as z\.toJSONS/,
	});
});

test("a model without tools reports in its text", () => {
	const store = new TodoStore();
	store.addMultiple(["Find", "Compare", "Pay"]);
	const conversation = new Conversation(store);
	conversation.reminder();
	assert.equal(conversation.readProgress("I look for one."), undefined);
	assert.equal(
		conversation.readProgress("<think>[DONE:1]</think>Say `[DONE:2]`."),
		undefined,
	);
	assert.equal(store.revision, 1);
	const outcome = conversation.readProgress("Found it. [DONE:1]\n☑ 2. Compare");
	assert.equal(outcome.ok, true);
	assert.deepEqual(outcome.notes, []);
	const statuses = () => store.todos.map(({ status }) => status);
	assert.deepEqual(statuses(), ["done", "done", "todo"]);
	// What it did is no news to it, and the nudge names no argument that it does not have.
	assert.equal(conversation.reminder(), undefined);
	assert.doesNotMatch(conversation.nudge(), /todo_done/);
	const wrong = conversation.readProgress("[DONE:9]");
	assert.equal(wrong.ok, false);
	assert.deepEqual(statuses(), ["done", "done", "todo"]);
	store.as("user").skip(3);
	const held = conversation.readProgress("[DONE:3]");
	assert.ok(!held.ok || held.notes.length > 0);
	assert.deepEqual(statuses(), ["done", "done", "skipped"]);
	assert.throws(() => conversation.readProgress(3), {
		code: "invalid_argument",
	});
});
