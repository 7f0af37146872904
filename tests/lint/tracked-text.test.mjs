// What no tracked file may contain, code or not. Biome looks into code only; these look into Rust,
// Markdown and data too.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { grep } from "./grep.mjs";

for (const { what, pattern, example } of [
	{
		what: "a conflict marker",
		pattern: "^(<{7}|>{7}|[|]{7})( |$)",
		example: `${"<".repeat(7)} HEAD\na\n${">".repeat(7)} main\n`,
	},
	{
		what: "a reference to a page that the repository does not have",
		pattern:
			"(of|in|and|see) the design[.,)]|the design [(,]|section [0-9]+a? of the design|[s]eed 00[0-9]|the list in the [i]ssue",
		example: `//! The rule, section 4a of the ${"design"}.\n`,
	},
]) {
	test(`no tracked file has ${what}`, () =>
		assert.equal(grep(root, pattern), ""));

	test(`${what} is found`, () => {
		const folder = mkdtempSync(join(tmpdir(), "agent-todos-text-"));
		try {
			writeFileSync(join(folder, "list.rs"), example);
			assert.match(grep(folder, pattern), /list\.rs:1:/);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
}
