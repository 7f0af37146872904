// What `npm publish` would upload: exactly these files, with these versions, types and syntax.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { before, test } from "node:test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import {
	forContributors,
	withPackedLinks,
} from "../../pkg-template/build/documentation.mjs";
import { shippedCrates } from "../../pkg-template/build/licenses.mjs";
import { root, target } from "../../pkg-template/build/places.mjs";
import {
	bundledFrom,
	elementBudget,
	elementEntry,
	followBudget,
	followEntry,
	keptOf,
	sizes,
} from "../../pkg-template/build/size.mjs";
import { linksOf } from "../readme/links.mjs";
import { documentation } from "../readme/pages.mjs";
import { forbiddenSyntax } from "./forbidden-syntax.mjs";
import { tarball, unpack } from "./project.mjs";

const folder = join(target, "packaging", "tarball");
const read = (file) => readFileSync(join(folder, file), "utf8");
const manifest = () => JSON.parse(read("package.json"));

before(() => {
	rmSync(folder, { recursive: true, force: true });
	unpack(folder);
});

/** Whether a file is the executable, or one that it loads where it needs it. */
const isOfExecutable = (file) => /^cli(?:-\w+)?\.js$/.test(file);

test("the files are these and no others", () => {
	const scripts = [
		"index",
		"node",
		"inline",
		"tasks",
		"tasks-node",
		"follow",
		"run",
		"progress",
		"forms",
		"plan",
		"element",
		"react",
		"react-element",
		"ai-sdk",
		"langchain",
		"openai-agents",
		"prompt-api",
		"mcp",
		"cli",
		"webmcp",
		"storage",
	].map((name) => `${name}.js`);
	const storages = [
		"memory",
		"indexeddb",
		"chrome",
		"file",
		"postgres",
		"conformance",
	].map((name) => join("storage", `${name}.js`));
	const texts = [
		"package.json",
		"custom-elements.json",
		"README.md",
		"LICENSE",
		"CHANGELOG.md",
		"THIRD-PARTY-LICENSES.txt",
	];
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	// The types are as many files as their sources; that none is missing or too many is checked below.
	assert.deepEqual(
		files
			.filter(
				(file) => !/^(?:types|docs|src)\/|\.map$|^(?:shared|cli)-/.test(file),
			)
			.sort(),
		[
			...scripts,
			...storages,
			...texts,
			"agent_todos_bg.wasm",
			"agent_todos_tasks_bg.wasm",
		].sort(),
	);
	// What entries share has names of its content; each script has its source map.
	assert.deepEqual(
		files.filter((file) => file.endsWith(".map")).sort(),
		files
			.filter((file) => file.endsWith(".js") && !file.startsWith("src/"))
			.map((file) => `${file}.map`)
			.sort(),
	);
	// And src/ has what the source maps name, so that a debugger shows it.
	const sources = files
		.filter((file) => file.endsWith(".map"))
		.flatMap((file) =>
			JSON.parse(read(file)).sources.map((path) => join(dirname(file), path)),
		);
	assert.deepEqual(
		files.filter((file) => file.startsWith("src/")).sort(),
		[...new Set(sources)].sort(),
	);
	assert.deepEqual(
		files.filter((file) => file.startsWith("types/")).sort(),
		reachableTypes().sort(),
	);
	assert.deepEqual(
		files.filter((file) => file.startsWith("docs/")).sort(),
		documentation
			.filter((page) => !forContributors.includes(basename(page)))
			.map((page) => page.replace("www/", ""))
			.sort(),
	);
});

test("every link of the README and of docs/ leads to a file of the package", () => {
	const pages = readdirSync(folder, { recursive: true }).filter((file) =>
		/^(?:README|docs\/.*)\.md$/.test(file),
	);
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
	const readme = "[a](../www/docs/how-to/a.md#b) [c](https://example.com/d.md)";
	assert.equal(
		withPackedLinks(readme, "https://example.org/x/"),
		"[a](https://example.org/x/docs/how-to/a.html#b) [c](https://example.com/d.md)",
	);
	assert.equal(
		withPackedLinks(readme),
		"[a](docs/how-to/a.md#b) [c](https://example.com/d.md)",
	);
});

/** A script, and all that it brings along. */
function reached(file, files = new Set()) {
	if (files.has(file)) return files;
	files.add(file);
	for (const [, path] of read(file).matchAll(
		/\b(?:from|import) ?\(?"(\.[^"]+)"/g,
	))
		reached(join(dirname(file), path), files);
	return files;
}

/** Every file of types that the exported ones lead to. */
function reachableTypes() {
	const found = Object.values(manifest().exports).flatMap(({ types }) =>
		types ? [types.replace("./", "")] : [],
	);
	for (const file of found) {
		for (const [, path] of read(file).matchAll(
			/(?:from|import\() ?"(\.[^"]+)\.js"/g,
		)) {
			const next = join("types", `${path}.d.ts`);
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
	const bundled = readdirSync(join(folder, "src"), { recursive: true }).filter(
		(path) => /node_modules/.test(path),
	);
	for (const path of bundled) {
		const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
		assert.match(text, new RegExp(`^${name} \\d`, "m"));
	}
});

test("the version is that of Cargo.toml, and the changelog and the file name know it", () => {
	const version = /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(
		readFileSync(join(root, "Cargo.toml"), "utf8"),
	)[1];
	assert.equal(manifest().version, version);
	assert.ok(tarball.endsWith(`agent-todos-${version}.tgz`), tarball);
	assert.match(
		read("CHANGELOG.md"),
		new RegExp(`^## .*${version.replaceAll(".", "\\.")}`, "m"),
	);
});

test("npm can find it: it has a description, keywords and a license", () => {
	const { description, keywords, license } = manifest();
	assert.ok(description.length > 20);
	assert.ok(keywords.includes("agent") && keywords.includes("todo"));
	assert.equal(new Set(keywords).size, keywords.length);
	assert.equal(license, "MIT OR Apache-2.0");
});

test("nothing but idb is installed with it, and proper-lockfile where it can be, and nothing is run", () => {
	const {
		dependencies,
		peerDependencies,
		peerDependenciesMeta,
		optionalDependencies,
		scripts,
	} = manifest();
	assert.deepEqual(
		[Object.keys(dependencies), Object.keys(optionalDependencies), scripts],
		[["idb"], ["proper-lockfile"], undefined],
	);
	// npm installs a peer that is not optional.
	assert.deepEqual(
		Object.keys(peerDependencies).filter(
			(name) => peerDependenciesMeta[name]?.optional !== true,
		),
		[],
	);
});

test("the executable can be executed, and only it needs nothing but Node, the peers and proper-lockfile", () => {
	const { bin, optionalDependencies, peerDependencies } = manifest();
	assert.deepEqual(Object.keys(bin), ["agent-todos"]);
	const file = bin["agent-todos"];
	assert.match(read(file), /^#!\/usr\/bin\/env node\n/);
	assert.equal(statSync(join(folder, file)).mode & 0o111, 0o111);
	const imported = readdirSync(folder)
		.filter(isOfExecutable)
		.flatMap((file) => [
			...read(file).matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g),
		])
		.map(([, name]) => name)
		.filter((name) => !/^(node:|\.\/)/.test(name));
	assert.ok(imported.length > 0);
	assert.deepEqual(
		imported.filter(
			(name) =>
				!Object.keys({ ...peerDependencies, ...optionalDependencies }).some(
					(peer) => name === peer || name.startsWith(`${peer}/`),
				),
		),
		[],
	);
});

test("nothing of MCP and WebMCP weighs on who imports the list alone", () => {
	for (const entry of ["index.js", "inline.js", "node.js"]) {
		assert.ok(reached(entry).size > 2, entry);
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

test("no script holds what extensions forbid", () => {
	// The executable runs in Node alone.
	for (const file of readdirSync(folder, { recursive: true }).filter(
		(file) => file.endsWith(".js") && !isOfExecutable(file),
	)) {
		assert.deepEqual(forbiddenSyntax(read(file)), [], file);
	}
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
	for (const code of bad)
		assert.equal(forbiddenSyntax(code).length > 0, true, code);
	const good =
		"// eval(1)\nsetTimeout(() => {}, 1);\nconst evaluate = async () => { await x; for await (const y of z); return 'new Function' + typeof f === 'function'; }";
	assert.deepEqual(forbiddenSyntax(good), []);
});

test("only what is for Node names a module of Node", () => {
	const forNode = ["node.js", "tasks-node.js"].concat(
		join("storage", "file.js"),
		join("storage", "postgres.js"),
	);
	const entries = readdirSync(folder, { recursive: true }).filter(
		(file) =>
			/^(?!.*shared-).*\.js$/.test(file) &&
			!forNode.includes(file) &&
			!isOfExecutable(file),
	);
	for (const entry of entries)
		for (const file of reached(entry))
			assert.doesNotMatch(read(file), /from ?"node:/, `${entry}: ${file}`);
	assert.ok(
		[...reached("node.js")].some((file) => /from ?"node:/.test(read(file))),
	);
});

test("what needs another package is an entry of its own, and imports that one alone", () => {
	const { exports, ...others } = manifest();
	const declared = {
		...others.dependencies,
		...others.optionalDependencies,
		...others.peerDependencies,
	};
	const needed = {
		"./langchain": ["@langchain/langgraph", "langchain", "zod"],
		"./mcp": ["@modelcontextprotocol/server"],
		"./react": ["react"],
		"./openai-agents": ["@openai/agents"],
		"./storage/file": ["proper-lockfile"],
		"./storage/indexeddb": ["idb"],
		"./storage/postgres": ["pg"],
	};
	for (const [entry, { default: file }] of Object.entries(exports).filter(
		([, { types }]) => types,
	)) {
		const imported = [
			...read(file).matchAll(/\b(?:from|import) ?"([@\w][\w@/:.-]*)"/g),
		]
			.map(([, name]) => name)
			.filter((name) => !name.startsWith("node:"));
		assert.deepEqual([...new Set(imported)], needed[entry] ?? [], entry);
		for (const name of imported) assert.ok(name in declared, name);
	}
	for (const file of readdirSync(folder).filter((file) =>
		/^shared-.*\.js$/.test(file),
	))
		assert.doesNotMatch(read(file), /^(?:.* from|import) ?"(?!\.|node:)/m);
});

test("no file tells where it was built", () => {
	// Else it would differ from machine to machine, and name its builder.
	for (const file of readdirSync(folder, { recursive: true }).filter((file) =>
		/\.\w+$/.test(file),
	)) {
		const bytes = readFileSync(join(folder, file));
		for (const trace of [root, "cargo/registry"])
			assert.equal(bytes.includes(trace), false, `${file} contains ${trace}`);
	}
});

test("who does not use persist does not carry it", () => {
	const without = keptOf(["init", "TodoStore", "tools"]);
	const withIt = keptOf(["init", "TodoStore", "tools", "persist"]);
	for (const trace of [/unreadable/, /StorageError/, /\.checkpoint\(\)/]) {
		assert.doesNotMatch(without, trace);
		assert.match(withIt, trace);
	}
});

test("who uses the hook of React alone does not carry the element", () => {
	const element = /customElements|attachShadow/;
	assert.match(bundledFrom("react.js", ["AgentTodos"]), element);
	const hook = bundledFrom("react.js", ["useTodos"]);
	assert.match(hook, /useSyncExternalStore/);
	assert.doesNotMatch(hook, element);
});

test("who follows alone carries nothing of WebAssembly and of the rules, and at most 4 kB", () => {
	const text = followEntry();
	assert.match(
		text,
		/BroadcastChannel[\s\S]*chrome|chrome[\s\S]*BroadcastChannel/,
	);
	assert.doesNotMatch(text, /wasm|WebAssembly|TodoStore|__wbg|getXml/i);
	const { brotli } = sizes(Buffer.from(text));
	assert.ok(brotli <= followBudget, `${brotli} bytes`);
});

test("who shows the list carries nothing of WebAssembly and of the rules, and at most 12 kB", () => {
	const text = elementEntry();
	assert.match(text, /attachShadow/);
	assert.doesNotMatch(text, /wasm|WebAssembly|__wbg|getXml|innerHTML/i);
	const { brotli } = sizes(Buffer.from(text));
	assert.ok(brotli <= elementBudget, `${brotli} bytes`);
});

test("publint has nothing to say, as of a file that is not there, or of types that do not come first", async () => {
	// Which it does not look at.
	assert.equal(manifest().types, manifest().exports["."].types);
	const bytes = readFileSync(tarball);
	const archive = bytes.buffer.slice(
		bytes.byteOffset,
		bytes.byteOffset + bytes.byteLength,
	);
	const { messages } = await publint({
		strict: true,
		pack: { tarball: archive },
	});
	assert.deepEqual(
		messages.map((message) =>
			formatMessage(message, manifest(), { color: false }),
		),
		[],
	);
});

test("the types are not wrong (@arethetypeswrong/cli)", () => {
	// A wasm file has no types: what importing it gives is the bundler's business. Who requires the package gets ES modules.
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
		[join(root, "node_modules", ".bin", "attw"), ...args],
		{ encoding: "utf8" },
	);
	assert.equal(status, 0, stdout + stderr);
	const entries = Object.entries(manifest().exports).filter(
		([, { types }]) => types,
	);
	assert.ok(entries.length > 15);
	for (const [path] of entries)
		assert.ok(stdout.includes(`"${path.replace(".", "agent-todos")}"`), path);
});
