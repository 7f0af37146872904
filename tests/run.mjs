// `npm test`: sets up what is missing, builds the package, runs the suites and says how many tests passed and failed.
//
//   npm test                      every suite of tests/setup/suites.mjs but those that are on demand, without the slow tests (slow.mjs)
//   npm test -- --all             with the slow ones; what follows runs them, too
//   npm test -- native node       these only
//   npm test -- --changed         those that concern the files that differ from `main`
//   npm test -- --list            what there is
//   npm test -- durable --full    these, with the counts of their long runs
//   npm test -- --update          rewrites the frozen texts of the suites that have some, and lists the files that changed
//
// The last line is `N passed, N failed`; the exit code is 1 if anything failed. It cannot pass by running nothing: a suite
// that crashes, or that reports no test at all, is a failure. Node builtins only: this runs before anything is installed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../pkg-template/build/places.mjs";
import { changedFiles, isConcerned } from "./setup/changed.mjs";
import { remarks, sum } from "./setup/counts.mjs";
import { execute } from "./setup/execute.mjs";
import { runInQueue } from "./setup/queue.mjs";
import { suites } from "./setup/suites.mjs";

const flags = ["--list", "--all", "--changed", "--full", "--update"];
const given = process.argv.slice(2);
const wanted = given.filter((word) => !["--full", "--update"].includes(word));
const unknown = wanted.filter(
	(name) =>
		!flags.includes(name) && !suites.some((suite) => suite.name === name),
);
if (unknown.length > 0 || wanted.includes("--list")) {
	if (unknown.length > 0)
		console.error(`There is no suite ${unknown.join(", ")}.`);
	for (const { name, checks, isOnDemand, isSlow } of suites) {
		const when = isOnDemand
			? " (only when named)"
			: isSlow
				? " (when named, and with --all)"
				: "";
		console.log(`${name.padEnd(16)} ${checks}${when}`);
	}
	process.exit(unknown.length > 0 ? 2 : 0);
}
const files = wanted.includes("--changed") ? changedFiles() : [];
const isUpdate = given.includes("--update");
const isQuick = wanted.length === 0 && !isUpdate;
const chosen = suites.filter((suite) => {
	if (wanted.length === 0 && isUpdate) return suite.frozen.length > 0;
	if (wanted.includes(suite.name)) return true;
	if (suite.isOnDemand || (suite.isSlow && isQuick)) return false;
	return isQuick || wanted.includes("--all") || isConcerned(suite, files);
});
if (given.includes("--full")) {
	const missing = chosen.filter(({ full }) => full === undefined);
	if (missing.length > 0) {
		const names = missing.map(({ name }) => name).join(", ");
		console.error(`There is no long run of ${names}.`);
		process.exit(2);
	}
	for (const { full } of chosen) Object.assign(process.env, full);
}
const frozen = isUpdate ? frozenTexts() : [];
if (isUpdate) process.env.UPDATE = "1";
if (isQuick) process.env.AGENT_TODOS_QUICK = "1";
if (wanted.includes("--changed")) {
	const names = chosen.map(({ name }) => name).join(", ");
	console.log(
		`• ${files.length} files differ from main. Suites: ${names || "none"}`,
	);
	if (chosen.length === 0) {
		console.log("\n0 passed, 0 failed");
		process.exit(0);
	}
}

// A process of its own: wherever the set-up gives up, this one still says so in its last line.
const setUp = fileURLToPath(new URL("./setup/set-up.mjs", import.meta.url));
const needs = [...new Set(chosen.flatMap((suite) => suite.needs))];
const started = performance.now();
const prepared = await execute(process.execPath, [setUp, ...needs], {
	show: true,
});
if (prepared.status !== 0) {
	const { seconds } = prepared;
	finish([{ name: "set-up", passed: 0, failed: 1, skipped: 0, seconds }]);
}

const rows = new Map();
await runInQueue(
	chosen.flatMap((suite) => {
		const jobs = suite.jobs(isQuick);
		const outcomes = [];
		// Everything about a suite is said at once when the last of its jobs has ended, as others end meanwhile.
		const ended = (outcome) => {
			outcomes.push(outcome);
			if (outcomes.length >= jobs.length)
				rows.set(suite, reported(suite, outcomes));
		};
		if (jobs.length === 0) ended({ ...sum([]), seconds: 0 });
		return jobs.map(({ run, token }) => ({
			token,
			run: async () => ended(await timed(run)),
		}));
	}),
);
for (const { file, text } of frozen)
	if (readFileSync(join(root, file), "utf8") !== text)
		console.log(`\nupdated: ${file}: read the difference`);
finish(chosen.map((suite) => rows.get(suite)));

/** The frozen texts before the suites rewrite them. */
function frozenTexts() {
	return chosen.flatMap((suite) =>
		suite.frozen.map((file) => ({
			file,
			text: readFileSync(join(root, file), "utf8"),
		})),
	);
}

async function timed(run) {
	const from = performance.now();
	const outcome = await run().catch((error) => ({
		passed: 0,
		failed: 1,
		skipped: 0,
		output: String(error?.stack ?? error),
	}));
	return { ...outcome, seconds: (performance.now() - from) / 1000 };
}

/** Says how a suite went, and returns its row of the table. */
function reported({ name, checks }, outcomes) {
	const seconds = outcomes.reduce((total, { seconds }) => total + seconds, 0);
	const counts = sum(outcomes.filter(({ failed }) => failed > 0));
	const { passed, skipped } = sum(outcomes);
	let { failed, output } = counts;
	if (failed === 0) output = remarks(sum(outcomes).output).join("\n");
	if (passed + failed === 0) {
		failed = 1;
		output += `\n${name}: not one test ran, which counts as a failure.`;
	}
	const result = `${failed > 0 ? "✗" : "✓"} ${counted({ passed, failed, skipped })}, ${seconds.toFixed(1)} s`;
	console.log(
		[`\n▶ ${name}: ${checks}`, output.trimEnd(), result]
			.filter((text) => text !== "")
			.join("\n"),
	);
	return { name, passed, failed, skipped, seconds };
}

function counted({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The table, the last line, and the end of this process. The time of a suite is that of its jobs, of which several run at once. */
function finish(rows) {
	const elapsed = (performance.now() - started) / 1000;
	const { passed, failed, skipped } = sum(rows);
	const all = { name: "all", passed, failed, skipped, seconds: elapsed };
	console.log(`\n${"suite".padEnd(18)}  passed  failed skipped      time`);
	for (const { name, passed, failed, skipped, seconds } of [...rows, all]) {
		const counts = [passed, failed, skipped].map((n) => String(n).padStart(8));
		const time = `${seconds.toFixed(1)} s`.padStart(10);
		console.log(`${name.padEnd(18)}${counts.join("")}${time}`);
	}
	console.log(`\n${passed} passed, ${failed} failed`);
	process.exit(failed > 0 ? 1 : 0);
}
