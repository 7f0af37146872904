// The tools of a conversation as every host's adapter offers them.

import type { Outcome } from "../../generated/agent_todos_bg.js";

/**
 * A call that the core refused, for hosts with an error of their own. The message is the answer for
 * the model.
 */
class Refusal extends Error {
	/** The AI SDK writes an error as this does. */
	override toString(): string {
		return this.message;
	}
}

/** Returns the text of an outcome. Throws it if the call was refused. */
export function readTextOrThrow({ ok, text }: Outcome): string {
	if (!ok) throw new Refusal(text);
	return text;
}
