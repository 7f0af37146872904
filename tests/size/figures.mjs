// The pages that say what a download weighs, and what it weighs in this build.

import { buildSync } from "esbuild";
import { pkg } from "../../pkg-template/build/places.mjs";
import {
	elementEntry,
	followEntry,
	measure,
	sizes,
	unpackedBytes,
	workerSizes,
} from "../../pkg-template/build/size.mjs";

const readmes = ["README.md", "pkg-template/README.md"];
const figures = "www/docs/concepts/figures.md";
const whereTheListLives = "www/docs/guides/where-the-list-lives.md";
const element = "www/docs/guides/element.md";
const bundlers = "www/docs/guides/bundlers.md";
const ofScript = /is (\d+) kB with Brotli and (\d+) kB with gzip/;

const inlineEntry = () =>
	buildSync({
		stdin: {
			contents: `import { init, TodoStore, tools } from "./inline.js"; globalThis.used = [init, TodoStore, tools];`,
			resolveDir: pkg,
		},
		bundle: true,
		minify: true,
		format: "esm",
		write: false,
	}).outputFiles[0].text;

/**
 * Returns one entry for each figure of a page: the page, the pattern that finds its numbers in kB,
 * the bytes that this build has for each, how far a number may be off in kB, and how many digits it
 * has after the point.
 */
export function sizesOnPages() {
	const [module, script, sum] = measure();
	const [follow, panel, inline] = [
		followEntry(),
		elementEntry(),
		inlineEntry(),
	].map((text) => sizes(Buffer.from(text)));
	const worker = workerSizes();
	const rows = [
		{
			pages: [figures],
			pattern:
				/(\d+) kB: (\d+) kB WebAssembly, (\d+) kB JavaScript. With gzip (\d+) kB/,
			bytes: [sum.brotli, module.brotli, script.brotli, sum.gzip],
			tolerance: 1,
		},
		{
			pages: [...readmes, "www/index.html"],
			pattern: /TypeScript\s+weigh less than (\d+) kB/,
			bytes: [sum.brotli],
			tolerance: 1,
		},
		{
			pages: ["www/index.html"],
			pattern: /(\d+) kB, most of it WebAssembly/,
			bytes: [sum.brotli],
			tolerance: 1,
		},
		{
			pages: ["www/index.html"],
			pattern: /&lt;agent-todos&gt;<\/code>, (\d+) kB/,
			bytes: [panel.brotli],
			tolerance: 1,
		},
		{
			pages: [figures],
			pattern:
				/([\d.]+) kB and ([\d.]+) kB, without WebAssembly. With gzip ([\d.]+) and ([\d.]+) kB/,
			bytes: [follow.brotli, panel.brotli, follow.gzip, panel.gzip],
			tolerance: 0.3,
			digits: 1,
		},
		{
			pages: [figures],
			pattern: /(\d+) kB with the module. With gzip (\d+) kB/,
			bytes: [worker.brotli, worker.gzip],
			tolerance: 1,
		},
		{
			pages: [figures],
			pattern: /([\d.]+) MB unpacked/,
			bytes: [unpackedBytes() / 1000],
			tolerance: 0.1,
			digits: 1,
		},
		{
			pages: [whereTheListLives],
			pattern: ofScript,
			bytes: [follow.brotli, follow.gzip],
			tolerance: 0.6,
		},
		{
			pages: [element],
			pattern: ofScript,
			bytes: [panel.brotli, panel.gzip],
			tolerance: 0.6,
		},
		{
			pages: [bundlers],
			pattern:
				/(\d+) kB of script instead of (\d+) kB of script and a module of (\d+) kB/,
			bytes: [inline.raw, script.raw, module.raw],
			tolerance: 2,
		},
		{
			pages: [bundlers],
			pattern:
				/(\d+) kB with Brotli instead of (\d+) kB \((\d+) with gzip instead of (\d+)\)/,
			bytes: [inline.brotli, sum.brotli, inline.gzip, sum.gzip],
			tolerance: 2,
		},
	];
	return rows.flatMap(({ pages, ...row }) =>
		pages.map((page) => ({ page, digits: 0, ...row })),
	);
}

/** Returns `text` with the numbers that `pattern` finds replaced by these bytes, in kB. */
export function withSizes(text, { pattern, bytes, digits }) {
	const places = pattern.exec(text);
	if (places === null) return text;
	let [sentence] = places;
	let from = 0;
	for (const [place, said] of places.slice(1).entries()) {
		const kilobytes = (bytes[place] / 1000).toFixed(digits);
		const at = sentence.indexOf(said, from);
		sentence =
			sentence.slice(0, at) + kilobytes + sentence.slice(at + said.length);
		from = at + kilobytes.length;
	}
	return text.replace(places[0], () => sentence);
}
