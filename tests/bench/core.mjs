// `npm run bench:core`: the instructions of one call, natively, counted by callgrind: the same on a
// busy machine.
//
// With --check, a row beyond its bar fails, as the workflow does: `npm test` would take 40 seconds
// more for the optimised build.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveUp, output, run } from "../../pkg-template/build/command.mjs";
import { compileBench } from "../tools/compiled.mjs";

/** What each row of core.rs is, and the most instructions that it may take. */
const rows = {
	new: ["30 new todos", 335_000],
	again: ["the same list, the next todo started", 218_000],
	decided: ["the same, after a person completed one", 244_000],
	// The words of each text are read, and it is compared with those that it might reword.
	others: ["30 other todos, all dropped", 925_000],
	// Beside 30 new todos in a list without a history: what the branch costs.
	branch: ["30 new todos under one, after 1,000 revisions", 953_000],
	read: ["a list read through todo_manager", 112_000],
	turn: ["complete_multiple without a conversation", 58_300],
	step: ["markDoing and complete, of 30 todos", 44_300],
};

if (output("valgrind", ["--version"]) === null)
	giveUp("npm run bench:core needs valgrind, which is not installed.");

const program = compileBench("core");
const folder = mkdtempSync(join(tmpdir(), "agent-todos-core-"));
try {
	for (const [row, [title, most]] of Object.entries(rows)) {
		const call = instructions(row);
		const [found, limit] = [call, most].map((count) =>
			count.toLocaleString("en").padStart(7),
		);
		const bar = call <= most ? "kept  " : "BROKEN";
		console.log(`${bar} ${title.padEnd(46)} ${found}, at most ${limit}`);
		if (process.argv.includes("--check") && call > most) process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/** Runs a row under callgrind, and returns how many instructions `measured` took. */
function instructions(row) {
	const file = join(folder, row);
	run(
		"valgrind",
		[
			"--quiet",
			"--tool=callgrind",
			"--collect-atstart=no",
			"--toggle-collect=core::measured*",
			`--callgrind-out-file=${file}`,
			program,
			row,
		],
		{ stdio: "ignore" },
	);
	return Number(
		/^(?:summary|totals): (\d+)/m.exec(readFileSync(file, "utf8"))[1],
	);
}
