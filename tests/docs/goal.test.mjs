// The goal of the page about the loop, pursued by the models of two SDKs, which are scripted.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTarget } from "../tools/folder.mjs";
import { textOf } from "./pages.mjs";
import { runScripted } from "./scripted-models.mjs";
import { snippets } from "./snippets.mjs";

const { code } = snippets(textOf("www/docs/concepts/loop.md")).find(
	({ code }) => code.includes("async function pursue("),
);

/** What a host writes in the place of the page's `send`, by the host. */
const senders = {
	"ai-sdk": `
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { isStepCount, ToolLoopAgent } from "ai";
const agent = new ToolLoopAgent({
  model: "openai/gpt-5",
  tools: todoTools(conversation),
  prepareStep: todoPrepareStep(conversation),
  stopWhen: isStepCount(20),
});
const messages = [];
async function send(content) {
  messages.push({ role: "user", content });
  const { response } = await agent.generate({ messages });
  messages.push(...response.messages);
}`,
	"openai-agents": `
import { Agent, run } from "@openai/agents";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";
const agent = new Agent({ name: "shopper", tools: todoTools(conversation) });
const callModelInputFilter = todoInputFilter(conversation);
let input = [];
async function send(content) {
  input.push({ role: "user", content });
  const { history } = await run(agent, input, { callModelInputFilter });
  input = history;
}`,
};

/** Returns the program of the page with the sender of a host, and a check that finds this. */
function programOf(host, missing) {
	let program = `const checks = ${JSON.stringify(missing)};\n${code}`;
	for (const [from, to] of [
		["new Conversation(store)", "new Conversation(store, { ask: true })"],
		[/const script = \[[\s\S]*?\n\}\n/, `${senders[host]}\n`],
		['return "The receipt is missing.";', "return checks.shift();"],
	]) {
		const replaced = program.replace(from, to);
		assert.notEqual(replaced, program, String(from));
		program = replaced;
	}
	return program;
}

const manage = (action, more) => ["todo_manager", { action, ...more }];
const plan = (...contents) =>
	manage("add_multiple", { todos: contents.map((content) => ({ content })) });
const complete = (...ids) => manage("complete_multiple", { ids });

for (const host of Object.keys(senders)) {
	const pursue = (name, missing, answers) =>
		runScripted(
			emptyTarget("goal", `${host}-${name}`),
			host,
			programOf(host, missing),
			answers,
		);
	const lastOf = (messages) =>
		messages.findLast(
			([role, text]) => role === "user" && !text.includes("browser-state"),
		)[1];

	test(`${host}: a goal is reached when the check finds nothing`, () => {
		const { asked, list } = pursue(
			"reached",
			["The receipt is missing."],
			[
				plan("Find a kettle", "Pay"),
				"I have begun.",
				complete(1, 2),
				"All is done.",
				"Here is the receipt.",
			],
		);
		const said = asked.map(lastOf);
		assert.equal(said[0], "Buy a kettle");
		assert.match(said[2], /^Todos still open: 2 of 2/);
		assert.equal(said.at(-1), "The receipt is missing.");
		assert.deepEqual(list, ["reached", "- [x] Find a kettle", "- [x] Pay"]);
	});

	test(`${host}: a goal stops for a person, and after its rounds`, () => {
		const waiting = pursue(
			"waits",
			[],
			[
				plan("Pay"),
				["ask_user", { id: 1, question: "Which card?" }],
				"I wait for you.",
			],
		);
		assert.equal(waiting.list[0], "waits");
		const endless = pursue(
			"rounds",
			[],
			[plan("Pay"), ...Array(5).fill("Soon.")],
		);
		assert.equal(endless.list[0], "rounds");
	});
}
