// The phrases of the table in WRITING.md that we do not use: none is in a page, a README, the
// changelog or a comment.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { listFiles } from "./grep.mjs";

const writing = readFileSync(join(root, ".github/WRITING.md"), "utf8");
const [, table] = writing.split("| instead of | write |\n|---|---|\n");
const phrases = table
	.split("\n\n")[0]
	.split("\n")
	.flatMap((row) => row.split("|")[1].split(" · "))
	.map((phrase) => phrase.trim());

/** Returns the phrases in a text, outside of code blocks and code spans. */
function phrasesIn(text) {
	const prose = text
		.replace(/^( {0,3})(`{3,})[\s\S]*?^ {0,3}\2/gm, "")
		.replace(/`[^`\n]*`/g, "code")
		.replace(/\s+(?:(?:\/\/[/!]?|\*) )?/g, " ");
	return phrases.filter((phrase) =>
		new RegExp(`(?<![\\w-])${phrase}(?![\\w-])`, "i").test(prose),
	);
}

/** Returns the comments of a program. */
const commentsOf = (code) =>
	code
		.split("\n")
		.filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
		.join("\n");

const found = (files, read) =>
	files.flatMap((file) =>
		phrasesIn(read(readFileSync(join(root, file), "utf8"))).map(
			(phrase) => `${file}: ${phrase}`,
		),
	);

test("no page has a phrase that we do not use", () => {
	assert.ok(phrases.length > 40, `${phrases.length}`);
	const pages = ["README.md", "pkg-template/CHANGELOG.md", "www/docs/*.md"];
	assert.deepEqual(
		found(listFiles(root, ...pages), (text) => text),
		[],
	);
});

test("no comment of the core or of the package has one", () => {
	const files = listFiles(root, "src/*.rs", "pkg-template/src/*.ts");
	assert.deepEqual(found(files, commentsOf), []);
});

test("phrasesIn() finds a phrase across lines, and none in code", () => {
	assert.deepEqual(phrasesIn("what\nof"), ["what of"]);
	assert.deepEqual(phrasesIn("/// for\n/// ever"), ["for ever"]);
	assert.deepEqual(phrasesIn("`upon` whatever of"), []);
});
