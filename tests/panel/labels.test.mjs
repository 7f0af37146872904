// The labels in other languages: each has what the English ones have, and the element shows them.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installed, template } from "../../pkg-template/build/places.mjs";

/** Returns the English labels of a file. */
const readEnglish = (file) =>
	JSON.parse(
		readFileSync(join(template, "src", "element", file), "utf8")
			.match(/const \w*english = (\{[\s\S]*?\n\});/i)[1]
			.replaceAll(/^\t(\w+):/gm, '"$1":')
			.replace(/,\n\}$/, "\n}"),
	);
const labels = {
	...readEnglish("labels.ts"),
	...readEnglish("pressed-labels.ts"),
};
const placesOf = (text) =>
	[...new Set(text.match(/\{\w+\}/g))].filter((it) => it !== "{count}").sort();

for (const file of readdirSync(join(installed, "labels")))
	test(`${file}: every label is there, with what is filled in`, () => {
		const translated = JSON.parse(
			readFileSync(join(installed, "labels", file), "utf8"),
		);
		assert.deepEqual(
			Object.keys(translated).sort(),
			Object.keys(labels).sort(),
		);
		for (const [name, text] of Object.entries(labels)) {
			assert.notEqual(translated[name].trim(), "", name);
			for (const form of translated[name].split("|"))
				assert.deepEqual(placesOf(form), placesOf(text), name);
		}
	});

test("there are five languages", () => {
	assert.deepEqual(readdirSync(join(installed, "labels")).sort(), [
		"de.json",
		"es.json",
		"fr.json",
		"ja.json",
		"zh.json",
	]);
});
