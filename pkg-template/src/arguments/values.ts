// Compares values, and makes unique ones.

/** Returns a unique name: 96 random bits. (`crypto.randomUUID` is not in pages without TLS.) */
export const makeUniqueName = () =>
	Array.from(crypto.getRandomValues(new Uint32Array(3)), (bits) =>
		bits.toString(36),
	).join("");

/** Returns a hash of a text: its length, and 32 bits (FNV-1a). */
export function hashText(text: string): string {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++)
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return `${text.length.toString(36)}.${(hash >>> 0).toString(36)}`;
}

/** Returns the same of binary data. */
export function hashBytes(data: ArrayBufferView | ArrayBuffer): string {
	const bytes = ArrayBuffer.isView(data)
		? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
		: new Uint8Array(data);
	let hash = 0x811c9dc5;
	for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
	return `${bytes.length.toString(36)}.${(hash >>> 0).toString(36)}`;
}

/**
 * Returns whether two values of this package are the same, or the same as JSON. `isSame` compares
 * what somebody else made.
 */
export const isEqual = (a: unknown, b: unknown): boolean =>
	a === b || JSON.stringify(a) === JSON.stringify(b);

// Values that somebody else made may be nested deeper than the stack of calls reaches, or contain
// themselves. The walks through such values end at one limit.

/**
 * How deep a value may be nested. The messages of models and the records of logs have about twenty
 * levels.
 */
const maxValueDepth = 200;

/** Returns whether a value is nested deeper than the limit, as one that contains itself is. */
export function isTooDeep(value: unknown, levels = maxValueDepth): boolean {
	if (typeof value !== "object" || value === null) return false;
	return (
		levels === 0 ||
		Object.values(value).some((part) => isTooDeep(part, levels - 1))
	);
}

/**
 * Returns whether two messages, or parts of them, are equal, as hosts copy and store them.
 * Undefined counts as absent. What is nested deeper than the limit is equal only to itself.
 */
export function isSame(
	a: unknown,
	b: unknown,
	levels = maxValueDepth,
): boolean {
	if (a === b) return true;
	if (
		typeof a !== "object" ||
		a === null ||
		typeof b !== "object" ||
		b === null ||
		Array.isArray(a) !== Array.isArray(b) ||
		levels === 0
	)
		return false;
	if (a instanceof URL || b instanceof URL) return String(a) === String(b);
	const [bytesA, bytesB] = [toBytes(a), toBytes(b)];
	if (bytesA || bytesB)
		return (
			bytesA !== undefined &&
			bytesA.length === bytesB?.length &&
			bytesA.every((byte, at) => byte === bytesB[at])
		);
	const inA = a as Record<string, unknown>;
	const inB = b as Record<string, unknown>;
	return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
		isSame(inA[key], inB[key], levels - 1),
	);
}

function toBytes(value: object): Uint8Array | undefined {
	return value instanceof ArrayBuffer
		? new Uint8Array(value)
		: value instanceof Uint8Array
			? value
			: undefined;
}
