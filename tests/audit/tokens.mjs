// About how many tokens a text is, without a tokenizer, which would be larger than all the rest of
// this package.

/**
 * The pieces that o200k_base, the encoding of OpenAI's models since GPT-4o, cuts a text into before
 * it looks for tokens in each.
 */
const pieces =
	/[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+/gu;

/**
 * Returns the number of tokens, on the model of o200k_base: within 2 % over the calls of a few
 * sessions in English, within 10 % for one call in most cases, and too low for other scripts.
 */
export function estimateTokens(text) {
	let tokens = 0;
	for (const [piece] of text.matchAll(pieces)) {
		const { length } = piece;
		if (/\p{L}/u.test(piece))
			tokens += length <= 9 ? 1 : length <= 13 ? 1.5 : 2.2;
		else tokens += 1 + Math.max(0, length - 4) / 4;
	}
	return tokens;
}

/** Returns a call as a model writes it: the tool's name and its arguments as JSON. */
export const writeCallText = (name, input) =>
	name + (typeof input === "string" ? input : JSON.stringify(input ?? {}));
