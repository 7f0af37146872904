// Every optional property that a user of the package may set, found by the compiler in the packed types: the options of functions,
// constructors and methods, those inside them, and what callbacks return. A new one is among them without a word here.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
	API,
	SignatureKind,
	SymbolFlags,
	TypeFlags,
} from "typescript/unstable/sync";
import { installed } from "../../pkg-template/build/places.mjs";

/**
 * `{entry, path, takesUndefined}` for each. `path` leads to it: the export, the number of the argument and the names below, and
 * `=>` for what a callback returns.
 */
export function optionalProperties() {
	const api = new API();
	try {
		const config = fileURLToPath(new URL("packed.json", import.meta.url));
		const { checker, program } = api
			.updateSnapshot({ openProjects: [config] })
			.getProject(config);
		const { exports } = JSON.parse(
			readFileSync(join(installed, "package.json"), "utf8"),
		);
		const entries = Object.entries(exports).filter(([, { types }]) => types);
		return entries.flatMap(([entry, { types }]) => {
			const file = program.getSourceFile(join(installed, types));
			const module = checker.getSymbolAtLocation(file);
			return checker.getExportsOfModule(module).flatMap((symbol) => {
				const target =
					symbol.flags & SymbolFlags.Alias
						? checker.getAliasedSymbol(symbol)
						: symbol;
				if (!(target.flags & SymbolFlags.Value)) return [];
				const type = checker.getTypeOfSymbol(target);
				const found = optionsOf(checker, type, [symbol.name]);
				return found.map((option) => ({ entry, ...option }));
			});
		});
	} finally {
		api.close();
	}
}

/** The options in the type of an export. */
function optionsOf(checker, exported, name) {
	const found = [];
	const seen = new Set();
	const undefinedType = checker.getUndefinedType();

	/** Searches what a user gives the package, or gets from it: the arguments of a function go the other way than it does itself. */
	function walk(type, path, isGiven) {
		const key = `${isGiven} ${type.id}`;
		// What getAll() and follow() returned is no option either.
		const symbol = type.getSymbol?.();
		const isMadeByUs =
			symbol?.flags & SymbolFlags.Class ||
			["Todo", "Follower", "Conversation"].includes(symbol?.name);
		if (seen.has(key) || (isGiven && isMadeByUs)) return;
		seen.add(key);
		const parts = type.getTypes?.() ?? [];
		const elements = type.isTypeReference?.()
			? checker.getTypeArguments(type)
			: [];
		for (const part of [...parts, ...elements]) walk(part, path, isGiven);
		if (type.isUnionType?.()) return;
		for (const kind of [SignatureKind.Call, SignatureKind.Construct])
			for (const signature of checker.getSignaturesOfType(type, kind)) {
				for (const [place, parameter] of signature.getParameters().entries())
					walk(checker.getTypeOfSymbol(parameter), [...path, place], !isGiven);
				const returned = checker.getReturnTypeOfSignature(signature);
				walk(returned, [...path, "=>"], isGiven);
			}
		for (const property of checker.getPropertiesOfType(type)) {
			if (!isOurs(property)) continue;
			const to = [...path, property.name];
			const held = checker.getTypeOfSymbol(property);
			const types = held.getTypes?.() ?? [];
			// One that may be nothing but undefined only tells apart what the others belong to.
			const isOption =
				isGiven &&
				property.flags & SymbolFlags.Optional &&
				types.some(({ flags }) => !(flags & TypeFlags.Undefined));
			// That an optional property may be missing is a type of its own, which only reads as undefined.
			const takesUndefined = types.some(
				({ id, flags }) => id === undefinedType.id || flags & TypeFlags.Unknown,
			);
			if (isOption) found.push({ path: to, takesUndefined });
			walk(held, to, isGiven);
		}
	}
	walk(exported, name, false);
	return found;
}

const isOurs = ({ declarations }) =>
	declarations.length === 0 ||
	declarations.some(({ path }) => path.includes("/agent-todos/types/"));
