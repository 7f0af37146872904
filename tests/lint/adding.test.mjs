// A new dialect is in every file that CONTRIBUTING lists, and each page counts it: what is missing is named, with the file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";

const textOf = (...path) => readFileSync(join(root, ...path), "utf8");

const [, section] = textOf(".github", "CONTRIBUTING.md").split(
	"## Add a dialect\n",
);
const files = [
	...section.split("\n## ")[0].matchAll(/^ {3}\| `([^`]+)` \|/gm),
].map(([, file]) => file);
const names = [
	...textOf("tests", "package", "names.mjs").matchAll(/^\t"(\w+)",$/gm),
].map(([, name]) => name);

test("CONTRIBUTING lists files, and there are dialects", () => {
	assert.ok(files.length >= 8, files.join(", "));
	assert.ok(names.length >= 19, names.join(", "));
});

for (const file of files)
	test(`every dialect is in ${file}`, () => {
		const text = textOf(file);
		assert.deepEqual(
			names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
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
		right: word(names.length - (what === "more tools" ? 3 : 0)),
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
