// Chrome refuses an extension with a content script that contains a noncharacter, and bundlers
// write constants as the characters themselves. So no file of the package has one, however it is
// written, nor half of a surrogate pair or a control character.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { transform } from "esbuild";
import { parseAst } from "rollup/parseAst";
import { emptyTarget } from "../tools/folder.mjs";
import { unpack } from "./project.mjs";

const folder = emptyTarget("packaging", "characters");
unpack(folder);
const texts = readdirSync(folder, { recursive: true })
	.filter((file) => /\.(js|ts|css|json|map|md|txt)$/.test(file))
	.map((file) => join(folder, file));
const scripts = texts.filter((file) => /(?<!\.d)\.[jt]s$/.test(file));

/** Tabs and ends of lines are white space. */
const unfit = /[\p{Noncharacter_Code_Point}\p{Cs}]|(?![\t\n\r])\p{Cc}/u;

/** Returns the texts of the strings, templates and regular expressions of a script. */
async function constantsOf(code, loader) {
	const found = [];
	const { code: script } = await transform(code, { loader });
	JSON.stringify(parseAst(script), (_, node) => {
		if (node?.type === "TemplateElement")
			found.push(readEscapes(node.value.raw));
		else if (node?.regex) found.push(readEscapes(node.regex.pattern, "b"));
		else if (node?.type === "Literal" && typeof node.value === "string")
			found.push(readEscapes(node.raw));
		return node;
	});
	return found;
}

/**
 * Returns a source text with the characters that its escapes stand for. `except` is an escape for
 * something else: in a pattern, `\b`.
 */
const readEscapes = (source, except) =>
	source.replace(
		/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|c[a-z]|([\s\S]))/gi,
		(written, braces, four, two, letter) => {
			const code = braces ?? four ?? two;
			if (code !== undefined)
				return String.fromCodePoint(Number.parseInt(code, 16));
			const isControl = letter === undefined || /[0bfv]/.test(letter);
			return isControl && letter !== except ? "\0" : written;
		},
	);

test("no text of the package contains a character of these", () => {
	assert.ok(texts.length > 200, `${texts.length} texts`);
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	assert.deepEqual(
		texts.filter((file) => unfit.test(decoder.decode(readFileSync(file)))),
		[],
	);
});

test("no string or expression stands for such a character", async () => {
	assert.ok(scripts.length > 100, `${scripts.length} scripts`);
	const found = [];
	for (const file of scripts) {
		const loader = file.endsWith("ts") ? "ts" : "js";
		const constants = await constantsOf(readFileSync(file, "utf8"), loader);
		for (const text of constants)
			if (unfit.test(text))
				found.push(
					`${file.slice(folder.length)}: ${JSON.stringify(text).slice(0, 80)}`,
				);
	}
	assert.deepEqual(found, []);
});

test("the reader of constants finds each way to write one", async () => {
	for (const code of [
		'a("\\uffff")',
		"a('\\u{10ffff}')",
		"a(`\\ud800`)",
		"a(/[\\0a]/)",
		"a(/\\uffff/)",
		"a(/[\\x00-\\x1f]/g)",
		'a("\\x7f")',
		"a`b\\v`",
	]) {
		const constants = await constantsOf(code, "js");
		assert.ok(
			constants.some((text) => unfit.test(text)),
			code,
		);
	}
	const fit = 'a("\\t\\r\\n\\\\u0000 🙂 \\ud83d\\ude42", /\\b\\\\0\\p{Cs}/u)';
	const constants = await constantsOf(fit, "js");
	assert.deepEqual(
		constants.filter((text) => unfit.test(text)),
		[],
	);
});
