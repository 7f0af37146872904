// The executable over stdio.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installed } from "../../pkg-template/build/places.mjs";
import { needsPosix } from "../tools/windows.mjs";
import { emptyFolder, overStdio, ran, server } from "./servers.mjs";
import { testDialects } from "./some-dialects.mjs";

testDialects("stdio", (t, dialect) => overStdio(t, ["--dialect", dialect]));

test("agent-todos mcp ends with its input, and keeps stdout clean", async () => {
	const { status, stdout, stderr } = ran([], { input: "no JSON\n" });
	assert.deepEqual([status, stdout], [0, ""]);
	assert.match(
		stderr,
		/^agent-todos mcp: todo_manager on stdio; the list ends with this process\n/,
	);
});

test("SIGTERM ends agent-todos mcp", needsPosix("SIGTERM"), async () => {
	const child = spawn(process.execPath, server, {
		stdio: ["pipe", "pipe", "pipe"],
	});
	await new Promise((resolve) => child.stderr.once("data", resolve));
	child.kill("SIGTERM");
	assert.equal(
		await new Promise((resolve) =>
			child.once("exit", (code, signal) => resolve(signal ?? code)),
		),
		0,
	);
});

test("agent-todos mcp --help lists the options", () => {
	const { status, stdout, stderr } = ran(["--help"]);
	assert.deepEqual([status, stderr], [0, ""]);
	for (const option of [
		"dialect",
		"data",
		"database",
		"migrate",
		"list",
		"connections",
		"log-format",
		"max-snapshots",
		"confirm-done",
		"approval",
		"ask",
		"http",
		"host",
		"token-file",
	])
		assert.match(stdout, new RegExp(`^  --${option} `, "m"));
	assert.match(
		stdout,
		/--token-file file[\s\S]*is read for each request.*\n {2}--allow-origin/,
	);
});

const wrong = [
	[
		["--colour", "red", "--dialect", "merge", "--fast"],
		/'--colour'.*\. --help lists all options/,
	],
	[["list.json"], /'list\.json'/],
	[
		["--dialect", "tasks", "--approval"],
		/--approval is for a list: nobody confirms, approves or answers tasks/,
	],
	[
		["--dialect", "nope"],
		/--dialect unknown dialect "nope": use one of todo_manager, .* \(tasks serves the tasks of many users\)/,
	],
	[["--dialect"], /'--dialect <value>' argument missing/],
	[["--data", "--http", "1"], /'--data' argument is ambiguous/],
	[["--data="], /--data needs a value/],
	[["--host", "::1"], /--host is for HTTP/],
	[
		["--max-snapshots", "0"],
		/--max-snapshots 0: give a whole number from 1 to 10000/,
	],
	[["--max-snapshots", "10001"], /from 1 to 10000/],
	[["--max-snapshots", "1e3"], /from 1 to 10000/],
	[
		["--max-snapshots", "9", "--dialect", "tasks"],
		/--max-snapshots is for a list: tasks have no history/,
	],
	[["--http", "65536"], /--http 65536: give a whole number from 0 to 65535/],
	[
		["--database", "postgres://ann:secret@localhost:port/todos"],
		/^(?!.*secret).*--database: .*Invalid URL/,
	],
	[
		["--data", "/no/such/folder/list.json"],
		/there is no folder \/no\/such\/folder/,
	],
];
for (const [args, message] of wrong) {
	test(`refused: ${args.join(" ")}`, () => {
		const { status, stdout, stderr } = ran(args);
		assert.deepEqual([status, stdout], [2, ""]);
		assert.match(stderr, message);
		assert.doesNotMatch(stderr, /\n\s+at /);
	});
}

test("agent-todos mcp without its packages says what to install", (t) => {
	const folder = emptyFolder(t);
	const alone = join(folder, "node_modules", "agent-todos");
	mkdirSync(alone, { recursive: true });
	cpSync(installed, alone, { recursive: true });
	const program = [join(alone, "cli.js"), "mcp"];
	assert.equal(ran(["--help"], {}, program).status, 0);
	const { status, stderr } = ran([], {}, program);
	assert.equal(status, 2);
	assert.match(
		stderr,
		/@modelcontextprotocol\/server is missing: npm install @modelcontextprotocol\/server/,
	);
});
