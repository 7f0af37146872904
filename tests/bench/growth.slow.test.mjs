// No call, method, preview or next may hang the page. With twice as many todos and links, each
// takes at most about twice as many instructions, as callgrind counts them: the same on a busy
// machine. Slow, as the program is compiled as a release does.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { output } from "../../pkg-template/build/command.mjs";

/** Rows of growth.rs that took the square of the todos and links, or more. */
const rows = [
	"links/near/Qwen new",
	"links/near/Qwen preview",
	"links/closed/Qwen new",
	"links/near/next by User",
	"links/near/todos of Task",
	"links/near/merge completed",
	"tree/deep/Merge new",
	"tree/ring/Merge new",
	"tree/deep/Merge done",
	"tree/deep/branch",
	"tree/deep/next by User",
	"tree/deep/reminder completed",
	"statuses/in_progress new",
	"Todowrite/pairs>pairs2/",
	"Merge/own>own/keyed",
	"forms/markdown deep",
	"forms/markdown other",
];
const [few, many] = [200, 400];
/** Growth by the square would be 4. */
const maxGrowth = 3;

const skip =
	process.env.CI !== "true" && output("valgrind", ["--version"]) === null
		? "valgrind is missing: apt install valgrind"
		: false;
const program = skip ? "" : built();
const folder = mkdtempSync(join(tmpdir(), "agent-todos-growth-"));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const row of rows)
	test(`twice the list is about twice the work: ${row}`, { skip }, () => {
		const [before, after] = [few, many].map((number) =>
			instructions(row, number),
		);
		const growth = after / before;
		console.log(`growth of ${row}: ${before} → ${after}, ${growth.toFixed(2)}`);
		assert.ok(growth < maxGrowth, `${before} instructions, then ${after}`);
	});

/** Compiles growth.rs as a release does, and returns the path of the program. */
function built() {
	const messages = output(
		"cargo",
		["bench", "--bench=growth", "--no-run", "--message-format=json"],
		{ maxBuffer: 1e9 },
	);
	assert.ok(messages, "tests/bench/growth.rs does not compile");
	const artifacts = messages
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));
	return artifacts.find(
		({ target, executable }) => target?.name === "growth" && executable,
	).executable;
}

/** Runs a row under callgrind, and returns how many instructions it took. */
function instructions(row, number) {
	const file = join(folder, `${number} ${row.replace(/\W/g, " ")}`);
	const printed = output("valgrind", [
		"--quiet",
		"--tool=callgrind",
		"--collect-atstart=no",
		"--toggle-collect=growth::measured*",
		`--callgrind-out-file=${file}`,
		program,
		String(number),
		row,
	]);
	assert.equal(printed?.trim().split("\t")[0], row, "it ran alone");
	const [, count] = /^(?:summary|totals): (\d+)/m.exec(
		readFileSync(file, "utf8"),
	);
	return Number(count);
}
