// No comment is longer than 100 columns. Biome and rustfmt wrap code and leave comments alone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { listFiles } from "./grep.mjs";

/**
 * Returns the lines of comments that are too long. The code of an example is no comment, and a row
 * of a table cannot be wrapped.
 */
function findLongComments(text) {
	let isExample = false;
	return text.split("\n").filter((line) => {
		if (!/^\s*(\/\/|\/?\*)/.test(line)) return false;
		if (line.includes("```")) isExample = !isExample;
		const isTableRow = /^\s*\/\/[/!] \|/.test(line);
		return (
			!isExample && !isTableRow && line.replaceAll("\t", "  ").length > 100
		);
	});
}

test("no comment of a tracked file is longer than 100 columns", () => {
	const files = listFiles(root, "*.rs", "*.ts", "*.tsx", "*.mjs", "*.js");
	const long = files.flatMap((file) => {
		const lines = findLongComments(readFileSync(join(root, file), "utf8"));
		return lines.map((line) => `${file}: ${line.trim()}`);
	});
	assert.deepEqual(long, []);
});

test("findLongComments() finds comments of 101 columns, and no code of an example", () => {
	const [long, fits] = ["x".repeat(98), "x".repeat(97)].map((x) => `// ${x}`);
	const doc = `/**\n * \`\`\`ts\n * ${long}\n * \`\`\`\n * ${long}\n */`;
	assert.deepEqual(
		findLongComments(`${fits}\n\t${fits}\n${long}\nf(); ${long}`),
		[`\t${fits}`, long],
	);
	assert.deepEqual(findLongComments(doc), [` * ${long}`]);
});
