// The choice of the dialect, and what the page says of the one that is chosen.

import type { AgentTool, DialectName } from "agent-todos";
import { Conversation, TodoStore } from "agent-todos";
import { colouredJson } from "./coloured-code";
import { dialectNames, dialects } from "./dialects";
import { element } from "./element";

/** Fills the choice; `chosen` hears of each change. */
export function setUpDialectChoice(
	choice: HTMLSelectElement,
	dialect: DialectName,
	chosen: (dialect: DialectName) => void,
): void {
	for (const name of dialectNames) {
		const { agent } = dialects[name];
		choice.append(
			element("option", { value: name }, agent ? `${name} · ${agent}` : name),
		);
	}
	// A browser may remember another one from the last visit.
	choice.value = dialect;
	choice.addEventListener("change", () => {
		const name = dialectNames.find((candidate) => candidate === choice.value);
		if (name) chosen(name);
	});
}

/** "Known from Codex. The whole plan, and why it changes." */
export function saidOf(dialect: DialectName): string {
	const { agent, says } = dialects[dialect];
	return agent ? `Known from ${agent}. ${says}` : says;
}

export interface GivenElements {
	readonly prompt: HTMLElement;
	readonly description: HTMLElement;
	readonly schema: HTMLElement;
}

/** Shows what the model is given: the section of the system prompt, and the tools. */
export function showGiven(
	dialect: DialectName,
	tools: readonly AgentTool[],
	{ prompt, description, schema }: GivenElements,
): void {
	const named = (name: string, text: Node | string) => [
		element("span", { class: "tool-name" }, `${name}\n`),
		text,
		"\n\n",
	];
	prompt.replaceChildren(
		...named(
			"In the system prompt",
			new Conversation(new TodoStore(), { dialect }).prompt(),
		),
	);
	description.replaceChildren(
		...tools.flatMap((tool) => named(tool.name, tool.description)),
	);
	schema.replaceChildren(
		...tools.flatMap((tool) =>
			named(tool.name, colouredJson(JSON.stringify(tool.inputSchema, null, 2))),
		),
	);
}
