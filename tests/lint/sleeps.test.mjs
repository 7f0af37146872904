// A test waits for what has to happen, never for a time: on a busy machine any time is too short.
// To see that something does not happen, it lets the event loop turn (`turns` of tools/until.mjs),
// or the page draw, and time that matters is the page's own clock, which it moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { grep } from "./grep.mjs";

/** Sleeps of a time that is written down: of Playwright, of Node, and of a page. */
const sleeps = String.raw`waitForTimeout\(|\bwait\([0-9]{3,}\)|setTimeout\([a-z]+, [0-9]{3,}\)`;

test("no test sleeps for a fixed time", () => {
	const found = grep(root, sleeps)
		.split("\n")
		.filter(
			(line) =>
				line.startsWith("tests/") && !/^tests\/(lint|bench)\//.test(line),
		);
	assert.deepEqual(found, []);
});
