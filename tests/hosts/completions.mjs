// A model of OpenAI's Agents SDK, which brings none for tests: the SDK's own client and an endpoint on this machine.

import { OpenAIChatCompletionsModel, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import { callOf, key, modelEndpoint } from "../setup/model-endpoint.mjs";

setTracingDisabled(true);

/** What answers, by the name of the model that is asked for. */
const answers = new Map();
const endpoint = await modelEndpoint({
	async answer({ sent }) {
		const turn = await answers.get(sent.model)(sent);
		return typeof turn === "string"
			? { text: turn }
			: { calls: turn.map(({ tool, args }) => callOf(tool, args)) };
	},
});
endpoint.server.unref();
const client = new OpenAI({
	baseURL: endpoint.url,
	apiKey: key,
	maxRetries: 0,
});

/** `answer` gets each request's body and gives what the model does: a list of tool calls `{tool, args}`, or a text. */
export function completions(answer) {
	const name = `model-${answers.size}`;
	answers.set(name, answer);
	return new OpenAIChatCompletionsModel(client, name);
}
