// What there is of a kind, the page about it names: options, error codes, dialects, entries, calls.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { init, TodoStore, tools } from "agent-todos";
import { pkg } from "../../pkg-template/build/places.mjs";
import { textOf } from "./pages.mjs";

await init();

/** Returns what is in the code spans of a page. */
const spansOf = (page) =>
	[...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);

/** Returns those that a page does not name in a code span. */
const missing = (page, names) => {
	const code = spansOf(page).join("\n");
	return [...names].filter(
		(name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code),
	);
};
const types = readFileSync(join(pkg, "types", "shared", "core.d.ts"), "utf8");
/** Returns the words of a union of texts. */
const words = (name, text = types) =>
	[
		...new RegExp(`^type ${name} = ([^;]+);`, "m")
			.exec(text)[1]
			.matchAll(/"([^"]+)"/g),
	].map(([, word]) => word);

test("protocols.md names every option of agent-todos mcp", () => {
	const { stdout } = spawnSync(
		process.execPath,
		[join(pkg, "cli.js"), "mcp", "--help"],
		{ encoding: "utf8" },
	);
	const options = new Set(stdout.match(/(?<=^ {2})--[a-z-]+/gm));
	assert.ok(options.size > 10);
	options.delete("--help");
	assert.deepEqual(missing("www/docs/guides/protocols.md", options), []);
});

const dialects = words("DialectName");
const [union] = /^type RunEvent =[\s\S]*?(?=^[/a-z])/m.exec(types);
const eventsOfRun = [...union.matchAll(/type: "(\w+)"/g)].map(
	([, name]) => name,
);
const storage = readFileSync(join(pkg, "types", "shared", "list.d.ts"), "utf8");
const namesOfTools = dialects.flatMap((dialect) =>
	tools(new TodoStore(), { dialect }).map(({ name }) => name),
);

for (const [what, page, names] of [
	["dialect and tool", "concepts/dialects.md", [...dialects, ...namesOfTools]],
	["code of a TodoError", "guides/troubleshooting.md", words("TodoErrorCode")],
	[
		"code of a StorageError",
		"guides/troubleshooting.md",
		words("StorageErrorCode", storage),
	],
	["event of a run", "concepts/loop.md", eventsOfRun],
])
	test(`${page} names every ${what}`, () => {
		assert.ok(names.length > 3, names.join());
		assert.deepEqual(missing(`www/docs/${page}`, names), []);
	});

test("the first page of the docs names every entry", () => {
	const { exports } = JSON.parse(
		readFileSync(join(pkg, "package.json"), "utf8"),
	);
	const spans = new Set(spansOf("www/docs/index.md"));
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
