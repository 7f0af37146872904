// A model of OpenAI's Agents SDK, which brings none for tests: the SDK's own client and a server on this machine that speaks the protocol
// of chat completions.

import { once } from "node:events";
import { createServer } from "node:http";
import { OpenAIChatCompletionsModel, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";

setTracingDisabled(true);

/** What answers, by the name of the model that is asked for. */
const answers = new Map();
let calls = 0;
const server = createServer(async (request, response) => {
	let text = "";
	for await (const piece of request) text += piece;
	const body = JSON.parse(text);
	try {
		const turn = await answers.get(body.model)(body, request);
		const message =
			typeof turn === "string"
				? { role: "assistant", content: turn }
				: {
						role: "assistant",
						content: null,
						tool_calls: turn.map(({ tool, args }) => ({
							id: `call-${calls++}`,
							type: "function",
							function: {
								name: tool,
								arguments:
									typeof args === "string" ? args : JSON.stringify(args),
							},
						})),
					};
		response.setHeader("Content-Type", "application/json");
		response.end(
			JSON.stringify({
				id: "completion",
				object: "chat.completion",
				created: 0,
				model: body.model,
				choices: [
					{
						index: 0,
						message,
						finish_reason: message.tool_calls ? "tool_calls" : "stop",
					},
				],
				usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			}),
		);
	} catch (error) {
		response.statusCode = 400;
		response.end(JSON.stringify({ error: { message: error.message } }));
	}
});
server.listen(0, "127.0.0.1").unref();
await once(server, "listening");
const client = new OpenAI({
	baseURL: `http://127.0.0.1:${server.address().port}`,
	apiKey: "none",
	maxRetries: 0,
});

/** `answer` gets each request's body and gives what the model does: a list of tool calls `{tool, args}`, or a text. */
export function completions(answer) {
	const name = `model-${answers.size}`;
	answers.set(name, answer);
	return new OpenAIChatCompletionsModel(client, name);
}
