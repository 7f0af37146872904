// The corpus, for what runs it in JavaScript: the cases of each dialect, the plans that they begin
// with, and what is said. tests/corpus/README.md says how they are to be read.

import { readFileSync } from "node:fs";
import {
	readCases,
	readDialects,
	readLines,
} from "../../pkg-template/build/dialects.mjs";
import { readSentences } from "./sentences-file.mjs";

const folder = new URL("../corpus/", import.meta.url);
const dialects = readDialects();

/**
 * Returns what a test asks for by name: the cases of a dialect, `"plans"`, `"sentences"` or
 * `"sites"`.
 */
export function readCorpus(name) {
	const dialect = dialects.find((one) => one.name === name);
	if (dialect !== undefined) return { cases: readCases(dialect.folder) };
	if (name === "plans")
		return Object.fromEntries(
			dialects.map(({ name: dialect, plan }) => [
				dialect,
				{ dialect, ...plan },
			]),
		);
	if (name === "plan_update")
		return { cases: readLines(new URL("plan_update.jsonl", folder)) };
	if (name === "sentences") return readSentences();
	return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}
