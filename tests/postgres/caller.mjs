// A process that calls servers with the official MCP client, as many users at once. Reads its work
// from the first message of its parent, and answers with what was acknowledged and how long each
// call took.

import {
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { programPatience } from "../../www/browsers/patience.mjs";

process.once(
	"message",
	async ({ urls, users, callsPerUser, atOnce, tokenOf }) => {
		const report = { acknowledged: {}, times: [], failed: [] };
		const waiting = [...users];
		await Promise.all(
			Array.from({ length: atOnce }, async () => {
				for (let user = waiting.pop(); user; user = waiting.pop())
					report.acknowledged[user] = await used(
						user,
						urls,
						callsPerUser,
						tokenOf,
						report,
					);
			}),
		);
		process.send(report, () => process.disconnect());
	},
);

/**
 * Returns one user, whose requests go to one server after the other, as those through a load
 * balancer do, so that calls which are made at once meet. Returns the tasks that the user must
 * have: `[id, title, status]`.
 */
async function used(user, urls, calls, tokenOf, report) {
	let place = Number(user.slice(1));
	const client = new Client({ name: "caller", version: "1.0.0" });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(urls[0]), {
			requestInit: { headers: { Authorization: `Bearer ${tokenOf}${user}` } },
			fetch: (_, request) => {
				place += 1;
				return fetch(urls[place % urls.length], request);
			},
		}),
		{ timeout: programPatience },
	);
	const call = async (name, args) => {
		const start = performance.now();
		const { isError, content, structuredContent } = await client.callTool(
			{ name, arguments: args },
			{ timeout: programPatience },
		);
		report.times.push(performance.now() - start);
		if (isError) report.failed.push(content[0].text);
		return isError ? undefined : structuredContent;
	};
	const tasks = new Map();
	const listed = async () => {
		for (const { title } of (await call("list_tasks", {}))?.tasks ?? [])
			if (!title.startsWith(`${user} `))
				report.failed.push(`${user} sees ${title}`);
	};
	const add = async (n) => {
		const done = await call("add_task", { title: `${user} task ${n}` });
		if (done) tasks.set(done.task.id, [done.task.title, "pending"]);
	};
	// Of five calls two add at once, one completes, one lists, one adds.
	for (let n = 0; n < calls; n += 5) {
		await Promise.all([add(n), add(n + 1)]);
		const [id] = [...tasks.keys()].slice(-1);
		await Promise.all([
			call("complete_task", { task_id: id ?? "none" }).then(
				(done) => done && tasks.set(id, [tasks.get(id)[0], "completed"]),
			),
			listed(),
			add(n + 2),
		]);
	}
	await client.close();
	return [...tasks].map(([id, [title, status]]) => [id, title, status]);
}
