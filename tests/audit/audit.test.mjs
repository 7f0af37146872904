// The audit of session logs: what it reads from the logs of each program, what it counts, and that
// it prints nothing of a list unasked.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
	closeSync,
	mkdirSync,
	openSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { emptyFolder, ran } from "../mcp/servers.mjs";
import { isWindows } from "../tools/windows.mjs";

/** What must not be printed. */
const secret = "zebra";
const plan = ["in_progress", "pending", "pending"].map((status, at) => ({
	content: `${secret} ${at + 1}`,
	status,
}));
const jsonLines = (records) =>
	records.map((one) => `${JSON.stringify(one)}\n`).join("");

/**
 * A log of each program with the same session, by the name of its file: a plan, a shorter list
 * whose first is done and without the last, which is still open, a call that failed there, a
 * compaction.
 */
const logs = Object.fromEntries(
	Object.entries(
		JSON.parse(readFileSync(new URL("logs.json", import.meta.url), "utf8")),
	).map(([name, log]) => [
		name,
		name.endsWith(".jsonl")
			? jsonLines(log)
			: JSON.stringify(log, null, name === "gemini-contents.json" ? 0 : 2),
	]),
);

function written(t, files) {
	const folder = emptyFolder(t);
	for (const [name, text] of Object.entries(files))
		writeFileSync(join(folder, name), text);
	return folder;
}
/** Returns a log of one session: calls, each with its tool, its input and what its result tells. */
const logOf = (t, calls) => {
	const events = calls.flatMap(([name, input, told], at) => [
		{ kind: "call", id: `${at}`, name, input },
		{ kind: "result", id: `${at}`, isError: false, ...told },
	]);
	const session = { session: "s", model: "m", events };
	return written(t, { "a.jsonl": jsonLines([session]) });
};
const program = join(import.meta.dirname, "audit.mjs");
const audit = (args, before = []) => ran(args, {}, [...before, program]);
function audited(path) {
	const { status, stdout, stderr } = audit([path, "--json"]);
	assert.deepEqual([status, stderr], [0, ""]);
	return JSON.parse(stdout);
}

/** Yields copies of a value, each with another one of its parts replaced. */
function* replaceEach(value, part) {
	yield part;
	if (typeof value !== "object" || value === null) return;
	for (const [name, item] of Object.entries(value))
		for (const replaced of replaceEach(item, part))
			yield Array.isArray(value)
				? Object.assign([...value], { [name]: replaced })
				: { ...value, [name]: replaced };
}

test("audit reads no value of a record as text unless it is text", (t) => {
	const records = Object.values(
		JSON.parse(readFileSync(new URL("logs.json", import.meta.url), "utf8")),
	).flat();
	const hostile = [{ toString: 1, valueOf: 1 }, null, 7, [], ""];
	const files = hostile.map((part, at) => [
		`${at}.jsonl`,
		jsonLines(records.flatMap((one) => [...replaceEach(one, part)])),
	]);
	const folder = written(t, Object.fromEntries(files));
	assert.ok(audited(folder).sessions > 0);
});

for (const [name, text] of Object.entries(logs)) {
	test(`the log of ${name}`, (t) => {
		const folder = written(t, { [name]: text });
		const { sessions, damaged, rows } = audited(folder);
		assert.deepEqual([sessions, damaged, rows.length], [1, 0, 1]);
		const [{ model, counts }] = rows;
		assert.equal(model, "m");
		const inOthers = name === "chat.jsonl" ? 0 : 1;
		for (const [what, count] of Object.entries({
			calls: 2,
			asSent: 2,
			failedThere: inOthers,
			compared: 2,
			differ: 0,
			dropped: 1,
			dropping: 1,
			leftOpen: 1,
			compacted: inOthers,
		}))
			assert.equal(counts[what] ?? 0, count, what);
	});
}

test("Claude's later tools: the status that each todo has is compared", (t) => {
	const task = { subject: `${secret} 1`, description: "" };
	const update = (status, from, to) => [
		"TaskUpdate",
		{ taskId: "1", status },
		{ statusChange: { from, to } },
	];
	const folder = logOf(t, [
		["TaskCreate", task, { task: { id: "1" } }],
		update("in_progress", "pending", "in_progress"),
		update("completed", "in_progress", "pending"),
	]);
	const { all } = audited(folder);
	assert.deepEqual([all.counts.compared, all.counts.differ], [2, 1]);
});

test("audit prints no text of a list without --show", (t) => {
	const todos = [
		...plan,
		{ content: `${secret} "quoted" ${secret}`, status: secret },
	];
	const odd = { content: secret, status: "pending", [secret]: 1, id: secret };
	const lists = [plan, todos, [odd], secret].map((todos) => ({ todos }));
	const inputs = [...lists, `{"todos": "${secret}`, { todos: [] }];
	const told = { newTodos: plan };
	const folder = logOf(
		t,
		inputs.map((input) => ["TodoWrite", input, told]),
	);
	const outputs = (...more) => [
		audit([folder, ...more]).stdout,
		audit([folder, "--json", ...more]).stdout,
	];
	for (const output of outputs()) {
		assert.doesNotMatch(output, new RegExp(secret));
		assert.match(output, /Refused|refusals/);
	}
	for (const output of outputs("--show"))
		assert.match(output, new RegExp(secret));
});

test("audit counts damaged lines and reads the others", (t) => {
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

/** Deeper than any stack of calls reaches. */
const brackets = (count) => "[".repeat(count) + "]".repeat(count);

test("audit counts endlessly nested records as damaged and reads the rest", (t) => {
	const deep = { type: "user", sessionId: "s1", message: "here" };
	const call = { type: "tool_use", id: "9", name: "TodoWrite" };
	const folder = written(t, {
		"a.jsonl": [
			brackets(10_000),
			JSON.stringify(deep).replace('"here"', brackets(20_000)),
			JSON.stringify({ ...call, input: `{"todos":${brackets(20_000)}}` }),
			logs["claude.jsonl"],
		].join("\n"),
		"b.json": `{\n"messages": [\n  ${brackets(10_000)}\n]\n}\n`,
	});
	const { damaged, all } = audited(folder);
	assert.deepEqual([damaged, all.counts.calls, all.counts.refused], [3, 3, 1]);
});

test("audit skips files that are no logs and reads the others", {
	skip: isWindows && "Windows has no FIFOs, and makes links for administrators",
}, (t) => {
	const folder = written(t, { "a.jsonl": logs["claude.jsonl"] });
	mkdirSync(join(folder, "folder.jsonl"));
	writeFileSync(join(folder, "folder.jsonl", "b.jsonl"), "{}\n");
	symlinkSync(join(folder, "nowhere"), join(folder, "broken.jsonl"));
	symlinkSync(join(folder, "a.jsonl"), join(folder, "link.jsonl"));
	execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
	const { status, stdout, stderr } = audit([folder, "--json"]);
	assert.equal(status, 0, stderr);
	const { files, unreadable, all } = JSON.parse(stdout);
	assert.deepEqual([files, unreadable, all.counts.calls], [3, 2, 4]);
	assert.match(stderr, /broken\.jsonl: ENOENT/);
	assert.match(stderr, /pipe\.jsonl: is not a file/);
	assert.match(audit([folder]).stdout, /; 2 files that cannot be read/);
	// Named by itself, it is a mistake.
	const { status: refused, stderr: why } = audit([join(folder, "pipe.jsonl")]);
	assert.deepEqual([refused, /^audit: \S+pipe.jsonl/.test(why)], [2, true]);
});

test("audit prints texts of a log without control characters", (t) => {
	const hostile = "\u001b[2J\u009b31m\r\n\u0085\u2028\u202eevil";
	const events = [
		{ kind: "call", id: hostile, name: "TodoWrite", input: { todos: plan } },
		{
			kind: "call",
			id: `2${hostile}`,
			name: "TodoWrite",
			input: { todos: [{ content: hostile, status: hostile }] },
		},
		{ kind: "call", id: "3", name: `todo_${hostile}`, input: {} },
	];
	const session = { session: hostile, model: hostile, events };
	const folder = written(t, {
		"a.jsonl": jsonLines([session]),
		...(!isWindows && { [`${hostile}.jsonl`]: "no JSON" }),
	});
	if (!isWindows) symlinkSync("nowhere", join(folder, `2${hostile}.jsonl`));
	const { stdout, stderr } = audit([folder, "--show"]);
	const json = audit([folder, "--show", "--json"]).stdout;
	const raw = /[^\P{Cc}\n]|\p{Zl}|\p{Zp}|\p{Bidi_Control}/u;
	for (const text of [stdout, stderr, json]) {
		assert.match(text, /evil/);
		assert.doesNotMatch(text, raw);
	}
	// A line of the report is one of ours: none begins with what the log says.
	assert.doesNotMatch(stdout, /^\s*evil/m);
	assert.ok(JSON.parse(json).rows.some(({ model }) => model === hostile));
});

test("audit counts a session with two tools once", (t) => {
	const folder = logOf(t, [
		["TodoWrite", { todos: plan }],
		["update_plan", { plan: [{ step: secret, status: "pending" }] }],
	]);
	const { sessions, rows, all } = audited(folder);
	assert.equal(sessions, 1);
	const each = ({ counts }) => [counts.sessions, counts.leftOpen];
	assert.deepEqual(rows.map(each), [
		[1, 1],
		[1, 1],
	]);
	assert.deepEqual(each(all), [1, 1]);
});

test("the audit's table fits 80 columns, whatever the models are called", (t) => {
	const call = (at, name, input) => ({
		kind: "call",
		id: `${at}`,
		name,
		input,
	});
	const models = ["claude-sonnet-4-5-20250929", "m".repeat(200), "gpt-5"];
	const folder = written(t, {
		"a.jsonl": jsonLines(
			models.map((model) => ({
				session: model,
				model,
				events: [
					call(1, "TodoWrite", { todos: plan }),
					call(2, "TodoWrite", { todos: plan.slice(1) }),
					call(3, "manage_todo_list", { todoList: [] }),
				],
			})),
		),
	});
	const { stdout } = audit([folder]);
	for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
	for (const word of ["claude-sonnet-4-5-20250929", "left open", "progress"])
		assert.ok(stdout.includes(word), word);
});

test("audit reads a log of 40 MB with 60 MB of heap", (t) => {
	const folder = emptyFolder(t);
	const file = openSync(join(folder, "a.jsonl"), "w");
	const message = { content: "x".repeat(1 << 20) };
	const noise = jsonLines([{ type: "user", sessionId: "s1", message }]);
	for (let times = 0; times < 40; times++) writeSync(file, noise);
	writeSync(file, logs["claude.jsonl"]);
	closeSync(file);
	const { status, stdout, stderr } = audit(
		[folder, "--json"],
		["--max-old-space-size=60"],
	);
	assert.deepEqual([status, stderr], [0, ""]);
	assert.equal(JSON.parse(stdout).all.counts.calls, 2);
});

test("audit reads a document by its JSON, however its lines are broken", (t) => {
	const message = (id, todos) => ({
		role: "assistant",
		tool_calls: [
			{
				id,
				type: "function",
				function: {
					name: "TodoWrite",
					arguments: JSON.stringify({ todos }),
				},
			},
		],
	});
	const document = {
		model: "m",
		messages: [message("1", plan), message("2", plan.slice(1))],
	};
	const whole = JSON.stringify(document, null, 2);
	const forms = {
		"a.json": whole,
		// Two elements in a line, and the end of the list within another.
		"b.json": `{\n"model": "m", "messages": [${document.messages.map((one) => JSON.stringify(one)).join(",")}\n], "more":\n[]}`,
		"c.json": whole.replaceAll("\n", "\r\n").replaceAll("  ", "\t"),
		"d.json": `[\n${document.messages.map((one) => JSON.stringify(one)).join(", ")}]`,
	};
	for (const [name, text] of Object.entries(forms)) {
		const { all } = audited(written(t, { [name]: text }));
		assert.deepEqual([name, all.counts.calls], [name, 2]);
	}
});

test("audit names the tools that no dialect reads", (t) => {
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
	[[], /^audit: name a file or a folder/],
	[["/no/such/log.jsonl"], /^audit: ENOENT/],
	[["--colour"], /^audit: Unknown option '--colour'/],
])
	test(`refused: audit ${args.join(" ")}`, () => {
		const { status, stdout, stderr } = audit(args);
		assert.deepEqual([status, stdout], [2, ""]);
		assert.match(stderr, message);
	});
