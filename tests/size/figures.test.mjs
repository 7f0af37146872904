// The figures of the READMEs: those that a build has are those of this build, and both READMEs say the same.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { pages, textOf } from "../readme/pages.mjs";
import { sizesOnPages, withSizes } from "./figures.mjs";

/** The rows of the table, by their command and figure. */
const figures = (page) =>
	[
		.../^## Figures$([\s\S]*?)^## /m
			.exec(textOf(page))[1]
			.matchAll(/^\| (?!\|)[^|]+\| ([^|]*) \| (`[^|]*`) \|$/gm),
	].map(([, figure, command]) => `${command}: ${figure}`);

test("both READMEs have the same figures", () => {
	const rows = figures("README.md");
	assert.ok(rows.length >= 5);
	assert.deepEqual(figures("pkg-template/README.md"), rows);
});

test("the front page has figures of the README", () => {
	const rows = textOf("README.md").split("\n");
	const said = [
		...textOf("www/index.html").matchAll(
			/<p class="figure">(?:0 of )?([\d,]+) [\s\S]*?<code>(npm run [\w:]+)<\/code>/g,
		),
	];
	assert.equal(said.length, 3);
	for (const [, figure, command] of said)
		assert.ok(
			rows.some(
				(row) => row.includes(`\`${command}\``) && row.includes(figure),
			),
			`${figure}, of ${command}, is not in the README`,
		);
});

for (const row of sizesOnPages()) {
	const { page, pattern, bytes, tolerance } = row;
	test(`${page} says what is downloaded: ${pattern.source}`, () => {
		if (process.env.UPDATE)
			writeFileSync(join(root, page), withSizes(textOf(page), row));
		const said = pattern.exec(textOf(page));
		assert.ok(said, "it does not");
		for (const [place, size] of bytes.entries())
			assert.ok(
				Math.abs(said[place + 1] - size / 1000) <= tolerance,
				`${said[place + 1]} kB, but measured ${size} bytes: npm test -- --update`,
			);
	});
}

test("--update writes each number where the pattern found it", () => {
	const row = { pattern: /(\d+) kB: (\d+) kB or (\d+)/, digits: 0 };
	assert.equal(
		withSizes("So 8 kB: 8 kB or 12.", { ...row, bytes: [12_400, 8600, 8000] }),
		"So 12 kB: 9 kB or 8.",
	);
});

test("no page says a size without its compression", () => {
	for (const page of pages)
		assert.doesNotMatch(textOf(page), /kB\*{0,2}[^|.\n]* compressed/, page);
});
