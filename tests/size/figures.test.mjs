// The figures of the pages: those that a build has are those of this build.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { pages, textOf } from "../docs/pages.mjs";
import { sizesOnPages, withSizes } from "./figures.mjs";

test("each figure has the command that measures it", () => {
	const rows = [
		...textOf("www/docs/concepts/figures.md").matchAll(
			/^\| (?!\|)(.+) \| `(npm run [\w:]+)` \|$/gm,
		),
	].map(([, figure, command]) => ({ figure, command }));
	assert.ok(rows.length >= 9);
	const { scripts } = JSON.parse(textOf("package.json"));
	for (const { command } of rows)
		assert.ok(command.replace("npm run ", "") in scripts, command);
	const said = [
		...textOf("www/index.html").matchAll(
			/<p class="figure">(?:0 of )?([\d,]+) [\s\S]*?<code>(npm run [\w:]+)<\/code>/g,
		),
	];
	assert.equal(said.length, 3);
	for (const [, number, command] of said)
		assert.ok(
			rows.some(
				(row) => row.command === command && row.figure.includes(number),
			),
			`${number}, of ${command}, is not among the figures`,
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
