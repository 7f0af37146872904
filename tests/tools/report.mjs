// Counts what ran and prints what failed. Only a test that passed counts as one: a file without a
// test, a crash and a program that could not start are failures.

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../pkg-template/build/places.mjs";
import { isFull } from "./full.mjs";
import { missingFor, needsOf } from "./needs.mjs";
import { endGroup, startGroup } from "./process-group.mjs";

const tests = fileURLToPath(new URL("../", import.meta.url));
/** A URL: on Windows, Node imports no absolute path. */
const reporter = new URL("./reporter.mjs", import.meta.url).href;

/**
 * How long a file may take, which is as long as the whole run should, and how long it may take to
 * end when it is asked to.
 */
const limit = { ms: (isFull ? 60 : 20) * 60_000, endMs: 5_000 };

/** How many tests were skipped for a reason that a person can do something about. */
const reasons = new Map();

/** Runs a program to its end: its exit code, or what went wrong, and what it printed. */
async function finished(program) {
	let output = "";
	for (const stream of [program.stdout, program.stderr])
		stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
	const [status] = await once(program, "close").catch((error) => [error]);
	return { status, output };
}

/**
 * Ends a program after `limitMs`, and all that it has started. Returns a function that returns
 * whether it did.
 */
function endAfter(limitMs, program) {
	let hasEnded = false;
	const asked = setTimeout(() => {
		hasEnded = true;
		endGroup(program, "SIGTERM");
	}, limitMs);
	const killed = setTimeout(() => {
		endGroup(program, "SIGKILL");
		// What is in another group may hold them open.
		program.stdout.destroy();
		program.stderr.destroy();
	}, limitMs + limit.endMs);
	program.once("close", () => {
		clearTimeout(asked);
		clearTimeout(killed);
		// What does not answer.
		if (hasEnded) endGroup(program, "SIGKILL");
	});
	return () => hasEnded;
}

/**
 * Runs the files, by their paths in tests/, each in its own process. Twice as many at once as there
 * are cores, as tests of browsers, kills and locks wait for most of their time. `ready` has a
 * promise for each thing that a file may need (setUp); a file begins when it has what it needs. One
 * that takes longer than `limitMs` is ended, and has failed.
 */
export async function countNodeTests(files, ready = {}, limitMs = limit.ms) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const isReady = new Set();
	const waiting = new Map(
		files.map((file) => {
			const needed = ["installed", ...needsOf([file])];
			const promise = Promise.all(needed.map((need) => ready[need]));
			return [file, promise.then(() => isReady.add(file))];
		}),
	);
	const next = async () => {
		for (;;) {
			const file = [...waiting.keys()].find((file) => isReady.has(file));
			if (file !== undefined || waiting.size === 0) {
				waiting.delete(file);
				return file;
			}
			await Promise.race(waiting.values());
		}
	};
	const work = async () => {
		const browser = sharedChromium();
		for (let file = await next(); file !== undefined; file = await next()) {
			const one = await countFile(file, browser, limitMs);
			for (const kind of Object.keys(counts)) counts[kind] += one[kind];
			for (const reason of one.reasons)
				reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
		}
		await browser.close();
	};
	await Promise.all(
		Array.from({ length: 2 * availableParallelism() + 1 }, work),
	);
	return counts;
}

/**
 * Returns a Chromium for the files of one worker, one after the other: each connects to it, with
 * contexts of its own. It starts when a file needs it, and again if a file ended it.
 */
function sharedChromium() {
	let server;
	return {
		async address() {
			if (server === undefined || server.process().exitCode !== null) {
				const { serveChromium } = await import(
					"../../www/browsers/playwright.mjs"
				);
				server = await serveChromium();
			}
			return server.wsEndpoint();
		},
		close: async () => server?.close(),
	};
}

async function countFile(file, browser, limitMs) {
	const path = resolve(tests, file);
	const name = relative(root, path).replaceAll("\\", "/");
	const reason = missingFor(file);
	if (reason !== undefined) {
		console.log(`– ${name}: ${reason}`);
		return { passed: 0, failed: 0, skipped: 1, reasons: [reason] };
	}
	const address = needsOf([file]).includes("chromium")
		? await browser.address()
		: undefined;
	const started = performance.now();
	const program = startGroup(
		process.execPath,
		[`--test-reporter=${reporter}`, path],
		{
			cwd: root,
			env: {
				...process.env,
				...(address && { AGENT_TODOS_CHROMIUM: address }),
			},
		},
	);
	const isOverdue = endAfter(limitMs, program);
	const { status, output } = await finished(program);
	const counts = countsIn(output);
	const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
	if (isOverdue()) counts.failed += 1;
	if (counts.failed === 0 && (status !== 0 || isEmpty)) counts.failed = 1;
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	const said = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`;
	if (counts.failed === 0) {
		console.log(`✓ ${name}: ${said}`);
		return counts;
	}
	const running = output.match(/(?<=^▷ ).*$/gm)?.at(-1) ?? "no test yet";
	const reasons = [
		isOverdue() && `ended after ${limitMs / 1000} s, running: ${running}`,
		isEmpty && !isOverdue() && "Not one test ran.",
		`exit code ${status}`,
		`alone: node --test ${name}`,
	];
	console.log(
		`\n✗ ${name}: ${said}\n${output.replace(/^▷ .*\n/gm, "")}${reasons.filter(Boolean).join("\n")}\n`,
	);
	return counts;
}

/** Returns what the reporter says at its end; nothing where the file ended before. */
function countsIn(output) {
	const [json] = output.match(/^\{"passed":.*\}$/gm)?.slice(-1) ?? [];
	return json === undefined
		? { passed: 0, failed: 0, skipped: 0, reasons: [] }
		: JSON.parse(json);
}

/** Counts the tests of these programs, which print as Rust's test programs do. */
export async function countLibtest(programs) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	for (const program of programs) {
		const { status, output } = await finished(program);
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
