// What a function of the package returns can be exported by a program without an annotation, also
// where the program writes declarations: TypeScript can then name the type, or write it out.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { exportedNames } from "../../pkg-template/reference/typescript.mjs";
import { emptyTarget } from "../tools/folder.mjs";

const folder = emptyTarget("inferred");
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");

/** Returns a program that exports what each function of an entry returns. */
function programOf(entry, names) {
	const calls = names.map(
		(name) =>
			`declare const ${name}Args: Parameters<typeof entry.${name}>;\nexport const ${name}Result = entry.${name}(...${name}Args);\n`,
	);
	return `import * as entry from "${entry}";\n${calls.join("")}`;
}

const functions = new Map();
for (const { entry, name, isType } of await exportedNames())
	if (!isType && /^[a-z]/.test(name))
		functions.set(entry, [...(functions.get(entry) ?? []), name]);

test("what functions return can be exported where declarations are written", () => {
	const files = [...functions].map(([entry, names]) => {
		const file = `${entry.replaceAll("/", "-")}.ts`;
		writeFileSync(join(folder, file), programOf(entry, names));
		return file;
	});
	assert.ok(files.length > 10, `${files.length}`);
	const compilerOptions = {
		target: "es2022",
		module: "esnext",
		moduleResolution: "bundler",
		lib: ["es2022", "dom", "esnext.disposable"],
		types: [],
		strict: true,
		skipLibCheck: true,
		declaration: true,
		emitDeclarationOnly: true,
		outDir: "written",
	};
	writeFileSync(
		join(folder, "tsconfig.json"),
		JSON.stringify({ compilerOptions, files }),
	);
	const { status, stdout } = spawnSync(
		process.execPath,
		[compiler, "--project", folder],
		{ encoding: "utf8" },
	);
	assert.equal(status, 0, stdout);
});
