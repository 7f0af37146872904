// The SDKs of OpenAI, Anthropic and Google: their types and those of others take our schemas as
// they are, and the programs of the page on them compile and run, with a server that answers in the
// place of the model.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { after, before } from "node:test";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { textOf } from "../docs/pages.mjs";
import { snippets } from "../docs/snippets.mjs";
import { install } from "../packaging/npm-project.mjs";
import { slowTest } from "../tools/slow.mjs";

const run = promisify(execFile);
const packages = {
	"@anthropic-ai/sdk": "1.14.0",
	"@google/genai": "3.3.0",
	"@modelcontextprotocol/server": "2.4.0",
	"@types/json-schema": "7.0.15",
	"@types/node": "22.19.0",
	ai: "7.0.173",
	openai: "7.59.0",
	zod: "4.6.7",
};

/** What a host writes without a cast. */
const types = `
	import type Anthropic from "@anthropic-ai/sdk";
	import type { FunctionDeclaration } from "@google/genai";
	import type { Tool as McpTool } from "@modelcontextprotocol/server";
	import { Conversation, TodoStore, tools } from "agent-todos";
	import { jsonSchema } from "ai";
	import type { JSONSchema7 } from "json-schema";
	import type OpenAI from "openai";
	import { z } from "zod";

	const conversation = new Conversation(new TodoStore());
	for (const { name, description, inputSchema } of [...conversation.tools, ...tools(conversation.store)]) {
		const record: Record<string, unknown> = inputSchema;
		const chat: OpenAI.ChatCompletionTool = { type: "function", function: { name, description, parameters: inputSchema } };
		const responses: OpenAI.Responses.FunctionTool = { type: "function", name, description, parameters: inputSchema, strict: false };
		const anthropic: Anthropic.Tool = { name, description, input_schema: inputSchema };
		const gemini: FunctionDeclaration = { name, description, parametersJsonSchema: inputSchema };
		const mcp: McpTool = { name, description, inputSchema };
		const schema: JSONSchema7 = inputSchema;
		console.log(record, chat, responses, anthropic, gemini, mcp, schema, z.fromJSONSchema(inputSchema), jsonSchema(inputSchema));
	}
`;

const programs = snippets(textOf("www/docs/guides/three-ways.md")).filter(
	({ words }) => words.includes("sdk"),
);

/**
 * Returns what the model calls first, by the end of the path of the request. Then it says
 * something.
 */
const plan = (content, status) =>
	["Find a kettle", "Pay"].map((text, place) => ({
		[content]: text,
		...(status && {
			status: ["in_progress", "pending"][place],
			activeForm: text,
		}),
	}));
const done = "It is on its way.";
const answers = {
	"/chat/completions": [
		["todo_manager", { action: "add_multiple", todos: plan("content") }],
		["todo_manager", { action: "mark_doing", ids: [1] }],
	],
	"/messages": [["TodoWrite", { todos: plan("content", true) }]],
	":generateContent": [
		[
			"write_todos",
			{
				todos: plan("description", true).map(({ activeForm, ...todo }) => todo),
			},
		],
	],
};
const writers = {
	"/chat/completions": (call) => ({
		choices: [
			{
				message: {
					role: "assistant",
					content: call ? null : done,
					...(call && {
						tool_calls: [
							{
								id: "1",
								type: "function",
								function: { name: call[0], arguments: JSON.stringify(call[1]) },
							},
						],
					}),
				},
			},
		],
	}),
	"/messages": (call) => ({
		type: "message",
		role: "assistant",
		content: [
			call
				? { type: "tool_use", id: "1", name: call[0], input: call[1] }
				: { type: "text", text: done },
		],
	}),
	":generateContent": (call) => ({
		candidates: [
			{
				content: {
					role: "model",
					parts: [
						call
							? { functionCall: { id: "1", name: call[0], args: call[1] } }
							: { text: done },
					],
				},
			},
		],
	}),
};

let server;
const requests = [];
before(async () => {
	server = createServer(async (request, response) => {
		const [asked] = request.url.split("?");
		const path = Object.keys(writers).find((end) => asked.endsWith(end));
		requests.push([path, JSON.stringify(await json(request))]);
		response.setHeader("content-type", "application/json");
		// An SDK waits for minutes where nobody answers.
		if (path === undefined) return response.writeHead(404).end("{}");
		response.end(JSON.stringify(writers[path](answers[path].shift())));
	});
	await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
});
after(() => server.close());

slowTest("the SDKs' types take the schemas, and programs run", async (t) => {
	const folder = install(t, packages, [], { type: "module" });
	assert.equal(programs.length, 3);
	const files = { "types.ts": types };
	for (const [place, { code }] of programs.entries())
		files[`page-${place}.ts`] = code;
	files["tsconfig.json"] = JSON.stringify({
		compilerOptions: {
			target: "es2023",
			module: "nodenext",
			lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
			types: ["node"],
			strict: true,
			noUncheckedIndexedAccess: true,
			skipLibCheck: true,
			noEmit: true,
		},
		include: ["*.ts"],
	});
	for (const [name, text] of Object.entries(files))
		writeFileSync(join(folder, name), text);
	await run(
		process.execPath,
		[join(root, "node_modules/typescript/bin/tsc"), "--project", folder],
		{ cwd: folder },
	).catch(({ stdout }) => assert.fail(stdout));

	const url = `http://127.0.0.1:${server.address().port}`;
	const env = {
		...process.env,
		OPENAI_API_KEY: "key",
		OPENAI_BASE_URL: url,
		ANTHROPIC_API_KEY: "key",
		ANTHROPIC_BASE_URL: url,
		GEMINI_API_KEY: "key",
		GOOGLE_GEMINI_BASE_URL: url,
	};
	for (const [place, { code }] of programs.entries()) {
		const [, expected] = /\/\/ → (.*)/.exec(code);
		const file = join(folder, `page-${place}.mjs`);
		writeFileSync(file, transformSync(code, { loader: "ts" }).code);
		const { stdout } = await run(process.execPath, [file], {
			cwd: folder,
			env,
		});
		assert.equal(stdout.trim(), expected);
	}
	// Each request had the schema, and each answer reached the model.
	assert.ok(
		requests.every(([, text]) => text.includes('"additionalProperties":false')),
	);
	for (const path of Object.keys(writers)) {
		const [, last] = requests.findLast(([asked]) => asked === path);
		assert.match(
			last,
			/Todos updated|Plan updated|Started TODO|\\"ok\\":true/,
			path,
		);
	}
});
