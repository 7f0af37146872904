// Every optional property that a user of the package may set, found by the compiler in the packed
// types: the options of functions, constructors and methods, those inside them, and what callbacks
// return. A new one is among them without a word here.

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
 * Returns `{entry, path, takesUndefined}` for each. `path` leads to it: the export, the number of
 * the argument and the names below, and `=>` for what a callback returns.
 */
export const optionalProperties = () => foundInExports(optionsOf);

/**
 * Returns the arguments that hold options: `{entry, path}` for each argument of a function, a
 * constructor or a method that is an object with optional properties of ours. `path` is as above,
 * and `=>` stands before a method of what is returned.
 */
export const optionArguments = () => foundInExports(argumentsOf);

/** Returns what `search` finds with the compiler's checker and its program of the packed types. */
export const searchPackedTypes = (search) =>
	searchTypes(fileURLToPath(new URL("packed.json", import.meta.url)), search);

/** Returns what `search` finds with the compiler's checker and its program of a `tsconfig.json`. */
export function searchTypes(config, search) {
	const api = new API();
	try {
		const { checker, program } = api
			.updateSnapshot({ openProjects: [config] })
			.getProject(config);
		return search(checker, program);
	} finally {
		api.close();
	}
}

function foundInExports(search) {
	return searchPackedTypes((checker, program) => {
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
				const found = search(checker, type, [symbol.name]);
				return found.map((one) => ({ entry, ...one }));
			});
		});
	});
}

/** Returns the options in the type of an export. */
function optionsOf(checker, exported, name) {
	const found = [];
	const seen = new Set();
	const undefinedType = checker.getUndefinedType();

	/**
	 * Searches what a user gives the package, or gets from it: the arguments of a function go the
	 * other way than it does itself.
	 */
	function walk(type, path, isGiven) {
		const key = `${isGiven} ${type.id}`;
		// What getAll() and follow() returned is no option either, nor is a list that shows it.
		const symbol = type.getSymbol?.();
		const isMadeByUs =
			symbol?.flags & SymbolFlags.Class ||
			[
				"Todo",
				"PreviewTodo",
				"Follower",
				"TodoList",
				"Conversation",
				"Reporting",
			].includes(symbol?.name);
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
			// That an optional property may be missing is a type of its own, which only reads as
			// undefined.
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

/**
 * Returns the arguments with options of an export, of its methods, and of the methods of what it
 * returns. Classes are exports themselves.
 */
function argumentsOf(checker, exported, name) {
	const found = new Map();
	const isClass = (type) => type.getSymbol?.()?.flags & SymbolFlags.Class;
	const signaturesOf = (type, ...kinds) =>
		kinds.flatMap((kind) => checker.getSignaturesOfType(type, kind));
	const { Call, Construct } = SignatureKind;

	const isOption = (property) =>
		isOurs(property) && property.flags & SymbolFlags.Optional;
	const holdsOptions = (type) =>
		(type.isUnionType?.() ? type.getTypes() : [type]).some(
			(part) =>
				!isClass(part) &&
				// A todo as a reference, and what a host got of us.
				!["Todo", "Reporting"].includes(part.getSymbol?.()?.name) &&
				signaturesOf(part, Call, Construct).length === 0 &&
				checker.getPropertiesOfType(part).some(isOption),
		);

	function search(signature, path) {
		for (const [place, parameter] of signature.getParameters().entries()) {
			const to = [...path, place];
			if (holdsOptions(checker.getTypeOfSymbol(parameter)))
				found.set(to.join(" "), { path: to });
		}
	}
	function searchMethods(type, path) {
		for (const property of checker.getPropertiesOfType(type)) {
			if (!isOurs(property) || property.name === "prototype") continue;
			const method = checker.getTypeOfSymbol(property);
			for (const signature of signaturesOf(method, Call))
				search(signature, [...path, property.name]);
		}
	}
	for (const kind of [Call, Construct])
		for (const signature of signaturesOf(exported, kind)) {
			search(signature, name);
			const returned = checker.getReturnTypeOfSignature(signature);
			const awaited = returned.isTypeReference?.()
				? checker.getTypeArguments(returned)
				: [];
			for (const type of [returned, ...awaited])
				if (kind === Construct || !isClass(type))
					searchMethods(type, [...name, "=>"]);
		}
	searchMethods(exported, name);
	return [...found.values()];
}

const isOurs = ({ declarations }) =>
	declarations.length === 0 ||
	declarations.some(({ path }) => path.includes("/agent-todos/types/"));
