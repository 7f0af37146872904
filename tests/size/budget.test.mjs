// What a user downloads is within the limit, and weighs at most 2 % more than the last time.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import {
	downloads,
	sizesFile,
	sizeTable,
} from "../../pkg-template/build/size.mjs";

test("the downloads are within the limit and their room", () => {
	if (process.env.UPDATE) {
		const { limits } = JSON.parse(readFileSync(sizesFile, "utf8"));
		const sizes = { limits, landed: downloads() };
		writeFileSync(sizesFile, `${JSON.stringify(sizes, null, 2)}\n`);
		return;
	}
	const { text, isWithin } = sizeTable();
	assert.ok(
		isWithin,
		`${text}\n\n\`npm run parts\` says what the module is made of. Save the bytes elsewhere, or let \`npm test -- size --update\` write what is there, and say in the commit what a user gains.`,
	);
});
