// Serves what a browser needs to run the bodies: the packed package, the bodies, and nothing else.
//
//   /                     an empty page that runs page.mjs
//   /package/…            the installed package
//   /fresh/<n>/…          the same under another address, so that a browser loads it anew
//   /tests/…              the files of this folder
//   /tools/…              those of tests/tools
//   /corpus/NAME.json     what tools/corpus.mjs reads under that name
//   /<name>/…             those of the folders that a test adds
//   /tests/names.mjs      written here: the names of the dialects
//   /tests/fresh.mjs      written here: the first few of /fresh imported statically, as a service
//                         worker has to
//   POST /results         what page.mjs found; `results` resolves with it

import { join, normalize } from "node:path";
import { installed } from "../../pkg-template/build/places.mjs";
import { serve as serveFiles } from "../../www/browsers/serve.mjs";
import { readCorpus } from "../tools/corpus.mjs";
import { freshInlineUses, freshUses } from "./bodies.mjs";
import { dialects } from "./names.mjs";

const folders = {
	tests: import.meta.dirname,
	tools: join(import.meta.dirname, "../tools"),
	package: installed,
	fresh: installed,
};
const texts = {
	"/": '<!doctype html><title>agent-todos</title><script type="module" src="/tests/page.mjs"></script>',
	"/tests/fresh.mjs": freshModule(),
	"/tests/names.mjs": `export const dialects = ${JSON.stringify(dialects)};`,
};

/** Returns `{address, results, close}`. `more` maps names to folders. */
export async function serve(more = {}) {
	let report;
	const results = new Promise((resolve) => (report = resolve));
	const all = { ...folders, ...more };
	const fileOf = (path) => {
		if (path in texts) return { text: texts[path] };
		const [, folder, ...rest] = path.split("/");
		if (folder === "corpus")
			return { text: JSON.stringify(readCorpus(rest[0].replace(".json", ""))) };
		const parts = folder === "fresh" ? rest.slice(1) : rest;
		return join(all[folder] ?? installed, normalize(`/${parts.join("/")}`));
	};
	const { url, close } = await serveFiles(fileOf, {
		headers: { "Cache-Control": "no-store", "Service-Worker-Allowed": "/" },
		post(_, found, response) {
			response.end();
			report(found);
		},
	});
	return { address: url, results, close };
}

function freshModule() {
	const lines = Array.from({ length: freshUses }, (_, n) => [
		`import * as entry${n} from "/fresh/${n}/index.js";`,
		`import * as tasks${n} from "/fresh/${n}/tasks.js";`,
		`loaded.push({ entry: entry${n}, tasks: tasks${n} });`,
	]);
	const inline = Array.from({ length: freshInlineUses }, (_, n) => [
		`import * as main${n} from "/fresh/inline-${n}/index.js";`,
		`import * as inline${n} from "/fresh/inline-${n}/inline.js";`,
		`loadedInline.push({ entry: main${n}, inline: inline${n} });`,
	]);
	return [
		"export const loaded = [];",
		"export const loadedInline = [];",
		...lines.flat(),
		...inline.flat(),
	].join("\n");
}
