// What is the AI SDK's own: conversations that go on in another call, failed steps, and a host's
// own prepareStep; and the list as a part of a message that is shown. The tools are in
// adapters.test.mjs.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools, writeTodos } from "agent-todos/ai-sdk";
import {
	createUIMessageStream,
	isStepCount,
	readUIMessageStream,
	streamText,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { words } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import { until } from "../tools/until.mjs";
import {
	counts,
	hosts,
	isReminder,
	isWhole,
	known,
	planning,
	rewritten,
} from "./conversations.mjs";
import { complete } from "./plan.mjs";
import { inPieces, text, watched } from "./written.mjs";

await init();

test("todoPrepareStep recognises messages that the host stored", async () => {
	const { say, calls } = hosts.generateText({
		...planning(),
		keptAs: (messages) => JSON.parse(JSON.stringify(messages)),
		turns: [[complete(1)], "One.", [complete(2)], "Two.", "Three."],
	});
	for (const text of ["Go", "Go on", "And now?"]) await say(text);
	assert.deepEqual(counts(calls), [1, 1, 0, 1, 0]);
	assert.deepEqual(rewritten(calls), []);
});

test("todoPrepareStep adds the whole list where the host begins anew or goes back", async () => {
	const todos = planning();
	let keep = 0;
	const { say, calls, states } = hosts.generateText({
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
	expectSaid(calls.at(-1).at(-1).text);
});

test("todoPrepareStep after a prepareStep of the host that shortens the messages", async () => {
	const shorter = ({ messages, stepNumber }, remind) =>
		remind({ messages: stepNumber === 1 ? messages.slice(-2) : messages });
	const { say, calls, states } = hosts.generateText({
		...planning(),
		turns: [[complete(1)], [complete(2)], "Two."],
		prepareStep: shorter,
	});
	await say("Go");
	assert.deepEqual(rewritten(calls), [1]);
	assert.deepEqual(calls.map(known), states);
	assert.deepEqual(calls.at(-1).filter(isReminder).map(isWhole), [true, false]);
});

test("todoPrepareStep keeps the other settings of a host's prepareStep", async () => {
	const temperatures = [];
	const { say, calls } = hosts.generateText({
		...planning(),
		turns: [[complete(1)], "One."],
		prepareStep: async (step, remind) => ({
			...remind(step),
			temperature: step.stepNumber / 2,
			instructions: `Step ${step.stepNumber}`,
		}),
		onCall: ({ temperature }) => temperatures.push(temperature),
	});
	await say("Go");
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

for (const isFirst of [true, false])
	test(`todoPrepareStep ${isFirst ? "after" : "before"} a host that moves the mark of its cache: the list once, each decision once`, async () => {
		const { store } = planning();
		const look = { tool: "look", args: {} };
		const skips = (id) => () => {
			store.as("user").skip(id, "too dear");
			return [look];
		};
		const cacheControl = { type: "ephemeral" };
		const marked = (messages) =>
			messages.map((message, at) => ({
				...message,
				providerOptions:
					at === messages.length - 1 ? { anthropic: { cacheControl } } : {},
			}));
		const { say, calls } = hosts.generateText({
			store,
			tools: [
				{
					name: "look",
					description: "Looks at the page",
					inputSchema: { type: "object", properties: {} },
					call: () => "nothing",
				},
			],
			turns: [[look], skips(1), [look], skips(2), skips(3), "Done."],
			prepareStep: async (step, remind) => {
				if (isFirst)
					return remind({ ...step, messages: marked(step.messages) });
				const { messages = step.messages } = remind(step) ?? {};
				return { messages: marked(messages) };
			},
		});
		await say("Go");
		const told = calls.at(-1).filter(isReminder);
		assert.deepEqual(told.map(isWhole), [true, false, false, false]);
		for (const [index, { text }] of told.slice(1).entries())
			assert.match(text, new RegExp(`The user skipped ${index + 1} `));
	});

test("todoPrepareStep sends a step that is tried again unchanged", async () => {
	const fail = () => {
		throw new Error("the connection broke");
	};
	const { say, calls } = hosts.generateText({
		...planning(),
		turns: [fail, [complete(1)], "One."],
	});
	await assert.rejects(say("Go"), /the connection broke/);
	await say("Go");
	assert.deepEqual(calls[1], calls[0]);
	assert.deepEqual(counts(calls), [1, 0, 1]);
});

test("todoPrepareStep recognises messages with images, by their bytes or address", () => {
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
	// What is compared has no keys to be told by. Where it is another, the conversation was
	// rewritten.
	for (const [same, again, different] of [
		[image, image.slice(), new Uint8Array([1])],
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
		const prepareStep = todoPrepareStep(new Conversation(store));
		const step = (messages) => prepareStep({ messages }).messages;
		const [message, reminder] = step(parts(same));
		const answer = { role: "assistant", content: "That." };
		assert.deepEqual(step([...parts(again), answer]), [
			message,
			reminder,
			answer,
		]);
		const [other, whole, ...rest] = step(parts(different));
		assert.equal(other.content[1].image, different);
		assert.equal(whole.content, store.systemReminder());
		assert.equal(rest.length, 0);
	}
});

/**
 * Returns what `prepareStep` of a list with one todo returns for a message of the user, before the
 * host does something to it.
 */
function prepared() {
	const store = new TodoStore();
	store.addMultiple(["Find a kettle"]);
	const prepareStep = todoPrepareStep(new Conversation(store));
	const user = { role: "user", content: "Go" };
	const { messages } = prepareStep({ messages: [user] });
	return { prepareStep, user, messages };
}
const tellList = (messages) =>
	messages.filter(({ content }) => `${content}`.includes("Find a kettle"));

test("a host that edits a returned reminder does not take the list from the model", () => {
	const answer = { role: "assistant", content: "Going" };
	for (const keeps of [true, false]) {
		const { prepareStep, user, messages } = prepared();
		messages.at(-1).content = "left out";
		const next = [...(keeps ? messages : [user]), answer];
		const sent = prepareStep({ messages: next }).messages;
		assert.equal(tellList(sent).length, 1);
		assert.ok(sent.includes(answer));
	}
	// What it adds to one stays, and the list is not told twice.
	const { prepareStep, messages } = prepared();
	const providerOptions = { anthropic: { cacheControl: "ephemeral" } };
	Object.assign(messages.at(-1), { providerOptions });
	for (const more of [[answer], [answer, answer]]) {
		const next = [...messages, ...more];
		assert.deepEqual(prepareStep({ messages: next }).messages, next);
	}
});

test("todoPrepareStep sends endlessly nested and cyclic messages as they are", () => {
	const nested = (depth) => {
		let input = {};
		for (let times = 0; times < depth; times++) input = { input };
		return input;
	};
	const cyclic = () => {
		const input = {};
		return Object.assign(input, { input, more: [input] });
	};
	for (const make of [() => nested(20_000), cyclic]) {
		const { prepareStep, user } = prepared();
		const called = () => ({
			role: "assistant",
			content: [
				{ type: "tool-call", toolCallId: "1", toolName: "own", input: make() },
			],
		});
		const [first, copy] = [called(), called()];
		for (const message of [first, first, copy, copy]) {
			const { messages } = prepareStep({ messages: [user, message] });
			assert.equal(tellList(messages).length, 1);
			assert.ok(messages.includes(message));
		}
	}
});

test("todoPrepareStep and the host change none of each other's messages", () => {
	const { store } = planning();
	const messages = Object.freeze([
		Object.freeze({ role: "user", content: "Go" }),
	]);
	const prepareStep = todoPrepareStep(new Conversation(store));
	const given = prepareStep({ messages }).messages;
	assert.equal(messages.length, 1);
	const [message, reminder] = given;
	// What it gives is the host's as well.
	given.length = 0;
	const answer = { role: "assistant", content: "I see." };
	assert.deepEqual(prepareStep({ messages: [...messages, answer] }).messages, [
		message,
		reminder,
		answer,
	]);
});

test("data-todos: a part for each list in the message that is shown, which changes in its place", async () => {
	const [store, other] = [new TodoStore(), new TodoStore()];
	store.addMultiple(["a"]);
	const stream = createUIMessageStream({
		execute({ writer }) {
			const stop = writeTodos(writer, store);
			writeTodos(writer, other, "another");
			store.addMultiple(["b"]);
			stop();
			store.complete(1);
		},
	});
	const seen = [];
	for await (const { parts } of readUIMessageStream({ stream }))
		seen.push(parts.map(({ type, id, data }) => [type, id, words(data)]));
	const another = ["data-todos", "another", []];
	assert.deepEqual(seen, [
		[["data-todos", "todos", ["a"]]],
		[["data-todos", "todos", ["a"]], another],
		[["data-todos", "todos", ["a", "b"]], another],
	]);
});

test("a call of a model that streams is shown while it is written, and taken back when the user stops it", async () => {
	const store = new TodoStore();
	const conversation = new Conversation(store, { dialect: "TodoWrite" });
	const shown = [];
	conversation.subscribe(() =>
		shown.push(
			conversation.writing?.map(({ content }) => content).join(", ") ?? "-",
		),
	);
	const status = "pending";
	const text = JSON.stringify({
		todos: ["Find a kettle 😀", "Pay"].map((content) => ({ content, status })),
	});
	const id = "call";
	const usage = {
		inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
		outputTokens: { total: 1, text: 1, reasoning: 0 },
	};
	const abort = new AbortController();
	/**
	 * Returns a call in pieces of three UTF-16 units, which cut the emoji. `more` comes after them.
	 */
	const streams = (more) => ({
		stream: new ReadableStream({
			start(controller) {
				controller.enqueue({
					type: "tool-input-start",
					id,
					toolName: "TodoWrite",
				});
				for (let at = 0; at < text.length; at += 3)
					controller.enqueue({
						type: "tool-input-delta",
						id,
						delta: text.slice(at, at + 3),
					});
				for (const part of more) controller.enqueue(part);
				if (more.length > 0) controller.close();
			},
		}),
	});
	const finish = (unified) => ({
		type: "finish",
		finishReason: { unified, raw: undefined },
		usage,
	});
	const answers = [
		streams([
			{ type: "tool-input-end", id },
			{ type: "tool-call", toolCallId: id, toolName: "TodoWrite", input: text },
			finish("tool-calls"),
		]),
		{
			stream: new ReadableStream({
				start(controller) {
					controller.enqueue(finish("stop"));
					controller.close();
				},
			}),
		},
		streams([]),
	];
	const model = new MockLanguageModelV4({
		doStream: async () => answers.shift(),
	});
	const ask = () =>
		streamText({
			model,
			prompt: "Buy a kettle",
			tools: todoTools(conversation),
			prepareStep: todoPrepareStep(conversation),
			stopWhen: isStepCount(3),
			abortSignal: abort.signal,
		});
	await ask().consumeStream();
	assert.deepEqual(
		shown.filter((each, place) => each !== shown[place - 1]),
		["", "Find a kettle 😀", "Find a kettle 😀, Pay", "-"],
	);
	assert.equal(store.size, 2);
	// The model writes another call, and never ends it.
	const over = ask().consumeStream();
	await until("it is written", () => conversation.writing?.length === 2);
	abort.abort();
	await over;
	await until("it is taken back", () => conversation.writing === undefined);
});

test("a call of a stream that breaks off is taken back after half a minute, and keeps no process alive", async (test) => {
	const { conversation } = watched();
	test.mock.timers.enable({ apis: ["setTimeout"] });
	const [tool] = Object.values(todoTools(conversation));
	const write = (toolCallId, inputTextDelta) =>
		tool.onInputDelta({ toolCallId, inputTextDelta });
	tool.onInputStart({ toolCallId: "1" });
	for (const piece of inPieces) {
		write("1", piece);
		test.mock.timers.tick(29_999);
		assert.ok(conversation.writing !== undefined);
	}
	test.mock.timers.tick(1);
	assert.equal(conversation.writing, undefined);
	// A conversation that has ended by then is no error of anybody's.
	tool.onInputStart({ toolCallId: "2" });
	write("2", text);
	conversation.free();
	test.mock.timers.tick(30_000);
});

test("data-todos: what the model is still writing is in the part of a conversation, and leaves it if it is not carried out", async () => {
	const { conversation } = watched();
	const { store } = conversation;
	const written = [];
	const take = ({ type, id, data }) => {
		assert.deepEqual([type, id], ["data-todos", "todos"]);
		written.push(data);
	};
	const stop = writeTodos({ write: take }, conversation);
	for (const piece of inPieces.keys())
		conversation.preview("TodoWrite", inPieces.slice(0, piece + 1).join(""));
	conversation.preview("TodoWrite", "");
	for (const piece of inPieces.keys())
		conversation.preview("TodoWrite", inPieces.slice(0, piece + 1).join(""));
	conversation.tools[0].call(text);
	store.as("user").complete("t1");
	// A reminder changes what the conversation knows, and nothing that is shown.
	conversation.reminder();
	stop();
	store.as("user").complete("t2");
	assert.deepEqual(
		written.map((data) =>
			data.map(({ key, content, status }) => `${key} ${content} ${status}`),
		),
		[
			[],
			["new 1 a 😀 todo"],
			["new 1 a 😀 todo", "new 2 b todo"],
			[],
			["new 1 a 😀 todo"],
			["new 1 a 😀 todo", "new 2 b todo"],
			["t1 a 😀 todo", "t2 b todo"],
			["t1 a 😀 done", "t2 b todo"],
		],
	);
	assert.equal(Object.isFrozen(written[0]), true);
});
