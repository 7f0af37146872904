// A session as the explainer of the Prompt API has it, with a script in the place of the model:
// tests have no browser with one. What the explainer says of a session's history holds here too:
// answers follow their calls at once, and a prompt that fails leaves nothing.
// https://github.com/webmachinelearning/prompt-api

export class PromptSession extends EventTarget {
	/** What the model has read and written. */
	history = [];
	/** What each prompt sent, and its options. */
	prompts = [];
	#turns;
	#made;
	#ids = 0;

	/**
	 * `turns`: a text, calls `[{tool, args}]`, or a function that gives one; `made` makes a call of
	 * the platform's.
	 */
	constructor(turns, made = (init) => init) {
		super();
		this.#turns = [...turns];
		this.#made = made;
	}

	async prompt(input, options = {}) {
		const messages = this.#checked(input);
		this.prompts.push({ messages, options });
		options.signal?.throwIfAborted();
		const next = this.#turns.shift();
		if (next === undefined)
			throw new Error("the model was asked once too often");
		const turn =
			typeof next === "function" ? await next(messages, options) : next;
		options.signal?.throwIfAborted();
		const said =
			typeof turn === "string"
				? turn
				: turn.map(({ tool: name, args }) => {
						const id = `${this.#ids++}`;
						const call = { callId: id, callID: id, name, arguments: args };
						return { type: "tool-call", value: this.#made(call) };
					});
		this.history.push(...messages, { role: "assistant", content: said });
		return said;
	}

	/**
	 * As the explainer has it: each chunk is a new piece of the text. Here, it has three UTF-16
	 * units.
	 */
	promptStreaming(input, options) {
		let rest;
		return new ReadableStream({
			pull: async (controller) => {
				rest ??= (await this.prompt(input, options)).match(/.{1,3}/gs) ?? [];
				const piece = rest.shift();
				if (piece === undefined) controller.close();
				else controller.enqueue(piece);
			},
		});
	}

	async append(input) {
		this.history.push(...this.#checked(input));
	}

	#checked(messages) {
		const idsIn = (content, type) =>
			Array.isArray(content)
				? content
						.filter((part) => part.type === type)
						.map(({ value }) => value.callID ?? value.callId)
				: [];
		const called = idsIn(this.history.at(-1)?.content, "tool-call");
		const answered = idsIn(messages[0]?.content, "tool-response");
		if (called.join() !== answered.join())
			throw new TypeError(
				`the calls ${called} are not followed by their answers, but ${answered}`,
			);
		return messages;
	}
}

/** Returns all that the model has read of the user. */
export const read = ({ history }) =>
	history
		.filter(({ role }) => role === "user")
		.flatMap(({ content }) =>
			typeof content === "string"
				? [content]
				: content.map(
						({ value }) =>
							value.errorMessage ?? value.result?.[0].value ?? value,
					),
		);
