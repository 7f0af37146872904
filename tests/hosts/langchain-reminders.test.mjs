// What is LangChain's own about reminders: several roles, and the nudge of a model that stops too early.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RemoveMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { init } from "agent-todos";
import { agentTodosMiddleware } from "agent-todos/langchain";
import {
	AIMessage,
	createAgent,
	createMiddleware,
	HumanMessage,
	SystemMessage,
	tool,
} from "langchain";
import {
	counts,
	hosts,
	isReminder,
	isWhole,
	planning,
	rewritten,
} from "./conversations.mjs";
import { manage } from "./plan.mjs";

await init();

const complete = (...ids) => manage("complete_multiple", [], ids);
const nudges = (messages) =>
	messages.filter(({ text }) => text.startsWith("Todos still open: "));

test("a reminder is a message of the agent's state, marked as ours", async () => {
	const { store } = planning();
	const agent = createAgent({
		model: fakeModel().respond(new AIMessage("I see.")),
		tools: [],
		middleware: [agentTodosMiddleware({ stores: store })],
	});
	const { messages } = await agent.invoke({
		messages: [new HumanMessage("Buy a kettle")],
	});
	assert.deepEqual(
		messages.map((message) => message.getType()),
		["human", "human", "ai"],
	);
	assert.equal(messages[1].text, store.systemReminder());
	assert.equal(messages[1].additional_kwargs.lc_source, "agent-todos");
});

test("one reminder taken out of the state: the whole list again", async () => {
	const todos = planning();
	let remove = false;
	const model = fakeModel();
	const seen = [];
	for (let at = 0; at < 4; at++) {
		model.respond((messages) => {
			seen.push(messages.filter((message) => isReminder(message)).map(isWhole));
			return new AIMessage("Yes.");
		});
	}
	const forgetting = createMiddleware({
		name: "forgetting",
		beforeModel: ({ messages }) =>
			remove
				? {
						messages: messages
							.filter(isReminder)
							.slice(-1)
							.map(({ id }) => new RemoveMessage({ id })),
					}
				: undefined,
	});
	const agent = createAgent({
		model,
		tools: [],
		middleware: [forgetting, agentTodosMiddleware({ stores: todos.store })],
	});
	let state = { messages: [] };
	for (const change of [
		() => {},
		() => todos.store.complete(1),
		() => (remove = true),
		() => (remove = false),
	]) {
		change();
		state = await agent.invoke({
			messages: [...state.messages, new HumanMessage("Go on")],
		});
	}
	assert.deepEqual(seen, [[true], [true, false], [true, true], [true, true]]);
});

test("nudge: a model that stops while todos are open goes on, once for each state of the list", async () => {
	const todos = planning();
	const { say, calls } = hosts.LangChain({
		...todos,
		turns: [[complete(1)], "Done!", [complete(2)], "Done now!", "Really."],
		options: { nudge: true },
	});
	await say("Go");
	assert.equal(calls.length, 5);
	assert.deepEqual(
		nudges(calls.at(-1)).map(({ text }) => text.match(/open: (\d of \d)/)[1]),
		["2 of 3", "1 of 3"],
	);
	// It is the last thing the model reads, and said nowhere else.
	assert.equal(nudges(calls[2].slice(-1)).length, 1);
	assert.equal(nudges(calls[4].slice(-1)).length, 1);
	assert.deepEqual(counts(calls), [1, 1, 0, 1, 0]);
	assert.deepEqual(rewritten(calls), []);
});

test("beside LangChain's own system prompt and another middleware", async () => {
	const { store } = planning();
	const heard = [];
	const model = fakeModel().respond((messages) => {
		heard.push(...messages);
		return new AIMessage("Yes.");
	});
	const agent = createAgent({
		model,
		systemPrompt: "You shop.",
		tools: [
			tool(() => "Opened.", {
				name: "open",
				description: "Opens the shop.",
				schema: { type: "object", properties: {} },
			}),
		],
		middleware: [
			createMiddleware({ name: "other", beforeModel: () => {} }),
			agentTodosMiddleware({ stores: store }),
		],
	});
	await agent.invoke({ messages: [new HumanMessage("Go")] });
	assert.ok(SystemMessage.isInstance(heard[0]));
	assert.equal(heard.at(-1).text, store.systemReminder());
});
