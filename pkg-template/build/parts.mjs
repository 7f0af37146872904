// `npm run parts`: the bytes of the default module's functions, by folder of the crate and by dependency, and the largest functions.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "./places.mjs";
import { sizes } from "./size.mjs";
import { buildNamed } from "./wasm.mjs";

const section = { custom: 0, imports: 2, code: 10, data: 11 };
const functionImport = 0;
const functionNames = 1;

/** Reads what a WebAssembly module is made of: bytes, whole numbers, and pieces that begin with their length. */
class Reader {
	#bytes;
	#at = 0;
	constructor(bytes) {
		this.#bytes = bytes;
	}
	get isAtEnd() {
		return this.#at >= this.#bytes.length;
	}
	byte() {
		return this.#bytes[this.#at++];
	}
	integer() {
		for (let number = 0, factor = 1; ; factor *= 128) {
			const byte = this.byte();
			number += (byte & 127) * factor;
			if (byte < 128) return number;
		}
	}
	piece() {
		const length = this.integer();
		this.#at += length;
		return this.#bytes.subarray(this.#at - length, this.#at);
	}
	rest() {
		return this.#bytes.subarray(this.#at);
	}
	/** Reads as many as the number that comes first says. */
	all(read) {
		return Array.from({ length: this.integer() }, () => read(this));
	}
}

/** Returns `{functions: [{name, bytes}], data}` of a module that has its names. */
function contentsOf(module) {
	const sections = new Map();
	const reader = new Reader(module.subarray(8));
	while (!reader.isAtEnd) {
		const id = reader.byte();
		const content = new Reader(reader.piece());
		sections.set(
			id === section.custom ? content.piece().toString() : id,
			content,
		);
	}
	const imported = sections.get(section.imports).all(isFunctionImport);
	const first = imported.filter(Boolean).length;
	const names = new Map();
	for (const all = sections.get("name"); !all.isAtEnd; ) {
		const isOfFunctions = all.byte() === functionNames;
		const map = new Reader(all.piece());
		if (isOfFunctions)
			map.all(() => names.set(map.integer(), map.piece().toString()));
	}
	const functions = sections
		.get(section.code)
		.all((code) => code.piece())
		.map((bytes, place) => ({ name: names.get(first + place), bytes }));
	return { functions, data: sections.get(section.data).rest() };
}

/** Reads an import, and returns whether it is a function. */
function isFunctionImport(imports) {
	imports.piece();
	imports.piece();
	const kind = imports.byte();
	if (kind === functionImport) return Boolean(imports.integer() + 1);
	throw new Error(`an import of kind ${kind}, which npm run parts cannot read`);
}

const crate = "agent_todos::";

/** The folder of the crate or the dependency that a function belongs to. What is generic belongs to where it is written. */
function partOf(name) {
	const [, own] = /^<?(?:&|mut )*([\w]+)::/.exec(name) ?? [];
	if (name.startsWith(crate) || name.startsWith(`<${crate}`))
		return `src/${name.split(crate)[1].split(/\W/)[0]}`;
	return own ?? "glue of wasm-bindgen";
}

function gathered(functions, groupOf) {
	const groups = new Map();
	for (const { name, bytes } of functions) {
		const group = groupOf(name);
		if (!groups.has(group)) groups.set(group, []);
		groups.get(group).push(bytes);
	}
	return [...groups]
		.map(([name, pieces]) => ({
			name,
			count: pieces.length,
			...sizes(Buffer.concat(pieces)),
		}))
		.toSorted((one, other) => other.raw - one.raw);
}

function print(title, rows) {
	const line = (...cells) =>
		console.log(cells.map((cell) => String(cell).padStart(10)).join(""));
	line("functions", "raw", "brotli", `  ${title}`);
	for (const { name, count, raw, brotli } of rows)
		line(count, raw, brotli, `  ${name}`);
}

const folder = mkdtempSync(join(tmpdir(), "agent-todos-parts-"));
try {
	const file = buildNamed(modules[0].name, folder);
	const { functions, data } = contentsOf(readFileSync(file));
	print("part, each compressed by itself", [
		...gathered(functions, partOf),
		{ name: "texts and tables", count: 0, ...sizes(data) },
	]);
	console.log();
	const withoutHash = (name) => name.replace(/::h[0-9a-f]{16}$/, "");
	print(
		"largest functions, with all instances of generic ones",
		gathered(functions, withoutHash).slice(0, 40),
	);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
