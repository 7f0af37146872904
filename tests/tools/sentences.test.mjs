// What `npm test -- sentences` runs: each test that holds sentences of the core, and no other.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { holdsSentences, modulesWithoutSentences } from "./sentences.mjs";

const tests = join(root, "tests");
const headings = (file) =>
	readFileSync(join(tests, file), "utf8")
		.split("\n")
		.filter((line) => line !== "" && !/^[- ]/.test(line));

test("each file with a snapshot is there, and is run", () => {
	const files = headings("sentences.txt").map((key) => key.split(": ")[0]);
	for (const file of new Set(files))
		assert.ok(existsSync(join(tests, file)) && holdsSentences(file), file);
	assert.equal(holdsSentences("tools/sentences.test.mjs"), false);
});

test("no module of tests/core with a snapshot is left out", () => {
	const left = modulesWithoutSentences();
	assert.ok(left.includes("dice::") && !left.includes("corpus::"));
	for (const name of headings(join("core", "sentences.txt")))
		assert.ok(!left.some((module) => name.startsWith(module)), name);
});
