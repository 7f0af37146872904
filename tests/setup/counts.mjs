// How many tests passed and failed in what a program printed: `{passed, failed, skipped, output}`.
// A program that fails without saying that a test did (it crashed, it did not compile) counts as one failure.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execute } from "./execute.mjs";

export function sum(outcomes) {
	const add = (field) =>
		outcomes.reduce((total, outcome) => total + outcome[field], 0);
	return {
		passed: add("passed"),
		failed: add("failed"),
		skipped: add("skipped"),
		output: outcomes.map(({ output }) => output).join("\n"),
	};
}

/** What is worth showing of a run in which all passed: how many cases of the corpus there were, what kills did. */
export function remarks(output) {
	return (
		output.match(
			/\b(?:corpus in|killed in \d+ runs:|live,|durable:|hostile:|fuzz:|postgres:) [^\n]*/g,
		) ?? []
	);
}

/** A program that is right or wrong as a whole. */
export function ofOneCheck({ status, output }) {
	return {
		passed: status === 0 ? 1 : 0,
		failed: status === 0 ? 0 : 1,
		skipped: 0,
		output,
	};
}

/** `npm test` itself, by its last line. */
export function ofNpmTest({ status, output }) {
	const [, passed = 0, failed = 0] =
		/^(\d+) passed, (\d+) failed\s*$/.exec(
			output.trimEnd().split("\n").at(-1),
		) ?? [];
	const counts = { passed: Number(passed), failed: Number(failed), skipped: 0 };
	if (status !== 0 && counts.failed === 0) counts.failed = 1;
	return { ...counts, output };
}

/** Rust's test programs, wasm-bindgen's included: one line for each of them, added up. */
export function ofLibtest({ status, output }) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	for (const [, passed, failed, ignored] of output.matchAll(
		/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
	)) {
		counts.passed += Number(passed);
		counts.failed += Number(failed);
		counts.skipped += Number(ignored);
	}
	if (status !== 0 && counts.failed === 0) counts.failed = 1;
	return { ...counts, output };
}

const reporter = fileURLToPath(
	new URL("./count-reporter.mjs", import.meta.url),
);

/** Runs one file under node:test. Its own summary counts a file without tests as a test that passed; ours does not. */
export async function ofNodeTest(file, env) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-count-"));
	const note = join(folder, "counts.json");
	const { status, output } = await execute(
		process.execPath,
		[
			"--test",
			"--test-reporter=spec",
			"--test-reporter-destination=stdout",
			`--test-reporter=${reporter}`,
			`--test-reporter-destination=${note}`,
			file,
		],
		{ env },
	);
	let counts = { passed: 0, failed: 0, skipped: 0 };
	try {
		counts = JSON.parse(readFileSync(note, "utf8"));
	} catch {} // It ended before it could count.
	rmSync(folder, { recursive: true, force: true });
	if (status !== 0 && counts.failed === 0) counts.failed = 1;
	if (counts.passed + counts.failed + counts.skipped === 0)
		return {
			...counts,
			failed: 1,
			output: `${output}\n${file} holds no test.`,
		};
	if (counts.failed === 0)
		return { ...counts, output: remarks(output).join("\n") };
	// What failed is said as it happens, and once more at the end, without all that passed.
	const gathered = output.indexOf("✖ failing tests:");
	return {
		...counts,
		output:
			gathered < 0
				? output
				: [...remarks(output), file, output.slice(gathered)].join("\n"),
	};
}
