// The tools as the adapter of each host makes them, called by the host itself: the plan of three
// dialects, with calls that are repaired and refused; onChange; and an abort.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate, setTimeout } from "node:timers/promises";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { setTraceProcessors, setTracingDisabled } from "@openai/agents";
import { Conversation, init, TodoStore } from "agent-todos";
import * as aiSdk from "agent-todos/ai-sdk";
import * as langchain from "agent-todos/langchain";
import * as openaiAgents from "agent-todos/openai-agents";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import { resumeTodos, todoInterrupts } from "agent-todos/protocols";
import { words } from "../tools/lists.mjs";
import { asText, hosts, known } from "./conversations.mjs";
import {
	add,
	browsing,
	complete,
	contentsOf,
	manage,
	opened,
	sentenceFor,
	someDialects,
	table,
	withoutHost,
} from "./plan.mjs";
import { PromptSession, read } from "./prompt-session.mjs";

await init();

/** promptWithTools as a host of conversations.mjs. */
function prompting({ turns, own: conversation }) {
	const session = new PromptSession(turns);
	return {
		say: (text) => promptWithTools(session, text, conversation),
		get calls() {
			const [, ...answers] = read(session);
			return [answers.map((text) => ({ role: "tool", text }))];
		},
		offered: [promptToolOptions(conversation).tools],
	};
}

/**
 * `setup(conversation, dialect, ask)` returns what the `host` of an adapter gets. `schema` is the
 * conversation's. With `isChecked` the host itself holds calls against the schema.
 */
const adapters = {
	"LangChain, todoTools": {
		host: hosts.LangChain,
		setup: (conversation) => ({ own: langchain.todoTools(conversation) }),
	},
	"LangChain, agentTodosMiddleware": {
		host: hosts.LangChain,
		setup: (reminders, dialect, ask) => ({
			options: { tools: true, ask, dialect, reminders },
		}),
	},
	"AI SDK, todoTools": {
		host: hosts.generateText,
		setup: (conversation) => ({ own: aiSdk.todoTools(conversation) }),
	},
	"AI SDK, the tools as they are": {
		host: hosts.generateText,
		setup: ({ tools }) => ({ tools: tools.map(asText) }),
		isChecked: true,
	},
	"OpenAI Agents": {
		host: hosts["OpenAI Agents"],
		schema: "strict",
		setup: (conversation) => ({ own: openaiAgents.todoTools(conversation) }),
	},
	"Prompt API": {
		host: prompting,
		setup: (conversation) => ({ own: conversation }),
	},
};

/** A trace processor of OpenAI's SDK that does nothing. */
const tracing = {
	onTraceStart: async () => {},
	onTraceEnd: async () => {},
	onSpanStart: async () => {},
	shutdown: async () => {},
	forceFlush: async () => {},
};

/** Returns a tool in the form in which some host shows it to a model. */
function asShown(tool) {
	const { name, description, inputSchema, parameters } = tool.function ?? tool;
	return { name, description, inputSchema: inputSchema ?? parameters };
}

/**
 * Returns a list under a host. `texts()` are all that the model has read, and `answers()` what it
 * has read of its tools.
 */
function opening(
	{ host, setup, schema },
	{ dialect, reminders, onChange, ask, description, ...more },
) {
	const store = new TodoStore();
	const conversation = new Conversation(store, {
		dialect,
		schema,
		reminders,
		onChange,
		ask,
	});
	if (description) conversation.tools[0].description = description;
	const given = setup(conversation, dialect, ask);
	const options = { reminders: conversation, ...given.options };
	const opened = host({ store, ...more, ...given, options });
	const answers = () =>
		opened.calls
			.at(-1)
			.filter(({ role }) => role === "tool")
			.map(({ text }) => text);
	const texts = () => opened.calls.at(-1).map(({ text }) => text);
	return { store, conversation, given, ...opened, answers, texts };
}

/** Returns the answers to the malformed and the refused call, and those after them. */
const halves = (texts) => [texts.slice(0, 2), texts.slice(2)];

const plain = (value) => JSON.parse(JSON.stringify(value));

/** Where a person answers what the first todo waits for. */
const answering = {
	"in the panel": (store) => store.as("user").answer(1, "the code is 1234"),
	"through AG-UI, ACP or LangGraph's interrupts": (store) => {
		const [{ id }] = todoInterrupts(store);
		const payload = { answer: "the code is 1234" };
		const entry = { interruptId: id, status: "resolved", payload };
		assert.equal(resumeTodos(store.as("user"), [entry]).length, 1);
	},
};

for (const [name, adapter] of Object.entries(adapters)) {
	for (const [where, answer] of Object.entries(answering))
		for (const reminders of ["changes", "full", "off"])
			test(`${name}, reminders "${reminders}": what a person answers ${where} is told once, with the next call`, async () => {
				const dialect = "todo_manager";
				const question = "Which code?";
				const { store, say, texts } = opening(adapter, {
					dialect,
					reminders,
					ask: true,
					turns: [
						[manage("list", [])],
						"Shall I?",
						[{ tool: "ask_user", args: { question, id: "1" } }],
						"I need the code.",
						[complete(2)],
						[complete(3)],
						"Done.",
					],
				});
				store.addMultiple(["Log in", "Pay", "Rate"]);
				await say("What is there to do?");
				// Where an answer begins a turn, that begins with the next task.
				await setImmediate();
				await say("Log in");
				assert.equal(store.getAll()[0].waiting, "user");
				answer(store);
				await say("And?");
				const told = texts().join("\n");
				assert.equal(told.split("1234").length - 1, 1, told);
			});

	for (const dialect of someDialects) {
		const { steps, refused, malformed, repaired } = table[dialect];

		test(`${name}, ${dialect}: a plan, its calls in their order, with calls outside the schema that are repaired or refused with our sentence`, async () => {
			const { store, conversation, given, say, answers, offered } = opening(
				adapter,
				{
					dialect,
					reminders: "off",
					turns: [[malformed], [refused], steps, [repaired], "Planned."],
				},
			);
			await say("Buy a kettle");
			const { texts, list } = withoutHost(dialect, [
				malformed,
				refused,
				...steps,
				repaired,
			]);
			const [answersBefore, answersAfter] = halves(answers());
			const [expectedBefore, expectedAfter] = halves(texts);
			for (const [at, call] of [malformed, refused].entries()) {
				const sentence = adapter.isChecked && sentenceFor(dialect, call);
				// A host that checks the form of a call first answers with a sentence around ours.
				if (sentence)
					assert.ok(answersBefore[at].includes(JSON.stringify(sentence)));
				else assert.equal(answersBefore[at], expectedBefore[at]);
			}
			// The answers of one message may be in one.
			assert.equal(answersAfter.join("\n"), expectedAfter.join("\n"));
			assert.deepEqual(contentsOf(store), list);
			// The model is shown the tools as they are, and the host changes nothing of ours.
			const ours = plain(opened(dialect, adapter.schema).offered);
			assert.deepEqual(plain(conversation.tools), ours);
			const shown =
				adapter.host === hosts.LangChain
					? given.own?.map((tool) => convertToOpenAITool(tool))
					: offered[0];
			if (shown) assert.deepEqual(plain(shown.map(asShown)), ours.map(asShown));
		});
	}

	// The middleware has an option for it.
	if (name !== "LangChain, agentTodosMiddleware")
		test(`${name}: the model is shown a description of the host's own`, async () => {
			const description = "The list of this shop.";
			const { say, given, offered } = opening(adapter, {
				description,
				turns: ["Yes."],
			});
			await say("Go");
			const shown =
				adapter.host === hosts.LangChain
					? given.own.map((tool) => convertToOpenAITool(tool))
					: offered[0];
			assert.equal(asShown(shown[0]).description, description);
		});

	if (adapter.isChecked) continue;

	if (adapter.host !== prompting)
		test(`${name}: a call that is refused is the host's own error, and one that is carried out is not`, async () => {
			const spans = [];
			setTraceProcessors([
				{ ...tracing, onSpanEnd: (span) => spans.push(span) },
			]);
			setTracingDisabled(false);
			const { say, calls } = opening(adapter, {
				turns: [[add("a")], [complete(9)], "Well."],
			});
			await say("Go");
			setTracingDisabled(true);
			const isError =
				adapter.host === hosts["OpenAI Agents"]
					? spans
							.filter(({ spanData }) => spanData.type === "function")
							.map(({ error }) => error !== null)
					: calls
							.at(-1)
							.filter(({ role }) => role === "tool")
							.map(({ bytes }) => /"status":"error"|"error-text"/.test(bytes));
			assert.deepEqual(isError, [false, true]);
		});

	test(`${name}: onChange is awaited before the model goes on, and what it rejects with is the call's error`, async () => {
		const heard = [];
		const onChange = async ({ revision }) => {
			await setTimeout(5);
			heard.push(revision);
			if (revision === 2) throw new Error("the disk is full");
		};
		const { say, answers } = opening(adapter, {
			onChange,
			turns: [
				[add("a")],
				() => {
					assert.deepEqual(heard, [1]);
					return [complete(1)];
				},
				"Done.",
			],
		});
		await say("Go");
		assert.deepEqual(heard, [1, 2]);
		const answer = answers().at(-1);
		assert.match(answer, /the disk is full/);
		assert.doesNotMatch(answer, /\n {4}at /, "a stack trace");
	});

	// Those that keep the messages themselves have a test of their own.
	if (![prompting, hosts.LangChain].includes(adapter.host))
		test(`${name}: abort in the middle: what was answered stays, and the conversation goes on`, async () => {
			const controller = new AbortController();
			const hanging = {
				...browsing,
				call() {
					controller.abort();
					return Promise.reject(controller.signal.reason);
				},
			};
			const { store, calls, states, say } = opening(adapter, {
				tools: [hanging],
				turns: [
					[add("a", "b")],
					[complete(1), { tool: "browse", args: { page: "slow" } }],
					[complete(2)],
					"Done.",
				],
			});
			await assert.rejects(say("Go", { signal: controller.signal }));
			assert.deepEqual(words(store), ["a: done", "b"]);
			await say("Go on");
			assert.deepEqual(words(store), ["a: done", "b: done"]);
			assert.equal(calls.length, 4);
			// Where the messages begin anew, the model is told the whole list.
			assert.equal(known(calls[2]), states[2]);
		});
}

test("a list that the model wrote in messages that the host dropped is reported whole", async () => {
	const user = (content) => ({ role: "user", content });
	const written = [
		{ role: "assistant", content: "I plan." },
		{ role: "tool", content: "Added 2 TODOs" },
	];
	const hooks = {
		"AI SDK": (conversation) => {
			const prepare = aiSdk.todoPrepareStep(conversation);
			return (messages) => prepare({ messages }).messages;
		},
		"OpenAI Agents": (conversation) => {
			const filter = openaiAgents.todoInputFilter(conversation);
			return (input) => filter({ modelData: { input } }).input;
		},
	};
	for (const [name, hook] of Object.entries(hooks)) {
		const begun = () => {
			const store = new TodoStore();
			const conversation = new Conversation(store);
			const send = hook(conversation);
			assert.deepEqual(send([user("Go")]), [user("Go")]);
			conversation.tools[0].call(add("a", "b").args);
			return { store, send };
		};
		const told = ({ store, send }, messages) => {
			const [reminder, ...others] = send(messages).slice(messages.length);
			assert.deepEqual(others, []);
			assert.ok(
				reminder === undefined || reminder.content === store.systemReminder(),
			);
			return reminder !== undefined;
		};
		const kept = begun();
		assert.equal(told(kept, [user("Go"), ...written]), false, name);
		// Some messages later, they are shortened.
		const later = [user("Go"), ...written, user("On")];
		assert.equal(told(kept, later), false, name);
		assert.equal(told(kept, [user("A summary"), user("On")]), true, name);
		// Aborted at once, so that no message of the model was kept.
		assert.equal(told(begun(), [user("Go"), user("On")]), true, name);
	}
});

test("wrong arguments of the adapters are refused at once", () => {
	const store = new TodoStore();
	const conversation = new Conversation(store);
	const { agentTodosMiddleware } = langchain;
	const { todoPrepareStep, writeTodos } = aiSdk;
	const { todoInputFilter } = openaiAgents;
	const wrongTools = [[store], []];
	for (const [made, ...wrong] of [
		[langchain.todoTools, ...wrongTools],
		[aiSdk.todoTools, ...wrongTools],
		[openaiAgents.todoTools, ...wrongTools],
		[todoPrepareStep, [store], [], [conversation, 1]],
		[todoInputFilter, [store], [], [conversation, 1]],
		[writeTodos, [{}, store], [{ write() {} }, {}], [{ write() {} }, store, 1]],
		[
			agentTodosMiddleware,
			[null],
			[{ stores: {} }],
			[{ stores: "a" }],
			[{ onChange: 1 }],
			[{ dialect: "TodoReed" }],
			[{ reminders: "loud" }],
		],
	])
		for (const args of wrong)
			assert.throws(
				() => made(...args),
				{ name: "TodoError", code: "invalid_argument" },
				`${made.name} ${JSON.stringify(args)}`,
			);
});
