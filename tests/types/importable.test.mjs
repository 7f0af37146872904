// Every type in a signature of an entry can be imported from that entry or from another one: so a
// program can name what it passes and what it gets. The compiler finds the types that the
// declarations of the exports name.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SyntaxKind } from "typescript/unstable/ast";
import { SymbolFlags } from "typescript/unstable/sync";
import { installed } from "../../pkg-template/build/places.mjs";
import { searchPackedTypes } from "./options.mjs";

const { exports } = JSON.parse(
	readFileSync(join(installed, "package.json"), "utf8"),
);
const entries = Object.entries(exports).filter(([, { types }]) => types);

/**
 * The names of types in a declaration: as a type, as what an interface extends, and as `typeof`.
 */
const names = new Map([
	[SyntaxKind.TypeReference, ({ typeName }) => typeName],
	[SyntaxKind.ExpressionWithTypeArguments, ({ expression }) => expression],
	[SyntaxKind.TypeQuery, ({ exprName }) => exprName],
]);

function namesIn(declaration) {
	const found = [];
	const visit = (node) => {
		const name = names.get(node.kind)?.(node);
		if (name) found.push(name.right ?? name);
		node.forEachChild(visit);
	};
	visit(declaration);
	return found;
}

const isOurs = ({ path }) => path.includes("/agent-todos/types/");

/**
 * Returns whether a declaration is a type that a program can want to name. An alias that its own
 * file does not export is shorthand, and so is what types of tools are computed of.
 */
const isNamed = ({ kind, name, modifiers = [] }) =>
	!["ToolInputs", "ToolNames"].includes(name.text) &&
	(kind === SyntaxKind.InterfaceDeclaration ||
		kind === SyntaxKind.ClassDeclaration ||
		(kind === SyntaxKind.TypeAliasDeclaration &&
			modifiers.some(({ kind }) => kind === SyntaxKind.ExportKeyword)));

const targetOf = (checker, symbol) =>
	symbol && symbol.flags & SymbolFlags.Alias
		? checker.getAliasedSymbol(symbol)
		: symbol;

const exportsOf = (checker, program, { types }) =>
	checker.getExportsOfModule(
		checker.getSymbolAtLocation(program.getSourceFile(join(installed, types))),
	);

/**
 * Returns the types of our own that the exports of an entry name, but for those of `known`. With
 * `isWhole`, those that the found ones name are among them, too.
 */
function missingFrom(checker, exported, known, isWhole) {
	const seen = new Set();
	const missing = new Set();
	const due = exported.map((symbol) => targetOf(checker, symbol));
	for (const { id, declarations } of due) {
		if (seen.has(id)) continue;
		seen.add(id);
		for (const handle of declarations.filter(isOurs))
			for (const name of namesIn(handle.resolve())) {
				const target = targetOf(checker, checker.getSymbolAtLocation(name));
				if (!target || target.flags & SymbolFlags.TypeParameter) continue;
				// The names of the platform that the package declares for programs without its types are
				// the platform's.
				if (!target.declarations.every(isOurs)) continue;
				if (isWhole) due.push(target);
				if (
					!known.has(target.name) &&
					target.declarations.some((handle) => isNamed(handle.resolve()))
				)
					missing.add(target.name);
			}
	}
	return [...missing].sort();
}

const found = searchPackedTypes((checker, program) => {
	const all = entries.map(([entry, paths]) => [
		entry,
		exportsOf(checker, program, paths),
	]);
	const known = new Set(all.flatMap(([, of]) => of.map(({ name }) => name)));
	return all.map(([entry, exported]) => {
		const isMain = [".", "./inline"].includes(entry);
		return [entry, missingFrom(checker, exported, known, isMain)];
	});
});

for (const [entry, missing] of found)
	test(`${entry}: what its signatures name can be imported`, () => {
		assert.deepEqual(missing, []);
	});
