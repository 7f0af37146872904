// Every name that the package exports has an example that runs: a function or a class in its own
// doc comment, a type in one of those or in a snippet of a page. TypeDoc finds the names and the
// examples, and warns of what has no comment, of a link that leads nowhere and of a type that is
// used and not exported: none of that is there.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { format } from "node:util";
import { build } from "esbuild";
import { installed, modules } from "../../pkg-template/build/places.mjs";
import { exportedNames } from "../../pkg-template/reference/typescript.mjs";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { resultOf } from "../packaging/page-result.mjs";
import { makeExtension } from "../tools/extension.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { pages, textOf } from "./pages.mjs";
import { casts, inOneThread, run, typeErrors } from "./run.mjs";
import { languages, programs, snippets } from "./snippets.mjs";

const folder = emptyTarget("examples");

const exported = (await exportedNames()).filter(({ isOwn }) => isOwn);

/** What a reader has run before: see pkg-template/reference/index.md. */
const before = 'import { init as ready } from "agent-todos";\nawait ready();\n';
const callsInit =
	/import \{[^}]*\binit(Sync)?\b[^}]*\} from "agent-todos(\/inline)?"/;

/** Returns the examples of one name as programs, each in a file of its own. */
function programsOf({ entry, name, examples }) {
	return programs(examples.flatMap(snippets)).map((program, place) => {
		const file = `${entry}-${name}-${place}`.replaceAll("/", "-");
		const path = join(folder, `${file}.${program.language}`);
		const loadsIt = callsInit.test(program.code);
		const code = loadsIt ? program.code : before + program.code;
		// Without an import or export a file is no module, and may not await.
		writeFileSync(path, `${code}export {};\n`);
		return { ...program, code, path, loadsIt };
	});
}

const examples = exported.flatMap((one) =>
	programsOf(one).map((program) => ({ ...one, ...program })),
);
const paths = examples.map(({ path }) => path);
const errors = typeErrors(paths);
const castsOf = casts(paths);

const namesOf = (found) => found.map(({ entry, name }) => `${entry} ${name}`);

test("every function and class has an example", () => {
	const shown = new Set(namesOf(examples));
	const functions = exported.filter(({ isType }) => !isType);
	assert.deepEqual(
		namesOf(functions).filter((name) => !shown.has(name)),
		[],
	);
});

test("every exported type is in an example or in a page", () => {
	const shown = pages
		.flatMap((page) => snippets(textOf(page)))
		.filter(({ language }) => languages.includes(language))
		.concat(examples)
		.map(({ code }) => code)
		.join("\n");
	const missing = exported.filter(
		({ name, isType }) => isType && !new RegExp(`\\b${name}\\b`).test(shown),
	);
	assert.deepEqual(namesOf(missing), []);
});

// JSX runs here too: React renders to a string.
const runsInNode = ({ runs, language }) => runs || language === "tsx";

const thread = inOneThread();
after(thread.end);

for (const example of examples) {
	const { entry, name, path, loadsIt } = example;
	test(`${entry}: ${name}: its example compiles${runsInNode(example) ? ", and runs in Node" : ""}`, async () => {
		assert.deepEqual(errors.get(path), []);
		assert.deepEqual(castsOf.get(path), [], "casts");
		// One that shows how the module is loaded finds none that is.
		if (runsInNode(example)) await (loadsIt ? run : thread.run)(example);
	});
}

test("the examples for browsers run in a page or extension", async (t) => {
	// An extension, which is served as pages, too.
	const site = makeExtension("examples", {});
	const inBrowser = examples.filter((example) => !runsInNode(example));
	for (const [place, { code, path, language }] of inBrowser.entries()) {
		await build({
			stdin: {
				contents: `const printed = [];\nconsole.log = (...values) => printed.push(values);\n${code}globalThis.result = printed;\n`,
				resolveDir: dirname(path),
				loader: language,
			},
			outfile: join(site, `${place}.js`),
			bundle: true,
			format: "esm",
			logLevel: "silent",
		});
		writeFileSync(
			join(site, `${place}.html`),
			`<!doctype html><meta charset="utf-8"><title>example</title><body><script type="module" src="${place}.js"></script>`,
		);
	}
	for (const { name } of modules)
		copyFileSync(
			join(installed, `${name}_bg.wasm`),
			join(site, `${name}_bg.wasm`),
		);
	const { context, address, close } = await loadExtension(site, [
		"--enable-features=WebMCP",
	]);
	t.after(close);
	const server = await serve(site);
	t.after(server.close);
	for (const [place, { entry, name, code, prints }] of inBrowser.entries())
		await t.test(`${entry}: ${name}`, async () => {
			const base = /\bchrome\./.test(code) ? address("./") : server.url;
			const printed = await resultOf(context, `${base}${place}.html`);
			assert.deepEqual(
				printed.map((values) => format(...values)),
				prints ?? [],
			);
		});
});
