// Every code block of the READMEs is right. What happens to one is said by the first word after its fence:
//
//   ts, js       it is type-checked against the packed package, with the types of the web, of Node and of chrome.*; then it is
//                run in Node, unless it uses chrome.*, document.* or the like. More words may follow:
//                  check       type-check it only
//                  continues   it goes on where the block before it ended, instead of standing alone
//                  extension   it is a file of the extension that recipe.test.mjs runs, and nothing is done with it here
//                Where lines end in `// → text`, these texts are what it prints, line by line, and all that it prints.
//   json         it parses
//   sh           each line is a command of this repository or a usual one: npm scripts and files that it names exist
//   html, xml, css, text, toml, rust   nothing
//   anything else, or no word at all   a mistake: a block must not go unchecked by accident

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { transformSync } from "esbuild";
import { root, target } from "../../pkg-template/build/places.mjs";
import { patience } from "../setup/patience.mjs";
import { programs, snippets } from "./snippets.mjs";

const folder = join(target, "readme");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const unchecked = ["html", "xml", "css", "text", "toml", "rust"];
const words = ["check", "continues", "extension"];

/** Writes the programs of a file where they find the packages of this repository; gives them with their `path`. */
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

/** What the compiler says, all files at once: it is the start that costs. A map from path to messages. */
function typeErrors(paths) {
	const config = join(folder, "tsconfig.json");
	writeFileSync(
		config,
		JSON.stringify({
			compilerOptions: {
				target: "es2022",
				module: "esnext",
				moduleResolution: "bundler",
				lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
				types: ["chrome", "node"],
				strict: true,
				exactOptionalPropertyTypes: true,
				allowJs: true,
				checkJs: true,
				skipLibCheck: true,
				noEmit: true,
			},
			files: paths,
		}),
	);
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[
			join(root, "node_modules", "typescript", "bin", "tsc"),
			"--project",
			config,
			"--pretty",
			"false",
		],
		{ cwd: folder, encoding: "utf8" },
	);
	const errors = new Map(
		paths.map((path) => [
			path,
			stdout
				.split("\n")
				.filter((line) => line.startsWith(`${basename(path)}(`)),
		]),
	);
	const placed = [...errors.values()].flat().length;
	if (status !== 0 && placed === 0)
		throw new Error(`tsc failed: ${stdout}${stderr}`);
	return errors;
}

function run({ path, code, language, prints }) {
	const script = path.replace(/\.\w+$/, ".mjs");
	writeFileSync(
		script,
		language === "ts"
			? transformSync(code, { loader: "ts", format: "esm", target: "es2022" })
					.code
			: code,
	);
	const { status, stdout, stderr, error } = spawnSync(
		process.execPath,
		[script],
		{ cwd: root, encoding: "utf8", timeout: patience },
	);
	assert.equal(status, 0, `${error?.message ?? ""}${stderr}${stdout}`);
	if (prints !== null) assert.deepEqual(stdout.trimEnd().split("\n"), prints);
}

/** One line of a sh block. */
function checkCommand(line) {
	const [program, ...args] = line
		.replace(/^\$ /, "")
		.replace(/\s+#.*$/, "")
		.trim()
		.split(/\s+/);
	const { scripts } = JSON.parse(
		readFileSync(join(root, "package.json"), "utf8"),
	);
	if (program === "npm" && ["start", "test", "run"].includes(args[0])) {
		const script = args[0] === "run" ? args[1] : args[0];
		assert.ok(
			Object.hasOwn(scripts, script),
			`package.json has no script ${script}`,
		);
	} else if (program === "node") {
		const script = args.find((arg) => !arg.startsWith("-"));
		assert.ok(
			script !== undefined && existsSync(join(root, script)),
			`there is no ${script}`,
		);
	} else {
		assert.ok(
			["npm", "npx", "cargo", "rustup", "git", "cd"].includes(program),
			`${program} is not a command that this test knows`,
		);
	}
}

for (const file of ["README.md", "pkg-template/README.md"]) {
	const path = join(root, file);
	const blocks = existsSync(path) ? snippets(readFileSync(path, "utf8")) : [];
	test(`${file} shows code`, () => {
		assert.ok(existsSync(path), `${file} is missing`);
		assert.ok(
			blocks.some(({ language }) => language === "ts" || language === "js"),
			`${file} has no ts or js block`,
		);
	});
	const all = written(
		dirname(file).replace(/\W/g, "") + basename(file, ".md"),
		blocks,
	);
	const errors =
		all.length > 0 ? typeErrors(all.map((program) => program.path)) : new Map();
	for (const program of all) {
		test(`${file}:${program.line} ${program.runs ? "compiles and runs" : "compiles"}`, () => {
			assert.deepEqual(errors.get(program.path), []);
			if (program.runs) run(program);
		});
	}
	for (const { line, language, words: given, code } of blocks) {
		if (language === "ts" || language === "js") {
			test(`${file}:${line} is marked with words that mean something`, () =>
				assert.deepEqual(
					given.filter((word) => !words.includes(word)),
					[],
				));
		} else if (language === "json")
			test(`${file}:${line} is JSON`, () => void JSON.parse(code));
		else if (language === "sh")
			test(`${file}:${line} has commands that exist`, () =>
				code
					.trim()
					.split("\n")
					.filter((line) => !/^\s*(#|$)/.test(line))
					.forEach(checkCommand));
		else if (!unchecked.includes(language))
			test(`${file}:${line} is of a known kind`, () =>
				assert.fail(`"${language}" is no kind of block that this test knows`));
	}
}

test("this test finds what is wrong", () => {
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
		],
	);
	const errors = typeErrors(all.map(({ path }) => path));
	assert.deepEqual(
		all.map(({ path }) => errors.get(path).length),
		[0, 0, 1, 0, 0, 1],
	);
	run(all[0]);
	run(all[1]);
	assert.throws(() => run(all[3]), /c/);
	assert.throws(() => run(all[4]), /not run/);
	assert.throws(() => snippets("```ts\nno end"), /no end/);
	for (const line of ["npm run nonsense", "node nonsense.mjs", "rm -rf /"])
		assert.throws(() => checkCommand(line));
	for (const line of [
		"npm start",
		"$ npm test -- native   # only these",
		"node pkg-template/build/build.mjs",
		"npm install agent-todos",
	])
		checkCommand(line);
});
