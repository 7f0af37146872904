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
const plan = ["in_progress", "pending", "pending"].map((status, at) => ({
	content: `${secret} ${at + 1}`,
	status,
}));
const jsonLines = (records) =>
	records.map((one) => `${JSON.stringify(one)}\n`).join("");

/**
 * A log of each program with the same session, by the name of its file: a plan, a shorter list whose first is done and without the last,
 * which is still open, a call that failed there, a compaction.
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
/** A log of one session: calls, each with its tool, its input and what its result tells. */
const logOf = (t, calls) => {
	const events = calls.flatMap(([name, input, told], at) => [
		{ kind: "call", id: `${at}`, name, input },
		{ kind: "result", id: `${at}`, isError: false, ...told },
	]);
	const session = { session: "s", model: "m", events };
	return written(t, { "a.jsonl": jsonLines([session]) });
};
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
		const inOthers = name === "chat.jsonl" ? 0 : 1;
		for (const [what, count] of Object.entries({
			...{ calls: 2, asSent: 2, failedThere: inOthers },
			...{ compared: 2, differ: 0 },
			...{ dropped: 1, dropping: 1, leftOpen: 1, compacted: inOthers },
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

test("nothing of a list is printed unless --show asks for it", (t) => {
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
	const message = { content: "x".repeat(1 << 20) };
	const noise = jsonLines([{ type: "user", sessionId: "s1", message }]);
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
