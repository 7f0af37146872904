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
import { pages, textOf } from "./pages.mjs";

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

test("what is downloaded is what the READMEs and the pages say, in kB", () => {
	const [wasm, script, sum] = measure();
	const [follow, element] = [followEntry(), elementEntry()].map((text) =>
		sizes(Buffer.from(text)),
	);
	for (const page of ["README.md", "pkg-template/README.md"]) {
		near(
			said(
				page,
				/(\d+) kB: (\d+) kB WebAssembly, (\d+) kB JavaScript. With gzip (\d+) kB/,
			),
			[sum.brotli, wasm.brotli, script.brotli, sum.gzip],
			1,
		);
		near(
			said(
				page,
				/([\d.]+) kB and ([\d.]+) kB, without WebAssembly. With gzip ([\d.]+) and ([\d.]+) kB/,
			),
			[follow.brotli, element.brotli, follow.gzip, element.gzip],
			0.3,
		);
	}
	for (const [page, { brotli, gzip }] of [
		["www/docs/how-to/live-contexts.md", follow],
		["www/docs/guides/element.md", element],
	])
		near(
			said(page, /is (\d+) kB with Brotli and (\d+) kB with gzip/),
			[brotli, gzip],
			0.6,
		);
});

test("no page says a size without its compression", () => {
	for (const page of pages)
		assert.doesNotMatch(textOf(page), /kB\*{0,2}[^|.\n]* compressed/, page);
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
	const { raw, brotli, gzip } = sizes(Buffer.from(outputFiles[0].text));
	const [module, script, sum] = measure();
	near(
		said(
			"www/docs/how-to/bundlers.md",
			/(\d+) kB of script instead of (\d+) kB of script and a module of (\d+) kB/,
		),
		[raw, script.raw, module.raw],
		2,
	);
	for (const page of ["pkg-template/README.md", "www/docs/how-to/bundlers.md"])
		near(
			said(
				page,
				/(\d+) kB with Brotli instead of (\d+) kB \((\d+) with gzip instead of (\d+)\)/,
			),
			[brotli, sum.brotli, gzip, sum.gzip],
			2,
		);
});

function near(found, measured, tolerance) {
	for (const [place, figure] of found.entries())
		assert.ok(
			Math.abs(figure - measured[place] / 1000) <= tolerance,
			`${figure} kB, but measured ${measured[place]} bytes`,
		);
}
