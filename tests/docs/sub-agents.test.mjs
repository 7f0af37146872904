// The programs of the page on sub-agents, as they stand there, with a scripted model. That of Deep
// Agents is in tests/frameworks.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyTarget } from "../tools/folder.mjs";
import { textOf } from "./pages.mjs";
import { runScripted } from "./scripted-models.mjs";
import { snippets } from "./snippets.mjs";

const codes = snippets(textOf("www/docs/guides/sub-agents.md")).map(
	({ code }) => code,
);

/**
 * Runs the program of the page that imports the adapter for a host, with the replacements in pairs.
 */
function runOnPage(host, answers, ...replacements) {
	const adapter = `from "agent-todos/${host}"`;
	let program = codes.find(
		(code) => code.includes(adapter) && !code.includes("deepagents"),
	);
	for (const [from, to] of replacements) {
		assert.ok(program.includes(from), from);
		program = program.replace(from, to);
	}
	return runScripted(emptyTarget("sub-agents", host), host, program, answers);
}
const lastOf = (messages) => messages.at(-1)[1];
const isReminded = (messages) =>
	messages.some(([, text]) => text.includes("<browser-state>"));

test("a tool Agent: each agent owns what it starts", () => {
	const create = (subject) => ["TaskCreate", { subject, description: subject }];
	const update = (status) => ["TaskUpdate", { taskId: "1", status }];
	const { asked, list } = runOnPage("ai-sdk", [
		create("Find a kettle"),
		create("Pay"),
		["Agent", { name: "searcher", prompt: "Do task 1" }],
		update("in_progress"),
		update("completed"),
		"I found one.",
		"It is found.",
	]);
	assert.deepEqual(list, ["- [x] Find a kettle", "- [ ] Pay"]);
	// The sub-agent reads its prompt, then the list.
	const [prompt, reminder] = asked[3];
	assert.equal(prompt[1], "Do task 1");
	assert.match(reminder[1], /<todo id="1".*Find a kettle.*Pay/);
	assert.match(lastOf(asked.at(-1)), /"searcher" completed 1/);
});

const manage = (action, more) => ["todo_manager", { action, ...more }];
const todos = [{ content: "Find a kettle" }, { content: "Pay" }];
const plan = manage("add_multiple", { todos });
const complete = (...ids) => manage("complete_multiple", { ids });
const done = ["- [x] Find a kettle", "- [x] Pay"];

test("OpenAI handoffs: the next agent knows or reads the list", () => {
	const handOff = ["transfer_to_buyer", {}];
	const answers = [plan, complete(1), handOff, complete(2), "It is paid."];
	const { asked, list } = runOnPage("openai-agents", answers);
	assert.deepEqual(list, done);
	assert.ok(!asked.some(isReminded));

	const removing = runOnPage(
		"openai-agents",
		answers,
		["import { Agent,", "import { Agent, handoff,"],
		[
			"[buyer]",
			"[handoff(buyer, { inputFilter: (data) => ({ ...data, preHandoffItems: [], newItems: [] }) })]",
		],
	);
	assert.deepEqual(removing.list, done);
	assert.equal(removing.asked[3].length, 2);
	assert.match(lastOf(removing.asked[3]), /Find a kettle.*Pay/);
});

test("OpenAI: an agent as a tool has its own conversation", () => {
	const { asked, list } = runOnPage(
		"openai-agents",
		[
			plan,
			["buyer", { input: "Pay" }],
			complete(2),
			"It is paid.",
			complete(1),
			"Done.",
		],
		['{ name: "buyer", tools }', '{ name: "buyer", tools: todoTools(other) }'],
		[
			"const tools",
			"const other = new Conversation(store, { name: 'buyer' }); const tools",
		],
		[
			"  tools,\n  handoffs: [buyer],",
			`tools: [...tools, buyer.asTool({
				toolName: "buyer",
				toolDescription: "Pays",
				runOptions: { callModelInputFilter: todoInputFilter(other) },
			})],`,
		],
	);
	assert.deepEqual(list, done);
	assert.match(lastOf(asked[2]), /Find a kettle.*Pay/);
	assert.match(lastOf(asked[4]), /"buyer" completed 2/);
});

test("LangGraph subgraphs: each node reads the list outside of them", () => {
	const write = (...statuses) => [
		"write_todos",
		{
			todos: ["Find a kettle", "Pay"].map((content, at) => ({
				content,
				status: statuses[at],
			})),
		},
	];
	const { asked, list } = runOnPage("langchain", [
		write("pending", "pending"),
		"It is planned.",
		write("completed", "in_progress"),
		"It is found.",
	]);
	assert.deepEqual(list, ["- [x] Find a kettle", "- [-] Pay"]);
	assert.ok(!asked.slice(0, 2).some(isReminded));
	assert.match(lastOf(asked[2]), /^<browser-state>.*Find a kettle.*Pay/s);
});
