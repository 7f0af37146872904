// What a list costs a conversation keeps within its bars.

import assert from "node:assert/strict";
import { test } from "node:test";
import { comparison, measureRuns, mostOfFull } from "../bench/tokens.mjs";

test("reminders in mode changes are at most a quarter of those in mode full", () => {
	const { full, changes, share } = comparison();
	// As many of them, each about one change: the last one finishes the list, which is told nobody.
	assert.deepEqual([full.count, changes.count], [60, 60]);
	assert.ok(share <= mostOfFull, `${share}`);
});

test("withProgress takes no turn more than the same task without a list", async () => {
	const runs = await measureRuns();
	const turns = Object.values(runs).map(({ turns }) => turns);
	assert.equal(turns[0], 31);
	assert.deepEqual(turns.slice(1, 3), [31, 31]);
	// A call of its own for each todo is a turn for each.
	assert.ok(turns.slice(3).every((number) => number > 60));
});
