// Previews of the calls that a host streams in pieces.

import { maxWritingPauseMs } from "../arguments/timing.js";
import type { Conversation } from "../tools/conversation.js";

export class Previews {
	readonly #conversation: Conversation;
	/** The calls that the model is writing, by their ids. */
	readonly #calls = new Map<string, { readonly name: string; text: string }>();
	#expiry: ReturnType<typeof setTimeout> | undefined;

	constructor(conversation: Conversation) {
		this.#conversation = conversation;
	}

	/**
	 * Begins a call, unless it has begun. Calls of other tools than the conversation's are ignored.
	 */
	begin(id: string, name: string): void {
		const isOurs = this.#conversation.tools.some((tool) => tool.name === name);
		if (isOurs && !this.#calls.has(id)) this.#calls.set(id, { name, text: "" });
	}

	/** Takes the next piece of the arguments of a call. */
	add(id: string, piece: string): void {
		this.write(id, (this.#calls.get(id)?.text ?? "") + piece);
	}

	/** Takes the arguments of a call, as far as they are written. */
	write(id: string, text: string): void {
		const call = this.#calls.get(id);
		if (call === undefined || text === call.text) return;
		call.text = text;
		this.#conversation.preview(call.name, text, id);
		clearTimeout(this.#expiry);
		this.#expiry = setTimeout(() => this.endAll(), maxWritingPauseMs);
		// In Node, it does not keep the process alive.
		(this.#expiry as { unref?(): void }).unref?.();
	}

	/** Ends a call, because it is carried out or never will be. */
	end(id: string): void {
		const call = this.#calls.get(id);
		this.#calls.delete(id);
		if (this.#calls.size === 0) clearTimeout(this.#expiry);
		try {
			if (call !== undefined) this.#conversation.preview(call.name, "", id);
		} catch {
			// The conversation has ended, and the call with it.
		}
	}

	/** Ends all calls. */
	endAll(): void {
		for (const id of [...this.#calls.keys()]) this.end(id);
	}
}
