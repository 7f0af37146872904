// The pages belong together: each link leads to a file, and to a heading of it, and the table of
// contents has every page.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { linksOf, prose } from "./links.mjs";
import { documentation, pages, references, textOf } from "./pages.mjs";

/** Returns the anchors that GitHub makes of the headings of a page. */
function anchors(page) {
	const text = textOf(page).replace(/^(`{3,})[\s\S]*?^\1/gm, "");
	return [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, "")
			.trim()
			.replace(/\s/g, "-"),
	);
}

/** Returns what is wrong with the links of a page. */
function wrongLinks(page, text = textOf(page)) {
	return linksOf(text).flatMap(({ path, anchor }) => {
		const file = path === "" ? page : posix.join(posix.dirname(page), path);
		if (references.includes(file)) return [];
		if (!existsSync(join(root, file))) return [`there is no ${file}`];
		if (anchor !== undefined && !anchors(file).includes(anchor))
			return [`${file} has no heading ${anchor}`];
		return [];
	});
}

for (const page of pages)
	test(`${page}: every link leads somewhere`, () =>
		assert.deepEqual(wrongLinks(page), []));

test("a link that leads nowhere is found", () => {
	const text = "[a](b.md) [c](#d) [e](README.md) [f](https://example.com)";
	assert.equal(wrongLinks("README.md", text).length, 2);
});

for (const page of documentation)
	test(`${page} has a title, which is its heading, and a description`, () => {
		const [, title, description] =
			/^---\ntitle: (.+)\ndescription: (.+)\n(?:live: .+\n)?---\n/.exec(
				textOf(page),
			) ?? [];
		assert.ok(title && description, "no front matter");
		// YAML reads more into it, unless it is in quotes.
		assert.doesNotMatch(description, /^[^"].*(: | #)/);
		assert.ok(
			description.length >= 40 && description.length <= 160,
			description,
		);
		assert.deepEqual([...prose(textOf(page)).matchAll(/^# (.*)$/gm)].length, 1);
		assert.equal(/^# (.*)$/m.exec(textOf(page))[1], title);
	});

test("the table of contents has every page once", () => {
	const sections = JSON.parse(textOf("www/docs/nav.json"));
	const listed = sections.flatMap(({ pages }) => pages);
	assert.deepEqual(
		listed.map((page) => `www/docs/${page}`).sort(),
		documentation,
	);
});

for (const [page, most] of [["README.md", 80]])
	test(`${page} has at most ${most} lines`, () => {
		const { length } = textOf(page).trimEnd().split("\n");
		assert.ok(length <= most, `${length} lines`);
	});
