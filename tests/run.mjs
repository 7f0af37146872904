// `npm test`: sets up what is missing, runs `cargo test` and the files of tests/ under node:test,
// and says how many tests passed and failed.
//
//   npm test                      the quick set (tools/quick.mjs); with CI=true everything, but
//                                 tests/installed and the long runs
//   npm test -- --all             the same as with CI=true
//   npm test -- core frameworks   `cargo test`, and the files in tests/frameworks
//   npm test -- mcp/http          tests/mcp/http.test.mjs
//   npm test -- merge::           `cargo test merge::`
//   npm test -- storages --full   the long run
//   npm test -- sentences         what models read: snapshots, the corpus, outputs on pages
//   npm test -- --update sentences  rewrites that: read what `git diff` shows
//   npm test -- --update          rewrites every snapshot and every frozen file
//
// The last line is `N passed, N failed`, and how many were skipped; the exit code is 1 if anything
// failed. Node builtins only.

import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { npm, run } from "../pkg-template/build/command.mjs";
import { root } from "../pkg-template/build/places.mjs";
import { optimised } from "./tools/compiled.mjs";
import { holdsSnapshots } from "./tools/needs.mjs";
import { isQuickFile } from "./tools/quick.mjs";
import {
	countLibtest,
	countNodeTests,
	reportSkipped,
} from "./tools/report.mjs";
import { holdsSentences, modulesWithoutSentences } from "./tools/sentences.mjs";
import { path as sentences } from "./tools/sentences-file.mjs";
import { setUp } from "./tools/set-up.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const given = process.argv.slice(2);
const has = (flag) => given.includes(flag);
const words = given.filter((word) => !word.startsWith("--"));
const isWhole = words.length === 0;
const isAll = has("--all") || process.env.CI === "true";
const isOfSentences = words.includes("sentences");

const isNamed = (word) => (file) =>
	word === "sentences"
		? holdsSentences(file)
		: file.startsWith(`${word}/`) || file.startsWith(`${word}.`);
const isRust = (word) => word === "core" || word.includes("::");
const isUsual = (file) => {
	if (has("--update")) return holdsSnapshots(file);
	if (file.startsWith("installed/")) return false;
	return isAll || isQuickFile(file);
};

/** What takes longest, the longest first, so that none of it begins last. */
const first = [
	"packaging/elsewhere",
	"site/site",
	"wasm/",
	"packaging/content-script",
	"packaging/install",
	"extension/chromium",
	"demo/agent",
	"lint/",
	"bench/growth",
	"panel/",
	"demo/",
	"extension/",
	"storages",
];
const rank = (file) =>
	[...first, ""].findIndex((start) => file.startsWith(start));
const all = readdirSync(here, { recursive: true })
	.map((file) => file.replaceAll("\\", "/"))
	// An app of another tool has tests for that tool's runner.
	.filter(
		(file) => file.endsWith(".test.mjs") && !/node_modules|\/apps\//.test(file),
	)
	.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
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
		`There is no ${unknown.join(", ")} among the tests: ${["core", ...folders].join(", ")}.`,
	);
	process.exit(2);
}

if ((isWhole && !isAll) || isOfSentences) process.env.AGENT_TODOS_QUICK = "1";
if (isOfSentences) process.env.AGENT_TODOS_SENTENCES = "1";
if (has("--update")) process.env.UPDATE = "1";
// Each test adds what it says.
if (has("--update") && (isWhole || isOfSentences)) writeFileSync(sentences, "");
if (has("--full")) {
	Object.assign(process.env, { AGENT_TODOS_FULL: "1", HISTORIES: "60000" });
	process.env.PROPTEST_RNG_SEED ??= String(randomInt(2 ** 31));
	console.log(`PROPTEST_RNG_SEED=${process.env.PROPTEST_RNG_SEED}`);
}

const started = performance.now();
const isOfCore = isWhole || isOfSentences || words.some(isRust);
const ready = setUp(files, isOfCore);
const counts = await Promise.all([
	isOfCore ? ready.cargo.then(cargoTests) : countLibtest([]),
	countNodeTests(files, ready),
]).catch((error) => {
	console.error(`✗ ${error.message}`);
	return [{ passed: 0, failed: 1, skipped: 0 }];
});
const sum = (kind) => counts.reduce((total, one) => total + one[kind], 0);
const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
if (has("--update") && !isOfSentences)
	run(npm.command, [...npm.before, "run", "format"]);
reportSkipped();
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(passed === 0 || failed > 0 ? 1 : 0);

/** Counts the core's tests, all of them or those of which a word is part of the name. */
function cargoTests() {
	const names = words.filter((word) => word.includes("::"));
	const profile = has("--full") ? optimised : [];
	const filter =
		names.length > 0 && !words.includes("core")
			? ["--test", "native", ...names]
			: [];
	const skips = modulesWithoutSentences().flatMap((name) => ["--skip", name]);
	const only =
		isOfSentences && !words.some(isRust)
			? ["--test", "native", "--", ...skips]
			: filter;
	const args = ["test", "--no-fail-fast", ...profile, ...only];
	return countLibtest([spawn("cargo", args, { cwd: root })]);
}
