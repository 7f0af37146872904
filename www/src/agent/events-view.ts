// The run: what happened in it so far, and how much of its budgets is used.

import type { RunEvent } from "agent-todos/run";
import { element } from "../element";
import { wordsOf } from "./event-words";

export interface BudgetElements {
	readonly steps: HTMLMeterElement;
	readonly stepsText: HTMLElement;
	readonly calls: HTMLMeterElement;
	readonly callsText: HTMLElement;
	readonly turns: HTMLElement;
}

export class EventsView {
	#steps = 0;
	#turns = 0;

	constructor(
		private readonly log: HTMLOListElement,
		private readonly budgets: BudgetElements,
		private readonly limits: { readonly steps: number; readonly calls: number },
	) {
		budgets.steps.max = limits.steps;
		budgets.calls.max = limits.calls;
		this.clear();
	}

	clear(): void {
		this.log.replaceChildren();
		this.#steps = 0;
		this.#turns = 0;
		this.#showSteps();
		this.showCalls(this.limits.calls);
		this.budgets.turns.textContent = "0";
	}

	add(event: RunEvent): void {
		const { tone, text } = wordsOf(event);
		this.log.append(
			element("li", { "data-tone": tone, "data-type": event.type }, text),
		);
		this.log.scrollTop = this.log.scrollHeight;
		// Each of these is a step of the run.
		if (
			["planning", "executing", "verifying", "validating"].includes(event.type)
		) {
			this.#steps += 1;
			this.#showSteps();
		}
	}

	modelTurned(): void {
		this.budgets.turns.textContent = `${++this.#turns}`;
	}

	showCalls(left: number): void {
		const used = this.limits.calls - left;
		this.budgets.calls.value = used;
		this.budgets.callsText.textContent = `${used} of ${this.limits.calls}`;
	}

	#showSteps(): void {
		this.budgets.steps.value = this.#steps;
		this.budgets.stepsText.textContent = `${this.#steps} of ${this.limits.steps}`;
	}
}
