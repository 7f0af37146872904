// The browser's own model, where it has one: `LanguageModel` of the Prompt API. It needs no key,
// and nothing leaves the machine. https://github.com/webmachinelearning/prompt-api

import type {
	PromptMessage,
	PromptSession,
	PromptTool,
} from "agent-todos/prompt-api";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import type { ScribeModel, ScribeSession } from "agent-todos/scribe";
import { promptApi } from "agent-todos/scribe";
import type { ModelMessage } from "ai";
import type { ChatModel, Reply, TurnRequest } from "./chat-model";

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

export class PromptApiModel implements ChatModel {
	readonly name = "the browser’s own";

	/** Returns whether this browser has a model, or can fetch one. */
	static isThere(): Promise<boolean> {
		return isAvailable(expected);
	}

	/** Returns the function that asks it about the list. */
	static async ask(): Promise<ScribeModel> {
		const session = await LanguageModel?.create(expected);
		if (!session) throw new Error("this browser has no model");
		return promptApi(session);
	}

	/**
	 * Answers once it calls nothing more, as it has a loop of its own. A session lasts for one
	 * answer: the conversation is the agent's.
	 */
	async reply(request: TurnRequest): Promise<Reply> {
		const { watcher, add } = request;
		watcher.modelBegins(this.name);
		let isWhole = false;
		try {
			const text = await this.#answer(request);
			watcher.modelWrites(text);
			add({ role: "assistant", content: text });
			isWhole = true;
			return { text, calls: 0 };
		} finally {
			watcher.modelEnds(isWhole);
		}
	}

	async #answer(request: TurnRequest): Promise<string> {
		const { instructions, messages, conversation, signal, schema } = request;
		const spoken = messages.flatMap(promptOf);
		const offered = promptTools(request);
		const hasTools = offered.length + request.listTools.length > 0;
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
						...(schema && { responseConstraint: { ...schema } }),
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

/** Returns the host's tools, whose calls are shown. */
const promptTools = ({ tools, watcher }: TurnRequest): PromptTool[] =>
	tools.map((tool) => ({
		...tool,
		async execute(args, options) {
			const id = crypto.randomUUID();
			const call = { id, name: tool.name, args: JSON.stringify(args) };
			watcher.modelCalls(call);
			try {
				const answer = await tool.execute(args, options);
				watcher.toolAnswers(call, answer, true);
				return answer;
			} catch (error) {
				watcher.toolAnswers(call, String(error), false);
				throw error;
			}
		},
	}));

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
