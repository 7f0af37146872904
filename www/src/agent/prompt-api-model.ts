// The browser's own model, where it has one: `LanguageModel` of the Prompt API. It needs no key,
// and nothing leaves the machine. https://github.com/webmachinelearning/prompt-api

import type { Conversation } from "agent-todos";
import type {
	PromptMessage,
	PromptSession,
	PromptTool,
} from "agent-todos/prompt-api";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import type { Ask, ScribeSession } from "agent-todos/scribe";
import { promptApi } from "agent-todos/scribe";
import type { ModelMessage, ToolSet } from "ai";
import { asSchema } from "ai";
import type { ToolCall } from "./tool-call";

/** What is used here of the platform. */
interface Platform {
	readonly LanguageModel?: {
		availability(options: object): Promise<string>;
		create(
			options: object,
		): Promise<PromptSession & ScribeSession & { destroy(): void } & object>;
	};
}
const { LanguageModel } = globalThis as Platform;

// The page is in English, and so is what the model is asked to write.
const text = { type: "text", languages: ["en"] };
const expected = { expectedInputs: [text], expectedOutputs: [text] };

async function isAvailable(options: object): Promise<boolean> {
	try {
		const availability = await LanguageModel?.availability(options);
		return availability !== undefined && availability !== "unavailable";
	} catch {
		return false;
	}
}

export interface PromptRequest {
	readonly instructions: string;
	readonly messages: readonly ModelMessage[];
	readonly conversation: Conversation;
	readonly tools: ToolSet;
	readonly signal: AbortSignal;
	/** The JSON Schema that the answer has to fulfil, where it is to be no free text. */
	readonly constraint: object | undefined;
	readonly called: (call: ToolCall) => void;
	readonly answered: (call: ToolCall, text: string, ok: boolean) => void;
}

export class PromptApiModel {
	readonly name = "the browser’s own";

	/** Returns whether this browser has a model, or can fetch one. */
	static isThere(): Promise<boolean> {
		return isAvailable(expected);
	}

	/** Returns the function that asks it about the list. */
	static async ask(): Promise<Ask> {
		const session = await LanguageModel?.create(expected);
		if (!session) throw new Error("this browser has no model");
		return promptApi(session);
	}

	/**
	 * Resolves with the model's text, once it calls nothing more. A session lasts for one answer: the
	 * conversation is the agent's.
	 */
	async answer(request: PromptRequest): Promise<string> {
		const { instructions, messages, conversation, signal, constraint } =
			request;
		const spoken = messages.flatMap(promptOf);
		const offered = await promptTools(request);
		const hasTools = Object.keys(request.tools).length > 0;
		const withTools = promptToolOptions(conversation, offered);
		const callsTools = hasTools && (await isAvailable(withTools));
		const session = await LanguageModel?.create({
			...(callsTools ? withTools : expected),
			initialPrompts: [
				{ role: "system", content: instructions },
				...spoken.slice(0, -1),
			],
			signal,
		});
		if (!session) throw new Error("this browser has no model");
		// A new session knows nothing of the list.
		conversation.compacted();
		try {
			if (!hasTools)
				return String(
					await session.prompt(spoken.slice(-1), {
						signal,
						...(constraint && { responseConstraint: { ...constraint } }),
					}),
				);
			return await promptWithTools(session, spoken.slice(-1), conversation, {
				tools: offered,
				// One that cannot is held to a form in which it writes them.
				calls: callsTools ? "tools" : "constraint",
				signal,
			});
		} finally {
			session.destroy();
		}
	}
}

/** Returns the tools of this turn but for those of the list, which are the conversation's own. */
async function promptTools(request: PromptRequest): Promise<PromptTool[]> {
	const { tools, conversation, signal, called, answered } = request;
	const own = new Set(conversation.tools.map(({ name }) => name));
	const offered: PromptTool[] = [];
	for (const [name, tool] of Object.entries(tools)) {
		if (own.has(name)) continue;
		const { description, execute } = tool;
		offered.push({
			name,
			description: typeof description === "string" ? description : "",
			inputSchema: await asSchema(tool.inputSchema).jsonSchema,
			async execute(args) {
				const id = crypto.randomUUID();
				const call = { id, name, args: JSON.stringify(args) };
				called(call);
				try {
					const answer = String(
						await execute?.(args as never, {
							toolCallId: id,
							messages: [],
							abortSignal: signal,
							context: undefined as never,
						}),
					);
					answered(call, answer, true);
					return answer;
				} catch (error) {
					answered(call, String(error), false);
					throw error;
				}
			},
		});
	}
	return offered;
}

/** Returns what was said, without the calls of tools. */
function promptOf({ role, content }: ModelMessage): PromptMessage[] {
	if (role !== "user" && role !== "assistant") return [];
	const said =
		typeof content === "string"
			? content
			: content
					.filter((part) => part.type === "text")
					.map(({ text }) => text)
					.join("");
	return said === "" ? [] : [{ role, content: said }];
}
