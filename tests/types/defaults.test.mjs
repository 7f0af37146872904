// The table by which a function reads its options says the same as their doc comments: the compiler
// finds both.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SyntaxKind } from "typescript/unstable/ast";
import { TypeFlags } from "typescript/unstable/sync";
import { template } from "../../pkg-template/build/places.mjs";
import { searchTypes } from "./options.mjs";

/**
 * Returns `{where, options, table}` for each call of `readOptions`: what the doc comments say of
 * each option, and what the table has.
 */
function findCalls() {
	return searchTypes(join(template, "tsconfig.json"), (checker, program) => {
		const sources = program
			.getSourceFileNames()
			.filter((name) => name.startsWith(join(template, "src")));
		return sources.flatMap((name) => {
			const file = program.getSourceFile(name);
			return callsIn(file).map((call) => readCall(checker, file, call));
		});
	});
}

function callsIn(file) {
	const found = [];
	const visit = (node) => {
		if (
			node.kind === SyntaxKind.CallExpression &&
			node.expression.text === "readOptions"
		)
			found.push(node);
		node.forEachChild(visit);
	};
	visit(file);
	return found;
}

function readCall(checker, file, { arguments: [given, what, rows] }) {
	const mayBeSet = (symbol) => {
		const type = checker.getTypeOfSymbol(symbol);
		const parts = type.isUnionType?.() ? type.getTypes() : [type];
		return parts.some(({ flags }) => !(flags & TypeFlags.Undefined));
	};
	const options = checker
		.getPropertiesOfType(checker.getTypeAtLocation(given))
		.filter(mayBeSet)
		.map((symbol) => [
			symbol.name,
			checker.getDocumentationCommentOfSymbol(symbol).replaceAll("\n", " "),
		]);
	const table = checker
		.getPropertiesOfType(checker.getTypeAtLocation(rows))
		.map((symbol) => {
			const { initializer } = symbol.declarations[0].resolve();
			const [check, byDefault] = initializer.elements ?? [initializer];
			return [
				symbol.name,
				{ check: check.text, byDefault: byDefault?.getText() },
			];
		});
	return {
		where: `${file.fileName.replace(template, "")}: ${what.getText()}`,
		options: Object.fromEntries(options),
		table: Object.fromEntries(table),
	};
}

/**
 * Returns the default that a doc comment states, as the source has it. `Default: …` and `By
 * default` are prose.
 */
const statedIn = (doc) =>
	doc.match(/\bDefault (`[^`]+`|\w+)/)?.[1].replaceAll("`", "");
const explains = (doc) => /\bDefault: |\bBy default, /.test(doc);
/**
 * Returns whether a default is a value that a reader can be told, and no name of something else,
 * and not empty.
 */
const isValue = (byDefault) =>
	/^("|\d|true|false|Infinity|\w+\()/.test(byDefault);

const calls = findCalls();

test("the compiler finds the tables", () => {
	assert.ok(calls.length >= 20, `${calls.length}`);
});

for (const { where, options, table } of calls)
	test(`${where}: its table has the options that its type has`, () => {
		assert.deepEqual(Object.keys(table).sort(), Object.keys(options).sort());
	});

for (const { where, options, table } of calls)
	test(`${where}: its table has the defaults that its comments state`, () => {
		for (const [name, { check, byDefault }] of Object.entries(table)) {
			const doc = options[name];
			const stated = statedIn(doc);
			// The core has the default of what it checks.
			if (byDefault === undefined && check === "expectAnything") continue;
			if (byDefault === undefined || isValue(byDefault))
				assert.equal(stated, byDefault, `${name}: ${doc}`);
			else assert.ok(explains(doc), `${name}: ${byDefault} is not in: ${doc}`);
		}
	});
