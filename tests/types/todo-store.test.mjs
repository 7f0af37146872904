// The declarations of TodoStore with the type of its data, which are written by hand beside what
// the core declares: each member that has a todo has it there too, with that type.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generated, template } from "../../pkg-template/build/places.mjs";

const source = join(template, "src");
const byHand = readdirSync(source, { recursive: true }).find((file) =>
	/(^|[\\/])todo-store\.d\.ts$/.test(file),
);

/** Returns the members of a class in a declaration, one a line without white space. */
function membersOf(text) {
	const [, body] = /^export class TodoStore\b[^{]*\{\n([\s\S]*?)^\}/m.exec(
		text,
	);
	return body
		.replaceAll(/\/\*[\s\S]*?\*\//g, "")
		.split(/;\n/)
		.map((member) => member.replaceAll(/\s+|,(?=\s*\))/g, ""));
}

/** Returns a member as it is declared for todos with data. */
const withData = (member) =>
	member
		.replaceAll(/\bcore\./g, "")
		.replaceAll(
			/(?<![|(\w])(Todo|Snapshot|TodoEdit|TodoStore)\b(?!<)/g,
			"$1<Data>",
		)
		.replace(/^static(\w+)\(/, "static$1<Data=unknown>(");

test("each member of TodoStore with a todo has its data", () => {
	const declared = membersOf(
		readFileSync(join(generated, "agent_todos_bg.d.ts"), "utf8"),
	);
	const members = declared.map(withData).filter((one) => one.includes("<Data"));
	const known = membersOf(readFileSync(join(source, byHand), "utf8"))
		.map((member) => member.replaceAll(/\bcore\./g, ""))
		.filter((member) => member.includes("<Data"));
	assert.deepEqual(known.sort(), members.sort());
});
