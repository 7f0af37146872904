// The file of what models read. Node builtins only.

import { readFileSync } from "node:fs";

export const path = new URL("../sentences.txt", import.meta.url);

/** Reads the file: each text after a dash, with its further lines indented. */
export function readSentences() {
	const texts = [];
	for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
		if (/^-( |$)/.test(line)) texts.push(line.slice(2));
		else texts.push(`${texts.pop()}\n${line.slice(2)}`);
	}
	return texts;
}
