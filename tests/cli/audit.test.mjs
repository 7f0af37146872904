// `agent-todos audit`: what it reads from the logs of each program, what it counts, and that it prints nothing of a list unasked.

import assert from "node:assert/strict";
import {
	closeSync,
	openSync,
	readFileSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { emptyFolder, executable, ran } from "../mcp/servers.mjs";

/** What must not be printed. */
const secret = "zebra";
const list = (...statuses) =>
	statuses.map((status, at) => ({ content: `${secret} ${at + 1}`, status }));
const plan = list("in_progress", "pending", "pending");
/** The first is done, and the last, still open, is left out. */
const shorter = list("completed", "in_progress");
const jsonLines = (records) =>
	records.map((one) => `${JSON.stringify(one)}\n`).join("");
const pretty = (document) => JSON.stringify(document, null, 2);

/** A log of each program with the same session: a plan, a shorter list, a call that failed there, a compaction. */
const logs = {
	"recorded.jsonl": jsonLines([
		{
			session: "s1",
			model: "m",
			events: [
				{ kind: "call", id: "1", name: "TodoWrite", input: { todos: plan } },
				{ kind: "result", id: "1", isError: false, newTodos: plan },
				{
					kind: "call",
					id: "2",
					name: "TodoWrite",
					input: JSON.stringify({ todos: shorter }),
				},
				{ kind: "result", id: "2", isError: false },
				{ kind: "call", id: "3", name: "TodoWrite", input: {} },
				{ kind: "result", id: "3", isError: true },
				{ kind: "compacted" },
			],
		},
	]),
	"claude.jsonl": jsonLines([
		...[
			["1", { todos: plan }, { newTodos: plan }],
			["2", { todos: shorter }, { newTodos: shorter }],
			["3", {}, "Error"],
		].flatMap(([id, input, toolUseResult]) => [
			{
				type: "assistant",
				sessionId: "s1",
				message: {
					role: "assistant",
					model: "m",
					content: [
						{ type: "text", text: "…" },
						{ type: "tool_use", id, name: "TodoWrite", input },
					],
				},
			},
			{
				type: "assistant",
				sessionId: "s1",
				message: { role: "assistant", model: "<synthetic>", content: [] },
			},
			{
				type: "user",
				sessionId: "s1",
				toolUseResult,
				message: {
					role: "user",
					content: [
						{
							type: "tool_result",
							tool_use_id: id,
							is_error: id === "3",
							content: "…",
						},
					],
				},
			},
		]),
		{ type: "system", subtype: "compact_boundary", sessionId: "s1" },
	]),
	"codex.jsonl": jsonLines([
		{ type: "session_meta", payload: { id: "s1" } },
		{ type: "turn_context", payload: { model: "m" } },
		...[plan, shorter].flatMap((todos, at) => [
			{
				type: "response_item",
				payload: {
					type: "function_call",
					name: "update_plan",
					call_id: `${at}`,
					arguments: JSON.stringify({
						plan: todos.map(({ content, status }) => ({
							step: content,
							status,
						})),
					}),
				},
			},
			{
				type: "response_item",
				payload: {
					type: "function_call_output",
					call_id: `${at}`,
					output: "Plan updated",
				},
			},
		]),
		{
			type: "response_item",
			payload: {
				type: "function_call",
				name: "update_plan",
				call_id: "9",
				arguments: "{",
			},
		},
		{
			type: "response_item",
			payload: {
				type: "function_call_output",
				call_id: "9",
				output: { success: false },
			},
		},
		{ type: "compacted", payload: {} },
	]),
	"opencode.json": pretty({
		info: { id: "s1", title: "…" },
		messages: [
			{
				info: { role: "user", id: "u" },
				parts: [{ type: "text", text: "]}\n  }" }],
			},
			{
				info: { role: "assistant", modelID: "m" },
				parts: [
					...[plan, shorter].map((todos, at) => ({
						type: "tool",
						tool: "todowrite",
						callID: `${at}`,
						state: {
							status: "completed",
							input: {
								todos: todos.map((todo) => ({ ...todo, priority: "low" })),
							},
							metadata: { todos },
						},
					})),
					{
						type: "tool",
						tool: "todowrite",
						callID: "9",
						state: { status: "error", input: {} },
					},
					{ type: "compaction", id: "c" },
				],
			},
		],
	}),
	"gemini.json": pretty({
		sessionId: "s1",
		messages: [
			{ type: "user", content: "…" },
			...[0, 1].map(() => ({
				// Written again, as Gemini CLI does.
				type: "gemini",
				model: "m",
				toolCalls: [
					...[plan, shorter].map((todos, at) => ({
						id: `${at}`,
						name: "write_todos",
						args: {
							todos: todos.map(({ content, status }) => ({
								description: content,
								status,
							})),
						},
						status: "success",
					})),
					{ id: "9", name: "write_todos", args: {}, status: "error" },
				],
			})),
			{ type: "compacted" },
		],
	}),
	"gemini-contents.json": JSON.stringify(
		[
			{ model: "m", session: "s1" },
			...[plan, shorter].flatMap((todos, at) => [
				{
					role: "model",
					parts: [
						{
							functionCall: {
								id: `${at}`,
								name: "write_todos",
								args: {
									todos: todos.map(({ content, status }) => ({
										description: content,
										status,
									})),
								},
							},
						},
					],
				},
				{
					role: "user",
					parts: [
						{
							functionResponse: {
								id: `${at}`,
								name: "write_todos",
								response: { output: "…" },
							},
						},
					],
				},
			]),
			{
				role: "model",
				parts: [{ functionCall: { name: "write_todos", args: {} } }],
			},
			{
				role: "user",
				parts: [
					{
						functionResponse: { name: "write_todos", response: { error: "…" } },
					},
				],
			},
			{ kind: "compacted" },
		].map((one) => one),
	),
	"chat.jsonl": jsonLines([
		{
			session: "s1",
			model: "m",
			messages: [
				...[plan, shorter].flatMap((todos, at) => [
					{
						role: "assistant",
						content: null,
						tool_calls: [
							{
								id: `${at}`,
								type: "function",
								function: {
									name: "mcp__todos__TodoWrite",
									arguments: JSON.stringify({ todos }),
								},
							},
						],
					},
					{ role: "tool", tool_call_id: `${at}`, content: "…" },
				]),
			],
		},
	]),
	"openhands.json": pretty([
		{ session: "s1", model: "m" },
		...[plan, shorter].flatMap((todos, at) => [
			{
				kind: "ActionEvent",
				tool_name: "TodoWrite",
				tool_call_id: `${at}`,
				tool_call: { arguments: JSON.stringify({ todos }) },
			},
			{ kind: "ObservationEvent", tool_call_id: `${at}` },
		]),
		{
			kind: "ActionEvent",
			tool_name: "TodoWrite",
			tool_call_id: "9",
			tool_call: { arguments: "{}" },
		},
		{ kind: "AgentErrorEvent", tool_call_id: "9" },
		{ kind: "Condensation" },
	]),
};

function written(t, files) {
	const folder = emptyFolder(t);
	for (const [name, text] of Object.entries(files))
		writeFileSync(join(folder, name), text);
	return folder;
}
const audit = (args, program = [executable]) =>
	ran(["audit", ...args], {}, program);
function audited(path) {
	const { status, stdout, stderr } = audit([path, "--json"]);
	assert.deepEqual([status, stderr], [0, ""]);
	return JSON.parse(stdout);
}

for (const [name, text] of Object.entries(logs)) {
	test(`the log of ${name}`, (t) => {
		const folder = written(t, { [name]: text });
		const { sessions, damaged, rows } = audited(folder);
		assert.deepEqual([sessions, damaged, rows.length], [1, 0, 1]);
		const [{ model, counts }] = rows;
		assert.equal(model, "m");
		const {
			calls,
			asSent,
			failedThere = 0,
			compared,
			differ = 0,
			dropped,
			dropping,
			leftOpen,
			compacted = 0,
		} = counts;
		const isChat = name === "chat.jsonl";
		assert.deepEqual(
			{
				calls,
				asSent,
				failedThere,
				compared,
				differ,
				dropped,
				dropping,
				leftOpen,
				compacted,
			},
			{
				calls: 2,
				asSent: 2,
				failedThere: isChat ? 0 : 1,
				compared: 2,
				differ: 0,
				dropped: 1,
				dropping: 1,
				leftOpen: 1,
				compacted: isChat ? 0 : 1,
			},
		);
	});
}

test("Claude's later tools: the status that each todo has is compared", (t) => {
	const calls = [
		[
			"TaskCreate",
			{ subject: `${secret} 1`, description: "" },
			{ task: { id: "1" } },
		],
		[
			"TaskUpdate",
			{ taskId: "1", status: "in_progress" },
			{ statusChange: { from: "pending", to: "in_progress" } },
		],
		[
			"TaskUpdate",
			{ taskId: "1", status: "completed" },
			{ statusChange: { from: "in_progress", to: "pending" } },
		],
	];
	const events = calls.flatMap(([name, input, told], at) => [
		{ kind: "call", id: `${at}`, name, input },
		{ kind: "result", id: `${at}`, isError: false, ...told },
	]);
	const { all } = audited(
		written(t, {
			"a.jsonl": jsonLines([{ session: "s", model: "m", events }]),
		}),
	);
	assert.deepEqual([all.counts.compared, all.counts.differ], [2, 1]);
});

test("nothing of a list is printed unless --show asks for it", (t) => {
	const todos = [
		...plan,
		{ content: `${secret} "quoted" ${secret}`, status: secret },
	];
	const wrong = [
		{ todos },
		{
			todos: [{ content: secret, status: "pending", [secret]: 1, id: secret }],
		},
		{ todos: secret },
		`{"todos": "${secret}`,
		{ todos: [] },
	];
	const events = [{ todos: plan }, ...wrong].flatMap((input, at) => [
		{ kind: "call", id: `${at}`, name: "TodoWrite", input },
		{ kind: "result", id: `${at}`, isError: false, newTodos: plan },
	]);
	const folder = written(t, {
		"a.jsonl": jsonLines([{ session: "s", model: "m", events }]),
	});
	const page = join(folder, "page.html");
	const outputs = (...more) => [
		audit([folder, ...more]).stdout,
		audit([folder, "--json", "--html", page, ...more]).stdout,
		readFileSync(page, "utf8"),
	];
	for (const output of outputs()) {
		assert.doesNotMatch(output, new RegExp(secret));
		assert.match(output, /Refused|refusals/);
	}
	for (const output of outputs("--show"))
		assert.match(output, new RegExp(secret));
});

test("damaged lines are counted, and the others read", (t) => {
	const [line] = logs["recorded.jsonl"].split("\n");
	const cut = logs["opencode.json"].replace('"callID": "1"', '"callID": 1"');
	const folder = written(t, {
		"a.jsonl": `${line.slice(0, 200)}\n${line}\n{"a":\n`,
		"b.json": cut,
		"c.json": "no JSON",
		"d.txt": "not a log",
	});
	const { files, damaged, sessions, all } = audited(folder);
	assert.deepEqual(
		{ files, damaged, sessions, calls: all.counts.calls },
		{ files: 3, damaged: 4, sessions: 1, calls: 2 },
	);
});

test("the page needs nothing else, and has a picture of each session", (t) => {
	const folder = written(t, logs);
	const page = join(folder, "page.html");
	assert.equal(audit([folder, "--html", page]).status, 0);
	const text = readFileSync(page, "utf8");
	assert.equal(text.match(/<svg /g).length, Object.keys(logs).length);
	assert.doesNotMatch(text, /<script|https?:|url\(|NaN|undefined/);
});

test("a session on a small machine: a log of 40 MB with 60 MB of heap", (t) => {
	const folder = emptyFolder(t);
	const file = openSync(join(folder, "a.jsonl"), "w");
	const noise = jsonLines([
		{
			type: "user",
			sessionId: "s1",
			message: { content: "x".repeat(1 << 20) },
		},
	]);
	for (let times = 0; times < 40; times++) writeSync(file, noise);
	writeSync(file, logs["claude.jsonl"]);
	closeSync(file);
	const { status, stdout, stderr } = audit(
		[folder, "--json"],
		["--max-old-space-size=60", executable],
	);
	assert.deepEqual([status, stderr], [0, ""]);
	assert.equal(JSON.parse(stdout).all.counts.calls, 2);
});

test("tools that no dialect reads are named", (t) => {
	const input = { ops: [] };
	const folder = written(t, {
		"a.jsonl": jsonLines([
			{ type: "tool_use", id: "1", name: "todo_graph", input },
			{ type: "tool_use", id: "2", name: "bash", input },
		]),
	});
	assert.deepEqual(audited(folder).unknown, { todo_graph: 1 });
});

for (const [args, message] of [
	[[], /^agent-todos: name a file or a folder/],
	[["/no/such/log.jsonl"], /^agent-todos: ENOENT/],
	[["--colour"], /^agent-todos: Unknown option '--colour'/],
	[["--html="], /^agent-todos: --html needs a value/],
])
	test(`refused: audit ${args.join(" ")}`, () => {
		const { status, stdout, stderr } = audit(args);
		assert.deepEqual([status, stdout], [2, ""]);
		assert.match(stderr, message);
	});
