// How the small model is asked: by a session of the Prompt API, and by the AI SDK with its own mock
// model.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { aiSdk, promptApi, scribe } from "agent-todos/scribe";
import { generateObject, generateText, jsonSchema, Output } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { statuses } from "../tools/lists.mjs";

await init();

const answer = '{"doing":2,"done":[1],"failed":[],"open":[],"add":[]}';

/** Lets a model see a step of a list of two. Returns the report, and the statuses after it. */
async function asked(model, options) {
	const store = new TodoStore();
	store.addMultiple(["A", "B"]);
	const reports = [];
	const keeper = scribe(new Conversation(store), {
		model,
		onAnswer: (report) => reports.push(report),
		...options,
	});
	keeper.observe({ text: "A is done." });
	await keeper.idle();
	return { report: reports[0], statuses: statuses(store) };
}

/** A session as the explainer of the Prompt API has it, whose clones count what they are asked. */
class Session {
	log = [];
	contextUsage = 100;
	constructor(said, log = []) {
		this.said = said;
		this.log = log;
	}
	async clone({ signal }) {
		signal.throwIfAborted();
		this.log.push("clone");
		return new this.constructor(this.said, this.log);
	}
	async prompt(prompt, { signal, responseConstraint }) {
		this.log.push({ prompt, responseConstraint });
		const said = await this.said(signal);
		if (this.contextUsage !== undefined) this.contextUsage += 321;
		return said;
	}
	destroy() {
		this.log.push("destroy");
	}
}

test("the browser's own model: each question has a clone", async () => {
	const session = new Session(() => answer);
	const { report, statuses } = await asked(promptApi(session));
	assert.deepEqual(statuses, ["done", "doing"]);
	assert.deepEqual(report.usage, { totalTokens: 421 });
	const [clone, { prompt, responseConstraint }, destroy] = session.log;
	assert.deepEqual([clone, destroy], ["clone", "destroy"]);
	assert.match(prompt, /<step>A is done\.<\/step>/);
	assert.equal(responseConstraint.additionalProperties, false);
});

test("the browser's own model: failures are unusable, clones destroyed", async () => {
	for (const said of [
		() => Promise.reject(new DOMException("too large", "QuotaExceededError")),
		(signal) =>
			new Promise((_, reject) =>
				signal.addEventListener("abort", () => reject(signal.reason)),
			),
	]) {
		const session = new Session(said);
		const { report } = await asked(promptApi(session), { timeout: 20 });
		assert.match(report.error, /too large|late/);
		assert.equal(session.log.at(-1), "destroy");
	}
	class Older extends Session {
		contextUsage = undefined;
	}
	const { report } = await asked(promptApi(new Older(() => answer)));
	assert.deepEqual(
		[report.error, report.usage.totalTokens],
		[undefined, undefined],
	);
	for (const wrong of [undefined, {}, { prompt() {} }])
		assert.throws(() => promptApi(wrong), { code: "invalid_argument" });
});

const usage = {
	inputTokens: { total: 300, noCache: 300, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 20, text: 20, reasoning: 0 },
};
const modelSaying = (text, calls = []) =>
	new MockLanguageModelV4({
		doGenerate: async (options) => {
			calls.push(options);
			return {
				content: [{ type: "text", text }],
				finishReason: { unified: "stop", raw: "stop" },
				usage,
				warnings: [],
			};
		},
	});

test("generateObject: the schema is the format, and usage is reported", async () => {
	const calls = [];
	const model = modelSaying(answer, calls);
	const { report, statuses } = await asked(
		aiSdk(generateObject, { model, temperature: 0 }),
	);
	assert.equal(report.error, undefined);
	assert.deepEqual(statuses, ["done", "doing"]);
	assert.equal(report.usage.inputTokens, 300);
	assert.equal(report.usage.outputTokens, 20);
	const [{ responseFormat, temperature, abortSignal }] = calls;
	assert.equal(temperature, 0);
	assert.ok(abortSignal instanceof AbortSignal);
	assert.equal(responseFormat.type, "json");
	assert.deepEqual(Object.keys(responseFormat.schema.properties), [
		"doing",
		"done",
		"failed",
		"open",
		"add",
	]);
});

test("generateObject: a text that is nearly JSON is read", async () => {
	const model = modelSaying('Here it is: {"doing":2,"done":[1],}');
	const { report, statuses } = await asked(aiSdk(generateObject, { model }));
	assert.equal(report.error, undefined);
	assert.deepEqual(statuses, ["done", "doing"]);
	const other = await asked(
		aiSdk(generateObject, { model: modelSaying("I cannot.") }),
	);
	assert.match(other.report.error, /no JSON/);
	const failing = new MockLanguageModelV4({
		doGenerate: async () => {
			throw new Error("no network");
		},
	});
	const last = await asked(
		aiSdk(generateObject, { model: failing, maxRetries: 0 }),
	);
	assert.match(last.report.error, /no network/);
	for (const args of [[], [generateObject], [{}, {}]])
		assert.throws(() => aiSdk(...args), { code: "invalid_argument" });
});

test("scribe() takes any function as model, such as one with generateText", async () => {
	const model = modelSaying(answer);
	const { report, statuses } = await asked((prompt, schema, { signal }) =>
		generateText({
			model,
			prompt,
			output: Output.object({ schema: jsonSchema(schema) }),
			abortSignal: signal,
		}),
	);
	assert.equal(report.error, undefined);
	assert.deepEqual(statuses, ["done", "doing"]);
	assert.equal(report.usage.inputTokens, 300);
});
