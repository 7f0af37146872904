// biome-ignore-all lint/suspicious/noAssignInExpressions: this file goes away with the editing of binaries
// Shortens the names of a wasm module's imports and exports. They are there for the linker, nobody reads them, and
// wasm-bindgen's hold hashes that no compression makes small. wasm-opt can do this for exports only.

import { createHash } from "node:crypto";

/**
 * Gives the module with short names, and for imports and exports which short name each old one has; an import that does
 * not come from the glue is called by its module and name, "./file.js#name". All imports now come from one module, whose
 * name is the stamp: as short names mean something else in another build, that build's JavaScript must not accept them.
 *
 * With `known`, the names of another module, the short names and the stamp are those, and none may be missing there.
 */
export function shortened(bytes, known) {
	const stamp =
		known?.stamp ??
		`agent-todos#${createHash("sha256").update(bytes).digest("hex").slice(0, 6)}`;
	const names = known ?? { stamp, imports: new Map(), exports: new Map() };
	const shorten = (map) => (name) => {
		if (known === undefined) map.set(name, letters(map.size));
		else if (!map.has(name))
			throw new Error(`Only one of the modules has ${name}.`);
		return map.get(name);
	};
	const parts = [bytes.subarray(0, 8)];
	for (let at = 8; at < bytes.length; ) {
		const reader = new Reader(bytes, at + 1);
		const end = reader.number() + reader.at;
		const id = bytes[at];
		if (id === 2)
			parts.push(section(id, imports(reader, stamp, shorten(names.imports))));
		else if (id === 7)
			parts.push(section(id, exports(reader, shorten(names.exports))));
		// Custom sections (0) are for tools, and all tools are through.
		else if (id !== 0) parts.push(bytes.subarray(at, end));
		at = end;
	}
	return { bytes: Buffer.concat(parts), names };
}

/** https://webassembly.github.io/spec/core/binary/modules.html#import-section */
function imports(reader, stamp, short) {
	const count = reader.number();
	const out = [number(count)];
	for (let i = 0; i < count; i++) {
		// wasm-bindgen's glue, or straight from a snippet where nothing has to be converted.
		const [module, name] = [reader.text(), reader.text()];
		out.push(
			text(stamp),
			text(
				short(module === "./agent_todos_bg.js" ? name : `${module}#${name}`),
			),
		);
		const from = reader.at;
		const kind = reader.number();
		if (kind !== 0)
			throw new Error(
				`An import of kind ${kind}: wasm-bindgen used to import functions only.`,
			);
		reader.number();
		out.push(reader.bytes.subarray(from, reader.at));
	}
	return out;
}

/** https://webassembly.github.io/spec/core/binary/modules.html#export-section */
function exports(reader, short) {
	const count = reader.number();
	const out = [number(count)];
	for (let i = 0; i < count; i++) {
		out.push(text(short(reader.text())));
		const from = reader.at;
		reader.number();
		reader.number();
		out.push(reader.bytes.subarray(from, reader.at));
	}
	return out;
}

const section = (id, parts) =>
	Buffer.concat([Buffer.of(id), text(Buffer.concat(parts))]);
const text = (content) =>
	Buffer.concat([number(Buffer.from(content).length), Buffer.from(content)]);

/** LEB128 */
function number(value) {
	const out = [];
	for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
	return Buffer.of(...out, value);
}

/** $a, $b, … $z, $A, … $Z, $aa …: what no name of the glue itself looks like. */
function letters(index) {
	const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	let out = "";
	do out = alphabet[index % 52] + out;
	while ((index = Math.floor(index / 52) - 1) >= 0);
	return `$${out}`;
}

class Reader {
	constructor(bytes, at) {
		Object.assign(this, { bytes, at });
	}
	number() {
		let value = 0;
		for (let shift = 0; ; shift += 7) {
			const byte = this.bytes[this.at++];
			value |= (byte & 127) << shift;
			if (byte < 128) return value;
		}
	}
	text() {
		const length = this.number();
		return this.bytes.subarray(this.at, (this.at += length)).toString("utf8");
	}
}
