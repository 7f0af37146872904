// The tools in an agent of LangChain, with its own fake model.
//
// A tool is given as it is: name, description, and inputSchema as the schema. LangChain then holds each call against the
// schema before the tool hears of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeModel } from "@langchain/core/testing";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import {
	AIMessage,
	createAgent,
	HumanMessage,
	ToolMessage,
	tool,
} from "langchain";
import { dialects, opened, sentenceFor, table, withoutHost } from "./plan.mjs";

const asItIs = ({ name, description, inputSchema, call }) =>
	tool((args) => call(args).text, { name, description, schema: inputSchema });

/** Only the Standard Schema, without the JSON Schema's own keywords: LangChain shows the same to the model and checks nothing. */
const unchecked = ({ inputSchema, ...rest }) =>
	asItIs({ ...rest, inputSchema: { "~standard": inputSchema["~standard"] } });

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
		const seen = await run(todos.offered.map(asItIs), oneByOne(steps));
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(texts(seen), withoutHost(dialect, steps).texts);
	});

	test(`${dialect}: the calls of one message are carried out in their order`, async () => {
		const todos = opened(dialect);
		const seen = await run(todos.offered.map(asItIs), [steps]);
		assert.deepEqual(todos.list(), list);
		assert.deepEqual(texts(seen), withoutHost(dialect, steps).texts);
	});

	test(`${dialect}: what the core refuses comes back as its sentence, and the agent corrects it`, async () => {
		const todos = opened(dialect);
		const [refusal, ...rest] = await run(
			todos.offered.map(asItIs),
			oneByOne([refused, ...steps]),
		);
		assert.match(refusal.content, /2.*empty/);
		assert.deepEqual(
			texts([refusal, ...rest]),
			withoutHost(dialect, [refused, ...steps]).texts,
		);
		assert.deepEqual(todos.list(), list);
	});

	// Its words are LangChain's own, and hold no reason: the sentence that would help is not asked for.
	test(`${dialect}: a call outside the schema does not reach the list, and the agent corrects it`, async () => {
		const todos = opened(dialect);
		const [refusal] = await run(todos.offered.map(asItIs), [[malformed]]);
		assert.equal(refusal.status, "error");
		assert.match(refusal.content, /did not match expected schema/);
		assert.equal(todos.store.revision, 0);
		await run(todos.offered.map(asItIs), oneByOne([malformed, ...steps]));
		assert.deepEqual(todos.list(), list);
	});

	test(`${dialect}: with the Standard Schema alone, calls are repaired and refused as everywhere else`, async () => {
		const todos = opened(dialect);
		const calls = [malformed, ...steps, repaired];
		const seen = await run(todos.offered.map(unchecked), oneByOne(calls));
		const {
			texts: expected,
			list: last,
			outcomes,
		} = withoutHost(dialect, calls);
		assert.deepEqual(texts(seen), expected);
		assert.deepEqual(todos.list(), last);
		assert.ok(
			seen[0].content.includes(
				JSON.stringify(sentenceFor(dialect)).slice(1, -1),
			),
			seen[0].content,
		);
		assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
	});

	test(`${dialect}: either way the model is shown name, description and schema`, () => {
		for (const made of [asItIs, unchecked]) {
			for (const ours of opened(dialect).offered) {
				const { name, description, inputSchema } = ours;
				assert.deepEqual(convertToOpenAITool(made(ours)).function, {
					name,
					description,
					parameters: { ...inputSchema },
				});
			}
		}
	});
}
