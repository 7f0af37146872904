// A model's endpoint on this machine, in the form of OpenAI's chat completions or Anthropic's messages: it refuses what the
// real ones refuse, streams as they stream, cut at odd places, and has the same script in place of a model.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";

const bundled = await build({
	stdin: {
		contents:
			'export { ScriptedModel } from "./scripted-model.ts"; export { scenarioOf } from "./scenarios.ts";',
		resolveDir: join(root, "www/src/agent"),
	},
	bundle: true,
	format: "esm",
	write: false,
});
const { ScriptedModel, scenarioOf } = await import(
	`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`
);

export const key = "sk-test-1234";

/**
 * `api` is "openai" or "anthropic". `faults` says by the number of a request with the right key, from 1, what goes wrong with
 * it: "busy" (429, at once again), "overloaded" (429, in an hour) or "breaks off". Returns the endpoint's address, the requests
 * that it answered and `close()`.
 */
export async function modelEndpoint({
	api,
	scenario,
	dialect = "todo_manager",
	faults = {},
}) {
	const model = new ScriptedModel(scenarioOf(scenario), dialect);
	const { path, keyOf, readRequest, chunks } = apis[api];
	const answered = [];
	let count = 0;

	const server = createServer(async (request, response) => {
		response.setHeader("access-control-allow-origin", "*");
		response.setHeader(
			"access-control-allow-headers",
			"*, authorization, content-type, x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access",
		);
		response.setHeader("access-control-expose-headers", "retry-after");
		if (request.method === "OPTIONS") return response.writeHead(204).end();
		const refuse = (status, message, headers = {}) =>
			response
				.writeHead(status, { "content-type": "application/json", ...headers })
				.end(
					JSON.stringify({
						type: "error",
						error: { type: "refused", message },
					}),
				);
		try {
			let body = "";
			for await (const part of request.setEncoding("utf8")) body += part;
			if (request.url !== path) return refuse(404, `no ${request.url} here`);
			if (keyOf(request.headers) !== key)
				return refuse(401, "Incorrect API key provided.");
			count += 1;
			if (faults[count] === "busy")
				return refuse(429, "Rate limit reached.", { "retry-after": "0" });
			if (faults[count] === "overloaded")
				return refuse(429, "You exceeded your quota.", {
					"retry-after": "3600",
				});
			const sent = JSON.parse(body);
			answered.push(sent);
			const { messages, tools } = readRequest(sent, request.headers);
			const { says, calls } = model.answer(
				messages,
				tools.map(({ name }) => name),
			);
			const pieces = {
				texts: says.split(/(?<=\s)/),
				calls: calls.map(({ tool, text }, at) => ({
					id: `call_${count}_${at}`,
					name: tool,
					args: text,
				})),
				isJson: tools.some(({ name }) => name === "json"),
			};
			response.writeHead(200, {
				"content-type": "text/event-stream; charset=utf-8",
			});
			const bytes = Buffer.from(chunks(pieces).join(""));
			const end =
				faults[count] === "breaks off"
					? Math.floor(bytes.length / 2)
					: bytes.length;
			// Lengths that end in the middle of lines, of escapes and of characters.
			for (
				let from = 0, length = 1;
				from < end;
				from += length, length = ((length * 7 + 5) % 97) + 1
			) {
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
		answered,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

const event = (name, data) =>
	`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const apis = {
	openai: {
		path: "/v1/chat/completions",
		keyOf: ({ authorization = "" }) => authorization.replace(/^Bearer /, ""),

		readRequest({ model, stream, messages, tools = [] }) {
			assert.equal(model, "script-1");
			assert.equal(stream, true);
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
						return { role, callId, name: "", text: content, ok: true };
					}
					assert.deepEqual(expected, [], "a call without an answer");
					expected = calls.map(({ id }) => id);
					return {
						role,
						text: content,
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

		chunks({ texts, calls }) {
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
			assert.equal(model, "script-1");
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
					name,
					args: JSON.stringify(input),
				}));
				if (role === "assistant")
					read.push({
						role,
						text: texts.map(({ text }) => text).join(""),
						calls,
					});
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
					type: "message_start",
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
					type: "content_block_start",
					index: 0,
					content_block: { type: "text", text: "" },
				}),
				event("ping", { type: "ping" }),
				...texts.map((text) =>
					event("content_block_delta", {
						type: "content_block_delta",
						index: 0,
						delta: { type: "text_delta", text },
					}),
				),
				event("content_block_stop", { type: "content_block_stop", index: 0 }),
				...calls.flatMap(({ id, name, args }, place) => [
					event("content_block_start", {
						type: "content_block_start",
						index: place + 1,
						content_block: { type: "tool_use", id, name, input: {} },
					}),
					...halves(args).map((partial_json) =>
						event("content_block_delta", {
							type: "content_block_delta",
							index: place + 1,
							delta: { type: "input_json_delta", partial_json },
						}),
					),
					event("content_block_stop", {
						type: "content_block_stop",
						index: place + 1,
					}),
				]),
				event("message_delta", {
					type: "message_delta",
					delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn" },
					usage: { output_tokens: 1 },
				}),
				event("message_stop", { type: "message_stop" }),
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
	assert.ok(description.length > 20);
	assert.equal(schema.type, "object");
	return { name, description, inputSchema: schema };
}
