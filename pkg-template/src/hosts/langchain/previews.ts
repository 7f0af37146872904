// Previews of the calls that a model of LangChain streams, as handlers of callbacks.

import type { CallbackHandlerMethods } from "@langchain/core/callbacks/base";
import type { ChatModelStreamEvent } from "@langchain/core/language_models/event";
import type { AIMessageChunk } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";
import type { Conversation } from "../../tools/conversation.js";
import { Previews } from "../previews.js";

/** The callbacks that receive a model's answer while it is written. */
export type PreviewCallbacks = CallbackHandlerMethods & {
	/** LangChain waits for each handler, so that no preview comes after its call. */
	readonly awaitHandlers: true;
};

/** Shows what the requests of a model write. */
export class ModelCallPreviews {
	/** The current requests, by the ids of their runs. */
	readonly #requests = new Map<string, Previews>();
	readonly callbacks: PreviewCallbacks;

	constructor(conversation: Conversation) {
		const request = (run: string): Previews => {
			const previews = this.#requests.get(run) ?? new Previews(conversation);
			this.#requests.set(run, previews);
			return previews;
		};
		this.callbacks = {
			awaitHandlers: true,
			handleLLMNewToken: (_token, _place, run, _parent, _tags, fields) => {
				const { message } = Object(fields?.chunk) as {
					readonly message?: AIMessageChunk;
				};
				addChunks(request(run), run, message);
			},
			handleChatModelStreamEvent: (event, run) =>
				addEvent(request(run), run, event),
			handleLLMEnd: (_output, run) => {
				// Its calls are about to be carried out.
				this.#requests.delete(run);
			},
			handleLLMError: (_error, run) => {
				this.#requests.get(run)?.endAll();
				this.#requests.delete(run);
			},
		};
	}

	/** Takes back what the requests wrote. */
	endAll(): void {
		for (const previews of this.#requests.values()) previews.endAll();
		this.#requests.clear();
	}
}

/** Shows what the model of an agent writes while `ask` has it asked. */
export async function withPreviews<Answer>(
	conversation: Conversation,
	ask: () => Promise<Answer> | Answer,
): Promise<Answer> {
	const previews = new ModelCallPreviews(conversation);
	// The callbacks of the node that asks the model. A browser does not have them here.
	const manager: Partial<Handlers> = Object(getConfig()?.callbacks);
	manager.addHandler?.(previews.callbacks);
	try {
		return await ask();
	} catch (error) {
		previews.endAll();
		throw error;
	} finally {
		manager.removeHandler?.(previews.callbacks);
	}
}

/** The parts of a `CallbackManager` that are used here. */
interface Handlers {
	addHandler(handler: PreviewCallbacks): void;
	removeHandler(handler: PreviewCallbacks): void;
}

function addChunks(
	previews: Previews,
	run: string,
	message: AIMessageChunk | undefined,
): void {
	for (const { index, id, name, args } of message?.tool_call_chunks ?? []) {
		const call = `${run} ${index ?? id}`;
		if (name !== undefined) previews.begin(call, name);
		previews.add(call, args ?? "");
	}
}

/** Adds an event of a model that streams blocks of content. */
function addEvent(
	previews: Previews,
	run: string,
	event: ChatModelStreamEvent,
): void {
	const call = `${run} ${Object(event).index}`;
	if (event.event === "content-block-start") {
		const { content } = event;
		if (content.type !== "tool_call_chunk") return;
		previews.begin(call, String(content.name));
		previews.add(call, String(content.args ?? ""));
	} else if (event.event === "content-block-delta") {
		const { delta } = event;
		if (delta.type === "tool-call-delta") previews.add(call, delta.args);
		else if (delta.type === "block-delta" && "args" in delta.fields)
			previews.write(call, String(delta.fields.args));
	}
}
