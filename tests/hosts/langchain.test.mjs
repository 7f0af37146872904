// The tools in an agent of LangChain, with its own fake model: as `todoTools` makes them, whose arguments LangChain does not check
// before the tool hears of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeModel } from "@langchain/core/testing";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { MemorySaver } from "@langchain/langgraph";
import { init, TodoError, TodoStore } from "agent-todos";
import { todoReminderMiddleware, todoTools } from "agent-todos/langchain";
import { AIMessage, createAgent, HumanMessage, ToolMessage } from "langchain";
import { dialects, opened, sentenceFor, table, withoutHost } from "./plan.mjs";

await init();

/** Runs an agent whose model sends these messages, each a list of calls. Gives the tool messages that the model has seen. */
async function run(toolsOfAgent, messages) {
	const model = fakeModel();
	for (const calls of messages)
		model.respondWithTools(
			calls.map(({ tool, args }) => ({ name: tool, args })),
		);
	model.respond(new AIMessage("It is all planned."));
	const agent = createAgent({ model, tools: toolsOfAgent });
	await agent.invoke({ messages: [new HumanMessage("Buy a kettle")] });
	assert.equal(model.callCount, messages.length + 1);
	return model.calls
		.at(-1)
		.messages.filter((message) => ToolMessage.isInstance(message));
}

const texts = (messages) => messages.map(({ content }) => content);
const oneByOne = (calls) => calls.map((call) => [call]);

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired } = table[dialect];

	test(`${dialect}: an agent works through a plan`, async () => {
		const todos = opened(dialect);
		const seen = await run(todoTools(todos.store, dialect), oneByOne(steps));
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(texts(seen), withoutHost(dialect, steps).texts);
	});

	test(`${dialect}: the calls of one message are carried out in their order`, async () => {
		const todos = opened(dialect);
		const seen = await run(todoTools(todos.store, dialect), [steps]);
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(texts(seen), withoutHost(dialect, steps).texts);
	});

	test(`${dialect}: what the core refuses comes back as its sentence, and the agent corrects it`, async () => {
		const todos = opened(dialect);
		const [refusal, ...rest] = await run(
			todoTools(todos.store, dialect),
			oneByOne([refused, ...steps]),
		);
		assert.match(refusal.content, /2.*empty/);
		assert.deepEqual(
			texts([refusal, ...rest]),
			withoutHost(dialect, [refused, ...steps]).texts,
		);
		assert.deepEqual(todos.list(), list);
	});

	test(`${dialect}: calls outside the schema are repaired and refused as everywhere else`, async () => {
		const todos = opened(dialect);
		const calls = [malformed, ...steps, repaired];
		const seen = await run(todoTools(todos.store, dialect), oneByOne(calls));
		const {
			texts: expected,
			list: last,
			outcomes,
		} = withoutHost(dialect, calls);
		assert.deepEqual(texts(seen), expected);
		assert.deepEqual(
			seen.map(({ status }) => status === "error"),
			outcomes.map(({ ok }) => !ok),
		);
		assert.deepEqual(todos.list(), last);
		assert.ok(
			seen[0].content.includes(
				JSON.stringify(sentenceFor(dialect)).slice(1, -1),
			),
			seen[0].content,
		);
		assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
		for (const { content } of seen) assert.doesNotMatch(content, /\n {4}at /);
	});

	test(`${dialect}: the model is shown name, description and schema`, () => {
		const { store, offered } = opened(dialect);
		for (const [at, made] of todoTools(store, dialect).entries()) {
			const { name, description, inputSchema } = offered[at];
			assert.deepEqual(convertToOpenAITool(made).function, {
				name,
				description,
				parameters: { ...inputSchema },
			});
			// As a provider's package sends it that does not ask a schema what it is.
			assert.deepEqual(
				JSON.parse(JSON.stringify(made.schema)),
				JSON.parse(JSON.stringify(inputSchema)),
			);
		}
	});
}

test("a tool whose store was freed is a sentence to the model, and no stack trace", async () => {
	const store = new TodoStore();
	const offered = todoTools(store);
	store.free();
	const [answer] = await run(offered, [
		[{ tool: "todo_manager", args: { action: "list", todos: [], ids: [] } }],
	]);
	assert.match(answer.content, /freed/);
	assert.doesNotMatch(answer.content, /\n {4}at /);
});

/** An agent with a list of its own. */
function shopping(...calls) {
	const store = new TodoStore();
	const model = fakeModel();
	for (const contents of calls) {
		const todos = contents.map((content) => ({ content }));
		model.respondWithTools([
			{
				name: "todo_manager",
				args: { action: "add_multiple", todos, ids: [] },
			},
		]);
		model.respond(new AIMessage("It is on the list."));
	}
	return { store, model };
}
const inThread = (thread_id) => ({ configurable: { thread_id } });
const contents = (store) => store.getAll().map(({ content }) => content);

test("a thread does not touch the list of another: it is refused, by the middleware and by the tools", async () => {
	const { store, model } = shopping(["of a"], ["of a too"]);
	const agent = createAgent({
		model,
		tools: todoTools(store),
		middleware: [todoReminderMiddleware(store)],
		checkpointer: new MemorySaver(),
	});
	await agent.invoke({ messages: "Go" }, inThread("a"));
	await assert.rejects(
		agent.invoke({ messages: "Go" }, inThread("b")),
		/this list is that of the thread "a": make a store and an agent for each thread/,
	);
	assert.deepEqual(contents(store), ["of a"]);
	await agent.invoke({ messages: "Go on" }, inThread("a"));
	assert.deepEqual(contents(store), ["of a", "of a too"]);

	const [tool] = todoTools(store);
	await assert.rejects(
		tool.invoke({ action: "list", todos: [], ids: [] }, inThread("b")),
		(error) => error instanceof TodoError && error.code === "invalid_argument",
	);
	// Who has no threads is asked for none.
	assert.match(
		await tool.invoke({ action: "list", todos: [], ids: [] }),
		/of a too/,
	);
});

test("two threads with a list each see and change their own alone", async () => {
	const checkpointer = new MemorySaver();
	const threads = ["a", "b"].map((id) => {
		const { store, model } = shopping([`of ${id}`], [`of ${id} too`]);
		const agent = createAgent({
			model,
			tools: todoTools(store),
			middleware: [todoReminderMiddleware(store)],
			checkpointer,
		});
		return { id, store, agent };
	});
	for (const _turn of [1, 2])
		for (const { id, agent } of threads)
			await agent.invoke({ messages: "Go" }, inThread(id));
	for (const { id, store, agent } of threads) {
		assert.deepEqual(contents(store), [`of ${id}`, `of ${id} too`]);
		const { values } = await agent.getState(inThread(id));
		const other = id === "a" ? "of b" : "of a";
		assert.ok(
			values.messages.every(({ text }) => !text.includes(other)),
			`${id} is told nothing of the other list`,
		);
	}
});
