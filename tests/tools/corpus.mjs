// The corpus, for what runs it in JavaScript: the cases of each dialect, and the plans that they
// begin with. tests/corpus/README.md says how they are to be read.

import { readFileSync } from "node:fs";
import {
	readCases,
	readDialects,
	readLines,
} from "../../pkg-template/build/dialects.mjs";

const folder = new URL("../corpus/", import.meta.url);
const dialects = readDialects();

/** Returns what a test asks for by name: the cases of a dialect, `"plans"` or `"sites"`. */
export function readCorpus(name) {
	const dialect = dialects.find((one) => one.name === name);
	if (dialect !== undefined)
		return { cases: withSentences(name, readCases(dialect.folder)) };
	if (name === "plans")
		return Object.fromEntries(
			dialects.map(({ name: dialect, plan }) => [
				dialect,
				{ dialect, ...plan },
			]),
		);
	if (name === "plan_update")
		return {
			cases: withSentences(
				name,
				readLines(new URL("plan_update.jsonl", folder)),
			),
		};
	return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

/** Returns the cases with what each of them says, as the core wrote it down. */
function withSentences(dialect, cases) {
	const lines = readLines(new URL("sentences.jsonl", folder));
	const said = new Map(
		lines
			.filter((line) => line.dialect === dialect)
			.map((line) => [line.name, line]),
	);
	for (const { name, expect, then = [] } of cases) {
		const { outcomes = [], reads = [] } = said.get(name) ?? {};
		for (const [at, outcome] of (expect.outcomes ?? [expect]).entries())
			Object.assign(outcome, outcomes[at]);
		for (const [at, read] of then.entries()) read.text = reads[at];
	}
	return cases;
}
