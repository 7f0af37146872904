// What is the own of OpenAI's Agents SDK: its strict mode, its sessions, and a server that keeps the conversation. The tools are in
// adapters.test.mjs.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, MemorySession, run } from "@openai/agents";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";
import { expect } from "../setup/snapshot.mjs";
import { completions } from "./completions.mjs";
import { hosts, isReminder, rewritten, takenDown } from "./conversations.mjs";
import { complete } from "./plan.mjs";

await init();

test("strict mode where the conversation has it; of arguments that are no JSON the SDK itself tells the model", async () => {
	for (const schema of ["lean", "strict"]) {
		const store = new TodoStore();
		const { say, calls, offered } = hosts["OpenAI Agents"]({
			store,
			own: todoTools(new Conversation(store, { schema })),
			turns: [[{ tool: "todo_manager", args: "no JSON" }], "Well."],
		});
		await say("Go");
		const [{ function: shown }] = offered[0];
		assert.equal(shown.strict, schema === "strict");
		assert.match(calls[1].at(-1).text, /valid JSON/);
	}
});

test("with a session, over several runs: reminders stay where they were first said", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c"]);
	const conversation = new Conversation(store);
	const session = new MemorySession();
	const callModelInputFilter = todoInputFilter(conversation);
	const sent = [];
	const { args } = complete(1);
	const model = completions(({ messages }) => {
		sent.push(messages.map(takenDown));
		return sent.length === 1
			? { text: "", calls: [{ name: "todo_manager", args }] }
			: { text: "Yes.", calls: [] };
	});
	const tools = todoTools(conversation);
	const agent = new Agent({ name: "shopper", model, tools });
	const say = (text) => run(agent, text, { session, callModelInputFilter });
	await say("Go");
	store.as("user").skip(2, "too slow");
	await say("On");
	await say("And now?");
	const told = sent.map((messages) => messages.filter(isReminder));
	assert.deepEqual(
		told.map(({ length }) => length),
		[1, 1, 2, 2],
	);
	expect(told[3][1].text).toMatchInlineSnapshot(
		`"<browser-state>TODO list updated: 1 done, 1 skipped, 1 todo. The user skipped 2 ("b"): too slow.</browser-state>"`,
	);
	assert.deepEqual(rewritten(sent), []);
});

test("where the server keeps the conversation, what is new alone is sent, each reminder once", async () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	const filter = todoInputFilter(new Conversation(store), {
		isServerManaged: true,
		role: "system",
	});
	const sentOf = (content) =>
		filter({
			modelData: { input: [{ role: "user", content }], instructions: "Shop." },
		});
	const first = sentOf("Go");
	assert.equal(first.instructions, "Shop.");
	assert.deepEqual(first.input, [
		{ role: "user", content: "Go" },
		{ type: "message", role: "system", content: store.systemReminder() },
	]);
	assert.equal(sentOf("On").input.length, 1);
	store.complete(1);
	assert.match(sentOf("On").input[1].content, /1 \("a"\)/);
});
