// `npm test`: sets up what is missing, runs `cargo test` and the files of tests/ under node:test,
// and says how many tests passed and failed.
//
//   npm test                      everything but the slow tests (setup/slow.mjs) and
//                                 tests/ecosystem
//   npm test -- --all             with the slow ones; what follows runs them, too
//   npm test -- native hosts      `cargo test`, and the files in tests/hosts
//   npm test -- mcp/http          tests/mcp/http.test.mjs
//   npm test -- merge::           `cargo test merge::`
//   npm test -- durable --full    the long run
//   npm test -- core              what models read from the core: the snapshots of sentences, the
//                                 corpus, and what the programs of the pages print
//   npm test -- --update core     rewrites that: read what `git diff` shows
//   npm test -- --update          rewrites every snapshot and every frozen file
//
// The last line is `N passed, N failed`, and how many were skipped; the exit code is 1 if anything
// failed. Node builtins only.

import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm, run } from "../pkg-template/build/command.mjs";
import { root } from "../pkg-template/build/places.mjs";
import { holdsSentences, modulesWithoutSentences } from "./setup/core.mjs";
import { holdsSnapshots, needsOf } from "./setup/needs.mjs";
import {
	countLibtest,
	countNodeTests,
	reportSkipped,
} from "./setup/report.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const given = process.argv.slice(2);
const has = (flag) => given.includes(flag);
const words = given.filter((word) => !word.startsWith("--"));
const isWhole = words.length === 0;
const isCore = words.includes("core");

/** The files whose tests take longest, so that none of them begins last. */
const first = ["site/site", "wasm/", "lint/", "e2e/", "extension/", "durable/"];
const rank = (file) =>
	[...first, ""].findIndex((start) => file.startsWith(start));
const all = readdirSync(here, { recursive: true })
	.map((file) => file.replaceAll("\\", "/"))
	// An app of another tool has tests for that tool's runner.
	.filter(
		(file) => file.endsWith(".test.mjs") && !/node_modules|\/apps\//.test(file),
	)
	.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
const isNamed = (word) => (file) =>
	word === "core"
		? holdsSentences(file)
		: file.startsWith(`${word}/`) || file.startsWith(`${word}.`);
const isRust = (word) => word === "native" || word.includes("::");
const isUsual = (file) =>
	has("--update")
		? holdsSnapshots(file)
		: !file.startsWith("ecosystem/") &&
			(has("--all") || !file.endsWith(".slow.test.mjs"));
const files = all.filter(
	isWhole ? isUsual : (file) => words.some((word) => isNamed(word)(file)),
);
const unknown = [
	...words.filter((word) => !isRust(word) && !all.some(isNamed(word))),
	...given.filter((word) => /^--(?!(all|full|update)$)/.test(word)),
];
if (unknown.length > 0) {
	const folders = new Set(all.map((file) => file.split("/")[0]));
	console.error(
		`There is no ${unknown.join(", ")} among the tests: ${["native", ...folders].join(", ")}.`,
	);
	process.exit(2);
}

if ((isWhole && !has("--all")) || isCore) process.env.AGENT_TODOS_QUICK = "1";
if (isCore) process.env.AGENT_TODOS_CORE = "1";
if (has("--update")) process.env.UPDATE = "1";
if (has("--full")) {
	Object.assign(process.env, { AGENT_TODOS_FULL: "1", HISTORIES: "60000" });
	process.env.PROPTEST_RNG_SEED ??= String(randomInt(2 ** 31));
	console.log(`PROPTEST_RNG_SEED=${process.env.PROPTEST_RNG_SEED}`);
}

const started = performance.now();
// Without its programs nothing can be said of the tests: this one still says so in its last line.
const needs = [...needsOf(files), ...(isWhole ? ["native"] : [])];
const setUp = [join(here, "setup", "set-up.mjs"), ...needs];
const { status } = spawnSync(process.execPath, setUp, { stdio: "inherit" });
const counts =
	status === 0
		? await Promise.all([cargoTests(), countNodeTests(files)])
		: [{ passed: 0, failed: 1, skipped: 0 }];
const sum = (kind) => counts.reduce((total, one) => total + one[kind], 0);
const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
if (has("--update") && !isCore)
	run(npm.command, [...npm.before, "run", "format"]);
reportSkipped();
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(passed === 0 || failed > 0 ? 1 : 0);

/** Returns the core's tests, all of them or those of which a word is part of the name. */
async function cargoTests() {
	const names = words.filter((word) => word.includes("::"));
	if (!isWhole && !isCore && !words.some(isRust)) return countLibtest([]);
	const profile = has("--full") ? ["--profile", "wasm-test"] : [];
	const filter =
		names.length > 0 && !words.includes("native")
			? ["--test", "native", ...names]
			: [];
	const skips = modulesWithoutSentences().flatMap((name) => ["--skip", name]);
	const only =
		isCore && !words.some(isRust)
			? ["--test", "native", "--", ...skips]
			: filter;
	const args = ["test", "--no-fail-fast", ...profile, ...only];
	return countLibtest([spawn("cargo", args, { cwd: root })]);
}
