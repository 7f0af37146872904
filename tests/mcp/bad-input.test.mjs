// Every tool of tasks, over each transport. What is wrong with a call is answered in a form that a
// program can read, and changes nothing: neither what is kept in the file, which stays the same to
// the byte, nor what the server goes on to serve.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { init, TaskStore } from "agent-todos/tasks";
import { given, playThrough } from "./every-task-tool.mjs";
import {
	emptyFolder,
	httpServer,
	inMemory,
	overHttp,
	overStdio,
	sent,
} from "./servers.mjs";

await init();

/**
 * By transport: a client, and what is kept as it is now. The server has one task of Ann's and one
 * of Bob's.
 */
const connecting = {
	memory: async (t) => {
		const tasks = new TaskStore();
		return {
			client: await inMemory(t, { tasks }),
			kept: () => tasks.checkpoint(),
		};
	},
	stdio: async (t) => {
		const { args, kept } = inFile(t);
		return { client: await overStdio(t, args), kept };
	},
	HTTP: async (t) => {
		const { args, kept } = inFile(t);
		const { url } = await httpServer(t, args);
		return { client: await overHttp(t, url), kept, url };
	},
};

/** In a file of its own, in a folder where nothing else may appear. */
function inFile(t) {
	const folder = emptyFolder(t);
	const data = join(folder, "tasks.json");
	const kept = () => {
		assert.deepEqual(readdirSync(folder).sort(), [
			"tasks.json",
			"tasks.json.lock",
		]);
		// Not written again either.
		return [readFileSync(data).toString("hex"), statSync(data).ino];
	};
	return { args: ["--dialect", "tasks", "--data", data], kept };
}

const megabyte = "x".repeat(1 << 20);

const foreign = "task_aaaaaaaaaaaaaaaaaaaaaaaaaa";
const tooLong = "x".repeat(201);

/**
 * The code of the answer, the tool, and its arguments beside Ann as the user, where "hers" and
 * "his" stand for Ann's and Bob's task.
 */
const wrong = [
	["empty_title", "add_task", { title: " \t\n" }],
	["empty_title", "add_task", {}],
	["title_too_long", "add_task", { title: "é".repeat(201) }],
	["title_too_long", "add_task", { title: megabyte }],
	["invalid_due_date", "add_task", { title: "a", due_date: "2026-02-30" }],
	["invalid_due_date", "add_task", { title: "a", due_date: "2025-13-01" }],
	["invalid_due_date", "add_task", { title: "a", due_date: megabyte }],
	["invalid_priority", "add_task", { title: "a", priority: "urgent" }],
	["invalid_argument", "add_task", { title: ["a"] }],
	["invalid_argument", "add_task", { title: { text: "a" } }],
	["invalid_argument", "add_task", { title: "a", due_date: { year: 2026 } }],
	["invalid_argument", "add_task", { user_id: undefined, title: "a" }],
	["invalid_argument", "add_task", undefined],
	["invalid_argument", "add_task", { user_id: " ", title: "a" }],
	["invalid_argument", "list_tasks", { user_id: ["ann", "bob"] }],
	["invalid_argument", "list_tasks", { user_id: megabyte }],
	["invalid_argument", "list_tasks", { status: "late" }],
	// Strict callers fill in every field, so that a blank one is one left out.
	["nothing_to_update", "update_task", { task_id: "hers", title: " " }],
	["nothing_to_update", "update_task", { task_id: "hers" }],
	// A good field beside a wrong one.
	["title_too_long", "update_task", { task_id: "hers", title: tooLong }],
	[
		"invalid_due_date",
		"update_task",
		{ task_id: "hers", title: "b", due_date: "2026-02-30" },
	],
	["invalid_argument", "complete_task", {}],
	["invalid_argument", "complete_task", { task_id: ["hers", "hers"] }],
	...["update_task", "complete_task", "delete_task"].flatMap((tool) => [
		["task_not_found", tool, { task_id: foreign, title: "b" }],
		["task_not_found", tool, { task_id: "his", title: "b" }],
		["task_not_found", tool, { user_id: "no", task_id: "hers", title: "b" }],
	]),
];

for (const [transport, connect] of Object.entries(connecting)) {
	test(`over ${transport}: tools work, and ${wrong.length} wrong calls change nothing`, async (t) => {
		const { client, kept } = await connect(t);
		await playThrough(client, { user_id: "ann" });
		const add = async (user_id) =>
			(await given(client, "add_task", { user_id, title: "as it is" })).task.id;
		const ids = { hers: await add("ann"), his: await add("bob") };
		const listed = async () => [
			await given(client, "list_tasks", { user_id: "ann" }),
			await given(client, "list_tasks", { user_id: "bob" }),
		];
		const [keptBefore, listedBefore] = [kept(), await listed()];
		const seen = {};
		for (const [code, tool, args] of wrong) {
			const task_id = ids[args?.task_id] ?? args?.task_id;
			const { success, error, ...rest } = await given(
				client,
				tool,
				args && { user_id: "ann", ...args, task_id },
			);
			const how = `${tool} with ${JSON.stringify(args)?.slice(0, 99)}: ${JSON.stringify(error)}`;
			assert.deepEqual([success, error?.code], [false, code], how);
			assert.ok(error.message.length > 5 && error.message.length < 300, how);
			assert.deepEqual(
				Object.keys(rest).filter((key) => key !== "notes"),
				[],
				how,
			);
			assert.deepEqual(kept(), keptBefore, how);
			if (code === "task_not_found") {
				seen[tool] ??= new Set();
				seen[tool].add(JSON.stringify([error, rest]));
			}
		}
		// Whether a task is another's, was never there, or its user was not: nothing in the answer
		// tells.
		for (const [tool, answers] of Object.entries(seen))
			assert.equal(answers.size, 1, tool);
		// An unknown user has no tasks, and asking makes none of them.
		assert.deepEqual(
			(await given(client, "list_tasks", { user_id: "nobody" })).tasks,
			[],
		);
		await assert.rejects(
			client.callTool({ name: "drop_tasks", arguments: { user_id: "ann" } }),
			(error) => {
				assert.equal(error.code, -32602);
				assert.match(error.message, /drop_tasks/);
				return true;
			},
		);
		assert.deepEqual(kept(), keptBefore);
		assert.deepEqual(await listed(), listedBefore);
	});
}

test("over HTTP as bytes: what is no call is refused", async (t) => {
	const { client, kept, url } = await connecting.HTTP(t);
	await given(client, "add_task", { user_id: "ann", title: "as it is" });
	const before = kept();
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	t.after(() => agent.destroy());
	const call = (args, more = {}) =>
		JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method: "tools/call",
			params: { name: "add_task", arguments: args },
			...more,
		});
	const good = call({ user_id: "ann", title: "planted" });
	const limit = 4 << 20;
	const large = call({ user_id: "ann", title: "x".repeat(limit) });
	const form = "application/x-www-form-urlencoded";
	/** A good call, but for its headers. */
	const withHeaders = [
		["a form", { "Content-Type": form }, 415],
		[
			"plain text, which any page may send",
			{ "Content-Type": "text/plain" },
			415,
		],
		["no content type", { "Content-Type": null }, 415],
		["who takes no answer that there is", { Accept: "text/html" }, 406],
		["a foreign Origin", { Origin: "https://attacker.example" }, 403],
		["a foreign Host", { Host: "attacker.example" }, 403],
		[
			"an unknown protocol version",
			{ "MCP-Protocol-Version": "1999-01-01" },
			400,
		],
	].map(([what, headers, status]) => [what, { body: good, headers }, status]);
	// On one connection, as clients keep theirs: what was refused must not stand in the way of the
	// next.
	const cases = [
		[
			"a body that is announced as over the limit",
			{ headers: { "Content-Length": large.length }, unfinished: true },
			413,
		],
		[
			"a body of unknown length, one byte over the limit",
			{
				body: large.slice(0, limit + 1),
				headers: { "Transfer-Encoding": "chunked" },
				unfinished: true,
			},
			413,
		],
		["no JSON", { body: good.slice(0, -1) }, 400, -32700],
		["nothing", { body: "" }, 400, -32700],
		[
			"bytes that are no UTF-8",
			{ body: Buffer.from([0xff, 0xfe, 0x00]) },
			400,
			-32700,
		],
		["JSON that is no message", { body: "[1, 2]" }, 400],
		["an empty batch", { body: "[]" }, 400],
		[
			"a message of another protocol",
			{ body: call({}, { jsonrpc: "1.0" }) },
			400,
		],
		["GET, for a stream of a session", { method: "GET" }, 405],
		[
			"DELETE, of a session",
			{ method: "DELETE", headers: { "Mcp-Session-Id": "1" } },
			405,
		],
		...withHeaders,
		["PUT", { method: "PUT", body: good }, 405],
	];
	for (const [what, given, status, code] of cases) {
		const answer = await sent(url, { agent, ...given });
		assert.equal(answer.status, status, `${what}: ${answer.body}`);
		const { error } = JSON.parse(answer.body);
		assert.ok(error.message.length > 0, what);
		if (code !== undefined) assert.equal(error.code, code, what);
		assert.deepEqual(kept(), before, what);
	}
	// Who sends all of it hears the answer or sees the connection closed; it depends on how far the
	// sender was.
	for (const headers of [{}, { "Transfer-Encoding": "chunked" }]) {
		const whole = sent(url, { agent, body: large, headers });
		const { status, code } = await whole.catch((error) => error);
		assert.ok(
			status === 413 || ["EPIPE", "ECONNRESET"].includes(code),
			`${status} ${code}`,
		);
		assert.deepEqual(kept(), before);
	}
	// There are no sessions to be missing: a call by itself is whole.
	const alone = await sent(url, {
		agent,
		body: call({ user_id: "ann", title: "by itself" }),
	});
	assert.equal(alone.status, 200, alone.body);
	assert.equal(
		(await given(client, "list_tasks", { user_id: "ann" })).tasks.length,
		2,
	);
});
