// PostgreSQL's text holds no NUL and no half of a surrogate pair, and a key of an index has at most 2,700 bytes.

import { createHash } from "node:crypto";

/** The letter that begins an escape: the picture of a NUL, which hardly any text has. */
const mark = "\u2400";
const unfit = /[\0\u2400]|\p{Surrogate}/gu;

/** A text as it is stored: the same letters, but for those that PostgreSQL cannot hold. */
export function letters(text: string): string {
	return text.replace(
		unfit,
		(letter) => `${mark}${letter.charCodeAt(0).toString(16)};`,
	);
}

/** What `letters` was called with. */
export function textOf(stored: string): string {
	return stored.replace(/\u2400([0-9a-f]{1,4});/g, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
}

/** At most three bytes each. */
const longestName = 800;

/** The key of a name: itself; of a long one its beginning and a digest. No two names have one key. */
export function nameKey(name: string): string {
	const key = letters(name);
	return key.length <= longestName
		? key
		: `${letters(name.slice(0, 100))}${mark}${createHash("sha256").update(key).digest("hex")}`;
}
