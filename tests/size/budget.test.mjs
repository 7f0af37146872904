// What a user downloads is within its budget, which is 3 % above what it was when the budget was
// set.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sizeTable } from "../../pkg-template/build/size.mjs";

test("the downloads are within their budgets", () => {
	const { text, isWithin } = sizeTable();
	assert.ok(
		isWithin,
		`${text}\n\n\`npm run parts\` says what the module is made of. Save the bytes elsewhere, or raise the budget in pkg-template/build/size.mjs and say in the commit what a user gains.`,
	);
});
