// One conversation under each host: a loop of our own, an agent of LangChain, generateText and streamText of the AI SDK, each with
// the host's own mock model and our hook for reminders; and an agent of OpenAI's SDK, which has none, over a server that speaks its
// protocol.
//
// `hosts[name](setup)` gives `{say, calls, states}`. `say(text)` has the user say something, and the model answer until it calls no
// tool; it can be called again. `calls` has what the model was sent, call by call: a list of messages, each taken down at that very
// moment as `{role, text, bytes}`, where `bytes` is the whole message. `states` has the statuses of the list at those moments.
//
// setup:
//   store     the list
//   turns     what the model does, call by call: a list of tool calls `{tool, args}`, or a text
//   tools     the tools: `{name, description, inputSchema, call}`, where `call` gives a text; or a function that gives them, asked
//             each time the user says something
//   options   for the hook: `{reminders, role, …}`
//   prepareStep  of the AI SDK alone: the host's own, given the step and ours
//   shorten   `{above, keep}`: a conversation of more messages than `above` is cut to a summary and the last `keep`

import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { Agent, tool as agentTool, run as runAgent } from "@openai/agents";
import { appendReminder, Conversation, TodoStore, tools } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { todoInputFilter } from "agent-todos/openai-agents";
import {
	tool as aiTool,
	generateText,
	isStepCount,
	jsonSchema,
	streamText,
} from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import {
	AIMessage,
	createAgent,
	HumanMessage,
	tool as langchainTool,
	summarizationMiddleware,
} from "langchain";
import { completions } from "./completions.mjs";

export const summary = "Summary: the shop is open.";

export const hosts = {
	"a loop of its own": loop,
	LangChain: langchain,
	generateText: aiSdk(generate),
	streamText: aiSdk(stream),
	"OpenAI Agents": openaiAgents,
};

function loop({
	store,
	turns,
	tools,
	options: { reminders = "changes", role } = {},
	shorten,
}) {
	const told =
		reminders instanceof Conversation
			? reminders
			: new Conversation(store, { reminders });
	let messages = [];
	const { calls, states, take } = taking(store);
	const next = turnsOf(turns);
	async function say(text) {
		const offered = toolsOf(tools);
		messages.push({ role: "user", content: text });
		for (;;) {
			if (messages.length > shorten?.above) {
				messages = [
					{ role: "user", content: summary },
					...messages.slice(-shorten.keep),
				];
				told.compacted();
			}
			appendReminder(messages, told, role);
			take(
				messages.map((message) => ({
					role: message.role,
					text: String(message.content),
					bytes: JSON.stringify(message),
				})),
			);
			const turn = next();
			if (typeof turn === "string")
				return void messages.push({ role: "assistant", content: turn });
			const tool_calls = turn.map(({ tool, args }, at) => ({
				id: `${calls.length}-${at}`,
				function: { name: tool, arguments: JSON.stringify(args) },
			}));
			messages.push({ role: "assistant", content: "", tool_calls });
			for (const {
				id,
				function: { name, arguments: args },
			} of tool_calls) {
				messages.push({
					role: "tool",
					tool_call_id: id,
					content: offered.find((tool) => tool.name === name).call(args),
				});
			}
		}
	}
	return { say, calls, states };
}

function langchain({ store, turns, tools, options, shorten }) {
	const { calls, states, take } = taking(store);
	const next = turnsOf(turns);
	const model = fakeModel();
	const answer = (messages) => {
		take(
			messages.map((message) => ({
				role: message.getType(),
				text: message.text,
				bytes: JSON.stringify(message.toDict()),
			})),
		);
		const turn = next();
		if (typeof turn === "string") return new AIMessage(turn);
		return new AIMessage({
			content: "",
			tool_calls: turn.map(({ tool, args }, at) => ({
				name: tool,
				args,
				id: `${calls.length}-${at}`,
			})),
		});
	};
	for (let at = 0; at < turns.length; at++) model.respond(answer);
	const summariser = fakeModel();
	for (let at = 0; at < 10; at++) summariser.respond(new AIMessage(summary));
	const middleware = [
		...(shorten
			? [
					summarizationMiddleware({
						model: summariser,
						trigger: { messages: shorten.above },
						keep: { messages: shorten.keep },
					}),
				]
			: []),
		agentTodosMiddleware({
			...options,
			...(options?.reminders instanceof Conversation
				? { stores: options.reminders, reminders: undefined }
				: { stores: store }),
			// Those of the setup.
			tools: false,
		}),
	];
	const checkpointer = new MemorySaver();
	const asTool = ({ name, description, inputSchema, call }) =>
		langchainTool((args) => call(args), {
			name,
			description,
			schema: inputSchema,
		});
	const say = (text, thread_id = "1") =>
		createAgent({
			model,
			tools: toolsOf(tools).map(asTool),
			middleware,
			checkpointer,
		}).invoke(
			{ messages: [new HumanMessage(text)] },
			{ configurable: { thread_id }, recursionLimit: 200 },
		);
	return { say, calls, states };
}

function aiSdk(ask) {
	return ({
		store,
		turns,
		tools,
		options,
		shorten,
		prepareStep,
		keptAs = (messages) => messages,
	}) => {
		const { calls, states, take } = taking(store);
		const next = turnsOf(turns);
		const { reminders = "changes", ...rest } = options ?? {};
		const reminding = todoPrepareStep(
			reminders instanceof Conversation
				? reminders
				: new Conversation(store, { reminders }),
			rest,
		);
		const shortened = (messages) =>
			messages.length > shorten.above
				? [{ role: "user", content: summary }, ...messages.slice(-shorten.keep)]
				: messages;
		const settings = {
			get tools() {
				return asToolSet(toolsOf(tools));
			},
			prepareStep: shorten
				? ({ messages }) => reminding({ messages: shortened(messages) })
				: prepareStep
					? (step) => prepareStep(step, reminding)
					: reminding,
			stopWhen: isStepCount(200),
			// streamText refuses the role system without it.
			allowSystemInMessages: options?.role === "system",
		};
		const reply = ({ prompt }) => {
			take(
				prompt.map((message) => ({
					role: message.role,
					text: textOf(message),
					bytes: JSON.stringify(message),
				})),
			);
			const turn = next();
			if (typeof turn === "string") return [{ type: "text", text: turn }];
			return turn.map(({ tool, args }, at) => ({
				type: "tool-call",
				toolCallId: `${calls.length}-${at}`,
				toolName: tool,
				input: JSON.stringify(args),
			}));
		};
		let messages = [];
		async function say(text) {
			messages.push({ role: "user", content: text });
			messages = keptAs([
				...messages,
				...(await ask(reply, { ...settings, messages })),
			]);
		}
		return { say, calls, states, settings, reply };
	};
}

function openaiAgents({
	store,
	turns,
	tools,
	options: { reminders = "changes", ...options } = {},
	shorten,
}) {
	const { calls, states, take } = taking(store);
	const next = turnsOf(turns);
	const filter = todoInputFilter(
		reminders instanceof Conversation
			? reminders
			: new Conversation(store, { reminders }),
		options,
	);
	const callModelInputFilter = shorten
		? ({ modelData, ...rest }) => {
				const { input } = modelData;
				const shortened =
					input.length > shorten.above
						? [
								{ role: "user", content: summary },
								...input.slice(-shorten.keep),
							]
						: input;
				return filter({
					...rest,
					modelData: { ...modelData, input: shortened },
				});
			}
		: filter;
	const model = completions(({ messages }) => {
		take(
			messages.map((message) => ({
				role: message.role,
				text: textOf({ content: message.content ?? "" }),
				bytes: JSON.stringify(message),
			})),
		);
		return next();
	});
	let history = [];
	async function say(text) {
		const agent = new Agent({
			name: "shopper",
			model,
			tools: toolsOf(tools).map(({ name, description, inputSchema, call }) =>
				agentTool({
					name,
					description,
					parameters: { ...inputSchema },
					strict: false,
					execute: call,
				}),
			),
		});
		const result = await runAgent(
			agent,
			[...history, { role: "user", content: text }],
			{ callModelInputFilter, maxTurns: 200 },
		);
		({ history } = result);
	}
	return { say, calls, states };
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

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const finishReason = (content) => ({
	unified: content[0].type === "text" ? "stop" : "tool-calls",
});

/** The model for generateText that answers with the content that `reply` gives. */
export function generating(reply) {
	return new MockLanguageModelV4({
		doGenerate: async (call) => {
			const content = reply(call);
			return {
				content,
				finishReason: finishReason(content),
				usage,
				warnings: [],
			};
		},
	});
}

async function generate(reply, settings) {
	const { responseMessages } = await generateText({
		model: generating(reply),
		...settings,
	});
	return responseMessages;
}

/** The same for streamText, in pieces. */
export function streaming(reply) {
	return new MockLanguageModelV4({
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
					{ type: "finish", finishReason: finishReason(content), usage },
				]),
			};
		},
	});
}

async function stream(reply, settings) {
	const result = streamText({
		model: streaming(reply),
		...settings,
		onError: ({ error }) => {
			throw error;
		},
	});
	await result.consumeStream();
	return result.responseMessages;
}

const textOf = ({ content }) =>
	typeof content === "string"
		? content
		: content.map((part) => part.text ?? part.output?.value ?? "").join("\n");

const toolsOf = (tools) => (typeof tools === "function" ? tools() : tools);

/** Takes down what a model is sent, and what the list is then. */
function taking(store) {
	const [calls, states] = [[], []];
	const take = (messages) => {
		calls.push(messages);
		states.push(statuses(store));
	};
	return { calls, states, take };
}

export const statuses = (store) =>
	store
		.getAll()
		.map(({ status }) => status)
		.join();

/** The statuses that a model knows which was sent these messages. */
export function known(messages) {
	const list = [];
	for (const { text } of messages
		.slice(Math.max(0, messages.findLastIndex(isWhole)))
		.filter(isReminder)) {
		if (isWhole({ text })) list.length = 0;
		else
			for (const [, verb, id] of text.matchAll(
				/^(?:.*\. )?\w+ \w+ (\w+) (\d+) \("/gm,
			)) {
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

/** What somebody did to a todo, and what it is then. */
const verbs = {
	completed: "done",
	skipped: "skipped",
	started: "doing",
	set: "todo",
	reopened: "todo",
};

/** Returns one turn after the other; a model that is asked once more than it has turns is a mistake. */
function turnsOf(turns) {
	let at = 0;
	return () => {
		if (at === turns.length)
			throw new Error("the model was called once too often");
		return turns[at++];
	};
}

export const isReminder = ({ text }) => text.startsWith("<browser-state>");
export const isWhole = ({ text }) =>
	isReminder({ text }) && text.includes("Current state:\n<todos>");

/** Where a conversation was rewritten: the numbers of the model's calls whose messages do not begin with those of the call before. */
export function rewritten(calls) {
	return calls.flatMap((messages, at) =>
		at > 0 &&
		calls[at - 1].some(({ bytes }, place) => bytes !== messages[place]?.bytes)
			? [at]
			: [],
	);
}

/** How many reminders were new in each call of the model. */
export const counts = (calls) => newReminders(calls).map((told) => told.length);

/** A list with the tool that the model has, whose calls give texts. */
export function planning(
	contents = ["Open the shop", "Compare kettles", "Pay"],
) {
	const store = new TodoStore();
	if (contents.length > 0) store.addMultiple(contents);
	return { store, tools: tools(store).map(asText) };
}

/** A tool whose calls give texts. */
export const asText = ({ name, description, inputSchema, call }) => ({
	name,
	description,
	inputSchema,
	call: (args) => call(args).text,
});

/** The reminders as they came: a list for each call of the model, of the texts that were new in it. */
export function newReminders(calls) {
	return calls.map((messages, at) =>
		messages
			.slice(at === 0 ? 0 : calls[at - 1].length)
			.filter(isReminder)
			.map(({ text }) => text),
	);
}
