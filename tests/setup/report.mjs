// Counts what ran and prints what failed. Only a test that passed counts as one: a file without a test, a crash and a program that could not
// start are failures.

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { root } from "../../pkg-template/build/places.mjs";
import { missingFor } from "./needs.mjs";

const tests = fileURLToPath(new URL("../", import.meta.url));
/** How many tests were skipped for a reason that a person can do something about. */
const reasons = new Map();
const skip = (reason, count = 1) =>
	reasons.set(reason, (reasons.get(reason) ?? 0) + count);

/**
 * Runs the files, by their paths in tests/, each in its own process. Twice as many at once as there are cores, as tests of browsers, kills and
 * locks wait for most of their time.
 */
export async function countNodeTests(files) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const present = [];
	for (const file of files) {
		const reason = missingFor(file);
		if (reason === undefined) present.push(resolve(tests, file));
		else {
			counts.skipped += 1;
			skip(`${reason} [tests/${file}]`);
		}
	}
	if (present.length === 0) return counts;
	const concurrency = 2 * availableParallelism();
	const timeout = (process.env.CI ? 20 : 60) * 60_000;
	/** Of each file: its counts, what it printed, and whether a test has ended at each depth since the last one further out. */
	const running = new Map(
		present.map((file) => [
			file,
			{ passed: 0, failed: 0, skipped: 0, printed: "", inside: [] },
		]),
	);
	for await (const { type, data } of run({
		files: present,
		concurrency,
		timeout,
	})) {
		const one = running.get(data.file);
		if (/^test:std(out|err)$/.test(type)) one.printed += data.message;
		if (type !== "test:pass" && type !== "test:fail") continue;
		const { nesting, name, details, todo, skip: reason } = data;
		const holdsOthers = one.inside[nesting + 1] || details?.type === "suite";
		one.inside[nesting + 1] = false;
		one.inside[nesting] = true;
		const isFile = resolve(root, name) === data.file;
		if (type === "test:fail" && todo === undefined) {
			const { failureType, cause } = details.error;
			if (holdsOthers && failureType === "subtestsFailed") continue;
			one.failed += 1;
			console.log(
				`\n✖ ${nameOf(data.file)}: ${isFile ? "" : name}\n${inspect(cause ?? details.error)}`,
			);
		} else if (!holdsOthers && !isFile) {
			const isSkipped = reason !== undefined || todo !== undefined;
			one[isSkipped ? "skipped" : "passed"] += 1;
			if (typeof reason === "string") skip(reason);
		}
	}
	for (const [file, one] of running) {
		if (one.passed + one.failed + one.skipped === 0) {
			one.failed = 1;
			console.log(`\n✖ ${nameOf(file)} holds no test.`);
		}
		if (one.failed > 0)
			console.log(
				`\n${one.printed.trimEnd()}\nalone: node --test ${nameOf(file)}`,
			);
		for (const kind of ["passed", "failed", "skipped"])
			counts[kind] += one[kind];
	}
	return counts;
}

/** A file as it is written in a command. */
const nameOf = (file) => relative(root, file).replaceAll("\\", "/");

/** Counts the tests of these programs, which print as Rust's test programs do. */
export async function countLibtest(programs) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	for (const program of programs) {
		let output = "";
		for (const stream of [program.stdout, program.stderr])
			stream.on("data", (chunk) => (output += chunk));
		const [status] = await once(program, "close").catch((error) => [error]);
		const lines = output.matchAll(
			/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
		);
		const before = counts.failed;
		for (const [, passed, failed, ignored] of lines) {
			counts.passed += Number(passed);
			counts.failed += Number(failed);
			counts.skipped += Number(ignored);
		}
		const isSilent = counts.passed + counts.failed === 0;
		if (counts.failed === before && (status !== 0 || isSilent))
			counts.failed += 1;
		const failed = counts.failed > before;
		console.log(
			failed
				? `\n✗ ${program.spawnargs.join(" ")}\n${output}\n${status}`
				: `✓ ${program.spawnargs.join(" ")}`,
		);
	}
	return counts;
}

/** Prints why tests were skipped, most first. */
export function reportSkipped() {
	for (const [reason, count] of [...reasons].sort(([, a], [, b]) => b - a))
		console.log(`${count} skipped: ${reason}`);
}
