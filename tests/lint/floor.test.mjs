// The folders of pkg-template/src: CONTRIBUTING says what each may import, and no files import each other in a circle.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { root, template } from "../../pkg-template/build/places.mjs";

const src = join(template, "src");
const files = readdirSync(src, { recursive: true })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => file.endsWith(".ts"));
const entries = files.filter((file) => !file.includes("/"));
const folderOf = (file) => (file.includes("/") ? file.split("/")[0] : "");

/** The files that each file imports, by their paths in `src`. Generated files are not among them. */
const imports = new Map(
	files.map((file) => {
		const text = readFileSync(join(src, file), "utf8");
		const paths = [
			...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g),
		].map(([, path]) => posix.join(posix.dirname(file), `${path}.ts`));
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

test("the top has one file for each entry of the package", () => {
	const { exports, bin } = JSON.parse(
		readFileSync(join(template, "package.json"), "utf8"),
	);
	const scripts = Object.values(exports).flatMap((conditions) =>
		typeof conditions === "string" ? [] : [conditions.node, conditions.default],
	);
	const named = [...scripts, ...Object.values(bin)]
		.filter((script) => script !== undefined)
		.map((script) => posix.normalize(script).replace(/\.js$/, ".ts"));
	assert.deepEqual(
		entries.sort(),
		[...new Set(named)].filter((file) => !file.includes("/")).sort(),
	);
	for (const file of named)
		assert.ok(files.includes(file), `${file} is not there`);
});

test("no entry is imported, but by the command line and its own variant for Node", () => {
	for (const [file, paths] of imports)
		if (folderOf(file) !== "cli")
			for (const path of paths)
				assert.ok(
					!entries.includes(path) || file === path.replace(".", "-node."),
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

test("no file has more than 500 lines of code", () => {
	for (const file of files) {
		const code = readFileSync(join(src, file), "utf8")
			.replaceAll(/\/\*[\s\S]*?\*\//g, "")
			.split("\n")
			.filter((line) => !/^\s*(\/\/.*)?$/.test(line));
		assert.ok(code.length <= 500, `${file}: ${code.length} lines of code`);
	}
});
