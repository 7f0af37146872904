// A model's endpoint on this machine that answers as a test says, in the form of OpenAI's chat completions.

import { once } from "node:events";
import { createServer } from "node:http";

export const key = "sk-test-1234";

/**
 * `answer({messages, tools, last})` returns `{text, call: [name, arguments]}`; `last` is what the host said last, apart from reminders,
 * and what tools answered since. It may return a promise. `asked` are the requests so far. It is closed when the test `t` ends, however
 * that ends: a server that is left open keeps the process alive.
 */
export async function model(t, answer) {
	const asked = [];
	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader("access-control-allow-headers", "*, authorization");
		if (request.method === "OPTIONS") return response.writeHead(204).end();
		let body = "";
		for await (const part of request.setEncoding("utf8")) body += part;
		if (request.headers.authorization !== `Bearer ${key}`)
			return response
				.writeHead(401, { "content-type": "application/json" })
				.end(JSON.stringify({ error: { message: "Incorrect API key." } }));
		const { messages, tools = [] } = JSON.parse(body);
		asked.push(messages);
		const from = messages.findLastIndex(
			({ role, content }) =>
				role === "user" && !content.startsWith("<browser-state>"),
		);
		const { text = "", call } = await answer({
			messages,
			tools: tools.map(({ function: { name } }) => name),
			said: messages[from].content,
			answers: messages
				.slice(from)
				.filter(({ role }) => role === "tool")
				.map(({ content }) => content),
		});
		const chunk = (delta, finish_reason = null) =>
			`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
		response.setHeader("content-type", "text/event-stream");
		response.write(chunk({ role: "assistant", content: text }));
		if (call) {
			const [name, args] = call;
			const id = `call_${asked.length}`;
			response.write(
				chunk({
					tool_calls: [
						{
							index: 0,
							id,
							type: "function",
							function: { name, arguments: JSON.stringify(args) },
						},
					],
				}),
			);
		}
		response.end(`${chunk({}, call ? "tool_calls" : "stop")}data: [DONE]\n\n`);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	t.after(() => {
		server.close();
		server.closeAllConnections();
	});
	return { url: `http://127.0.0.1:${server.address().port}/v1`, asked };
}

export const verdict = {
	text: JSON.stringify({
		isComplete: true,
		reasoning: "All of it is there.",
		suggestions: [],
	}),
};

export const plan = (...contents) => ({
	text: "I plan.",
	call: [
		"todo_manager",
		{
			action: "add_multiple",
			todos: contents.map((content) => ({ content })),
			ids: [],
		},
	],
});
