// What is the AI SDK's own about reminders: conversations that go on in another call, failed steps, and a host's own prepareStep.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import { generateText } from "ai";
import {
	counts,
	generating,
	hosts,
	isReminder,
	isWhole,
	known,
	planning,
	rewritten,
} from "./conversations.mjs";
import { manage } from "./plan.mjs";

await init();

const complete = (...ids) => manage("complete_multiple", [], ids);

for (const name of ["generateText", "streamText"]) {
	const host = hosts[name];

	test(`${name}: messages that the host copied or stored are known again`, async () => {
		for (const keptAs of [
			structuredClone,
			(messages) => JSON.parse(JSON.stringify(messages)),
		]) {
			const todos = planning();
			const { say, calls } = host({
				...todos,
				keptAs,
				turns: [[complete(1)], "One.", [complete(2)], "Two.", "Three."],
			});
			for (const text of ["Go", "Go on", "And now?"]) await say(text);
			assert.deepEqual(counts(calls), [1, 1, 0, 1, 0]);
			assert.deepEqual(rewritten(calls), []);
		}
	});

	test(`${name}: a conversation that the host begins anew, or goes back in, is told the list`, async () => {
		const todos = planning();
		let keep = 0;
		const { say, calls, states } = host({
			...todos,
			keptAs: (messages) => (keep === 0 ? messages : messages.slice(0, keep)),
			turns: [[complete(1)], "One.", "Two.", "Three.", "Four.", "Five."],
		});
		await say("Go"); // user, call, result, "One."
		keep = 4;
		await say("A question"); // this and its answer are taken back
		await say("Another question");
		assert.deepEqual(calls.map(known), states);
		keep = 1;
		await say("From the beginning"); // all but the very first message is taken back
		await say("Go");
		assert.deepEqual(calls.map(known), states);
		assert.ok(isWhole(calls.at(-1).at(-1)));
	});

	test(`${name}: a host's own prepareStep that makes the messages anew, or shortens them now and then`, async () => {
		const anew = ({ initialMessages, responseMessages }, remind) =>
			remind({
				messages: structuredClone([...initialMessages, ...responseMessages]),
			});
		const first = host({
			...planning(),
			turns: [[complete(1)], [complete(2)], "Two.", "Three."],
			prepareStep: anew,
		});
		await first.say("Go");
		await first.say("Go on");
		assert.deepEqual(counts(first.calls), [1, 1, 1, 0]);
		assert.deepEqual(rewritten(first.calls), []);

		const shorter = ({ messages, stepNumber }, remind) =>
			remind({ messages: stepNumber === 1 ? messages.slice(-2) : messages });
		const second = host({
			...planning(),
			turns: [[complete(1)], [complete(2)], "Two."],
			prepareStep: shorter,
		});
		await second.say("Go");
		assert.deepEqual(rewritten(second.calls), [1]);
		assert.deepEqual(second.calls.map(known), second.states);
		assert.deepEqual(second.calls.at(-1).filter(isReminder).map(isWhole), [
			true,
			false,
		]);
	});
}

test("a host's own prepareStep sets what else it likes", async () => {
	const prepareStep = async (step, remind) => ({
		...remind(step),
		temperature: step.stepNumber / 2,
		instructions: `Step ${step.stepNumber}`,
	});
	const { settings, reply, calls } = hosts.generateText({
		...planning(),
		turns: [[complete(1)], "One."],
		prepareStep,
	});
	const temperatures = [];
	const model = generating((call) => {
		temperatures.push(call.temperature);
		return reply(call);
	});
	await generateText({ model, prompt: "Go", ...settings });
	assert.deepEqual(temperatures, [0, 0.5]);
	assert.deepEqual(
		calls.map(([{ role, text }]) => [role, text]),
		[
			["system", "Step 0"],
			["system", "Step 1"],
		],
	);
	assert.deepEqual(counts(calls), [1, 1]);
});

test("a step that failed and is tried again is sent the same", async () => {
	const { settings, reply, calls } = hosts.generateText({
		...planning(),
		turns: ["Lost.", [complete(1)], "One."],
	});
	const model = generating((call) => {
		const content = reply(call);
		if (calls.length === 1) throw new Error("the connection broke");
		return content;
	});
	const messages = [{ role: "user", content: "Go" }];
	await assert.rejects(
		generateText({ model, messages, maxRetries: 0, ...settings }),
		/the connection broke/,
	);
	await generateText({ model, messages, maxRetries: 0, ...settings });
	assert.deepEqual(calls[1], calls[0]);
	assert.deepEqual(counts(calls), [1, 0, 1]);
});

test("content other than text: messages with images stay known, by the same bytes or address", () => {
	const image = new Uint8Array([137, 80, 78, 71]);
	const parts = (data) => [
		{
			role: "user",
			content: [
				{ type: "text", text: "Which one?" },
				{ type: "image", image: data, mediaType: "image/png" },
			],
		},
	];
	const { store } = planning();
	const prepareStep = todoPrepareStep(new Conversation(store));
	const step = (messages) => prepareStep({ messages }).messages;
	const told = step(parts(image));
	assert.equal(told.length, 2);
	// The same bytes are the same message, others are not: there the conversation was rewritten.
	assert.deepEqual(
		step([...parts(image.slice()), { role: "assistant", content: "That." }]),
		[...told, { role: "assistant", content: "That." }],
	);
	const other = step(parts(new Uint8Array([1])));
	assert.deepEqual(
		other.map(({ role }) => role),
		["user", "user"],
	);
	assert.equal(other[1].content, store.systemReminder());

	// As what is compared has no keys to be told by: buffers and addresses.
	for (const [same, again, different] of [
		[
			image.buffer,
			image.slice().buffer,
			new Uint8Array([137, 80, 78, 72]).buffer,
		],
		[
			new URL("https://shop.example/a.png"),
			new URL("https://shop.example/a.png"),
			new URL("https://shop.example/b.png"),
		],
	]) {
		const prepare = todoPrepareStep(new Conversation(store));
		const [message, reminder] = prepare({ messages: parts(same) }).messages;
		assert.deepEqual(prepare({ messages: parts(again) }).messages, [
			message,
			reminder,
		]);
		assert.equal(
			prepare({ messages: parts(different) }).messages[0].content[1].image,
			different,
		);
	}
});

test("neither changes the other's messages", () => {
	const { store } = planning();
	const messages = Object.freeze([
		Object.freeze({ role: "user", content: "Go" }),
	]);
	const prepareStep = todoPrepareStep(new Conversation(store));
	const given = prepareStep({ messages }).messages;
	assert.equal(given.length, 2);
	// What it gives is the host's as well.
	given.push({ role: "user", content: "mine" });
	assert.equal(prepareStep({ messages }).messages.length, 2);
	assert.equal(messages.length, 1);
});

test("what is wrong is refused at once", () => {
	for (const args of [
		[new TodoStore()],
		[],
		[new Conversation(new TodoStore()), 1],
	])
		assert.throws(() => todoPrepareStep(...args), {
			name: "TodoError",
			code: "invalid_argument",
		});
});
