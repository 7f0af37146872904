// What ships is in plain English: none of the phrases that CONTRIBUTING lists is in a page, a type, a message or a tool's
// description, and nothing in the package speaks of a seed.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { pkg, root } from "../../pkg-template/build/places.mjs";
import { pages } from "../readme/pages.mjs";

const contributing = ".github/CONTRIBUTING.md";

/** The section of the phrases, up to the next heading. */
const [section] =
	/^### Phrases that we do not use$[\s\S]*?(?=^##)/m.exec(
		readFileSync(join(root, contributing), "utf8"),
	) ?? [];

/** The left column of its table. */
const phrases = section
	.split("\n")
	.map((line) => /^\| (.+) \| .+ \|$/.exec(line)?.[1])
	.filter((cell) => cell !== undefined && cell !== "instead of")
	.flatMap((cell) => cell.split(" · "));

/** `[{ phrase, around }]`: each phrase in a text, with the text around it. A line break is a space. */
function found(text, words = phrases) {
	const flat = text.replace(/\s+(\/\/[/!]?|\*)?\s*/g, " ");
	return words.flatMap((phrase) =>
		[...flat.matchAll(new RegExp(`\\b${phrase}\\b`, "gi"))].map(
			({ index }) => ({
				phrase,
				around: flat.slice(Math.max(0, index - 60), index + 60),
			}),
		),
	);
}

const packed = readdirSync(pkg, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.isFile())
	.map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** What a reader sees of a file: of code its messages, which stay when the comments are gone. */
function shown(path) {
	if (path.endsWith(".wasm"))
		return readFileSync(path, "latin1").replace(/[^\n -~]+/g, "\n");
	const text = readFileSync(path, "utf8");
	return path.endsWith(".js")
		? transformSync(text, { minify: true }).code
		: text;
}

test("the table has phrases, and each is found", () => {
	assert.ok(phrases.length > 40, `${phrases.length} phrases`);
	for (const phrase of phrases) {
		const text = ` * So it ${phrase.replace(" ", "\n\t * ")}, and more.`;
		assert.ok(
			found(text).some((one) => one.phrase === phrase),
			phrase,
		);
	}
});

for (const page of [...pages, "pkg-template/CHANGELOG.md"])
	test(`${page}: none of the phrases`, () => {
		const text = readFileSync(join(root, page), "utf8").replace(section, "");
		assert.deepEqual(found(text), []);
	});

test("the types, the messages and the descriptions in the package: none of the phrases", () => {
	// The pages in it are those above; what a source map holds is code.
	const files = packed.filter((path) => /\.(d\.ts|js|wasm|json)$/.test(path));
	assert.ok(files.length > 50);
	assert.deepEqual(
		files.flatMap((path) =>
			found(shown(path)).map((one) => ({
				path: path.slice(pkg.length),
				...one,
			})),
		),
		[],
	);
});

test("no file of the package speaks of a seed", () => {
	for (const path of packed)
		assert.deepEqual(
			found(readFileSync(path, "latin1"), ["seeds?"]).map(
				({ around }) => around,
			),
			[],
			path,
		);
});
