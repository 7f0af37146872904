// What a list costs a conversation keeps within its bars.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import {
	comparison,
	definitions,
	maxShareOfFull,
	measureRuns,
	onFrontPage,
	smallModel,
	table,
} from "../bench/tokens.mjs";

/** Requires that a page contains a text, wherever its lines break. */
function holds(page, text) {
	const joined = (lines) => lines.replace(/\s+/g, " ");
	const said = joined(readFileSync(join(root, page), "utf8"));
	assert.ok(said.includes(joined(text)), `${page} has not\n${text}`);
}

test("reminders of changes are at most 5.5 % of full ones", () => {
	const { full, changes, share } = comparison();
	// The model wrote the list itself, so that what is open comes after each twenty changes. The last
	// change finishes the list.
	assert.deepEqual([full.count, full.whole], [60, 60]);
	assert.deepEqual([changes.count, changes.whole], [2, 0]);
	assert.ok(share <= maxShareOfFull, `${share}`);
	// What `npm run tokens` prints is what the pages say.
	const [less, more] = [changes, full].map(({ tokens }) =>
		tokens.toLocaleString("en-US"),
	);
	const docs = "www/docs/concepts/figures.md";
	holds(docs, `${less}; the whole list after each change ${more}`);
	holds(docs, definitions());
});

test("reporting and scribe take no more turns than no list", async () => {
	const runs = await measureRuns();
	const turns = Object.values(runs).map(({ turns }) => turns);
	assert.equal(turns[0], 31);
	assert.deepEqual(turns.slice(1, 5), [31, 31, 31, 31]);
	// A call of its own for each todo is a turn for each.
	assert.ok(turns.slice(5).every((number) => number > 60));
	holds("www/docs/concepts/figures.md", table(runs));
	holds("www/docs/concepts/figures.md", smallModel(runs));
	for (const text of onFrontPage(runs)) holds("www/index.html", text);
	// The guide says the sums.
	const sumOf = (way) => {
		const [, { wrote, read }] = Object.entries(runs).find(([name]) =>
			name.startsWith(way),
		);
		return (wrote + read).toLocaleString("en-US");
	};
	holds(
		"www/docs/guides/three-ways.md",
		`\`reporting\` with planner \`model\` costs ${sumOf("`reporting`, planner")} tokens and no turn, \`scribe\` no token of the main model, \`todo_manager\` by itself ${sumOf("`todo_manager`")} tokens and 31 turns, and \`TodoWrite\` by itself ${sumOf("`TodoWrite`")}.`,
	);
});
