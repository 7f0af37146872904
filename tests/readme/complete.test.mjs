// What there is of a kind, the page about it names: options, error codes, dialects, entries, calls.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Conversation, init, TodoStore, tools } from "agent-todos";
import { TaskStore } from "agent-todos/tasks";
import { pkg } from "../../pkg-template/build/places.mjs";
import { textOf } from "./pages.mjs";

await init();

/** Those that a page does not name in a code span. */
const missing = (page, names) => {
	const spans = [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(
		([, code]) => code,
	);
	const code = spans.join("\n");
	return [...names].filter(
		(name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code),
	);
};
const types = readFileSync(join(pkg, "types", "agent_todos_bg.d.ts"), "utf8");
/** The words of a union of texts. */
const words = (name, text = types) =>
	[
		...new RegExp(`export type ${name} = ([^;]+);`)
			.exec(text)[1]
			.matchAll(/"([^"]+)"/g),
	].map(([, word]) => word);

/** The public methods and properties of a class. */
const members = ({ prototype }) =>
	Object.getOwnPropertyNames(prototype).filter(
		(name) => !/^(constructor|_.*)$/.test(name),
	);

test("mcp.md names every option of agent-todos mcp, and no other", () => {
	const { stdout } = spawnSync(
		process.execPath,
		[join(pkg, "cli.js"), "mcp", "--help"],
		{ encoding: "utf8" },
	);
	const options = new Set(stdout.match(/(?<=^ {2})--[a-z-]+/gm));
	assert.ok(options.size > 10);
	options.delete("--help");
	const named = textOf("www/docs/guides/mcp.md").matchAll(/^\| `(--[a-z-]+)/gm);
	assert.deepEqual(
		[...named].map(([, name]) => name).sort(),
		[...options].sort(),
	);
});

test("errors.md names every code", () => {
	const page = "www/docs/how-to/errors.md";
	const storage = readFileSync(join(pkg, "types", "storage.d.ts"), "utf8");
	const codes = words("TodoErrorCode");
	assert.ok(codes.includes("unknown_id"));
	assert.deepEqual(missing(page, codes), []);
	assert.deepEqual(missing(page, words("StorageErrorCode", storage)), []);
});

test("tools() returns the tools of a dialect in the order of dialects.md", () => {
	const rows = textOf("www/docs/concepts/dialects.md").matchAll(
		/^\| `(\w+)` \| ([^:|]+)/gm,
	);
	const named = [...rows].map(([, dialect, list]) => [
		dialect,
		[...list.matchAll(/`(\w+)`/g)].map(([, name]) => name),
	]);
	assert.deepEqual(
		named.map(([dialect]) => dialect).sort(),
		words("DialectName").sort(),
	);
	for (const [dialect, inOrder] of named)
		assert.deepEqual(
			tools(new TodoStore(), dialect).map(({ name }) => name),
			inOrder,
			dialect,
		);
});

test("dialects.md and the package's README name every dialect and every tool", () => {
	for (const dialect of words("DialectName"))
		for (const page of [
			"www/docs/concepts/dialects.md",
			"pkg-template/README.md",
		])
			assert.deepEqual(
				missing(page, [
					dialect,
					...tools(new TodoStore(), dialect).map(({ name }) => name),
				]),
				[],
				page,
			);
});

test("loop.md names every event of a run", () => {
	const [, events] = /export type RunEvent = ([^;]*(?:;(?! *\n)[^;]*)*);/.exec(
		types,
	);
	const names = [...events.matchAll(/type: "(\w+)"/g)].map(([, name]) => name);
	assert.ok(names.length > 10);
	assert.deepEqual(missing("www/docs/concepts/loop.md", names), []);
});

test("the pages of the classes name their calls", () => {
	assert.deepEqual(
		missing("www/docs/concepts/list.md", members(TodoStore)),
		[],
	);
	assert.deepEqual(
		missing("www/docs/concepts/conversation.md", members(Conversation)),
		[],
	);
	assert.deepEqual(missing("www/docs/how-to/tasks.md", members(TaskStore)), []);
});

test("the package's README names every entry", () => {
	const { exports } = JSON.parse(
		readFileSync(join(pkg, "package.json"), "utf8"),
	);
	const spans = new Set(
		[...textOf("pkg-template/README.md").matchAll(/`([^`\n]+)`/g)].map(
			([, code]) => code,
		),
	);
	const unnamed = Object.entries(exports)
		.filter(([, { types }]) => types)
		.map(([path]) => path.replace(".", "agent-todos"))
		// A row may name several, as `agent-todos/langchain` · `/ai-sdk`.
		.filter(
			(path) =>
				!spans.has(path) && !spans.has(path.slice(path.lastIndexOf("/"))),
		);
	assert.deepEqual(unnamed, []);
});
