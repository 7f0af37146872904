// PostgreSQL's text holds no NUL and no half of a surrogate pair, a driver may drop a byte order
// mark in front, and a key of an index has at most 2,700 bytes.

import { createHash } from "node:crypto";

/** Begins an escape: the symbol for NUL, which hardly any text has. */
const escapeStart = "\u2400";
const unfit = /[\u2400\ufeff]|\p{Surrogate}/gu;
const nul = String.fromCharCode(0);

/** Returns a text as it is stored, with escapes for what PostgreSQL cannot hold. */
export function escapeText(text: string): string {
	return text.replace(unfit, escapeLetter).replaceAll(nul, escapeLetter);
}

const escapeLetter = (letter: string) =>
	`${escapeStart}${letter.charCodeAt(0).toString(16)};`;

/** Returns the text that `escapeText` was called with. */
export function unescapeText(stored: string): string {
	return stored.replace(/\u2400([0-9a-f]{1,4});/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
}

/** In characters of at most three bytes. */
const maxNameLength = 800;

/**
 * Returns the key of a name: the name itself, or the beginning of a long one and a digest. No two
 * names share a key.
 */
export function makeNameKey(name: string): string {
	const key = escapeText(name);
	return key.length <= maxNameLength
		? key
		: `${escapeText(name.slice(0, 100))}${escapeStart}${createHash("sha256").update(key).digest("hex")}`;
}
