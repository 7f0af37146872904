// No call, method, preview or next may hang the page. With twice as many todos and links, each
// takes at most about twice as many instructions, as callgrind counts them: the same on a busy
// machine. Slow, as the core is compiled once more.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after as afterAll, test } from "node:test";
import { output } from "../../pkg-template/build/command.mjs";
import { compileBench } from "../tools/compiled.mjs";
import "../tools/valgrind.mjs";

const [few, many] = [200, 400];
/** Growth by the square would be 4. */
const maxGrowth = 3;

const folder = mkdtempSync(join(tmpdir(), "agent-todos-growth-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The crates below are those of `cargo test`. The core is optimised, as a few passes over all pairs
 * weigh more where they are not, and has none of its assertions, which look at the whole list.
 */
const program = compileBench("growth", [
	"--profile=dev",
	"--config=profile.dev.package.agent-todos.opt-level=1",
	"--config=profile.dev.package.agent-todos.debug-assertions=false",
]);
const [before, after] = [few, many].map((size) => instructions(program, size));
for (const [row, count] of before)
	test(`twice the list is about twice the work: ${row}`, () => {
		const growth = after.get(row) / count;
		console.log(`growth of ${row}: ${count}, ${growth.toFixed(2)} times`);
		assert.ok(growth < maxGrowth);
	});

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
