// Twenty todos wait in turn, and the process of their agent is killed at each stage: it comes to
// the same end as without. No answer is lost, and no answered question is asked again. The model
// reads each answer once, and perhaps again after a kill while its todo is unfinished.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { emptyFolder } from "../tools/folder.mjs";
import { isWindows } from "../tools/windows.mjs";
import { patient, times } from "./scale.mjs";

await init();
const program = join(import.meta.dirname, "waiting-agent.mjs");
const todos = Array.from({ length: 20 }, (_, n) => `todo-${n + 1}`);
const stages = ["executing", "asked", "answer", "answered", "told", "done"];

/** How a process ends that kills itself: Windows knows no signal. */
const killed = isWindows ? [1, null] : [null, "SIGKILL"];

/** Runs the agent until it is killed, or to its end, and returns what it reported. */
async function work(folder, attempt, kill = []) {
	const child = spawn(process.execPath, [program, folder, attempt, ...kill], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const reports = [];
	createInterface(child.stdout).on("line", (line) =>
		reports.push(JSON.parse(line)),
	);
	const [code, signal] = await once(child, "close");
	assert.deepEqual(
		[code, signal],
		kill.length > 0 ? killed : [0, null],
		`${attempt}: ${kill}`,
	);
	return reports;
}

/**
 * Kills the agent once at each of these stages of todos, then lets it finish, and checks what
 * became of the answers.
 */
async function comesToTheEnd(folder, kills) {
	const reports = [];
	for (const [n, kill] of kills.entries())
		reports.push(...(await work(folder, `${n}`, kill)));
	reports.push(...(await work(folder, "the last")));
	const { said, ...end } = reports.pop();
	assert.deepEqual(end, { status: "finished", isComplete: true });
	for (const content of todos) {
		const its = reports.filter((report) => report.content === content);
		const stored = its.findIndex(({ stage }) => stage === "answered");
		assert.ok(
			!its.slice(stored + 1).some(({ stage }) => stage === "asked"),
			`${content} was asked again`,
		);
		const answer = its.findLast(({ answer }) => answer).answer;
		assert.equal(its.findLast(({ told }) => told).told, answer);
		const heard = said
			.join("\n")
			.split(`("${content}"): `)
			.slice(1)
			.map((text) => text.slice(0, answer.length));
		assert.deepEqual([...new Set(heard)], [answer]);
		if (kills.length === 0) assert.equal(heard.length, 1);
	}
	return TodoStore.fromCheckpoint(
		readFileSync(join(folder, "list"), "utf8"),
	).getXml();
}

test(
	"twenty todos wait in turn, and kills at each stage change nothing",
	patient,
	async (t) => {
		const calm = await comesToTheEnd(emptyFolder(t), []);
		// Each todo at one stage, or, in the long run, at each.
		const first = todos.map((todo) => ["executing", todo]);
		const later = todos.flatMap((todo, n) =>
			times(1, 5) === 1
				? [[stages[1 + (n % 5)], todo]]
				: stages.slice(1).map((stage) => [stage, todo]),
		);
		const kills = [...first.slice(0, times(3, 20)), ...later];
		assert.equal(await comesToTheEnd(emptyFolder(t), kills), calm);
	},
);
