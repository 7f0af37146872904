// A model of OpenAI's Agents SDK, which brings none for tests: the SDK's own client and an endpoint
// on this machine.

import { OpenAIChatCompletionsModel, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import { callOf, key, modelEndpoint } from "../tools/model-endpoint.mjs";

setTracingDisabled(true);

/** What answers, by the name of the model that is asked for. */
const answers = new Map();
const endpoint = await modelEndpoint({
	async answer({ sent }) {
		const { text, calls } = await answers.get(sent.model)(sent);
		return { text, calls: calls.map(({ name, args }) => callOf(name, args)) };
	},
});
endpoint.server.unref();
const client = new OpenAI({
	baseURL: endpoint.url,
	apiKey: key,
	maxRetries: 0,
});

/**
 * `answer` gets each request's body and returns what the model does: `{text, calls}`, each call
 * `{name, args}`.
 */
export function completions(answer) {
	const name = `model-${answers.size}`;
	answers.set(name, answer);
	return new OpenAIChatCompletionsModel(client, name);
}
