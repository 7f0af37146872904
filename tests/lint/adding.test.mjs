// A new dialect or storage is in every file that CONTRIBUTING lists, and each page counts the dialects: what is missing is named, with the file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";

const textOf = (...path) => readFileSync(join(root, ...path), "utf8");

/** Returns the files that CONTRIBUTING lists in the section with this heading. */
function filesToAddTo(heading) {
	const [, rest] = textOf(".github", "CONTRIBUTING.md").split(
		`## ${heading}\n`,
	);
	const [section] = rest.split("\n## ");
	return [...section.matchAll(/^ {3}\| `([^`]+)` \|/gm)].map(
		([, file]) => file,
	);
}

const dialects = [
	...textOf("tests", "package", "names.mjs").matchAll(/^\t"(\w+)",$/gm),
].map(([, name]) => name);
const dialectFiles = filesToAddTo("Add a dialect");

test("CONTRIBUTING lists files, and there are dialects", () => {
	assert.ok(dialectFiles.length >= 8, dialectFiles.join(", "));
	assert.ok(dialects.length >= 19, dialects.join(", "));
});

for (const file of dialectFiles)
	test(`every dialect is in ${file}`, () => {
		const text = textOf(file);
		assert.deepEqual(
			dialects.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
			[],
		);
	});

const { exports } = JSON.parse(textOf("pkg-template", "package.json"));
const storages = Object.keys(exports).flatMap(
	(entry) => entry.match(/^\.\/storage\/(?!conformance$)(\w+)$/)?.[1] ?? [],
);
const storageFiles = filesToAddTo("Add a storage");

test("CONTRIBUTING lists files, and there are storages", () => {
	assert.ok(storageFiles.length >= 3, storageFiles.join(", "));
	assert.ok(storages.length >= 5, storages.join(", "));
});

for (const file of storageFiles)
	test(`every storage is in ${file}`, () => {
		const text = textOf(file);
		assert.deepEqual(
			// The README has the first by its whole name, and the others as `/NAME`.
			storages.filter(
				(name) => !new RegExp(`(storage|\`)/${name}\\b`).test(text),
			),
			[],
		);
	});

/** The files that run `storageConformance`. */
const contractTests = [
	"tests/durable/conformance.test.mjs",
	"tests/durable/apps",
	"tests/postgres/storage.test.mjs",
];

test("every storage is run through the contract", () => {
	const runs = execFileSync(
		"git",
		["grep", "-h", 'from "agent-todos/storage/', "--", ...contractTests],
		{ cwd: root, encoding: "utf8" },
	);
	assert.deepEqual(
		storages.filter((name) => !runs.includes(`/storage/${name}"`)),
		[],
	);
});

const teens =
	"ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const units = " -one -two -three -four -five -six -seven -eight -nine";
const words = [
	...teens.split(" "),
	...units.split(" ").map((unit) => `twenty${unit}`),
];
/** The number of dialects, as pages say it. */
const word = (count) => words[count - 10];

const pages = execFileSync("git", ["ls-files", "*.md", "*.html"], {
	cwd: root,
	encoding: "utf8",
})
	.trim()
	.split("\n");
const counted = pages.flatMap((page) =>
	[
		...textOf(page).matchAll(
			/\b(ten|eleven|twelve|\w+teen|twenty(?:-\w+)?) (dialects|todo tools|more tools)\b/gi,
		),
	].map(([, count, what]) => ({
		page,
		count: count.toLowerCase(),
		// READMEs name three of the tools, and count the others.
		right: word(dialects.length - (what === "more tools" ? 3 : 0)),
	})),
);

test("pages say how many dialects there are", () => {
	for (const page of ["README.md", "pkg-template/README.md", "www/index.html"])
		assert.ok(
			counted.some((one) => one.page === page),
			`${page} says no number`,
		);
	for (const { page, count, right } of counted)
		assert.equal(count, right, page);
});
