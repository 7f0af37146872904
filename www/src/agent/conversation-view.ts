// The conversation on the screen: what the host says, what the model writes as it writes it, its
// calls and their answers.

import { colouredAsWritten, colouredJson, colouredXml } from "../coloured-code";
import { element } from "../element";
import type { ChatWatcher } from "./chat-model";
import type { ToolCall } from "./tool-call";

export class ConversationView implements ChatWatcher {
	#text: HTMLElement | undefined;
	#turn: HTMLElement | undefined;
	readonly #exchanges = new Map<string, HTMLElement>();
	readonly #turns = element("div");
	/** Whether the end stays in sight: until the reader scrolls up, and again when they are back. */
	#follows = true;

	constructor(
		private readonly log: HTMLElement,
		private readonly turned: () => void,
	) {
		log.replaceChildren(this.#turns);
		let last = 0;
		log.addEventListener("scroll", () => {
			const { scrollTop, scrollHeight, clientHeight } = log;
			if (scrollHeight - scrollTop - clientHeight < 40) this.#follows = true;
			else if (scrollTop < last) this.#follows = false;
			last = scrollTop;
		});
		// Whatever makes it longer or shorter: a turn, a choice of the reader, another width.
		const resized = new ResizeObserver(() => this.#showEnd());
		resized.observe(this.#turns);
		resized.observe(log);
		// Folded away, it loses its place.
		log.closest("details")?.addEventListener("toggle", () => {
			this.#follows = true;
			this.#showEnd();
		});
	}

	clear(): void {
		this.#turns.replaceChildren();
		this.#exchanges.clear();
		this.#follows = true;
		this.#turn = this.#text = undefined;
	}

	hostSays(text: string, reminder?: string): void {
		const said = element(
			"article",
			{ class: "turn from-host" },
			element("h3", {}, "Your code"),
		);
		if (text !== "") said.append(element("p", { class: "said" }, text));
		if (reminder !== undefined) {
			said.append(
				element(
					"div",
					{ class: "piece reminder-piece" },
					element("span", { class: "piece-label" }, "reminder"),
					element("code", { class: "piece-text" }, colouredXml(reminder)),
				),
			);
		}
		this.#turns.append(said);
	}

	modelBegins(name: string): void {
		this.#text = element("p", { class: "said" });
		this.#turn = element(
			"article",
			{ class: "turn from-model is-writing" },
			element("h3", {}, name),
			this.#text,
		);
		this.#turns.append(this.#turn);
		this.turned();
	}

	modelWrites(text: string): void {
		this.#text?.append(text);
	}

	modelCalls(call: ToolCall): void {
		const made = element(
			"div",
			{ class: "exchange is-waiting", "data-tool": call.name },
			piece("call", call.name, colouredAsWritten(call.args)),
		);
		this.#exchanges.set(call.id, made);
		this.#turn?.append(made);
	}

	modelEnds(isWhole: boolean): void {
		this.#turn?.classList.remove("is-writing");
		const text = this.#text?.textContent ?? "";
		if (text === "") this.#text?.remove();
		else if (text.startsWith("{"))
			this.#text?.replaceChildren(
				element("code", { class: "piece-text" }, colouredJson(text)),
			);
		if (isWhole) return;
		this.#turn?.append(
			element(
				"p",
				{ class: "stopped" },
				"Stopped here. This answer is not part of the conversation.",
			),
		);
		for (const waiting of this.#turn?.querySelectorAll(".is-waiting") ?? [])
			waiting.classList.remove("is-waiting");
	}

	toolAnswers({ id }: ToolCall, text: string, ok: boolean): void {
		const exchange = this.#exchanges.get(id);
		if (!exchange) return;
		exchange.classList.remove("is-waiting");
		exchange.dataset.ok = `${ok}`;
		exchange.append(
			piece("answer", ok ? "answer" : "refused", colouredAsWritten(text)),
		);
	}

	#showEnd(): void {
		if (this.#follows) this.log.scrollTop = this.log.scrollHeight;
	}
}

function piece(
	kind: "call" | "answer",
	label: string,
	text: Node,
): HTMLElement {
	return element(
		"div",
		{ class: `piece piece-${kind}` },
		element("span", { class: "piece-label" }, label),
		element("code", { class: "piece-text" }, text),
	);
}
