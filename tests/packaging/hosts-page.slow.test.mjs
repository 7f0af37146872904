// The hooks for LangChain, the AI SDK and the Prompt API, and the MCP server, in a page, each with
// its host, under the content security policy of an extension.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { writePage } from "../tools/page.mjs";
import { resultOfServed } from "./page-result.mjs";

/**
 * Returns what a module that is bundled for a page puts into `globalThis.result`. `args` are more
 * arguments of Chromium.
 */
async function resultOfPage(name, source, args) {
	const folder = emptyTarget("packaging", name);
	await writePage(folder, source, { target: "es2022" });
	const browser = await launchChromium(args);
	try {
		return await resultOfServed(browser, folder, {
			headers: {
				"Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'",
			},
		});
	} finally {
		await browser.close();
	}
}

const before = `
  import { Conversation, init, TodoStore } from "agent-todos/inline";
  await init();
  const store = new TodoStore();
  store.addMultiple(["Find a kettle"]);`;
await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle"]);
const told = ["Go", store.systemReminder()];

test("an agent of LangChain is reminded in a page", async () => {
	const messages = await resultOfPage(
		"langchain-page",
		`${before}
    import { agentTodosMiddleware } from "agent-todos/langchain";
    import { AIMessage, createAgent, fakeModel } from "langchain";
    const model = fakeModel().respond(new AIMessage("Yes."));
    const agent = createAgent({ model, middleware: [agentTodosMiddleware({ stores: store, systemPrompt: "" })] });
    await agent.invoke({ messages: "Go" });
    globalThis.result = model.calls[0].messages.map(({ text }) => text);`,
	);
	// In the words of LangChain's own list.
	const inItsWords = told.map((text) => text.replace('"todo"', '"pending"'));
	assert.deepEqual(messages, inItsWords);
});

test("a model of the AI SDK is reminded in a page", async () => {
	const messages = await resultOfPage(
		"ai-sdk-page",
		`${before}
    import { todoPrepareStep } from "agent-todos/ai-sdk";
    import { generateText } from "ai";
    import { MockLanguageModelV4 } from "ai/test";
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const model = new MockLanguageModelV4({ doGenerate: { content: [{ type: "text", text: "Yes." }], finishReason: { unified: "stop" }, usage, warnings: [] } });
    await generateText({ model, prompt: "Go", prepareStep: todoPrepareStep(new Conversation(store)) });
    globalThis.result = model.doGenerateCalls[0].prompt.map(({ content: [{ text }] }) => text);`,
	);
	assert.deepEqual(messages, told);
});

test("the Prompt API's own calls and answers in Chromium", async () => {
	const { classes, texts, todos } = await resultOfPage(
		"prompt-api-page",
		`${before}
    import { promptWithTools } from "agent-todos/prompt-api";
    import { PromptSession, read } from "./tests/frameworks/prompt-session.mjs";
    const call = (action, ids) => ({ tool: "todo_manager", args: { action, todos: [], ids } });
    const session = new PromptSession(
      [[call("complete_multiple", ["1"]), call("skip", [9])], "Found."],
      (init) => new LanguageModelToolCall(init),
    );
    const text = await promptWithTools(session, "Go", new Conversation(store));
    globalThis.result = {
      classes: session.prompts[1].messages[0].content.map(({ value }) => value.constructor.name),
      texts: [...read(session).slice(2), text],
      todos: store.getAll().map(({ status }) => status),
    };`,
		["--enable-blink-features=AIPromptAPI,AIPromptAPIToolUse"],
	);
	assert.deepEqual(classes, [
		"LanguageModelToolSuccess",
		"LanguageModelToolError",
	]);
	assert.match(texts[0], /"ok":true/);
	assert.match(texts[1], /"ok":false/);
	assert.equal(texts[2], "Found.");
	assert.deepEqual(todos, ["done"]);
});

test("a page has the server and its client", async () => {
	const { tools, added, refused } = await resultOfPage(
		"mcp-page",
		`${before}
    import { Client } from "@modelcontextprotocol/client";
    import { InMemoryTransport } from "@modelcontextprotocol/server";
    import { createMcpServer } from "agent-todos/mcp";
    const server = createMcpServer({ store });
    const client = new Client({ name: "page", version: "1.0.0" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { tools } = await client.listTools();
    const call = (args) => client.callTool({ name: "todo_manager", arguments: args });
    globalThis.result = {
      tools: tools.map(({ name }) => name),
      added: await call({ action: "add_multiple", todos: ["a"], ids: [] }),
      refused: await call({ action: "complete_multiple" }),
    };`,
	);
	assert.deepEqual(tools, ["todo_manager"]);
	assert.deepEqual([added.isError, added.content.length], [false, 2]);
	assert.match(added.content[1].text, /<todo id="2" status="todo">a<\/todo>/);
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /ids/);
});
