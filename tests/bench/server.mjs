// `npm run bench:server`: how many calls a second `agent-todos mcp` answers over plain HTTP, beside
// a bare server on the same SDK. Two processes each, 400 users who each wait for their answer, all
// in one run and in turns, on a PostgreSQL of its own.
//
//   CALLS=1000 ROUNDS=3 npm run bench:server   less than the usual 15 rounds of 1,000 calls

import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { giveUp } from "../../pkg-template/build/command.mjs";
import { server as ours } from "../mcp/servers.mjs";
import { emptyDatabase } from "../postgres/databases.mjs";
import { missingPostgres, startPostgres } from "../tools/postgres.mjs";
import { median } from "./table.mjs";

const users = 400;
const tasksPerUser = 10;
const calls = Number(process.env.CALLS ?? 1000);
const rounds = Number(process.env.ROUNDS ?? 15);
const agent = new Agent({ keepAlive: true, maxSockets: users });
const children = [];

/** Returns two processes of one server: their addresses. */
const started = (args) =>
	Promise.all(
		[1, 2].map(
			() =>
				new Promise((resolve, reject) => {
					const child = spawn(process.execPath, args, {
						stdio: ["ignore", "ignore", "pipe"],
					});
					children.push(child);
					let said = "";
					child.stderr.on("data", (chunk) => {
						said += chunk;
						const [url] = /http:\S+\/mcp/.exec(said) ?? [];
						if (url) resolve(new URL(url));
					});
					child.once("exit", () => reject(new Error(said)));
				}),
		),
	);

const headers = {
	"Content-Type": "application/json",
	Accept: "application/json, text/event-stream",
};

/** One call of a tool, as HTTP alone. Resolves with its structured content. */
function called(url, name, args) {
	const params = { name, arguments: args };
	const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
	return new Promise((resolve, reject) => {
		const sent = request(url, { agent, headers, method: "POST" }, (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
			answer.on("end", () => {
				const { result } = JSON.parse(text.slice(text.indexOf("{")));
				if (answer.statusCode !== 200 || !result?.structuredContent?.success)
					reject(new Error(`${name}: ${answer.statusCode} ${text}`));
				else resolve(result.structuredContent);
			});
		});
		sent.on("error", reject).end(JSON.stringify(call));
	});
}

/**
 * Lets all users call at once, each as soon as it has its answer. Resolves with the calls a second.
 */
async function played(count, call) {
	let left = count;
	const start = performance.now();
	await Promise.all(
		Array.from({ length: users }, async (_, user) => {
			while (left-- > 0) await call(user);
		}),
	);
	return (count * 1000) / (performance.now() - start);
}

if (missingPostgres()) giveUp(missingPostgres());
const postgres = await startPostgres();
try {
	const database = await emptyDatabase(postgres);
	const http = [...ours, "--dialect", "tasks", "--http", "0"];
	const bare = await started([
		fileURLToPath(new URL("bare-server.mjs", import.meta.url)),
	]);
	const memory = await started(http);
	const stored = await started([...http, "--database", database]);

	const idOf = async (urls, user) => {
		let id;
		for (let n = 0; n < tasksPerUser; n++) {
			const task = { user_id: `u${user}`, title: `Buy groceries ${n}` };
			({ id } = (await called(urls[user % 2], "add_task", task)).task);
		}
		return id;
	};
	const idsOf = (urls) =>
		Promise.all(Array.from({ length: users }, (_, user) => idOf(urls, user)));
	const ids = new Map();
	for (const urls of [memory, stored]) ids.set(urls, await idsOf(urls));

	let title = 0;
	const list = (urls) => (user) =>
		called(urls[user % 2], "list_tasks", { user_id: `u${user}` });
	const change = (urls) => (user) =>
		called(urls[user % 2], "update_task", {
			user_id: `u${user}`,
			task_id: ids.get(urls)?.[user] ?? "t1",
			title: `Buy groceries, ${++title}`,
		});
	const rows = [
		["bare server", change(bare)],
		["agent-todos in memory, a list", list(memory)],
		["agent-todos in memory, a change", change(memory)],
		["agent-todos in PostgreSQL, a list", list(stored)],
		["agent-todos in PostgreSQL, a change", change(stored)],
	].map(([name, call]) => ({ name, call, rates: [] }));
	for (let round = 0; round < rounds; round++)
		for (const { call, rates } of rows) rates.push(await played(calls, call));

	// Of the same round: a machine that is busy for a while is so for both.
	const ratio = ({ rates }) =>
		median(rates.map((rate, round) => rate / rows[0].rates[round]));
	console.log(
		`${users} users with ${tasksPerUser} tasks each, two processes, ${rounds} rounds of ${calls} calls, Node ${process.versions.node}; load average ${loadavg()[0].toFixed(1)} at the end`,
	);
	console.log("| | calls a second | beside the bare server |\n|---|---|---|");
	for (const row of rows)
		console.log(
			`| ${row.name} | ${Math.round(median(row.rates)).toLocaleString("en")} | ${ratio(row).toFixed(2)} |`,
		);
} finally {
	agent.destroy();
	for (const child of children) child.removeAllListeners("exit").kill();
	await postgres.stop();
}
