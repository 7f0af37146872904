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

test("the front page has figures of the README", () => {
	const rows = figures("README.md");
	const said = [
		...textOf("www/index.html").matchAll(
			/<strong>([^<]+)<\/strong>[^<]*<code>(npm run \w+)<\/code>/g,
		),
	];
	assert.ok(said.length >= 3);
	for (const [, figure, command] of said)
		assert.ok(
			rows.some(
				(row) => row.startsWith(`\`${command}\``) && row.includes(figure),
			),
			`${figure}, of ${command}, is not in the README`,
		);
});

const inline = buildSync({
	stdin: {
		contents: `import { init, TodoStore, tools } from "./inline.js"; globalThis.used = [init, TodoStore, tools];`,
		resolveDir: pkg,
	},
	bundle: true,
	minify: true,
	format: "esm",
	write: false,
}).outputFiles[0].text;
const [module, script, sum] = measure();
const [follow, element, inlined] = [followEntry(), elementEntry(), inline].map(
	(text) => sizes(Buffer.from(text)),
);
const readmes = ["README.md", "pkg-template/README.md"];
const bundlers = "www/docs/how-to/bundlers.md";
const ofScript = /is (\d+) kB with Brotli and (\d+) kB with gzip/;

/** The pages, what they say in kB, what it is in bytes, and how far it may be off in kB. */
for (const [pages, pattern, measured, tolerance] of [
	[
		readmes,
		/(\d+) kB: (\d+) kB WebAssembly, (\d+) kB JavaScript. With gzip (\d+) kB/,
		[sum.brotli, module.brotli, script.brotli, sum.gzip],
		1,
	],
	[
		readmes,
		/([\d.]+) kB and ([\d.]+) kB, without WebAssembly. With gzip ([\d.]+) and ([\d.]+) kB/,
		[follow.brotli, element.brotli, follow.gzip, element.gzip],
		0.3,
	],
	[
		["www/docs/how-to/live-contexts.md"],
		ofScript,
		[follow.brotli, follow.gzip],
		0.6,
	],
	[
		["www/docs/guides/element.md"],
		ofScript,
		[element.brotli, element.gzip],
		0.6,
	],
	[
		[bundlers],
		/(\d+) kB of script instead of (\d+) kB of script and a module of (\d+) kB/,
		[inlined.raw, script.raw, module.raw],
		2,
	],
	[
		["pkg-template/README.md", bundlers],
		/(\d+) kB with Brotli instead of (\d+) kB \((\d+) with gzip instead of (\d+)\)/,
		[inlined.brotli, sum.brotli, inlined.gzip, sum.gzip],
		2,
	],
])
	for (const page of pages)
		test(`${page} says what is downloaded: ${pattern.source}`, () => {
			const said = pattern.exec(textOf(page));
			assert.ok(said, "it does not");
			for (const [place, bytes] of measured.entries())
				assert.ok(
					Math.abs(said[place + 1] - bytes / 1000) <= tolerance,
					`${said[place + 1]} kB, but measured ${bytes} bytes`,
				);
		});

test("no page says a size without its compression", () => {
	for (const page of pages)
		assert.doesNotMatch(textOf(page), /kB\*{0,2}[^|.\n]* compressed/, page);
});
