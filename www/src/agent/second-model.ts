// The model that keeps the list, so that the agent's model needs no todo tool.

import type { Ask } from "agent-todos/scribe";
import type { LanguageModel } from "ai";
import { generateText, jsonSchema, Output } from "ai";
import { PromptApiModel } from "./prompt-api-model";

/**
 * Returns how the second model is asked: the browser's own where there is one, else the same as the
 * first.
 */
export async function secondModel(
	first: LanguageModel | PromptApiModel,
): Promise<Ask> {
	if (first instanceof PromptApiModel || (await PromptApiModel.isThere()))
		return PromptApiModel.ask();
	return (prompt, schema, { signal }) =>
		generateText({
			model: first,
			prompt,
			output: Output.object({ schema: jsonSchema({ ...schema }) }),
			abortSignal: signal,
		});
}
