// Every code block of the READMEs and of the documentation is right. What happens to one is said by
// the first word after its fence:
//
//   ts, tsx, js  it is type-checked against the packed package, with the types of the web, of Node
//                and of chrome.*, and has no cast; then it is run in Node, unless it is JSX or uses
//                chrome.*, document.* or the like. More words may follow:
//                  check       type-check it only
//                  continues   it goes on where the block before it ended, instead of standing
//                              alone
//                  extension   it is a file of an extension that guide.test.mjs runs, and nothing
//                              is done with it here
//                  project     it is a file of a project that newcomer.test.mjs runs, and nothing
//                              is done with it here
//                  shadcn      it is a file of a project with shadcn, which
//                              packaging/registry.test.mjs compiles and renders
//                  sdk         it needs an SDK of a provider, or Deep Agents: a test of
//                              tests/packaging compiles it and runs it
//                  resume      resume.test.mjs runs it, and kills it
//                Where lines end in `// → text`, these texts are what it prints, line by line, and
//                all that it prints. A block `text output` right behind it is what it prints after
//                those.
//   vue, svelte  it compiles
//   json         it parses
//   sh           each line is a command of this repository or a usual one: npm scripts and files
//                that it names exist
//   html, xml, css, text, toml, rust, sql, mermaid   nothing; on the site, the lines of a
//                                                    `text drawing` do not wrap
//   anything else, or no word at all   a mistake: a block must not go unchecked by accident

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compile } from "svelte/compiler";
import * as vue from "vue/compiler-sfc";
import { root } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { documentation, pages, textOf } from "./pages.mjs";
import { casts, inOneThread, run, typeErrors } from "./run.mjs";
import { languages, programs, snippets } from "./snippets.mjs";

const folder = emptyTarget("readme");

const unchecked = [
	"html",
	"xml",
	"css",
	"text",
	"toml",
	"rust",
	"sql",
	"mermaid",
];
const words = [
	"check",
	"continues",
	"extension",
	"project",
	"resume",
	"sdk",
	"shadcn",
];

/**
 * Writes the programs of a page where they find the packages of this repository; returns them with
 * their `path`.
 */
function written(name, blocks) {
	return programs(blocks).map((program) => {
		const path = join(
			folder,
			`${name}-line-${program.line}.${program.language}`,
		);
		// Without an import or export a file is no module, and may not await.
		writeFileSync(path, `${program.code}export {};\n`);
		return { ...program, path };
	});
}

/** Returns a component of Vue or Svelte. */
function checkComponent(language, source) {
	if (language === "svelte")
		return void compile(source, { generate: "client" });
	const id = "page";
	const { descriptor, errors } = vue.parse(source);
	assert.deepEqual(errors, []);
	const { bindings } = vue.compileScript(descriptor, { id });
	const template = vue.compileTemplate({
		id,
		filename: "page.vue",
		source: descriptor.template.content,
		compilerOptions: {
			bindingMetadata: bindings,
			isCustomElement: (tag) => tag === "agent-todos",
		},
	});
	assert.deepEqual(template.errors, []);
}

/** One line of a sh block. */
function checkCommand(line) {
	const [program, ...args] = line
		.replace(/^\$ /, "")
		.replace(/\s+#.*$/, "")
		.trim()
		.split(/\s+/)
		.filter((_, at, all) => !all.slice(0, at + 1).every(isSetting));
	const { scripts } = JSON.parse(textOf("package.json"));
	const isThere = (...path) => existsSync(join(root, ...path));
	const [first, second] = args;
	const known = {
		npm: () =>
			!["start", "test", "run"].includes(first) ||
			Object.hasOwn(scripts, first === "run" ? second : first),
		npx: () =>
			first !== "agent-todos" || isThere("pkg-template", "src", "cli", second),
		node: () =>
			isThere(args.find((arg) => /^[^-].*\.m?js$/.test(arg)) ?? "no script"),
		...Object.fromEntries(
			["cargo", "rustup", "git", "cd", "mkdir"].map((name) => [
				name,
				() => true,
			]),
		),
	};
	assert.ok(known[program]?.(), `this test does not know what ${line} runs`);
}

/** Writes what a program prints into its page, where it prints as many lines as it did. */
async function rewrite(page, { prints, ...program }) {
	const stdout = await run({ ...program, prints: null });
	const printed = stdout.trimEnd().split("\n");
	if (prints === null) return;
	assert.equal(printed.length, prints.length, stdout);
	const lines = textOf(page).split("\n");
	let place = -1;
	for (const [at, now] of printed.entries()) {
		const was = prints[at];
		// The block may be indented.
		const isIt = (line, index) =>
			index > place &&
			(line.endsWith(`// → ${was}`) || /^ *$/.test(line.replace(was, "")));
		place = lines.findIndex(isIt);
		assert.ok(place >= 0, was);
		lines[place] = lines[place].replace(was, () => now);
	}
	writeFileSync(join(root, page), lines.join("\n"));
}

/** `NAME=value` in front of a command. */
const isSetting = (word) => /^[A-Z_]+=/.test(word);

/** What is looked at in a block of each kind. */
const checks = {
	vue: (code) => checkComponent("vue", code),
	svelte: (code) => checkComponent("svelte", code),
	json: JSON.parse,
	sh: (code) =>
		code
			.trim()
			.split("\n")
			.filter((line) => !/^\s*(#|$)/.test(line))
			.forEach(checkCommand),
};

/** Whether only what programs print is asked for: `npm test -- core`. */
const isCore = process.env.AGENT_TODOS_CORE === "1";

const found = pages.map((page) => {
	const blocks = snippets(textOf(page));
	const name = page.replace(/\.md$/, "").replace(/\W+/g, "-");
	return { page, blocks, all: written(name, blocks) };
});
const paths = found.flatMap(({ all }) => all.map(({ path }) => path));
const errors = isCore ? new Map() : typeErrors(paths);
const castsOf = isCore ? new Map() : casts(paths);

for (const { page, blocks, all } of found) {
	for (const program of all) {
		if (isCore) {
			if (program.runs && program.prints !== null)
				test(`${page}:${program.line} prints what it says`, () =>
					process.env.UPDATE ? rewrite(page, program) : run(program));
			continue;
		}
		test(`${page}:${program.line} ${program.runs ? "compiles and runs" : "compiles"}`, async () => {
			assert.deepEqual(errors.get(program.path), []);
			assert.deepEqual(castsOf.get(program.path), [], "casts");
			if (program.runs && process.env.UPDATE) await rewrite(page, program);
			else if (program.runs) await run(program);
			// Output that nobody compares may be anything.
			else assert.equal(program.prints, null);
		});
	}
	if (isCore) continue;
	for (const [at, { line, language, words: given, code }] of blocks.entries()) {
		if (languages.includes(language))
			test(`${page}:${line} is marked with words that mean something`, () =>
				assert.deepEqual(
					given.filter((word) => !words.includes(word)),
					[],
				));
		else if (!unchecked.includes(language))
			test(`${page}:${line} is right ${language}`, () => {
				assert.ok(language in checks, "no kind of block that this test knows");
				checks[language](code);
			});
		if (given.includes("output"))
			test(`${page}:${line} is the output of the program above it`, () =>
				assert.ok(languages.includes(blocks[at - 1]?.language)));
	}
}

/**
 * Returns the lines of code that a reader has to scroll, on a screen of 1280 pixels. What a program
 * prints may be any long, and wraps.
 */
const wideLines = (blocks) =>
	blocks
		.filter(({ language }) => language !== "text")
		.flatMap(({ code }) => code.split("\n"))
		.filter((line) => line.length > 76 && !line.includes("// → "));

for (const { page, blocks } of found)
	if (["README.md", ...documentation].includes(page))
		test(`${page}: no line of code is wider than 76 columns`, () =>
			assert.deepEqual(wideLines(blocks), []));

test("wideLines() finds 77 columns", () => {
	const [wide, fits] = ["x".repeat(77), "x".repeat(76)];
	const markdown = `~~~sh\n${wide}\n${fits}\n~~~\n~~~text\n${wide}\n~~~`;
	assert.deepEqual(wideLines(snippets(markdown)), [wide]);
});

test("a page names the version of everything that it installs", () => {
	const unversioned = pages.flatMap((page) =>
		[...textOf(page).matchAll(/npm install ([^`\n#]+)/g)]
			.flatMap(([, packages]) => packages.trim().split(/\s+/))
			.filter((name) => /^[@\w]/.test(name) && name !== "agent-todos")
			.filter((name) => !/.@\d/.test(name))
			.map((name) => `${page}: ${name}`),
	);
	assert.deepEqual(unversioned, []);
});

test("the check finds a wrong output and a failed compilation", async (t) => {
	const markdown = [
		"```ts",
		'import { init, TodoStore } from "agent-todos";',
		"await init();",
		"const store = new TodoStore();",
		"```",
		"~~~ts continues",
		'store.addMultiple(["a"]);',
		"console.log(store.size); // → 1",
		"~~~",
		"```ts",
		"const id: number = 'x';",
		"```",
		"  ```js",
		"  console.log('b'); // → c",
		"  ```",
		"```ts check",
		"throw new Error('not run');",
		"```",
		"```ts",
		"chrome.storage.local.nonsense();",
		"```",
		"```js",
		"console.log('d'); // → d",
		"console.log('e');",
		"```",
		"```text output",
		"f",
		"```",
		"```tsx",
		"export const wrong = <agent-todos mode={1} />;",
		"```",
		"```ts",
		"setTimeout(() => console.log('g'), 20); // → g",
		"```",
		"```ts",
		"setTimeout(() => { throw new Error('too late'); }, 20);",
		"```",
		"```ts check",
		"const a = [1] as const;",
		"const b = a as unknown as { c: any }[];",
		"console.log(b[0]!.c); // it is not as any reader thinks!",
		"```",
	].join("\n");
	const all = written("self-test", snippets(markdown));
	assert.deepEqual(
		all.map(({ line, runs, prints }) => [line, runs, prints]),
		[
			[1, true, null],
			[6, true, ["1"]],
			[10, true, null],
			[13, true, ["c"]],
			[16, false, null],
			[19, false, null],
			[22, true, ["d", "f"]],
			[29, false, null],
			[32, true, ["g"]],
			[35, true, null],
			[38, false, null],
		],
	);
	const paths = all.map(({ path }) => path);
	const errors = typeErrors(paths);
	assert.deepEqual(
		paths.map((path) => errors.get(path).length),
		[0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0],
	);
	const found = [...casts(paths).values()];
	assert.deepEqual(found.at(-1), [
		"a as unknown as { c: any }[]",
		"a as unknown",
		"any",
		"b[0]!",
	]);
	assert.deepEqual(found.slice(0, -1).flat(), []);
	const thread = inOneThread();
	t.after(thread.end);
	for (const runs of [run, thread.run]) {
		await runs(all[0]);
		await runs(all[1]);
		await assert.rejects(runs(all[3]), /c/);
		await assert.rejects(runs(all[4]), /not run/);
		await assert.rejects(runs(all[6]), /f/);
		await runs(all[8]);
		await assert.rejects(runs(all[9]), /too late/);
	}
	assert.throws(() => snippets("```ts\nno end"), /no end/);
	assert.throws(() => checkComponent("svelte", "{#if}"));
	assert.throws(() =>
		checkComponent(
			"vue",
			"<script setup>const a = 1;</script><template><p></template>",
		),
	);
	for (const line of ["npm run nonsense", "node nonsense.mjs", "rm -rf /"])
		assert.throws(() => checkCommand(line));
	for (const line of [
		"npm start",
		"$ npm test -- native   # only these",
		"node pkg-template/build/build.mjs",
		"AGENT_TODOS_PATIENCE=10 node --test tests/docs/readme.test.mjs",
		"npm install agent-todos",
	])
		checkCommand(line);
});
