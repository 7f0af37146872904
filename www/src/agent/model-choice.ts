// The choice of the model. What is typed here stays in these boxes: the key is in no storage, and
// gone with the page.

import type { ScribeModel } from "agent-todos/scribe";
import type { ChatModel } from "./chat-model";
import type { EndpointKind } from "./endpoints";
import { endpoints } from "./endpoints";
import { PromptApiModel } from "./prompt-api-model";
import type { Scenario } from "./scenarios";
import type { ScriptedModel } from "./scripted-model";
import type { SdkModel } from "./sdk-model";
import { secondModel } from "./second-model";

export interface ModelElements {
	readonly kind: HTMLSelectElement;
	/** What only an endpoint needs. */
	readonly form: HTMLElement;
	readonly url: HTMLInputElement;
	readonly model: HTMLInputElement;
	readonly key: HTMLInputElement;
	readonly task: HTMLTextAreaElement;
}

export class ModelChoice {
	constructor(
		private readonly elements: ModelElements,
		changed: () => void,
	) {
		const { kind, form, url } = elements;
		const show = () => {
			form.hidden = this.#kind === undefined;
			if (
				this.#kind &&
				(url.value === "" ||
					Object.values<string>(endpoints).includes(url.value))
			)
				url.value = endpoints[this.#kind];
		};
		kind.addEventListener("change", () => {
			show();
			changed();
		});
		elements.task.addEventListener("input", changed);
		show();
		void PromptApiModel.isThere().then((isThere) => {
			if (isThere)
				kind.add(new Option("the browser’s own · no key", "browser"));
		});
	}

	get isScripted(): boolean {
		return this.elements.kind.value === "scripted";
	}

	/** What is missing before a run can begin; nothing, when nothing is. */
	get missing(): string | undefined {
		const { url, model, task } = this.elements;
		if (!this.#kind) return undefined;
		if (!URL.canParse(url.value))
			return "Give the endpoint’s address, like https://api.openai.com/v1.";
		if (model.value.trim() === "")
			return "Give the model’s name, as the endpoint calls it.";
		return task.value.trim() === "" ? "Give the model a task." : undefined;
	}

	/** The task of a scenario is a suggestion to a real model. */
	suggest(task: string): void {
		this.elements.task.value = task;
	}

	taskOf(scenario: Scenario): string {
		return this.#kind ? this.elements.task.value.trim() : scenario.task;
	}

	/** Returns the model as it is chosen now. */
	async make(scripted: ScriptedModel): Promise<ChatModel> {
		return this.isScripted ? scripted : this.#own();
	}

	/**
	 * Returns the second model, which keeps the list: the script's, where the first one follows a
	 * script.
	 */
	async makeAsk(scripted: ScribeModel): Promise<ScribeModel> {
		return this.isScripted ? scripted : secondModel(await this.#own());
	}

	/** Returns the visitor's own model. The AI SDK is loaded for an endpoint alone. */
	async #own(): Promise<SdkModel | PromptApiModel> {
		const { url, key, model } = this.elements;
		if (!this.#kind) return new PromptApiModel();
		const { modelAt } = await import("./models");
		return modelAt({
			kind: this.#kind,
			url: url.value.trim(),
			key: key.value.trim(),
			model: model.value.trim(),
		});
	}

	get #kind(): EndpointKind | undefined {
		const { value } = this.elements.kind;
		return value === "openai" || value === "anthropic" ? value : undefined;
	}
}
