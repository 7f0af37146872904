// Many users at once, through four server processes that share one database: nothing is lost,
// nothing is doubled, and nobody sees another's task.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { init, taskStorage } from "agent-todos/tasks";
import { httpServer, tokenFile } from "../mcp/servers.mjs";
import { emptyDatabase, opened, postgres, sql } from "./databases.mjs";
import { calls, users } from "./scale.mjs";

await init();
const server = await postgres();

const names = Array.from({ length: users }, (_, n) => `u${n}`);
const callsPerUser = calls / users;
const secret = "token-of-user-";
const callers = 2;

/** Lets every user call; returns what was acknowledged, by user, and prints how long it took. */
async function play(urls) {
	const start = performance.now();
	const reports = await Promise.all(
		Array.from({ length: callers }, (_, n) => {
			const caller = fork(
				fileURLToPath(new URL("caller.mjs", import.meta.url)),
			);
			const report = new Promise((resolve, reject) => {
				caller.once("message", resolve);
				// With "exit", what it sent may still be on its way.
				caller.once("close", (code) =>
					reject(new Error(`the caller ended: ${code}`)),
				);
			});
			caller.send({
				urls,
				users: names.filter((_, place) => place % callers === n),
				callsPerUser,
				atOnce: 32,
				tokenOf: secret,
			});
			return report;
		}),
	);
	const seconds = (performance.now() - start) / 1000;
	const times = reports.flatMap(({ times }) => times).sort((a, b) => a - b);
	const at = (part) => times[Math.floor(times.length * part)].toFixed(0);
	const failed = reports.flatMap(({ failed }) => failed);
	console.log(
		`postgres: four processes over PostgreSQL: ${names.length} users, ${times.length} calls, ${(times.length / seconds).toFixed(0)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${failed.length} reported as failed`,
	);
	return {
		acknowledged: Object.assign(
			{},
			...reports.map(({ acknowledged }) => acknowledged),
		),
		failed,
		times,
	};
}

test(`${users} users, ${calls} calls, four processes`, async (t) => {
	const url = await emptyDatabase(server);
	const tokens = names.map((name) => `${secret}${name} ${name}\n`).join("");
	const args = [
		"--dialect",
		"tasks",
		"--database",
		url,
		"--token-file",
		tokenFile(t, tokens),
	];
	const servers = await Promise.all(
		[1, 2, 3, 4].map(() => httpServer(t, args)),
	);
	const { acknowledged, failed, times } = await play(
		servers.map(({ url }) => url),
	);
	assert.equal(times.length, calls);
	// Reported, and then not done.
	for (const text of failed)
		assert.match(text, /17 times in a row meanwhile: nothing was stored/);
	const tasks = taskStorage(await opened(t, url));
	for (const name of names)
		assert.deepEqual(
			(await tasks.list(name))
				.map(({ id, title, status }) => [id, title, status])
				.sort(),
			acknowledged[name].sort(),
			name,
		);
	const [{ rows }] = await sql(
		url,
		"SELECT count(*)::int AS rows FROM agent_todos",
	);
	assert.equal(rows, users);
	// Pages for operators need no token; the tools do.
	const [{ url: address }] = servers;
	assert.equal((await fetch(new URL("/healthz", address))).status, 200);
	assert.equal((await fetch(address, { method: "POST" })).status, 401);
});
