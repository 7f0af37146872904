// The figures of the READMEs: those that a build has are those of this build, and both READMEs say the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSync } from "esbuild";
import { pkg } from "../../pkg-template/build/places.mjs";
import {
	elementEntry,
	followEntry,
	measure,
	sizes,
} from "../../pkg-template/build/size.mjs";
import { textOf } from "./pages.mjs";

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

/** What a page says in kB, in places that the pattern finds. */
function said(page, pattern) {
	const found = pattern.exec(textOf(page));
	assert.ok(found, `${page} does not say ${pattern}`);
	return found.slice(1).map(Number);
}

test("what is downloaded is what the READMEs say, in kB", () => {
	const [wasm, script, sum] = measure().map(({ brotli }) => brotli / 1000);
	const entries = [followEntry(), elementEntry()].map(
		(text) => sizes(Buffer.from(text)).brotli / 1000,
	);
	for (const page of ["README.md", "pkg-template/README.md"]) {
		near(
			said(page, /(\d+) kB: (\d+) kB WebAssembly, (\d+) kB JavaScript/),
			[sum, wasm, script],
			1,
		);
		near(said(page, /([\d.]+) kB and ([\d.]+) kB/), entries, 0.3);
	}
});

test("agent-todos/inline weighs what the documentation says, in kB", () => {
	const { outputFiles } = buildSync({
		stdin: {
			contents: `import { init, TodoStore, tools } from "./inline.js"; globalThis.used = [init, TodoStore, tools];`,
			resolveDir: pkg,
		},
		bundle: true,
		minify: true,
		format: "esm",
		write: false,
	});
	const { brotli } = sizes(Buffer.from(outputFiles[0].text));
	for (const page of ["pkg-template/README.md", "www/docs/how-to/bundlers.md"])
		near(
			said(page, /(\d+) kB compressed instead of (\d+) kB/),
			[brotli / 1000, measure().at(-1).brotli / 1000],
			2,
		);
});

function near(found, measured, tolerance) {
	for (const [place, figure] of found.entries())
		assert.ok(
			Math.abs(figure - measured[place]) <= tolerance,
			`${figure} kB, but measured ${measured[place].toFixed(1)} kB`,
		);
}
