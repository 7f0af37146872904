// The table of dialects in the documentation says what about.json of each dialect says, and the
// names that a dialect answers are those that its calls have. `npm test -- docs/dialects
// --update` writes the table.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Conversation, init, TodoStore } from "agent-todos";
import { readDialects } from "../../pkg-template/build/dialects.mjs";
import { root } from "../../pkg-template/build/places.mjs";

await init();
const dialects = readDialects();

test("the table in concepts/dialects.md is that of the dialects", () => {
	const file = join(root, "www/docs/concepts/dialects.md");
	const code = (name) => `\`${name}\``;
	const rows = dialects.map(
		({ name, agent, offSince, tools, answers = [], says }) => {
			const off = offSince ? `, off by default since ${offSince}` : "";
			const also = answers.filter((other) => !tools.includes(other)).map(code);
			const named = tools.map(code).join(", ");
			const and = also.length > 0 ? `, and answers ${also.join(", ")}` : "";
			return `| ${code(name)} | ${agent}${off} | ${named}${and} | ${says} |`;
		},
	);
	const table = [
		"| dialect | known from | its tools | peculiar to it |",
		"|---|---|---|---|",
		...rows,
	];
	const page = readFileSync(file, "utf8");
	const written = page.replace(
		/(<!-- dialects: .*? -->\n)[\s\S]*?(<!-- \/dialects -->)/,
		(_, before, after) => `${before}${table.join("\n")}\n${after}`,
	);
	if (process.env.UPDATE) writeFileSync(file, written);
	assert.equal(readFileSync(file, "utf8"), written);
});

test("a dialect answers the names of about.json and no other", () => {
	const all = new Set(
		dialects.flatMap(({ tools, answers = [] }) => [...tools, ...answers]),
	);
	for (const { name, tools, answers = [] } of dialects) {
		const conversation = new Conversation(new TodoStore(), { dialect: name });
		const isAnswered = (tool) =>
			!/no tool/.test(conversation.check(tool, {}).text);
		assert.deepEqual(
			[...all].filter(isAnswered).sort(),
			[...new Set([...tools, ...answers])].sort(),
			name,
		);
	}
});
