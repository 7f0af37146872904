// The folders of pkg-template/src: CONTRIBUTING says what each may import, and no files import each other in a circle. The tests import the
// site, and the site imports nothing of the tests.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { root, template } from "../../pkg-template/build/places.mjs";
import { grep } from "./grep.mjs";

const src = join(template, "src");
const files = readdirSync(src, { recursive: true })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => file.endsWith(".ts"));
const folderOf = (file) => (file.includes("/") ? file.split("/")[0] : "");

const manifest = JSON.parse(
	readFileSync(join(template, "package.json"), "utf8"),
);
/** The source of each entry, and of its variant for Node. */
const entries = Object.values(manifest.exports).flatMap(({ types, node }) => {
	if (types === undefined) return [];
	const source = types.replace("./types/", "").replace(".d.ts", ".ts");
	const variant = posix.join(posix.dirname(source), "node.ts");
	return node === undefined ? [source] : [source, variant];
});

/** The source of a module: TypeScript, or the types beside JavaScript. */
const sourceOf = (module) =>
	files.includes(`${module}.d.ts`) ? `${module}.d.ts` : `${module}.ts`;

/** The files that each file imports, by their paths in `src`. Generated files are not among them. */
const imports = new Map(
	files.map((file) => {
		const text = readFileSync(join(src, file), "utf8");
		const paths = [
			...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g),
		].map(([, path]) => sourceOf(posix.join(posix.dirname(file), path)));
		return [file, paths.filter((path) => !path.startsWith("../"))];
	}),
);

/** The folders that each folder may import, as CONTRIBUTING has them. */
const allowed = new Map(
	[
		...readFileSync(join(root, ".github", "CONTRIBUTING.md"), "utf8").matchAll(
			/^\| `(\w+)\/` \| [^|]+ \| ([^|]+) \|$/gm,
		),
	].map(([, folder, list]) => [
		folder,
		[...list.matchAll(/`(\w+)\/`/g)].map(([, name]) => name),
	]),
);

test("CONTRIBUTING lists the folders that there are", () => {
	const folders = [...new Set(files.map(folderOf))].filter(Boolean);
	assert.deepEqual([...allowed.keys()].sort(), folders.sort());
});

test("every import is of a file that exists", () => {
	for (const [file, paths] of imports)
		for (const path of paths)
			assert.ok(imports.has(path), `${file} imports ${path}`);
});

test("each entry is a file of the top, the index of a folder, or a storage", () => {
	for (const entry of entries) {
		assert.ok(files.includes(entry), `${entry} is not there`);
		assert.match(
			entry,
			/^\w+\.ts$|^(\w+|hosts\/[\w-]+)\/(index|node)\.ts$|^storage\/\w+\.ts$/,
		);
	}
	const others = files.filter(
		(file) => !file.includes("/") && !entries.includes(file),
	);
	assert.deepEqual(others.sort(), ["cli.ts", "exports.ts"]);
});

test("no entry is imported, but by the command line and its own variant for Node", () => {
	for (const [file, paths] of imports)
		if (folderOf(file) !== "cli")
			for (const path of paths)
				assert.ok(
					!entries.includes(path) ||
						file === posix.join(posix.dirname(path), "node.ts"),
					`${file} imports ${path}`,
				);
});

for (const [folder, folders] of allowed)
	test(`${folder}/ imports itself and ${folders.join(", ") || "nothing else"}`, () => {
		for (const [file, paths] of imports)
			if (folderOf(file) === folder)
				for (const path of paths) {
					// The command line uses the entries as any program does.
					const isAllowed =
						[folder, ...folders].includes(folderOf(path)) ||
						(folder === "cli" && entries.includes(path));
					assert.ok(isAllowed, `${file} imports ${path}`);
				}
	});

test("no files import each other in a circle", () => {
	const finished = new Set();
	function visit(file, path) {
		assert.ok(!path.includes(file), [...path, file].join(" → "));
		if (finished.has(file)) return;
		for (const next of imports.get(file)) visit(next, [...path, file]);
		finished.add(file);
	}
	for (const file of files) visit(file, []);
});

test("the site imports nothing of the tests", () =>
	assert.equal(grep(join(root, "www"), "[\"'](\\.\\./)+tests/"), ""));

test("no file has more than 500 lines of code", () => {
	for (const file of files) {
		const code = readFileSync(join(src, file), "utf8")
			.replaceAll(/\/\*[\s\S]*?\*\//g, "")
			.split("\n")
			.filter((line) => !/^\s*(\/\/.*)?$/.test(line));
		assert.ok(code.length <= 500, `${file}: ${code.length} lines of code`);
	}
});
