// What stopped hosts of other people: npm refused to install the package, or their first line
// threw.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { slowTest } from "../tools/slow.mjs";
import { install, printed } from "./npm-project.mjs";
import { makeProject } from "./project.mjs";

const use =
	'const store = new TodoStore(); store.addMultiple(["a"]); console.log(tools(store)[0].call({ action: "list" }).ok);';

test("the first use in Node needs no init(): ES modules and CommonJS", () => {
	const folder = makeProject("first-use", "agent-todos", {});
	for (const entry of ["agent-todos", "agent-todos/inline"]) {
		const program = `import { TodoStore, tools } from "${entry}"; ${use}`;
		assert.equal(printed(folder, "first.mjs", program), "true");
		if (!process.features.require_module) continue;
		const required = `const { TodoStore, tools } = require("${entry}"); ${use}`;
		assert.equal(printed(folder, "first.cjs", required), "true");
	}
	const unready = `
		import { Conversation, reporting, TodoStore } from "agent-todos";
		import { runAgent } from "agent-todos/run";
		const store = new TodoStore();
		console.log(typeof reporting(new Conversation(store)).prompt, typeof runAgent({ store, plan: () => ["a"], execute: async () => "done" }).abort);`;
	assert.equal(printed(folder, "unready.mjs", unready), "string function");
});

// ai and @langchain/langgraph are installed in whole below.
const older = { react: "18", zod: "3", "@openai/agents": "0.3", pg: "8.11" };
slowTest("npm installs it beside older peers, with strict peers", (t) => {
	install(t, older, ["--package-lock-only"]);
});

// npm counts the peers of a peer that is optional and not installed, so the package declares no
// peer as npm reads them.
for (const [name, peers] of [
	[
		"@langchain/community",
		{ "@langchain/community": "1.1.29", "@langchain/core": "1.4.0" },
	],
	[
		"@copilotkit/sdk-js, which has zod 3",
		{ "@copilotkit/sdk-js": "1.69.0", zod: "3.25.76" },
	],
])
	slowTest(`npm installs it beside ${name}, with strict peers`, (t) => {
		install(t, peers, ["--package-lock-only"]);
	});

const withTools = (body) => `
	import { Conversation, TodoStore } from "agent-todos";
	import { todoTools } from "agent-todos/ai-sdk";
	import { generateText, stepCountIs } from "ai";
	const store = new TodoStore();
	${body}`;

slowTest("ai@5 is refused by the adapter, which names what it needs", (t) => {
	const folder = install(t, { ai: "5.0.277" });
	const program = withTools(
		"try { todoTools(new Conversation(store)); } catch ({ code, message }) { console.log(code, message); }",
	);
	assert.match(
		printed(folder, "main.mjs", program),
		/^init_failed agent-todos\/ai-sdk needs ai 6 or 7, and found version 5 or older: /,
	);
});

slowTest("ai@6 calls the tools", (t) => {
	const folder = install(t, { ai: "6.0.325" });
	const program = `import { MockLanguageModelV3 as Model } from "ai/test";${withTools(`
	const call = { type: "tool-call", toolCallId: "1", toolName: "todo_manager", input: '{"action":"add_multiple","todos":[{"content":"a"}]}' };
	const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
	const answers = [
		{ content: [call], finishReason: { unified: "tool-calls", raw: "tool-calls" }, usage, warnings: [] },
		{ content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] },
	];
	const { text } = await generateText({
		model: new Model({ doGenerate: async () => answers.shift() }),
		prompt: "Go",
		tools: todoTools(new Conversation(store)),
		stopWhen: stepCountIs(2),
	});
	console.log(text, store.getXml());`)}`;
	assert.equal(
		printed(folder, "main.mjs", program),
		'done <todos><todo id="1" status="todo">a</todo></todos>',
	);
});

slowTest(
	"@langchain/langgraph@0.2 is refused by the adapter, which names what it needs",
	(t) => {
		// An old LangGraph beside the LangChain that the adapter knows.
		const folder = install(
			t,
			{
				langchain: "1.5.14",
				"@langchain/core": "1.4.0",
				"@langchain/langgraph": "0.2",
				zod: "4.6.7",
			},
			["--legacy-peer-deps"],
		);
		const program = `
		import { agentTodosMiddleware } from "agent-todos/langchain";
		try { agentTodosMiddleware(); } catch ({ code, message }) { console.log(code, message); }`;
		assert.match(
			printed(folder, "main.mjs", program),
			/^init_failed agent-todos\/langchain needs @langchain\/langgraph 1\.4 or newer/,
		);
	},
);
