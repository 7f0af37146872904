// Every call in the text of a page, as in `registerWebMcp(store)`, is one that type-checks: of what
// the package exports, and of a store or a conversation. What it is called with may be anything,
// but of the right number and, where it is written out, of the right kind.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { emptyTarget } from "../tools/folder.mjs";
import { pages, textOf } from "./pages.mjs";
import { typeErrors } from "./run.mjs";

const folder = emptyTarget("inline");

/** The entries that Node can import. */
const entries = [
	"",
	"/ai-sdk",
	"/follow",
	"/langchain",
	"/mcp",
	"/openai-agents",
	"/prompt-api",
	"/protocols",
	"/run",
	"/scribe",
	"/tasks",
	"/webmcp",
].map((name) => `agent-todos${name}`);
/** The entries that export each name. */
const exporters = new Map();
for (const entry of entries)
	for (const name of Object.keys(await import(entry)))
		exporters.set(name, [...(exporters.get(name) ?? []), entry]);

const objects = { store: "TodoStore", conversation: "Conversation" };

/**
 * Returns the calls in the text of a page, which are not in its programs: `[{ code, callee, object
 * }]`.
 */
function callsOf(markdown) {
	const text = markdown.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm, "");
	const spans = new Set(
		[...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code]) => code),
	);
	return [...spans].flatMap((code) => {
		const [, object, callee] =
			/^(?:(\w+)\.)?(\w+)\([\s\S]*\)$/.exec(code) ?? [];
		// With `?` or `…` it is a description and no call; without arguments it is a name.
		const isCall = callee && !/[?…]|\.\.\.|\(\)/.test(code);
		const isOurs = object ? object in objects : exporters.has(callee);
		return isCall && isOurs ? [{ code, callee, object }] : [];
	});
}

/** Writes a program for each entry that a call may be of. Returns their paths. */
function written({ code, callee, object }, name) {
	const plain = code.replace(/"[^"]*"|'[^']*'/g, '""');
	const names = [
		...plain.matchAll(/(?<![.\w])([A-Za-z_$][\w$]*)(?!\w|\s*:(?!:))/g),
	]
		.map(([, word]) => word)
		.filter(
			(word) =>
				![
					callee,
					"true",
					"false",
					"null",
					"undefined",
					"new",
					"await",
				].includes(word) && !(word in objects),
		);
	const declared = [...new Set(names)].map(
		(word) => `declare const ${word}: any;\n`,
	);
	const known = Object.entries(objects).map(
		([word, type]) => `declare const ${word}: import("agent-todos").${type};\n`,
	);
	const sources = object ? [""] : exporters.get(callee);
	return sources.map((entry, at) => {
		const path = join(folder, `${name}-${at}.ts`);
		const imported = entry ? `import { ${callee} } from "${entry}";\n` : "";
		writeFileSync(
			path,
			`${imported}${known.join("")}${declared.join("")}void (${code});\nexport {};\n`,
		);
		return path;
	});
}

const found = pages.map((page, at) => ({
	page,
	calls: callsOf(textOf(page)).map((call, number) => ({
		...call,
		paths: written(call, `${at}-${number}`),
	})),
}));
const self = [
	'registerWebMcp(3, "tasks")',
	"store.complete()",
	"store.move(1)",
	"store.complete(ref)",
].flatMap((code, at) =>
	callsOf(`\`${code}\``).map((call) => written(call, `self-${at}`)[0]),
);
const errors = typeErrors([
	...found.flatMap(({ calls }) => calls.flatMap(({ paths }) => paths)),
	...self,
]);

/**
 * Returns what is wrong with a call. Prose names only the options that it is about, and the others
 * may be required.
 */
const errorsOf = (path, code) =>
	errors.get(path).filter((error) => {
		const lacksOptions = /TS(2739|2741|2345):/.test(error) && /\{/.test(code);
		return !lacksOptions;
	});

for (const { page, calls } of found)
	if (calls.length > 0)
		test(`${page}: its ${calls.length} calls in the text type-check`, () => {
			const wrong = calls.filter(({ code, paths }) =>
				paths.every((path) => errorsOf(path, code).length > 0),
			);
			assert.deepEqual(
				wrong.map(({ code, paths }) => [code, errorsOf(paths[0], code)]),
				[],
			);
		});

test("the check finds a call that does not type-check", () => {
	assert.deepEqual(
		self.map((path) => errors.get(path).length > 0),
		[true, true, false],
	);
	assert.ok(found.flatMap(({ calls }) => calls).length > 30);
});
