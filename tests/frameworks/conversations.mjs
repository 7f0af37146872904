// One conversation under each host: a loop of our own, an agent of LangChain, generateText and
// streamText of the AI SDK, each with the host's own mock model and our hook for reminders; and an
// agent of OpenAI's SDK, which has none, over a server that speaks its protocol.
//
// `hosts[name](setup)` returns `{say, calls, states, offered}`. `say(text, {signal})` has the user
// say something, and the model answer until it calls no tool; it can be called again. `calls` has
// what the model was sent, call by call: a list of messages, each taken down at that very moment as
// `{role, text, bytes}`, where `bytes` is the whole message. `states` has the statuses of the list
// at those moments; `offered`, but for LangChain, the tools as the model was shown them.
//
// setup:
//   store     the list
//   turns     what the model does, call by call: a list of tool calls `{tool, args}`, a text, or a
//             function that returns one
//   tools     the tools: `{name, description, inputSchema, call}`, where `call` returns a text; or
//             a function that returns them, asked each time the user says something
//   own       tools in the host's own form, beside those
//   options   for the hook: `{reminders, role, …}`, where `reminders` may be a Conversation
//   shorten   `{above, keep}`: a conversation of more messages than `above` is cut to a summary and
//             the last `keep`
//   prepareStep  of the AI SDK alone: the host's own, given the step and ours
//   keptAs    of the AI SDK alone: how the host keeps the messages
//   onCall    of the AI SDK alone: is given each call of the model

import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { Agent, tool as agentTool, run as runAgent } from "@openai/agents";
import { Conversation, TodoStore, tools } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { todoInputFilter } from "agent-todos/openai-agents";
import {
	tool as aiTool,
	generateText,
	isStepCount,
	jsonSchema,
	ToolLoopAgent,
} from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import {
	AIMessage,
	createAgent,
	HumanMessage,
	tool as langchainTool,
	summarizationMiddleware,
} from "langchain";
import { statuses } from "../tools/lists.mjs";
import { completions } from "./completions.mjs";

export const summary = "Summary: the shop is open.";

export const hosts = {
	"a loop of its own": loop,
	LangChain: langchain,
	generateText: aiSdk(generate),
	// It streams with streamText.
	ToolLoopAgent: aiSdk(stream),
	"OpenAI Agents": openaiAgents,
};

/** Returns what all hosts share. */
function started({
	store,
	turns,
	options: { reminders = "changes", ...hook } = {},
	shorten,
}) {
	const conversation =
		reminders instanceof Conversation
			? reminders
			: new Conversation(store, { reminders });
	const [calls, states, offered] = [[], [], []];
	return {
		conversation,
		hook,
		/**
		 * Takes down what the model is sent. Returns what it does: `{text, calls}`, each call `{name,
		 * args, id}`.
		 */
		answer(messages, shown) {
			calls.push(messages.map(takenDown));
			states.push(statuses(store).join());
			offered.push(shown);
			if (calls.length > turns.length)
				throw new Error("the model was called once too often");
			const next = turns[calls.length - 1];
			const turn = typeof next === "function" ? next() : next;
			if (typeof turn === "string") return { text: turn, calls: [] };
			return {
				text: "",
				calls: turn.map(({ tool, args }, at) => ({
					name: tool,
					args,
					id: `${calls.length}-${at}`,
				})),
			};
		},
		shortened: (messages) =>
			messages.length > shorten?.above
				? [{ role: "user", content: summary }, ...messages.slice(-shorten.keep)]
				: messages,
		taken: { calls, states, offered },
	};
}

export const takenDown = (message) => ({
	role: message.role ?? message.getType(),
	text: message.text ?? textOf(message),
	bytes: JSON.stringify(message),
});

const textOf = ({ content }) =>
	typeof content === "string"
		? content
		: (content ?? [])
				.map((part) => part.text ?? part.output?.value ?? "")
				.join("\n");

const toolsOf = ({ tools = [] }) =>
	typeof tools === "function" ? tools() : tools;

function loop(setup) {
	const { conversation, hook, answer, shortened, taken } = started(setup);
	let messages = [];
	async function say(text) {
		const offered = toolsOf(setup);
		messages.push({ role: "user", content: text });
		for (;;) {
			const short = shortened(messages);
			if (short !== messages) conversation.compacted();
			messages = short;
			conversation.appendReminder(messages, hook.role);
			const { text, calls } = answer(messages);
			messages.push({ role: "assistant", content: text, calls });
			if (calls.length === 0) return;
			for (const { name, args, id } of calls)
				messages.push({
					role: "tool",
					tool_call_id: id,
					content: offered
						.find((tool) => tool.name === name)
						.call(JSON.stringify(args)),
				});
		}
	}
	return { say, ...taken };
}

function langchain(setup) {
	const { answer, taken } = started(setup);
	const { store, turns, options, shorten } = setup;
	const model = fakeModel();
	for (const _ of turns)
		model.respond((messages) => {
			const { text, calls } = answer(
				messages,
				model.calls.at(-1).options.tools,
			);
			return new AIMessage({ content: text, tool_calls: calls });
		});
	const summariser = fakeModel();
	for (let at = 0; at < 10; at++) summariser.respond(new AIMessage(summary));
	const shortening = shorten && [
		summarizationMiddleware({
			model: summariser,
			trigger: { messages: shorten.above },
			keep: { messages: shorten.keep },
		}),
	];
	const middleware = [
		...(shortening ?? []),
		agentTodosMiddleware({
			// Those of the setup.
			tools: false,
			dialect: "todo_manager",
			...options,
			...(options?.reminders instanceof Conversation
				? { stores: options.reminders, reminders: undefined }
				: { stores: store }),
		}),
	];
	const checkpointer = new MemorySaver();
	const asTool = ({ name, description, inputSchema, call }) =>
		langchainTool((args) => call(args), {
			name,
			description,
			schema: inputSchema,
		});
	const say = (text, { signal } = {}) =>
		createAgent({
			model,
			tools: [...(setup.own ?? []), ...toolsOf(setup).map(asTool)],
			middleware,
			checkpointer,
		}).invoke(
			{ messages: [new HumanMessage(text)] },
			{ configurable: { thread_id: "1" }, recursionLimit: 200, signal },
		);
	return { say, ...taken };
}

function aiSdk(ask) {
	return (setup) => {
		const { conversation, hook, answer, shortened, taken } = started(setup);
		const { prepareStep, keptAs = (messages) => messages, onCall } = setup;
		const reminding = todoPrepareStep(conversation, hook);
		const reply = (call) => {
			onCall?.(call);
			return contentOf(answer(call.prompt, call.tools));
		};
		let messages = [];
		async function say(text, { signal: abortSignal } = {}) {
			const all = [...messages, { role: "user", content: text }];
			const { responseMessages } = await ask(reply, {
				tools: { ...setup.own, ...asToolSet(toolsOf(setup)) },
				prepareStep: prepareStep
					? (step) => prepareStep(step, reminding)
					: ({ messages }) => reminding({ messages: shortened(messages) }),
				stopWhen: isStepCount(200),
				// streamText refuses the role system without it.
				allowSystemInMessages: hook.role === "system",
				call: { messages: all, abortSignal },
			});
			messages = keptAs([...all, ...responseMessages]);
		}
		return { say, ...taken };
	};
}

function openaiAgents(setup) {
	const { conversation, hook, answer, shortened, taken } = started(setup);
	const filter = todoInputFilter(conversation, hook);
	const callModelInputFilter = ({ modelData, ...rest }) => {
		const input = shortened(modelData.input);
		return filter({ ...rest, modelData: { ...modelData, input } });
	};
	const model = completions(({ messages, tools }) => answer(messages, tools));
	const asTool = ({ name, description, inputSchema, call }) =>
		agentTool({
			name,
			description,
			parameters: { ...inputSchema },
			strict: false,
			execute: call,
		});
	let history = [];
	async function say(text, { signal } = {}) {
		const tools = [...(setup.own ?? []), ...toolsOf(setup).map(asTool)];
		({ history } = await runAgent(
			new Agent({ name: "shopper", model, tools }),
			[...history, { role: "user", content: text }],
			{ callModelInputFilter, maxTurns: 200, signal },
		));
	}
	return { say, ...taken };
}

const asToolSet = (tools) =>
	Object.fromEntries(
		tools.map(({ name, description, inputSchema, call }) => [
			name,
			aiTool({
				description,
				inputSchema: inputSchema["~standard"]
					? inputSchema
					: jsonSchema(inputSchema),
				execute: call,
			}),
		]),
	);

/** Returns what a model of the AI SDK says where it does this. */
const contentOf = ({ text, calls }) => [
	...(text === "" ? [] : [{ type: "text", text }]),
	...calls.map(({ name, args, id }) => ({
		type: "tool-call",
		toolCallId: id,
		toolName: name,
		input: JSON.stringify(args),
	})),
];

/** Returns what ends a message of a model with this content. */
const ending = (content) => ({
	finishReason: { unified: content[0].type === "text" ? "stop" : "tool-calls" },
	usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
});

/** Returns the model for generateText that answers with the content that `reply` returns. */
export const generating = (reply) =>
	new MockLanguageModelV4({
		doGenerate: async (call) => {
			call.abortSignal?.throwIfAborted();
			const content = reply(call);
			return { content, ...ending(content), warnings: [] };
		},
	});

function generate(reply, { call, ...settings }) {
	return generateText({ model: generating(reply), ...settings, ...call });
}

/** The same for streamText, in pieces. */
const streaming = (reply) =>
	new MockLanguageModelV4({
		doStream: async (call) => {
			const content = reply(call);
			const parts = content.flatMap((part) =>
				part.type === "text"
					? [
							{ type: "text-start", id: "1" },
							{ type: "text-delta", id: "1", delta: part.text },
							{ type: "text-end", id: "1" },
						]
					: [part],
			);
			return {
				stream: convertArrayToReadableStream([
					{ type: "stream-start", warnings: [] },
					...parts,
					{ type: "finish", ...ending(content) },
				]),
			};
		},
	});

async function stream(reply, { call, ...settings }) {
	const agent = new ToolLoopAgent({ model: streaming(reply), ...settings });
	const result = await agent.stream(call);
	await result.consumeStream({
		onError(error) {
			throw error;
		},
	});
	return { responseMessages: await result.responseMessages };
}

/** Returns the statuses that a model knows which was sent these messages. */
export function known(messages) {
	const list = [];
	for (const { text } of messages
		.slice(Math.max(0, messages.findLastIndex(isWhole)))
		.filter(isReminder)) {
		if (isWhole({ text })) list.length = 0;
		else
			for (const [, verb, id] of text.matchAll(/(\S+) (\d+) \("/g)) {
				const status = verbs[verb];
				if (status === undefined) throw new Error(text);
				list[id - 1] = status;
			}
		for (const [, id, status] of text.matchAll(
			/<todo id="(\d+)" status="(\w+)"/g,
		))
			list[id - 1] = status;
	}
	return list.join();
}

/** How a reminder says what somebody did to a todo, and what it is then. */
const verbs = {};
for (const act of [
	"complete",
	"skip",
	"fail",
	"markDoing",
	"reopen",
	"abort",
]) {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	if (act === "reopen") store.complete(1);
	if (act === "abort") store.markDoing(1);
	const conversation = new Conversation(store);
	conversation.reminder();
	store[act](1);
	const [, verb] = /(\S+) 1 \("a"\)/.exec(conversation.reminder());
	verbs[verb] = store.getAll()[0].status;
}

export const isReminder = ({ text }) => text.startsWith("<browser-state>");
export const isWhole = ({ text }) =>
	isReminder({ text }) && text.includes("<todos>");

/**
 * Where a conversation was rewritten: the numbers of the model's calls whose messages do not begin
 * with those of the call before.
 */
export function rewritten(calls) {
	return calls.flatMap((messages, at) =>
		at > 0 &&
		calls[at - 1].some(({ bytes }, place) => bytes !== messages[place]?.bytes)
			? [at]
			: [],
	);
}

/** Returns how many reminders were new in each call of the model. */
export const counts = (calls) => newReminders(calls).map((told) => told.length);

/** Returns a list with the tool that the model has, whose calls give texts. */
export function planning() {
	const store = new TodoStore();
	store.addMultiple(["Open the shop", "Compare kettles", "Pay"]);
	return { store, tools: tools(store).map(asText) };
}

/** Returns a tool whose calls give texts. */
export const asText = ({ name, description, inputSchema, call }) => ({
	name,
	description,
	inputSchema,
	call: (args) => call(args).text,
});

/**
 * Returns the reminders as they came: a list for each call of the model, of the texts that were new
 * in it.
 */
export function newReminders(calls) {
	return calls.map((messages, at) =>
		messages
			.slice(at === 0 ? 0 : calls[at - 1].length)
			.filter(isReminder)
			.map(({ text }) => text),
	);
}
