// A test's name has at most twelve words: who reads that one failed sees at a glance what is wrong.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { listFiles } from "./grep.mjs";

const most = 12;

/** A text in quotes of any kind. */
const quoted = String.raw`(["'\`])((?:\\.|(?!\1).)*)\1`;
const inJavaScript = [
	new RegExp(
		String.raw`\b(?:test|[a-z]+Test|mainTest\((?:[^()]|\([^()]*\))*\))\(\s*${quoted}`,
		"gs",
	),
	// What each platform runs by itself (tests/browsers).
	new RegExp(String.raw`\bname: ${quoted},\s+(?:where|async run|run)\b`, "gs"),
];
const inRust = /#\[test\]\s+(?:#\[.*\]\s+|\/\/.*\s+)*fn ((\w+))/g;

/** Returns the names of the tests in a file. */
function namesIn(path) {
	const text = readFileSync(join(root, path), "utf8");
	return (path.endsWith(".rs") ? [inRust] : inJavaScript).flatMap((names) =>
		[...text.matchAll(names)].map(([, , name]) => name),
	);
}

const countWords = (name) =>
	name.replaceAll(/\$\{[^}]*\}/g, "x").split(/[\s_]+/).length;

test("a test's name has at most twelve words", () => {
	const files = listFiles(root, "tests/*.mjs", "src/*.rs", "tests/*.rs");
	const names = files.flatMap((path) =>
		namesIn(path).map((name) => `${path}: ${name}`),
	);
	assert.ok(names.length > 1500, `found ${names.length}`);
	const long = names.filter(
		(name) => countWords(name.slice(name.indexOf(": ") + 2)) > most,
	);
	assert.deepEqual(long, []);
});
