// `agent-todos/prompt-api`: the tools of a conversation for the browser's own model,
// `LanguageModel`. https://github.com/webmachinelearning/prompt-api

import { withoutReasoning } from "../../../generated/agent_todos_bg.js";
import { TodoError } from "../../../generated/snippets.js";
import {
	checkFunction,
	checkMethods,
	checkObject,
	quote,
	readOptions,
	refuse,
} from "../../arguments/check.js";
import {
	type Expectation,
	expectAnything,
	expectBoolean,
	expectOneOf,
	expectSignal,
} from "../../arguments/options.js";
import { getErrorMessage } from "../../arguments/thrown.js";
import { isSame } from "../../arguments/values.js";
import type { Conversation } from "../../tools/conversation.js";
import { checkConversation } from "../../tools/conversation.js";
import {
	checkReporting,
	type ObjectSchema,
	type Reporting,
} from "../../tools/reporting.js";
import { countCall } from "../../tools/step-calls.js";
import type { InputSchema } from "../../tools/tool.js";
import { readTextOrThrow } from "../conversation-tools.js";
import { Previews } from "../previews.js";
import { addNews, takeReport, throwWithNews } from "../reports.js";
import { findJsonCalls, findXmlCalls, type WrittenCall } from "./written.js";

/** A part of a message. */
interface PromptContent {
	/** The kind of part: `"text"`, `"tool-call"`, `"tool-response"` and others. */
	type: string;
	/** What the part holds. */
	value: unknown;
}

/** A message, as `LanguageModel` accepts it. */
export interface PromptMessage {
	/** `"user"`, `"assistant"` or `"system"`. */
	role: string;
	/** The text, or the parts. */
	content: string | PromptContent[];
}

/** The options of a request that are used here. */
interface PromptOptions {
	/** Aborts the request. */
	readonly signal?: AbortSignal | undefined;
	/** The JSON Schema that the answer must match. */
	readonly responseConstraint?: Record<string, unknown> | undefined;
}

/** A session that streams. As a method, it may take other messages than these, as `prompt` may. */
interface StreamingSession {
	/** See `LanguageModel.promptStreaming()`. */
	promptStreaming(
		input: string | PromptMessage[],
		options?: PromptOptions,
	): ReadableStream<unknown>;
}

/** The parts of a `LanguageModel` session that are used here. */
export interface PromptSession {
	/** See `LanguageModel.prompt()`. */
	prompt(
		input: string | PromptMessage[],
		options?: PromptOptions,
	): Promise<unknown>;
	/**
	 * See `LanguageModel.promptStreaming()`. Where it is there, `conversation.writing` has a call
	 * while the model writes it as text.
	 */
	promptStreaming?: StreamingSession["promptStreaming"] | undefined;
	/** See `LanguageModel.append()`. */
	append(input: string | PromptMessage[]): Promise<unknown>;
	/** As of any event target, for the event `contextoverflow`. */
	addEventListener?: ((type: string, listener: () => void) => void) | undefined;
	/** As of any event target. */
	removeEventListener?:
		| ((type: string, listener: () => void) => void)
		| undefined;
}

/** A tool of your own. */
export interface PromptTool {
	/** The name by which the model calls it. */
	readonly name: string;
	/** When and how to use it, written for the model. */
	readonly description: string;
	/** The JSON Schema of its arguments, with `type: "object"`. */
	readonly inputSchema: object;
	/**
	 * Carries out a call. If it throws or rejects, the model reads the message as the call's error.
	 */
	readonly execute: (
		args: unknown,
		options: { readonly signal: AbortSignal | undefined },
	) => string | Promise<string>;
}

/** The part of the options of `LanguageModel.create()` that concerns tools. */
type PromptToolOptions = {
	/** The tools of the conversation and your own. */
	tools: Array<{
		name: string;
		description: string;
		inputSchema: InputSchema | object;
	}>;
	/** What the session must accept. */
	expectedInputs: Array<{ type: "text" | "tool-response" }>;
	/** What the session may answer with. */
	expectedOutputs: Array<{ type: "text" | "tool-call" }>;
};

/**
 * Returns your own tools, in whose calls a model without a todo tool reports on the list: their
 * input has the properties of `report.extend`, which `execute` does not see. What was refused or
 * repaired is appended to the result. Pass them to `promptToolOptions` and `promptWithTools`, with
 * `todoTools: false`, and put `report.prompt` into the session's system prompt.
 *
 * Throws `invalid_argument` if `report` is not what `reporting` returns, or the input of a tool is
 * not an object or already has such a property.
 *
 * @example
 * ```ts
 * import { Conversation, reporting, TodoStore } from "agent-todos";
 * import { promptToolOptions, reportingTools } from "agent-todos/prompt-api";
 *
 * const conversation = new Conversation(new TodoStore());
 * const inputSchema = { type: "object", properties: { url: { type: "string" } } };
 * const open = { name: "open", description: "Opens a page", inputSchema, execute: async () => "opened" };
 * const tools = reportingTools(reporting(conversation), [open]);
 * const options = promptToolOptions(conversation, tools, { todoTools: false });
 * console.log(options.tools.map(({ name }) => name)); // → [ 'open' ]
 * ```
 */
export function reportingTools(
	report: Reporting,
	tools: readonly PromptTool[],
): PromptTool[] {
	checkReporting(report, "reportingTools(): report");
	checkTools(tools, "reportingTools()");
	return tools.map((own) => ({
		...own,
		inputSchema: report.extend(own.inputSchema as ObjectSchema),
		async execute(sent, options) {
			const { args, news } = takeReport(report, sent);
			try {
				return addNews(await own.execute(args, options), news);
			} catch (error) {
				throwWithNews(error, news);
			}
		},
	}));
}

/** The options of `promptToolOptions`. */
interface OfferOptions {
	/**
	 * Whether the tools of the conversation are offered, too. Default true. Pass false for a model
	 * without a todo tool.
	 */
	readonly todoTools?: boolean | undefined;
}

/**
 * Returns the options for `LanguageModel.create()` and `availability()` of a session with tool use:
 * the tools of the conversation, unless `todoTools` is false, and your own.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { type PromptTool, promptToolOptions } from "agent-todos/prompt-api";
 *
 * const open: PromptTool = {
 *   name: "open_page",
 *   description: "Opens a page",
 *   inputSchema: { type: "object", properties: { url: { type: "string" } } },
 *   execute: async () => "opened",
 * };
 * const options = promptToolOptions(new Conversation(new TodoStore()), [open]);
 * console.log(options.tools.map(({ name }) => name)); // → [ 'todo_manager', 'open_page' ]
 * ```
 */
export function promptToolOptions(
	conversation: Conversation,
	tools: readonly PromptTool[] = [],
	options: OfferOptions = {},
): PromptToolOptions {
	checkConversation(conversation, "promptToolOptions(): conversation");
	checkTools(tools, "promptToolOptions()");
	const { todoTools } = readOptions(options, "promptToolOptions()", {
		todoTools: [expectBoolean, true],
	});
	const ours = todoTools ? conversation.tools : [];
	return {
		tools: [...ours, ...tools].map(({ name, description, inputSchema }) => ({
			name,
			description,
			inputSchema: { ...inputSchema },
		})),
		expectedInputs: [{ type: "text" }, { type: "tool-response" }],
		expectedOutputs: [{ type: "text" }, { type: "tool-call" }],
	};
}

/** The options of `promptWithTools`. */
interface PromptWithToolsOptions extends OfferOptions {
	/**
	 * How the model calls tools. Default `"tools"`: by the session's tool use, as set up by
	 * `promptToolOptions`. Where the browser has none: `"constraint"` makes the model answer in JSON
	 * (`responseConstraint`), and `"xml"` reads calls in XML from its text. `"xml"` works for the
	 * tools of the list only, and needs `conversation.prompt()` of the dialect `xml_call` in the
	 * session's system prompt.
	 */
	readonly calls?: "tools" | "constraint" | "xml" | undefined;
	/** Tools of your own. Default: none. */
	readonly tools?: readonly PromptTool[] | undefined;
	/**
	 * Aborts the prompt and the call under way, which both receive it. The promise settles once they
	 * have ended, so a tool that ignores the signal delays it.
	 */
	readonly signal?: AbortSignal | undefined;
	/** The most requests to the model, 1 or more. Default 20. */
	readonly maxTurns?: number | undefined;
}

/**
 * Prompts a session, carries out the calls of the model, and prompts it with the answers, until it
 * makes no more calls. Resolves with its last text, without reasoning (`<think>…</think>`), which
 * is never read as calls. The reminder is appended to what is sent, when there is one. If the
 * session's context overflowed, it is the whole list.
 *
 * Rejects with what `prompt()` rejects with, including the reason of the signal. Calls made by then
 * remain done, no other is made, their answers are in the session, and it can be prompted again.
 * Rejects with `over_budget` after `maxTurns`, with `stuck` if the model makes the same calls in
 * three turns running or calls a tool that does not exist a second time, and with
 * `invalid_argument` if an option is ill-typed.
 *
 * @example
 * ```ts
 * import { Conversation, TodoStore } from "agent-todos";
 * import { promptWithTools, type PromptSession } from "agent-todos/prompt-api";
 * import type { PromptMessage } from "agent-todos/prompt-api";
 *
 * // In Chrome: const session = await LanguageModel.create(promptToolOptions(conversation));
 * const said: PromptMessage["content"][] = [];
 * const session: PromptSession = {
 *   prompt: async (input: string | PromptMessage[]) => {
 *     said.push(typeof input === "string" ? input : (input[0]?.content ?? ""));
 *     return "Done.";
 *   },
 *   append: async () => {},
 * };
 * const conversation = new Conversation(new TodoStore());
 * const answer = await promptWithTools(session, "Buy a kettle", conversation, { calls: "tools", maxTurns: 5 });
 * console.log(answer, said.length); // → Done. 1
 * ```
 */
export async function promptWithTools(
	session: PromptSession,
	input: string | readonly PromptMessage[],
	conversation: Conversation,
	options: PromptWithToolsOptions = {},
): Promise<string> {
	checkMethods(session, "promptWithTools(): session", "prompt", "append");
	if (typeof input !== "string" && !Array.isArray(input))
		refuse("promptWithTools(): input", "a string or an array of messages");
	checkConversation(conversation, "promptWithTools(): conversation");
	const { todoTools, calls, tools, signal, maxTurns } = readOptions(
		options,
		"promptWithTools()",
		{
			todoTools: [expectBoolean, true],
			calls: [expectOneOf("tools", "constraint", "xml"), "tools"],
			tools: [expectAnything, []],
			signal: [expectSignal],
			maxTurns: [expectCount, 20],
		},
	);
	checkTools(tools, "promptWithTools()");
	const ours = todoTools ? conversation.tools : [];
	const offered: PromptTool[] = [
		...ours.map(({ name, description, inputSchema, execute }) => ({
			name,
			description,
			inputSchema,
			async execute(args: unknown) {
				return readTextOrThrow(await execute(args));
			},
		})),
		...tools.map((tool) => ({
			...tool,
			execute(args: unknown, given: { signal: AbortSignal | undefined }) {
				countCall(conversation, tool.name);
				return tool.execute(args, given);
			},
		})),
	];
	const previews = new Previews(conversation);
	const format = callFormats[calls]({
		conversation,
		tools: offered,
		signal,
		previews,
	});
	const forget = () => conversation.compacted();
	const overflows = ["contextoverflow", "quotaoverflow"];
	for (const type of overflows) session.addEventListener?.(type, forget);
	try {
		let messages: PromptMessage[] =
			typeof input === "string"
				? [{ role: "user", content: input }]
				: [...input];
		let isAnswer = false;
		const seen = new Calls();
		for (let turn = 0; turn < maxTurns; turn++) {
			const reminder = conversation.reminder();
			const sent =
				reminder === undefined
					? messages
					: [...messages, { role: "user", content: reminder }];
			let said: unknown;
			try {
				signal?.throwIfAborted();
				const asked = { ...format.options, ...(signal && { signal }) };
				said =
					format.preview && session.promptStreaming
						? await readStream(
								session.promptStreaming(sent, asked),
								format.preview,
							)
						: await session.prompt(sent, asked);
			} catch (error) {
				previews.endAll();
				// A prompt that failed is not part of the session: its reminder is lost, and the answers in
				// it would be, too.
				conversation.compacted();
				if (isAnswer) await appendQuietly(session, messages);
				throw error;
			}
			const { text, answers, made } = await format.read(said);
			previews.endAll();
			if (answers === undefined) return text;
			messages = [{ role: "user", content: answers }];
			isAnswer = true;
			const why = seen.findStuck(made, offered);
			if (why !== undefined && !signal?.aborted) {
				await appendQuietly(session, messages);
				throw new TodoError("stuck", `${why}: prompt it with other words`);
			}
		}
		await appendQuietly(session, messages);
		signal?.throwIfAborted();
		throw new TodoError(
			"over_budget",
			`the model was asked ${maxTurns} times and still calls tools: prompt it again, or set maxTurns`,
		);
	} finally {
		for (const type of overflows) session.removeEventListener?.(type, forget);
	}
}

/**
 * Returns the text of an answer that streams, and calls `onText` with what there is of it without
 * reasoning after each piece.
 */
async function readStream(
	answer: ReadableStream<unknown>,
	onText: (text: string) => void,
): Promise<string> {
	let text = "";
	for await (const piece of answer) {
		text += joinText(piece);
		onText(withoutReasoning(text));
	}
	return text;
}

const expectCount: Expectation = (value) =>
	!(Number.isInteger(value) && (value as number) >= 1) &&
	"a whole number of 1 or more";

/**
 * Adds answers to the session. Ignores a failure: the caller is about to throw an error that says
 * more.
 */
async function appendQuietly(
	session: PromptSession,
	messages: PromptMessage[],
): Promise<void> {
	try {
		await session.append(messages);
	} catch {}
}

function checkTools(tools: readonly PromptTool[], name: string): void {
	if (!Array.isArray(tools)) refuse(`${name}: tools`, "an array");
	for (const tool of tools) {
		checkObject(tool, `${name}: a tool`);
		checkFunction(tool.execute, `${name}: execute of a tool`);
	}
}

/** Compares the calls of a model from turn to turn. */
class Calls {
	#last: readonly unknown[] = [];
	#times = 0;
	readonly #unknown = new Set<string>();

	/** Returns why the model makes no more progress, or undefined if it does. */
	findStuck(
		made: readonly ToolCall[],
		tools: readonly PromptTool[],
	): string | undefined {
		const said = made.map(({ name, arguments: args }) => [name, args]);
		this.#times = isSame(said, this.#last) ? this.#times + 1 : 1;
		this.#last = said;
		if (this.#times >= 3)
			return `the model made the same calls in ${this.#times} turns running`;
		for (const name of new Set(made.map(({ name }) => name ?? ""))) {
			if (tools.some((tool) => tool.name === name)) continue;
			if (this.#unknown.has(name))
				return `the model called ${quote(name)} again, and there is no such tool`;
			this.#unknown.add(name);
		}
		return undefined;
	}
}

/** What a way needs to carry out calls. */
interface CallContext {
	readonly conversation: Conversation;
	readonly tools: readonly PromptTool[];
	readonly signal: AbortSignal | undefined;
	readonly previews: Previews;
}

/** A way in which a model calls tools. */
interface CallFormat {
	/** For `prompt()`. */
	readonly options: { responseConstraint?: Record<string, unknown> };
	/** Shows the calls in a text that the model is still writing. */
	preview?(text: string): void;
	/** Carries out what the model calls in what it said. */
	read(said: unknown): Promise<{
		/** Its text. */
		text: string;
		/** The calls that it made. */
		made: readonly ToolCall[];
		/** The answers for the model, or undefined if it called nothing. */
		answers: PromptContent[] | string | undefined;
	}>;
}

const callFormats: Record<
	NonNullable<PromptWithToolsOptions["calls"]>,
	(working: CallContext) => CallFormat
> = {
	tools: (working) => ({
		options: {},
		async read(said) {
			const made = readParts(said, "tool-call").map(({ value }) =>
				readCall(value),
			);
			const answers: PromptContent[] = [];
			for (const call of made)
				answers.push({
					type: "tool-response",
					value: await answerCall(call, working),
				});
			return {
				text: readText(said),
				made,
				answers: answers.length > 0 ? answers : undefined,
			};
		},
	}),

	constraint: (working) => ({
		options: { responseConstraint: makeConstraint(working.tools) },
		preview: (text) => showCalls(findJsonCalls(text), working.previews),
		async read(said) {
			const text = readText(said);
			const { message, calls, isCut } = readAnswer(text);
			if (isCut)
				return {
					text,
					made: [{ name: working.tools[0]?.name ?? "", arguments: text }],
					answers: cutOff,
				};
			const answers: string[] = [];
			for (const { name, arguments: args } of calls) {
				const { isError, text } = await carryOut(name, args, working);
				answers.push(`${name ?? "A call"}${isError ? " failed" : ""}: ${text}`);
			}
			return {
				text: message ?? text,
				made: calls,
				answers: answers.length > 0 ? answers.join("\n") : undefined,
			};
		},
	}),

	xml: ({ conversation, tools, signal, previews }) => ({
		options: {},
		preview: (text) => showCalls(findXmlCalls(text), previews),
		async read(said) {
			const text = readText(said);
			if (signal?.aborted) return { text, made: [], answers: aborted };
			const texts = await answerXml(conversation, text);
			if (texts.length === 0 && callPattern.test(text)) texts.push(notCalled);
			return {
				text,
				made: [{ name: tools[0]?.name ?? "", arguments: text }],
				answers: texts.length > 0 ? texts.join("\n") : undefined,
			};
		},
	}),
};

function showCalls(calls: readonly WrittenCall[], previews: Previews): void {
	for (const [place, { name, text }] of calls.entries()) {
		previews.begin(String(place), name);
		previews.write(String(place), text);
	}
}

/**
 * Carries out the calls in a text, and returns the answers. What `confirm` or `onChange` throws is
 * the answer.
 */
async function answerXml(
	conversation: Conversation,
	said: string,
): Promise<string[]> {
	try {
		return (await conversation.executeXml(said)).map(({ text }) => text);
	} catch (error) {
		return [getErrorMessage(error)];
	}
}

/** Matches a text that looks as if a call was meant: it has tags of a call, or its JSON. */
const callPattern =
	/<\/?(?:tool|todo|call|function|invoke|param|action|arg)\w*|"(?:action|arguments|parameters|tool_name|todos)"\s*:/i;

const notCalled =
	"Nothing was called. Write the whole call, with all of its tags and the parameters as one JSON object. If you are done, answer without tags.";

const cutOff =
	"Nothing was called: the answer is not complete JSON, as if it had been cut off. Write all of it again, shorter.";

const aborted = "the prompt was aborted: this call was not carried out";

/** Returns the parts of one type in an answer, which is a string or an array of parts. */
function readParts(said: unknown, type: string): PromptContent[] {
	const parts: readonly unknown[] = Array.isArray(said) ? said : [];
	return parts.filter(
		(part): part is PromptContent =>
			typeof part === "object" &&
			part !== null &&
			(part as PromptContent).type === type,
	);
}

/** Returns the text of an answer, without reasoning. */
const readText = (said: unknown): string => withoutReasoning(joinText(said));

/** Returns the text of an answer. */
function joinText(said: unknown): string {
	if (!Array.isArray(said)) return String(said);
	return readParts(said, "text")
		.map(({ value }) => value)
		.join("");
}

/** A `LanguageModelToolCall`: Chromium 156 writes `callID`, the explainer of 2026 `callId`. */
interface ToolCall {
	readonly callId?: string;
	readonly callID?: string;
	readonly name?: string;
	readonly arguments?: unknown;
}

/** Reads a call that a model sent. A value that is not an object is a call without a name. */
function readCall(value: unknown): ToolCall {
	return typeof value === "object" && value !== null ? value : {};
}

/** The browser's own classes, if it has them. */
interface AnswerClasses {
	readonly LanguageModelToolSuccess?: new (init: object) => object;
	readonly LanguageModelToolError?: new (init: object) => object;
}

async function answerCall(
	call: ToolCall,
	working: CallContext,
): Promise<object> {
	const { name } = call;
	const { isError, text } = await carryOut(name, call.arguments, working);
	const id = call.callId ?? call.callID;
	const makeAnswer = (
		Class: (new (init: object) => object) | undefined,
		what: object,
	) => {
		const init = { callId: id, callID: id, name, ...what };
		return Class ? new Class(init) : init;
	};
	const { LanguageModelToolSuccess, LanguageModelToolError } =
		globalThis as AnswerClasses;
	return isError
		? makeAnswer(LanguageModelToolError, { errorMessage: text })
		: makeAnswer(LanguageModelToolSuccess, {
				result: [{ type: "text", value: text }],
			});
}

async function carryOut(
	name: string | undefined,
	args: unknown,
	{ tools, signal }: CallContext,
): Promise<{ isError: boolean; text: string }> {
	if (signal?.aborted) return { isError: true, text: aborted };
	const tool = tools.find((tool) => tool.name === name);
	if (tool === undefined) {
		const names = tools.map(({ name }) => name).join(", ");
		const what =
			name === undefined
				? "a call has no name"
				: `there is no tool ${quote(name)}`;
		return { isError: true, text: `${what}: use ${names}` };
	}
	try {
		return { isError: false, text: await tool.execute(args, { signal }) };
	} catch (error) {
		return { isError: true, text: getErrorMessage(error) };
	}
}

/** Returns the JSON Schema of an answer, for a model without tool use. */
function makeConstraint(tools: readonly PromptTool[]): Record<string, unknown> {
	const object = (properties: object) => ({
		type: "object",
		properties,
		required: Object.keys(properties),
		additionalProperties: false,
	});
	const calls = tools.map(({ name, description, inputSchema }) => ({
		description,
		...object({
			name: { type: "string", enum: [name] },
			arguments: { ...inputSchema },
		}),
	}));
	return object({
		message: {
			type: "string",
			description: "What to tell the user; empty while you call tools.",
		},
		calls: {
			type: "array",
			description: "The tools to call now, in order; [] when you are done.",
			items: { anyOf: calls },
		},
	});
}

/**
 * Reads an answer that was written under that constraint. If the model ignored it, the whole text
 * is its message. `isCut` is true if it began to write JSON and did not finish.
 */
function readAnswer(text: string): {
	message?: string;
	calls: ToolCall[];
	isCut: boolean;
} {
	try {
		const { message, calls } = JSON.parse(text) as Record<string, unknown>;
		return {
			...(typeof message === "string" && { message }),
			calls: Array.isArray(calls) ? calls.map(readCall) : [],
			isCut: false,
		};
	} catch {
		return { calls: [], isCut: /^\s*(?:```\w*\s*)?\{/.test(text) };
	}
}
