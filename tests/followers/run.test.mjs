// A run in the service worker of a real extension, which the DevTools protocol stops at random
// instants: the run ends each time, nothing that was said to be settled is worked on again, and the
// budgets hold. `npm run test:live` stops it 200 times.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { patience } from "../../www/browsers/patience.mjs";
import { stopWorker } from "../tools/extension.mjs";
import { isFull } from "../tools/full.mjs";
import { openExtension } from "./extension.mjs";

const stops = isFull ? 200 : 25;
const maxSteps = 100;
const maxCallsPerTodo = 5;

const extension = await openExtension("extension-run", "panel.js");
after(extension.close);
const panel = await extension.context.newPage();
await panel.goto(extension.address("panel.html"));

/** Returns what a task's log has to be, and its counts. */
function check(task, log) {
	const settled = new Map();
	const counts = { begun: 0, again: 0, calls: 0, most: 0, overBudget: 0 };
	const begun = new Set();
	const calls = new Map();
	for (const { type, content } of log) {
		if (type === "begun" || type === "called")
			assert.ok(
				!settled.has(content),
				`${content}: ${type} after it was settled`,
			);
		if (type === "begun") {
			counts.begun += 1;
			if (begun.has(content)) counts.again += 1;
			begun.add(content);
		} else if (type === "called")
			calls.set(content, (calls.get(content) ?? 0) + 1);
		else if (type === "done" || type === "skipped") settled.set(content, type);
	}
	for (const count of calls.values()) {
		assert.ok(count <= maxCallsPerTodo, `${count} calls for one todo`);
		counts.calls += count;
		counts.most = Math.max(counts.most, count);
	}
	const endings = log.filter(
		(said) => said.type === "ended" && said.task === task,
	);
	const { result, todos } = endings[0];
	// What is read back has a later revision.
	const withoutRevisions = (ending) =>
		JSON.stringify(ending, (name, value) =>
			name === "revision" ? undefined : value,
		);
	for (const ending of endings)
		assert.equal(
			withoutRevisions(ending),
			withoutRevisions(endings[0]),
			"it ends the same each time",
		);
	assert.deepEqual([result.status, result.isComplete], ["finished", true]);
	assert.ok(result.steps <= maxSteps, `${result.steps} steps`);
	assert.equal(todos.length, 12);
	for (const { content, status, reason } of todos) {
		assert.ok(["done", "skipped"].includes(status), `${content} is ${status}`);
		if (settled.has(content)) assert.equal(status, settled.get(content));
		const isOverBudget = reason?.startsWith("over its budget") ?? false;
		if (isOverBudget) counts.overBudget += 1;
		else assert.equal(status, / (6|12)$/.test(content) ? "skipped" : "done");
	}
	return { ...counts, steps: result.steps, settled: settled.size };
}

/** Resolves as `promise` does. Rejects where it takes longer than a test waits. */
const inTime = (promise) =>
	Promise.race([
		promise,
		wait(patience, undefined, { ref: false }).then(() =>
			assert.fail("not in time"),
		),
	]);

/**
 * Returns what is known of a worker that is silent: whether it runs, what it said last, what it
 * holds and what it stored.
 */
async function readState(session, statuses) {
	const { targetInfos } = await session.send("Target.getTargets");
	const targets = targetInfos.map(({ type, attached }) => ({ type, attached }));
	const known = panel.evaluate(async () => ({
		said: window.takeLog().slice(-3),
		locks: await navigator.locks.query(),
		stored: (await chrome.storage.local.get("todos")).todos,
	}));
	const ofPanel = await inTime(known).catch(String);
	return JSON.stringify({ statuses: statuses.slice(-12), targets, ofPanel });
}

test("a run goes on where it stood, whenever its worker stops", async () => {
	const session = await extension.context.newCDPSession(panel);
	const statuses = [];
	session.on("ServiceWorker.workerVersionUpdated", ({ versions }) =>
		statuses.push(...versions.map(({ runningStatus }) => runningStatus)),
	);
	const sums = {};
	let [stopped, tasks, most, steps] = [0, 0, 0, 0];
	while (stopped < stops) {
		tasks += 1;
		const task = String(tasks);
		await panel.evaluate((task) => window.begin(task), task);
		for (;;) {
			// Some way on, however quick this machine is, and then at any instant.
			const count = Math.floor(Math.random() * 14);
			const noted = panel.evaluate(
				([count, task]) => window.noted(count, task),
				[stopped < stops ? count : 1e9, task],
			);
			const hasEnded = await inTime(noted).catch(async (cause) => {
				const state = await readState(session, statuses);
				throw new Error(`after ${stopped} stops: ${state}`, { cause });
			});
			if (hasEnded) break;
			await wait((stopped * 17) % 40);
			await stopWorker(session);
			stopped += 1;
		}
		const counts = check(task, await panel.evaluate(() => window.takeLog()));
		most = Math.max(most, counts.most);
		steps = Math.max(steps, counts.steps);
		for (const name of ["begun", "again", "calls", "overBudget", "settled"])
			sums[name] = (sums[name] ?? 0) + counts[name];
	}
	console.log(
		`live, a run in a service worker that was stopped ${stopped} times: ${tasks} runs of 12 todos, all ended; ${sums.settled} todos heard to be settled, none worked on after that; ${sums.again} begun again after a stop; ${sums.calls} tool calls, at most ${most} for a todo (of ${maxCallsPerTodo}), ${sums.overBudget} todos over that; at most ${steps} steps for a run (of ${maxSteps})`,
	);
	assert.ok(stopped >= stops && sums.again > 0);
});
