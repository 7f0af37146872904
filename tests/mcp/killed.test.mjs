// The executable is killed at random instants while it writes. Whatever it had acknowledged must be
// there when it is started again, and the file must always be whole.
//
// `npm run test:kill` does it 500 times with tasks, and 500 with a list.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { init as initTasks, TaskStore } from "agent-todos/tasks";
import { isFull } from "../tools/full.mjs";
import { emptyFolder, list, manage, server } from "./servers.mjs";

await Promise.all([init(), initTasks()]);
const runs = isFull ? 500 : 4;
/** More than it can carry out before it is killed. */
const writesPerRun = 150;
/** After so many runs it begins with a new file, as each write writes the whole. */
const runsPerFile = 25;

/** How each kind of store is read and written, and what is in its file. */
const kinds = {
	tasks: {
		args: ["--dialect", "tasks"],
		read: { name: "list_tasks", arguments: { user_id: "ann" } },
		write: (title) => ({
			name: "add_task",
			arguments: { user_id: "ann", title },
		}),
		inFile: (text) =>
			TaskStore.fromCheckpoint(text)
				.list("ann")
				.map(({ title }) => title),
	},
	"a list": {
		args: [],
		read: list,
		write: (content) => manage("replace_all", { todos: [{ content }] }),
		// All that it ever had, in the order in which it came.
		inFile: (text) =>
			TodoStore.fromCheckpoint(text)
				.history()
				.flatMap(({ todos }) => todos.map(({ content }) => content)),
	},
};

for (const [what, { args, read, write, inFile }] of Object.entries(kinds)) {
	test(`${what}: ${runs} runs`, async (t) => {
		const folder = emptyFolder(t);
		const total = { tried: 0, acknowledged: 0 };
		for (let first = 0; first < runs; first += runsPerFile) {
			const file = join(folder, `${first}.json`);
			/** Fails when the file is not whole. */
			const found = () =>
				existsSync(file) ? inFile(readFileSync(file, "utf8")) : [];
			const acknowledged = [];
			for (let run = first; run < Math.min(first + runsPerFile, runs); run++) {
				const titles = Array.from(
					{ length: writesPerRun },
					(_, at) => `run ${run} write ${at}.`,
				);
				// Every fourth is killed while it starts: it may hold the lock, or be taking it over.
				const [answers, wait] = run % 4 === 3 ? [0, 250] : [30, 10];
				const instant = {
					answers: Math.ceil(Math.random() * answers),
					wait: Math.random() * wait,
				};
				const before = found();
				const answered = await killedWhileWriting(
					[...args, "--data", file],
					[read, ...titles.map(write)],
					instant,
				);
				// As if ten seconds had passed: until then the lock could be of a process that lives.
				if (existsSync(`${file}.lock`)) utimesSync(`${file}.lock`, 0, 0);
				// Started again, it serves what the file had: all of the tasks, of a list what it is now.
				if (answered.has(0))
					for (const title of what === "tasks" ? before : before.slice(-1))
						assert.ok(
							answered.get(0).includes(title),
							`not served in run ${run}: ${title}`,
						);
				total.tried += titles.length;
				acknowledged.push(...titles.filter((_, at) => answered.has(at + 1)));
				const kept = new Set(found());
				assert.deepEqual(
					acknowledged.filter((title) => !kept.has(title)),
					[],
					`lost in run ${run}`,
				);
			}
			total.acknowledged += acknowledged.length;
		}
		const { tried, acknowledged } = total;
		console.log(
			`killed in ${runs} runs: ${what}, ${tried} writes tried, ${acknowledged} acknowledged, each of these found, lost 0`,
		);
		assert.ok(acknowledged >= runs, "hardly any write was acknowledged");
		assert.ok(acknowledged < tried, "no write was interrupted");
	});
}

/**
 * Sends all calls at once and gives what was answered to each, by its place, before the process was
 * killed: `wait` milliseconds after so many answers. (Not after a time alone: on a busy machine it
 * would have written nothing by then.)
 */
async function killedWhileWriting(args, calls, { answers: enough, wait }) {
	const child = spawn(process.execPath, [...server, ...args], {
		stdio: ["pipe", "pipe", "pipe"],
	});
	const kill = () => child.kill("SIGKILL");
	let said = "";
	child.stderr.on("data", (chunk) => (said += chunk));
	child.stdin.on("error", () => {}); // It is gone.
	const send = (message) =>
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	send({
		id: "start",
		method: "initialize",
		params: {
			protocolVersion: "2025-11-25",
			capabilities: {},
			clientInfo: { name: "killer", version: "1.0.0" },
		},
	});
	send({ method: "notifications/initialized" });
	for (const [id, params] of calls.entries())
		send({ id, method: "tools/call", params });
	let output = "";
	let seen = 0;
	const count = (more) => {
		if (seen <= enough && seen + more > enough) setTimeout(kill, wait);
		seen += more;
	};
	// The first is that it started: what is to be killed while it starts is not waited for.
	if (enough === 0) count(1);
	child.stdout.on("data", (chunk) => {
		output += chunk;
		count(String(chunk).split("\n").length - 1);
	});
	// When it is closed, all that it had written was read.
	const how = await new Promise((resolve) =>
		child.once("close", (code, signal) => resolve(signal ?? code)),
	);
	assert.equal(how, "SIGKILL", said);
	const answers = output
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
	return new Map(
		answers
			.filter(({ id }) => id !== "start")
			.map(({ id, result }) => {
				assert.equal(result.isError, false, JSON.stringify(result));
				return [id, result.content[0].text];
			}),
	);
}
