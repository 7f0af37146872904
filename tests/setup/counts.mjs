// How many tests passed and failed in what a program printed: `{passed, failed, skipped, output}`.
// A program that fails without saying that a test did (it crashed, it did not compile) counts as one failure. Output of what failed ends
// with the commands that run it alone.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
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

/** Lines that say how to run what failed, and nothing else. */
function alone(commands) {
	return ["", ...new Set(commands)]
		.map((command) => command && `alone: ${command}`)
		.join("\n");
}

/** A text as an argument of a shell. */
const quoted = (text) =>
	/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A program that is right or wrong as a whole; `command` is it and its arguments. */
export function ofOneCheck({ status, output }, command = []) {
	if (status === 0) return { passed: 1, failed: 0, skipped: 0, output };
	output = `${output.trimEnd()}${alone([command.map(quoted).join(" ")])}`;
	return { passed: 0, failed: 1, skipped: 0, output };
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
	const failures = [...output.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map(
		([, name]) => `cargo test ${name}`,
	);
	if (failures.length > 0) output = `${output.trimEnd()}${alone(failures)}`;
	return { ...counts, output };
}

/** A URL: on Windows, Node imports no absolute path. */
const reporter = new URL("./count-reporter.mjs", import.meta.url).href;

/**
 * Runs one file, by its path below the root, under node:test. Its own summary counts a file without tests as a test that passed; ours
 * does not.
 */
export async function ofNodeTest(file, env = {}) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-count-"));
	const note = join(folder, "counts.json");
	const { status, output } = await execute(
		process.execPath,
		[
			"--test-reporter=spec",
			"--test-reporter-destination=stdout",
			`--test-reporter=${reporter}`,
			`--test-reporter-destination=${note}`,
			resolve(root, file),
		],
		{ env },
	);
	let noted = { passed: 0, failed: 0, skipped: 0, failures: [] };
	try {
		noted = JSON.parse(readFileSync(note, "utf8"));
	} catch {} // It ended before it could count.
	rmSync(folder, { recursive: true, force: true });
	const { failures, ...counts } = noted;
	if (status !== 0 && counts.failed === 0) counts.failed = 1;
	const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
	if (isEmpty) counts.failed = 1;
	if (counts.failed === 0)
		return { ...counts, output: remarks(output).join("\n") };
	const variables = Object.entries(env)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${quoted(value)}`);
	const command = [...variables, "node --test"].join(" ");
	const commands = failures.map((name) => {
		const pattern = `^${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
		return `${command} --test-name-pattern=${quoted(pattern)} ${quoted(file)}`;
	});
	if (commands.length === 0) commands.push(`${command} ${quoted(file)}`);
	// What failed is said as it happens, and once more at the end, without all that passed.
	const gathered = output.indexOf("✖ failing tests:");
	const said =
		gathered < 0
			? output
			: [...remarks(output), file, output.slice(gathered)].join("\n");
	const nothing = isEmpty ? `\n${file} holds no test.` : "";
	return {
		...counts,
		output: `${said.trimEnd()}${nothing}${alone(commands)}`,
	};
}
