// A model's endpoint on this machine, in the form of OpenAI's chat completions or Anthropic's
// messages: it refuses what the real ones refuse, streams as they stream, cut at odd places, and
// has a function in place of a model.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";

export const key = "sk-test-1234";

/**
 * `answer` returns `{text, calls}`, or a promise of it, each call `{name, args}` with a JSON text.
 * It gets `messages` and `tools` in one form for both kinds; `sent`, the request as it came;
 * `said`, what the host said last, apart from reminders; `answers`, what tools answered since; and
 * `gone`, which resolves when nobody waits any more. `api` is "openai" or "anthropic"; `faults`
 * says by the number of a request with the right key, from 1, what goes wrong with it: "busy" (429,
 * at once again), "overloaded" (429, in an hour) or "breaks off". Returns the endpoint's address,
 * the requests `asked`, and `close()`.
 */
export async function modelEndpoint({
	answer,
	api = "openai",
	faults = {},
	needsKey = true,
}) {
	const { path, keyOf, readRequest, chunks } = apis[api];
	const asked = [];
	let count = 0;

	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader(
			"access-control-allow-headers",
			"*, authorization, content-type, x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access",
		);
		response.setHeader("access-control-expose-headers", "retry-after");
		if (request.method === "OPTIONS") return response.writeHead(204).end();
		const json = (status, value, headers = {}) =>
			response
				.writeHead(status, { "content-type": "application/json", ...headers })
				.end(JSON.stringify(value));
		const refuse = (status, message, headers) => {
			const error = { type: "refused", message };
			json(status, { type: "error", error }, headers);
		};
		try {
			let body = "";
			for await (const part of request.setEncoding("utf8")) body += part;
			if (request.url !== path) return refuse(404, `no ${request.url} here`);
			if (needsKey && keyOf(request.headers) !== key)
				return refuse(401, "Incorrect API key provided.");
			count += 1;
			if (faults[count] === "busy")
				return refuse(429, "Rate limit reached.", { "retry-after": "0" });
			if (faults[count] === "overloaded")
				return refuse(429, "You exceeded your quota.", {
					"retry-after": "3600",
				});
			const sent = JSON.parse(body);
			asked.push(sent);
			const { messages, tools } = readRequest(sent, request.headers);
			const isSaid = ({ role, text }) =>
				role === "user" && !text.startsWith("<browser-state>");
			const from = Math.max(0, messages.findLastIndex(isSaid));
			const number = count;
			const { text = "", calls = [] } = await answer({
				sent,
				messages,
				tools: tools.map(({ name }) => name),
				said: messages[from].text,
				answers: messages
					.slice(from)
					.filter(({ role }) => role === "tool")
					.map(({ text }) => text),
				gone: once(response, "close"),
			});
			const pieces = {
				texts: text.split(/(?<=\s)/),
				calls: calls.map((call, at) => ({
					id: `call_${number}_${at}`,
					...call,
				})),
				isJson: tools.some(({ name }) => name === "json"),
			};
			if (!sent.stream)
				return json(200, {
					choices: [
						{
							message: whole(pieces),
							finish_reason: calls.length > 0 ? "tool_calls" : "stop",
						},
					],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				});
			response.writeHead(200, {
				"content-type": "text/event-stream; charset=utf-8",
			});
			const isCounted = sent.stream_options?.include_usage === true;
			const bytes = Buffer.from(chunks({ ...pieces, isCounted }).join(""));
			const end = bytes.length / (faults[number] === "breaks off" ? 2 : 1);
			// Lengths that end in the middle of lines, of escapes and of characters.
			for (let from = 0, length = 1; from < end; from += length) {
				length = ((length * 7 + 5) % 97) + 1;
				response.write(bytes.subarray(from, Math.min(from + length, end)));
				if (length > 80) await new Promise(setImmediate);
			}
			if (end < bytes.length) response.destroy();
			else response.end();
		} catch (error) {
			refuse(400, error.message);
		}
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${server.address().port}/v1`,
		asked,
		server,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Returns a plan of these todos, as a model makes it. */
export const plan = (...contents) => ({
	text: "I plan.",
	calls: [
		callOf("todo_manager", {
			action: "add_multiple",
			todos: contents.map((content) => ({ content })),
			ids: [],
		}),
	],
});
/** Returns a call with these arguments, or with their text. */
export const callOf = (name, args) => ({
	name,
	args: typeof args === "string" ? args : JSON.stringify(args),
});

/** Returns the text of a message of chat completions, which may come in parts. */
const textOf = (content) =>
	Array.isArray(content)
		? content.map(({ text }) => text).join("")
		: (content ?? "");

/** Returns the message of chat completions that is not streamed. */
const whole = ({ texts, calls }) => ({
	role: "assistant",
	content: texts.join(""),
	...(calls.length > 0 && {
		tool_calls: calls.map(({ id, name, args }) => ({
			id,
			type: "function",
			function: { name, arguments: args },
		})),
	}),
});

const event = (type, data = {}) =>
	`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const apis = {
	openai: {
		path: "/v1/chat/completions",
		keyOf: ({ authorization = "" }) => authorization.replace(/^Bearer /, ""),

		readRequest({ model, messages, tools = [] }) {
			assert.ok(model.length > 0);
			let expected = [];
			const read = messages.map(
				({ role, content, tool_calls: calls = [], tool_call_id: callId }) => {
					// Each call has its answer before anything else is said.
					if (role === "tool") {
						assert.ok(
							expected.includes(callId),
							`an answer to no call: ${callId}`,
						);
						expected = expected.filter((id) => id !== callId);
						return { role, callId, name: "", text: textOf(content), ok: true };
					}
					assert.deepEqual(expected, [], "a call without an answer");
					expected = calls.map(({ id }) => id);
					return {
						role,
						text: textOf(content),
						calls: calls.map(({ id, function: { name, arguments: args } }) => ({
							id,
							name,
							args,
						})),
					};
				},
			);
			assert.deepEqual(expected, [], "a call without an answer");
			return {
				messages: read,
				tools: tools.map(
					({ type, function: { name, description, parameters } }) =>
						toolOf(type === "function", name, description, parameters),
				),
			};
		},

		chunks({ texts, calls, isCounted }) {
			const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
			const counted = { id: "c1", object: "chat.completion.chunk", usage };
			const chunk = (delta, finish_reason = null) =>
				`data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
			return [
				chunk({ role: "assistant", content: "" }),
				": keep-alive\n\n",
				...texts.map((content) => chunk({ content })),
				...calls.flatMap(({ id, name, args }, index) => [
					chunk({
						tool_calls: [
							{
								index,
								id,
								type: "function",
								function: { name, arguments: "" },
							},
						],
					}),
					...halves(args).map((part) =>
						chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
					),
				]),
				chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
				...(isCounted
					? [`data: ${JSON.stringify({ ...counted, choices: [] })}\n\n`]
					: []),
				"data: [DONE]\n\n",
			];
		},
	},

	anthropic: {
		path: "/v1/messages",
		keyOf: (headers) => headers["x-api-key"],

		readRequest(
			{ model, stream, max_tokens, system, messages, tools = [] },
			headers,
		) {
			assert.equal(headers["anthropic-version"], "2023-06-01");
			assert.equal(
				headers["anthropic-dangerous-direct-browser-access"],
				"true",
			);
			assert.ok(model.length > 0);
			assert.equal(stream, true);
			assert.ok(max_tokens > 0);
			const read = [{ role: "system", text: system }];
			let expected = [];
			messages.forEach(({ role, content }, place) => {
				assert.equal(
					role,
					place % 2 === 0 ? "user" : "assistant",
					"two take turns",
				);
				assert.ok(content.length > 0);
				const results = content.filter(({ type }) => type === "tool_result");
				assert.deepEqual(
					results.map(({ tool_use_id: id }) => id),
					expected,
					"each call has its answer in the next message",
				);
				assert.deepEqual(
					content.slice(0, results.length),
					results,
					"answers come first",
				);
				for (const { tool_use_id: callId, content: text, is_error } of results)
					read.push({ role: "tool", callId, name: "", text, ok: !is_error });
				const uses = content.filter(({ type }) => type === "tool_use");
				for (const { input } of uses)
					assert.ok(typeof input === "object" && !Array.isArray(input));
				expected = uses.map(({ id }) => id);
				const texts = content.filter(({ type }) => type === "text");
				for (const { text } of texts)
					assert.ok(
						text.trim() !== "",
						"text content blocks must be non-empty",
					);
				const calls = uses.map(({ id, name, input }) => ({
					id,
					...callOf(name, input),
				}));
				if (role === "assistant")
					read.push({ role, text: textOf(texts), calls });
				else read.push(...texts.map(({ text }) => ({ role, text })));
			});
			assert.deepEqual(expected, [], "a call without an answer");
			return {
				messages: read,
				tools: tools.map(({ name, description, input_schema: schema }) =>
					toolOf(true, name, description, schema),
				),
			};
		},

		chunks({ texts, calls, isJson }) {
			// An answer of a given form is a call here.
			if (isJson && calls.length === 0) {
				calls = [{ id: "json_1", name: "json", args: texts.join("") }];
				texts = ["Here it is."];
			}
			return [
				event("message_start", {
					message: {
						id: "m1",
						type: "message",
						role: "assistant",
						model: "script-1",
						content: [],
						stop_reason: null,
						usage: { input_tokens: 1, output_tokens: 1 },
					},
				}),
				event("content_block_start", {
					index: 0,
					content_block: { type: "text", text: "" },
				}),
				event("ping"),
				...texts.map((text) =>
					event("content_block_delta", {
						index: 0,
						delta: { type: "text_delta", text },
					}),
				),
				event("content_block_stop", { index: 0 }),
				...calls.flatMap(({ id, name, args }, place) => [
					event("content_block_start", {
						index: place + 1,
						content_block: { type: "tool_use", id, name, input: {} },
					}),
					...halves(args).map((partial_json) =>
						event("content_block_delta", {
							index: place + 1,
							delta: { type: "input_json_delta", partial_json },
						}),
					),
					event("content_block_stop", { index: place + 1 }),
				]),
				event("message_delta", {
					delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn" },
					usage: { output_tokens: 1 },
				}),
				event("message_stop"),
			];
		},
	},
};

const halves = (text) => [
	text.slice(0, text.length / 2),
	text.slice(text.length / 2),
];

function toolOf(isFunction, name, description, schema) {
	assert.ok(isFunction);
	assert.match(name, /^[\w-]{1,64}$/);
	assert.ok(description.length > 10);
	assert.equal(schema.type, "object");
	return { name, description, inputSchema: schema };
}
