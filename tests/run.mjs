// `npm test`: sets up what is missing, builds the package, runs the suites and says how many tests passed and failed.
//
//   npm test                      every suite of tests/setup/suites.mjs but those that are on demand
//   npm test -- native node       these only
//   npm test -- --list            what there is
//
// The last line is `N passed, N failed`; the exit code is 1 if anything failed. It cannot pass by running nothing: a suite
// that crashes, or that reports no test at all, is a failure. Node builtins only: this runs before anything is installed.

import { fileURLToPath } from "node:url";
import { remarks } from "./setup/counts.mjs";
import { execute } from "./setup/execute.mjs";
import { runInLanes } from "./setup/lanes.mjs";
import { suites } from "./setup/suites.mjs";

const wanted = process.argv.slice(2);
const unknown = wanted.filter(
	(name) => name !== "--list" && !suites.some((suite) => suite.name === name),
);
if (unknown.length > 0 || wanted.includes("--list")) {
	if (unknown.length > 0)
		console.error(`There is no suite ${unknown.join(", ")}.`);
	for (const { name, checks, isOnDemand } of suites)
		console.log(
			`${name.padEnd(16)} ${checks}${isOnDemand ? " (only when named)" : ""}`,
		);
	process.exit(unknown.length > 0 ? 2 : 0);
}
const chosen = suites.filter(({ name, isOnDemand }) =>
	wanted.length === 0 ? !isOnDemand : wanted.includes(name),
);

// A process of its own: wherever the set-up gives up, this one still says so in its last line.
const setUp = fileURLToPath(new URL("./setup/set-up.mjs", import.meta.url));
const needs = [...new Set(chosen.flatMap((suite) => suite.needs))];
const started = performance.now();
const prepared = await execute(process.execPath, [setUp, ...needs], {
	show: true,
});
if (prepared.status !== 0)
	finish([
		{
			name: "set-up",
			passed: 0,
			failed: 1,
			skipped: 0,
			seconds: prepared.seconds,
		},
	]);

finish(await runInLanes(chosen, runSuite));

/** Says everything about a suite at once when it has ended, as another one may end meanwhile. */
async function runSuite({ name, checks, run }) {
	const from = performance.now();
	let outcome;
	try {
		outcome = await run();
	} catch (error) {
		outcome = {
			passed: 0,
			failed: 1,
			skipped: 0,
			output: String(error?.stack ?? error),
		};
	}
	if (outcome.passed + outcome.failed === 0) {
		outcome = {
			...outcome,
			failed: 1,
			output: `${outcome.output}\n${name}: not one test ran, which counts as a failure.`,
		};
	}
	const { passed, failed, skipped, output } = outcome;
	const seconds = (performance.now() - from) / 1000;
	const details = failed > 0 ? [output.trimEnd()] : remarks(output);
	const result = `${failed > 0 ? "✗" : "✓"} ${counted({ passed, failed, skipped })}, ${seconds.toFixed(1)} s`;
	console.log([`\n▶ ${name}: ${checks}`, ...details, result].join("\n"));
	return { name, passed, failed, skipped, seconds };
}

function counted({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The table, the last line, and the end of this process. */
function finish(rows) {
	const elapsed = (performance.now() - started) / 1000;
	const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
	const line = (name, row) =>
		console.log(
			name.padEnd(18) +
				[row.passed, row.failed, row.skipped]
					.map((n) => String(n).padStart(8))
					.join("") +
				`${row.seconds.toFixed(1)} s`.padStart(10),
		);
	console.log(`\n${"suite".padEnd(18)}  passed  failed skipped      time`);
	for (const row of rows) line(row.name, row);
	const total = {
		passed: sum("passed"),
		failed: sum("failed"),
		skipped: sum("skipped"),
		seconds: elapsed,
	};
	line("all", total);
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exit(total.failed > 0 ? 1 : 0);
}
