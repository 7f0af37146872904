// A model of LangChain that streams: LangChain's own class for chat models, whose chunks are those
// that it is given.

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";

export class StreamingModel extends BaseChatModel {
	#answers;
	#defaults;

	/**
	 * Each of `answers` is a function that returns the pieces of one answer, or rejects: fields of an
	 * `AIMessageChunk`.
	 */
	constructor(answers, defaults = {}) {
		super({});
		this.#answers = answers;
		this.#defaults = defaults;
	}

	_llmType() {
		return "streaming";
	}

	/**
	 * As `ChatOpenAI` does it: values that the agent passes replace bound ones, callbacks included.
	 */
	bindTools(tools, settings) {
		const defaults = { ...this.#defaults, tools, ...settings };
		return new StreamingModel(this.#answers, defaults);
	}

	invoke(input, options) {
		return super.invoke(input, { ...this.#defaults, ...options });
	}

	async *_streamResponseChunks(_messages, { signal }, run) {
		for await (const piece of this.#answers.shift()(signal)) {
			const message = new AIMessageChunk(
				typeof piece === "string" ? { content: piece } : piece,
			);
			const chunk = new ChatGenerationChunk({ message, text: message.text });
			yield chunk;
			await run?.handleLLMNewToken(
				message.text,
				undefined,
				undefined,
				undefined,
				undefined,
				{ chunk },
			);
		}
	}

	async _generate(messages, options) {
		let whole;
		for await (const chunk of this._streamResponseChunks(messages, options))
			whole = whole === undefined ? chunk : whole.concat(chunk);
		return { generations: [whole] };
	}
}
