// What `npm publish` would upload: exactly these files, with these versions, types and syntax.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { withPackedLinks } from "../../pkg-template/build/documentation.mjs";
import { shippedCrates } from "../../pkg-template/build/licenses.mjs";
import { root } from "../../pkg-template/build/places.mjs";
import {
	bundledFrom,
	elementEntry,
	followEntry,
	keptOf,
} from "../../pkg-template/build/size.mjs";
import { linksOf } from "../docs/links.mjs";
import { documentation, references } from "../docs/pages.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { isWindows } from "../tools/windows.mjs";
import { forbiddenSyntax } from "./forbidden-syntax.mjs";
import { tarball, unpack } from "./project.mjs";

const folder = emptyTarget("packaging", "tarball");
unpack(folder);
const read = (file) => readFileSync(join(folder, file), "utf8");
const manifest = JSON.parse(read("package.json"));
const files = readdirSync(folder, { recursive: true })
	.filter((file) => statSync(join(folder, file)).isFile())
	.map((file) => file.replaceAll("\\", "/"));
/** What runs: the sources are there for debuggers. */
const scripts = files.filter((file) => /^(?!src\/).*\.js$/.test(file));
/** Returns whether a file is the executable, or one that it loads where it needs it. */
const isOfExecutable = (file) => /^cli(?:-\w+)?\.js$/.test(file);
/** The entries that have types, `[path, {types, default}]`. */
const entries = Object.entries(manifest.exports).filter(
	([, { types }]) => types,
);

test("the tarball has these files and no others", () => {
	/** Returns those below a folder, or that match. */
	const found = (pattern) => files.filter((file) => pattern.test(file)).sort();
	// Each script can be imported, or is brought along by one that can be, or by the executable.
	const { bin } = manifest;
	const targets = entries.flatMap(([, { types, ...conditions }]) =>
		Object.values(conditions),
	);
	const needed = new Set();
	for (const file of [...targets, bin["agent-todos"]])
		reached(posix.join(file), needed);
	// Those of dist/ are there to be copied: tests/packaging/no-bundler.test.mjs.
	const imported = scripts.filter((file) => !file.startsWith("dist/")).sort();
	assert.deepEqual(imported, [...needed].sort());
	assert.deepEqual(found(/^(?!types\/|docs\/|src\/)(?!.*\.(js|map)$)/), [
		"CHANGELOG.md",
		"LICENSE",
		"README.md",
		"THIRD-PARTY-LICENSES.txt",
		"agent_todos_bg.wasm",
		"agent_todos_tasks_bg.wasm",
		"custom-elements.json",
		"labels/de.json",
		"labels/es.json",
		"labels/fr.json",
		"labels/ja.json",
		"labels/zh.json",
		"package.json",
	]);
	assert.deepEqual(
		found(/\.map$/),
		imported.map((file) => `${file}.map`),
	);
	// And src/ has what the source maps name, so that a debugger shows it.
	const sources = found(/\.map$/).flatMap((file) =>
		JSON.parse(read(file)).sources.map((path) =>
			posix.join(posix.dirname(file), path),
		),
	);
	assert.deepEqual(found(/^src\//), [...new Set(sources)].sort());
	assert.deepEqual(found(/^types\//), reachableTypes().sort());
	assert.deepEqual(found(/^types\/shared\//), [
		"types/shared/core.d.ts",
		"types/shared/list.d.ts",
		"types/shared/tasks.d.ts",
	]);
	assert.deepEqual(
		found(/^docs\//),
		[...documentation, ...references]
			.map((page) => page.replace("www/", ""))
			.sort(),
	);
});

test("every link of the README and of docs/ leads to a file of the package", () => {
	const pages = files.filter((file) => /^(?:README|docs\/.*)\.md$/.test(file));
	assert.ok(pages.length > 10);
	let links = 0;
	for (const page of pages)
		for (const { path } of linksOf(read(page)).filter(({ path }) => path)) {
			links += 1;
			assert.doesNotThrow(
				() => read(join(dirname(page), path)),
				`${page}: ${path}`,
			);
		}
	assert.ok(links > 100);
});

test("once there is a homepage, the README's links lead there", () => {
	const readme =
		"![p](../www/pictures/p.png)\n\n[a](../www/docs/how-to/a.md#b) [c](https://example.com/d.md) [S](../.github/S.md) [l](../LICENSE)";
	assert.equal(
		withPackedLinks(readme, "https://example.org/x/"),
		"![p](https://example.org/x/pictures/p.png)\n\n[a](https://example.org/x/docs/how-to/a.html#b) [c](https://example.com/d.md) S [l](LICENSE)",
	);
	assert.equal(
		withPackedLinks(readme),
		"[a](docs/how-to/a.md#b) [c](https://example.com/d.md) S [l](LICENSE)",
	);
});

/** Returns what a script imports. */
const importsOf = (file) =>
	[...read(file).matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g)].map(
		([, name]) => name,
	);

/** Returns a script, and all that it brings along. */
function reached(file, found = new Set()) {
	if (found.has(file)) return found;
	found.add(file);
	for (const path of importsOf(file).filter((name) => name.startsWith(".")))
		reached(posix.join(posix.dirname(file), path), found);
	return found;
}

/** Returns every file of types that the exported ones lead to. */
function reachableTypes() {
	const found = entries.map(([, { types }]) => posix.join(types));
	for (const file of found) {
		for (const [, path] of read(file).matchAll(
			/(?:from|import) ?\(?['"](\.[^'"]+)\.js['"]/g,
		)) {
			const next = posix.join(posix.dirname(file), `${path}.d.ts`);
			if (!found.includes(next)) found.push(next);
		}
	}
	return found;
}

test("the licences of all that is shipped and not ours are in it", () => {
	const text = read("THIRD-PARTY-LICENSES.txt");
	const crates = shippedCrates();
	for (const name of ["wasm-bindgen", "serde", "js-sys", "talc", "tsify"])
		assert.ok(
			crates.some((crate) => crate.name === name),
			name,
		);
	for (const name of ["serde_derive", "proptest", "wasm-bindgen-macro"])
		assert.ok(!crates.some((crate) => crate.name === name), name);
	for (const { name, version, license, folder } of crates) {
		assert.ok(text.includes(`${name} ${version} (${license})`), name);
		const [file] = readdirSync(folder).filter((file) =>
			/^license(?!.apache)/i.test(file),
		);
		assert.ok(
			text.includes(readFileSync(join(folder, file), "utf8").trim()),
			name,
		);
	}
	for (const path of files) {
		const [, name] =
			/^src\/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
		if (name) assert.match(text, new RegExp(`^${name} \\d`, "m"));
	}
});

test("the version is that of Cargo.toml, and the changelog and the file name know it", () => {
	const version = /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(
		readFileSync(join(root, "Cargo.toml"), "utf8"),
	)[1];
	assert.equal(manifest.version, version);
	assert.ok(tarball.endsWith(`agent-todos-${version}.tgz`), tarball);
	assert.match(
		read("CHANGELOG.md"),
		new RegExp(`^## .*${version.replaceAll(".", "\\.")}`, "m"),
	);
	// The release workflow runs this test for a tag: then the version is being published.
	if (process.env.GITHUB_REF_TYPE !== "tag") return;
	assert.equal(process.env.GITHUB_REF_NAME, `v${version}`);
	assert.match(
		read("CHANGELOG.md"),
		new RegExp(
			`^## ${version.replaceAll(".", "\\.")} — \\d{4}-\\d\\d-\\d\\d$`,
			"m",
		),
	);
});

test("the manifest has a description, keywords and a license", () => {
	const { description, keywords, license } = manifest;
	assert.ok(description.length > 20);
	assert.ok(keywords.includes("agent") && keywords.includes("todo"));
	assert.equal(new Set(keywords).size, keywords.length);
	assert.equal(license, "MIT OR Apache-2.0");
});

test("installing the package installs only idb and runs no script", () => {
	const {
		dependencies,
		peerDependencies,
		peerDependenciesMeta,
		optionalDependencies,
		scripts,
	} = manifest;
	assert.deepEqual(
		[Object.keys(dependencies), optionalDependencies, scripts],
		[["idb"], undefined, undefined],
	);
	// npm counts the peers of a peer that is not installed, so frameworks stand in
	// peerDependenciesMeta alone, which npm ignores. Yarn and pnpm read it as an optional peer of any
	// version.
	assert.equal(peerDependencies, undefined);
	for (const meta of Object.values(peerDependenciesMeta))
		assert.deepEqual(meta, { optional: true });
});

test("the executable can be executed, and only it needs nothing but Node and the peers", () => {
	const { bin, optionalDependencies, peerDependenciesMeta } = manifest;
	assert.deepEqual(bin, { "agent-todos": "cli.js" });
	const file = "cli.js";
	assert.match(read(file), /^#!\/usr\/bin\/env node\n/);
	if (!isWindows)
		assert.equal(statSync(join(folder, file)).mode & 0o111, 0o111);
	const imported = scripts
		.filter(isOfExecutable)
		.flatMap(importsOf)
		.filter((name) => !/^(node:|\.\/)/.test(name));
	assert.ok(imported.length > 0);
	const declared = Object.keys({
		...peerDependenciesMeta,
		...optionalDependencies,
	});
	for (const name of imported)
		assert.ok(
			declared.some((peer) => `${name}/`.startsWith(`${peer}/`)),
			name,
		);
});

test("the main entry contains nothing of MCP and WebMCP", () => {
	for (const entry of ["index.js", "inline.js", "node.js"]) {
		assert.ok(reached(entry).size > 1, entry);
		for (const file of reached(entry))
			assert.doesNotMatch(
				read(file),
				/modelcontextprotocol|modelContext|structuredContent/,
				file,
			);
	}
	assert.match(read("mcp.js"), /modelcontextprotocol[\s\S]*structuredContent/);
	assert.match(read("webmcp.js"), /modelContext/);
});

test("no script of the package contains what extensions forbid", () => {
	// The executable runs in Node alone.
	for (const file of scripts.filter((file) => !isOfExecutable(file)))
		assert.deepEqual(
			forbiddenSyntax(read(file)).filter(
				// No service worker has the element, which loads a part of itself on demand.
				(find) =>
					!(find.endsWith("import()") && read(file).includes("attachShadow")),
			),
			[],
			file,
		);
});

test("the check for what extensions forbid finds it", () => {
	const bad = [
		"eval('1')",
		"(0, eval)('1')",
		"globalThis.eval('1')",
		"globalThis['eval']('1')",
		"new Function('1')",
		"Function('1')()",
		"setTimeout('1')",
		"setTimeout(text)",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is source code
		"setInterval(`${x}`)",
		"setTimeout(...x)",
		"import('./x.js')",
		"const f = async () => import(x)",
		"await x",
		"for await (const x of y);",
	];
	for (const code of bad) assert.notDeepEqual(forbiddenSyntax(code), [], code);
	const good =
		"// eval(1)\nsetTimeout(() => {}, 1);\nconst evaluate = async () => { await x; for await (const y of z); return 'new Function' + typeof f === 'function'; }";
	assert.deepEqual(forbiddenSyntax(good), []);
});

test("in Node, the main entry is one file, with two that all entries share", () => {
	// One is the core. What the element loads on demand needs the other one alone.
	const [main, ...shared] = [...reached("node.js")];
	assert.deepEqual([main, shared.length], ["node.js", 2]);
	for (const [entry, { node }] of entries)
		for (const file of shared)
			assert.ok(reached(posix.join(node)).has(file), `${entry}: ${file}`);
});

test("only scripts for Node import modules of Node", () => {
	const forNode =
		/^(?:node|[\w/-]+-node|storage\/(?:file|postgres))\.js$|^(?:node-)?shared-/;
	for (const entry of scripts.filter(
		(file) => !forNode.test(file) && !isOfExecutable(file),
	))
		for (const file of reached(entry))
			assert.doesNotMatch(read(file), /from ?"node:/, `${entry}: ${file}`);
	assert.ok(
		[...reached("node.js")].some((file) => /from ?"node:/.test(read(file))),
	);
});

test("an entry imports only the packages that it is for", () => {
	const declared = {
		...manifest.dependencies,
		...manifest.optionalDependencies,
		...manifest.peerDependenciesMeta,
	};
	const needed = {
		"./ai-sdk": ["ai"],
		"./langchain": ["@langchain/langgraph", "langchain", "zod"],
		"./mcp": ["@modelcontextprotocol/server"],
		"./react": ["react"],
		"./openai-agents": ["@openai/agents"],
		"./storage/indexeddb": ["idb"],
	};
	for (const [entry, { default: file }] of entries) {
		const imported = importsOf(file).filter((name) =>
			/^(?!node:)[@\w]/.test(name),
		);
		assert.deepEqual([...new Set(imported)], needed[entry] ?? [], entry);
		for (const name of imported) assert.ok(name in declared, name);
	}
	for (const file of scripts.filter((file) => /^(node-)?shared-/.test(file)))
		assert.doesNotMatch(
			read(file),
			/^(?:(?:import|export|\}).* from|import) ?"(?!\.|node:)/m,
		);
});

test("no file of the package contains a path of the machine that built it", () => {
	// Else it would differ from machine to machine, and name its builder.
	for (const file of files) {
		const bytes = readFileSync(join(folder, file));
		for (const trace of [root, "cargo/registry"])
			assert.equal(bytes.includes(trace), false, `${file} contains ${trace}`);
	}
});

test("a bundle that does not use persist() does not contain it", () => {
	const without = keptOf(["init", "TodoStore", "tools"]);
	const withIt = keptOf(["init", "TodoStore", "tools", "persist"]);
	for (const trace of [/unreadable/, /StorageError/, /\.checkpoint\(\)/]) {
		assert.doesNotMatch(without, trace);
		assert.match(withIt, trace);
	}
});

test("a bundle that uses only useTodos() does not contain the element", () => {
	const element = /customElements|attachShadow/;
	assert.match(bundledFrom("react.js", ["AgentTodos"]), element);
	const hook = bundledFrom("react.js", ["useTodos"]);
	assert.match(hook, /useSyncExternalStore/);
	assert.doesNotMatch(hook, element);
});

for (const [who, text, has, hasNot] of [
	[
		"who follows alone",
		followEntry(),
		/BroadcastChannel[\s\S]*chrome|chrome[\s\S]*BroadcastChannel/,
		/wasm|WebAssembly|TodoStore|__wbg/i,
	],
	[
		"who shows the list",
		elementEntry(),
		/attachShadow/,
		/wasm|WebAssembly|__wbg|getXml|innerHTML/i,
	],
])
	test(`${who} carries nothing of WebAssembly and of the rules`, () => {
		assert.match(text, has);
		assert.doesNotMatch(text, hasNot);
	});

test("publint has nothing to say, as of a file that is not there, or of types that do not come first", async () => {
	// Which it does not look at.
	assert.equal(manifest.types, manifest.exports["."].types);
	const { buffer } = new Uint8Array(readFileSync(tarball));
	const { messages } = await publint({
		strict: true,
		pack: { tarball: buffer },
	});
	assert.deepEqual(
		messages.map((message) =>
			formatMessage(message, manifest, { color: false }),
		),
		[],
	);
});

test("the types are not wrong (@arethetypeswrong/cli)", () => {
	// A wasm file has no types: what importing it gives is the bundler's business. Who requires the
	// package gets ES modules.
	const args = [
		tarball,
		"--ignore-rules",
		"cjs-resolves-to-esm",
		"--exclude-entrypoints",
		"agent_todos_bg.wasm",
		"agent_todos_tasks_bg.wasm",
		"--no-emoji",
		"--no-color",
	];
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(root, "node_modules/@arethetypeswrong/cli/dist/index.js"), ...args],
		{ encoding: "utf8" },
	);
	assert.equal(status, 0, stdout + stderr);
	assert.ok(entries.length > 15);
	for (const [path] of entries)
		assert.ok(stdout.includes(`"${path.replace(".", "agent-todos")}"`), path);
});
