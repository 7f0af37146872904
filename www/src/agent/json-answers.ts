// What a model answers in JSON, as the package's prompts for planners and validation ask for it: also between other words.

import type { Validation } from "agent-todos";
import { objectIn } from "./tool";

/** The steps of a plan; undefined where the text holds none. */
export function stepsIn(text: string): string[] | undefined {
	const steps = jsonIn(text)?.steps;
	return Array.isArray(steps) ? steps.map(String) : undefined;
}

/** A verdict on the whole task; undefined where the text holds none. */
export function validationIn(text: string): Validation | undefined {
	const { isComplete, reasoning = "", suggestions = [] } = jsonIn(text) ?? {};
	if (typeof isComplete !== "boolean" || !Array.isArray(suggestions))
		return undefined;
	return {
		isComplete,
		reasoning: String(reasoning),
		suggestions: suggestions.map(String),
	};
}

function jsonIn(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		return objectIn(
			JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)),
		);
	} catch {
		return undefined;
	}
}
