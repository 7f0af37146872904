// What `npm test -- sentences` runs: each test that holds sentences of the core, and no other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsSentences, modulesWithoutSentences } from "./sentences.mjs";

test("the tests that hold sentences are known", () => {
	assert.ok(holdsSentences("mcp/ask.test.mjs"));
	assert.equal(holdsSentences("tools/sentences.test.mjs"), false);
	const left = modulesWithoutSentences();
	assert.ok(left.includes("dice::") && !left.includes("corpus::"));
});
