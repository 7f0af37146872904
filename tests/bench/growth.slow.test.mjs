// No call, method, preview or next may hang the page. With twice as many todos and links, each
// takes at most about twice as many instructions, as callgrind counts them: the same on a busy
// machine. Slow, as the program is compiled as a release does.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after as afterAll, test } from "node:test";
import { output } from "../../pkg-template/build/command.mjs";
import "../tools/valgrind.mjs";

const [few, many] = [200, 400];
/** Growth by the square would be 4. */
const maxGrowth = 3;

const folder = mkdtempSync(join(tmpdir(), "agent-todos-growth-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = built();
const [before, after] = [few, many].map((size) => instructions(program, size));
for (const [row, count] of before)
	test(`twice the list is about twice the work: ${row}`, () => {
		const growth = after.get(row) / count;
		console.log(`growth of ${row}: ${count}, ${growth.toFixed(2)} times`);
		assert.ok(growth < maxGrowth);
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

/** Runs all rows under callgrind, and returns how many instructions each took. */
function instructions(program, size) {
	const file = join(folder, String(size));
	const printed = output("valgrind", [
		"--quiet",
		"--tool=callgrind",
		"--collect-atstart=no",
		"--toggle-collect=growth::measured",
		// Each time, the counts go to the next file, and begin anew.
		"--dump-after=growth::measured",
		`--callgrind-out-file=${file}`,
		program,
		String(size),
	]);
	assert.ok(printed, "a row of growth.rs failed");
	const rows = printed
		.trim()
		.split("\n")
		.map((line) => line.split("\t")[0]);
	const countOf = (index) =>
		Number(
			/^(?:summary|totals): (\d+)/m.exec(
				readFileSync(`${file}.${index + 1}`, "utf8"),
			)[1],
		);
	return new Map(rows.map((row, index) => [row, countOf(index)]));
}
