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
		const project = api
			.updateSnapshot({ openProjects: [config] })
			.getProject(config);
		return new Search(project).found();
	} finally {
		api.close();
	}
}

class Search {
	#checker;
	#program;
	#entry;
	#found = [];
	#seen = new Set();

	constructor({ checker, program }) {
		this.#checker = checker;
		this.#program = program;
	}

	found() {
		const { exports } = JSON.parse(
			readFileSync(join(installed, "package.json"), "utf8"),
		);
		for (const [entry, { types }] of Object.entries(exports)) {
			if (!types) continue;
			this.#entry = entry;
			const file = this.#program.getSourceFile(join(installed, types));
			const module = this.#checker.getSymbolAtLocation(file);
			for (const symbol of this.#checker.getExportsOfModule(module)) {
				const target =
					symbol.flags & SymbolFlags.Alias
						? this.#checker.getAliasedSymbol(symbol)
						: symbol;
				this.#seen.clear();
				if (target.flags & SymbolFlags.Value)
					this.#walk(
						this.#checker.getTypeOfSymbol(target),
						[symbol.name],
						false,
					);
			}
		}
		return this.#found;
	}

	/** Searches what a user gives the package, or gets from it: the arguments of a function go the other way than it does itself. */
	#walk(type, path, isGiven) {
		const key = `${isGiven} ${type.id}`;
		// What getAll() and follow() returned is no option either.
		const symbol = type.getSymbol?.();
		const isMadeByUs =
			symbol?.flags & SymbolFlags.Class ||
			["Todo", "Follower", "Conversation"].includes(symbol?.name);
		if (this.#seen.has(key) || (isGiven && isMadeByUs)) return;
		this.#seen.add(key);
		const parts = type.getTypes?.() ?? [];
		const elements = type.isTypeReference?.()
			? this.#checker.getTypeArguments(type)
			: [];
		for (const part of [...parts, ...elements]) this.#walk(part, path, isGiven);
		if (type.isUnionType?.()) return;
		for (const kind of [SignatureKind.Call, SignatureKind.Construct]) {
			for (const signature of this.#checker.getSignaturesOfType(type, kind)) {
				for (const [place, parameter] of signature.getParameters().entries())
					this.#walk(
						this.#checker.getTypeOfSymbol(parameter),
						[...path, place],
						!isGiven,
					);
				const returned = this.#checker.getReturnTypeOfSignature(signature);
				this.#walk(returned, [...path, "=>"], isGiven);
			}
		}
		for (const property of this.#checker.getPropertiesOfType(type)) {
			if (!isOurs(property)) continue;
			const to = [...path, property.name];
			const held = this.#checker.getTypeOfSymbol(property);
			// One that may be nothing but undefined only tells apart what the others belong to.
			const isOption =
				isGiven &&
				property.flags & SymbolFlags.Optional &&
				(held.getTypes?.() ?? []).some(
					({ flags }) => !(flags & TypeFlags.Undefined),
				);
			if (isOption)
				this.#found.push({
					entry: this.#entry,
					path: to,
					takesUndefined: this.#takesUndefined(held),
				});
			this.#walk(held, to, isGiven);
		}
	}

	/** That an optional property may be missing is a type of its own, which only reads as undefined. */
	#takesUndefined(type) {
		const undefinedType = this.#checker.getUndefinedType();
		return (type.getTypes?.() ?? [type]).some(
			({ id, flags }) => id === undefinedType.id || flags & TypeFlags.Unknown,
		);
	}
}

const isOurs = ({ declarations }) =>
	declarations.length === 0 ||
	declarations.some(({ path }) => path.includes("/agent-todos/types/"));
