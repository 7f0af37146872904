// The model that keeps the list, so that the agent's model needs no todo tool.

import type { ScribeModel } from "agent-todos/scribe";
import { PromptApiModel } from "./prompt-api-model";
import type { SdkModel } from "./sdk-model";

/**
 * Returns how the second model is asked: the browser's own where there is one, else the same as the
 * first.
 */
export async function secondModel(
	first: SdkModel | PromptApiModel,
): Promise<ScribeModel> {
	if (first instanceof PromptApiModel || (await PromptApiModel.isThere()))
		return PromptApiModel.ask();
	return first.ask;
}
