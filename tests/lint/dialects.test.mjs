// A new dialect is in every file that CONTRIBUTING lists: what is missing is named, with the file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";

const textOf = (...path) => readFileSync(join(root, ...path), "utf8");

const [, section] = textOf(".github", "CONTRIBUTING.md").split(
	"## Add a dialect\n",
);
const files = [
	...section.split("\n## ")[0].matchAll(/^ {3}\| `([^`]+)` \|/gm),
].map(([, file]) => file);
const names = [
	...textOf("tests", "package", "names.mjs").matchAll(/^\t"(\w+)",$/gm),
].map(([, name]) => name);

test("CONTRIBUTING lists files, and there are dialects", () => {
	assert.ok(files.length >= 8, files.join(", "));
	assert.ok(names.length >= 19, names.join(", "));
});

for (const file of files)
	test(`every dialect is in ${file}`, () => {
		const text = textOf(file);
		assert.deepEqual(
			names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
			[],
		);
	});
