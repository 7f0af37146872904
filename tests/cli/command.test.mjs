// `agent-todos` without a subcommand, and with one that there is not.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { executable, ran } from "../mcp/servers.mjs";

const command = (...args) => ran(args, {}, [executable]);

test("agent-todos --help names every command, and each command has its own --help", () => {
	const { status, stdout, stderr } = command("--help");
	assert.deepEqual([status, stderr], [0, ""]);
	assert.deepEqual(command(), { status, stdout, stderr });
	const { stderr: unknown } = command("nope");
	const [, named] = /use (?:one of )?([a-z, ]+);/.exec(unknown);
	const names = [...stdout.matchAll(/^ {2}agent-todos ([a-z]+) /gm)];
	assert.deepEqual(
		names.map(([, name]) => name),
		named.split(", "),
	);
	for (const [, name] of names) {
		const own = command(name, "--help");
		assert.deepEqual([own.status, own.stderr], [0, ""], name);
		assert.match(own.stdout, new RegExp(`^agent-todos ${name}: `));
		assert.match(own.stdout, /^ {2}--help /m);
	}
});

test("an unknown command is refused", () => {
	const { status, stdout, stderr } = command("mpc", "--data", "todos.json");
	assert.deepEqual([status, stdout], [2, ""]);
	assert.match(stderr, /^agent-todos: there is no command "mpc": use one of /);
});

test("an error of the command line is one line, whatever is in the arguments", () => {
	const hostile = "\u001b[2J\u009b31m\r\n\u2028evil";
	for (const args of [
		[hostile],
		["mcp", "--dialect", hostile],
		["mcp", "--data", `${hostile}/list.json`],
		["mcp", "--log-format", "json", "--data", `${hostile}/list.json`],
	]) {
		const { status, stderr } = command(...args);
		assert.equal(status, 2);
		assert.match(stderr, /evil/);
		assert.doesNotMatch(stderr, /[^\P{Cc}\n]|\p{Zl}|\n./u);
	}
});

test("agent-todos --version prints the version", () => {
	assert.match(command("--version").stdout, /^\d+\.\d+\.\d+\n$/);
});
