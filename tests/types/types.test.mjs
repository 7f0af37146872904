// TypeScript's opinion of the packed package: every declaration is the one in api.txt, and what the
// documentation does with them compiles in each of the places where the package is used (an
// `@ts-expect-error` above something that compiles is an error itself).

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { installed, root } from "../../pkg-template/build/places.mjs";
import { optionalProperties } from "./options.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

const compiler = join(root, "node_modules", "typescript", "bin", "tsc");

function tsc(project) {
	const args = [compiler, "--project", project];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		encoding: "utf8",
	});
	return { status, output: stdout + stderr };
}

for (const file of readdirSync(here).filter((file) =>
	/^tsconfig\..+\.json$/.test(file),
)) {
	test(`${file.split(".")[1]}: what must compile does`, () => {
		const { status, output } = tsc(join(here, file));
		assert.equal(status, 0, output);
	});
}

test("every declaration is, to the letter, the one in api.txt", () => {
	const folder = join(installed, "types");
	const declared = readdirSync(folder, { recursive: true })
		.filter((file) => file.endsWith(".d.ts"))
		.map((file) => file.replaceAll("\\", "/"))
		.sort()
		.map((file) => {
			const text = readFileSync(join(folder, file), "utf8")
				.replaceAll(/\/\*[\s\S]*?\*\//g, "")
				.replaceAll(/^\s*(\/\/.*)?\n/gm, "");
			return `// ${file}\n${text}`;
		})
		.join("\n");
	const stored = join(here, "api.txt");
	if (process.env.UPDATE) writeFileSync(stored, declared);
	const [lines, known] = [declared, readFileSync(stored, "utf8")].map((text) =>
		text.split("\n"),
	);
	const place = lines.findIndex((line, at) => line !== known[at]);
	const around = (lines) => lines.slice(Math.max(0, place - 2), place + 3);
	assert.ok(
		place === -1 && lines.length === known.length,
		`line ${place + 1} of api.txt: if this is intended, run npm test -- --update and read the difference\n${around(lines).join("\n")}\n\nbefore:\n${around(known).join("\n")}`,
	);
});

test("undefined may be given for every option, under exactOptionalPropertyTypes", () => {
	const found = optionalProperties();
	const name = ({ entry, path }) => `${entry} ${path.join(" ")}`;
	const names = found.map(name);
	for (const one of [
		". TodoStore 0 maxTodos",
		". TodoStore => checkpoint 0 maxSnapshots",
		"./run runAgent 0 on stuck",
		"./run runAgent 0 validate => suggestions",
		". connect 1 over serve 1 2 url",
		"./mcp createMcpServer 0 reminders",
	])
		assert.ok(names.includes(one), `${one} is not among ${names.join(", ")}`);
	assert.deepEqual(
		found.filter(({ takesUndefined }) => !takesUndefined).map(name),
		[],
	);
});

test("every program here is compiled by some of these", () => {
	const listed = readdirSync(here)
		.filter((file) => /^tsconfig.*\.json$/.test(file))
		.map((file) => readFileSync(join(here, file), "utf8"));
	for (const file of readdirSync(here).filter((file) => /\.tsx?$/.test(file)))
		assert.ok(
			listed.some((text) => text.includes(`"${file}"`)),
			file,
		);
});
