// What a list costs a conversation keeps within its bars.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import {
	comparison,
	measureRuns,
	mostOfFull,
	picture,
	table,
} from "../bench/tokens.mjs";

test("reminders in mode changes are at most 5.5 % of those in mode full, with the whole list told three times", () => {
	const { full, changes, share } = comparison();
	// The model's own change is the last one, and finishes the list: of that it is told nothing.
	assert.deepEqual([full.count, full.whole], [60, 60]);
	assert.deepEqual([changes.count, changes.whole], [3, 3]);
	assert.ok(share <= mostOfFull, `${share}`);
});

test("withProgress takes no turn more than the same task without a list", async () => {
	const runs = await measureRuns();
	const turns = Object.values(runs).map(({ turns }) => turns);
	assert.equal(turns[0], 31);
	assert.deepEqual(turns.slice(1, 3), [31, 31]);
	// A call of its own for each todo is a turn for each.
	assert.ok(turns.slice(3).every((number) => number > 60));
	// What `npm run tokens` prints is what the pages say.
	const holds = (page, text) =>
		assert.ok(
			readFileSync(join(root, "www", page), "utf8").includes(text),
			`www/${page} has not\n${text}`,
		);
	holds("docs/how-to/reminders-and-tokens.md", table(runs));
	holds("index.html", picture(runs));
});
