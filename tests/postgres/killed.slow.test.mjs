// Servers, and PostgreSQL itself, are killed with SIGKILL while users write. Whatever was
// acknowledged is there afterwards, once; calls in between fail with an error that says what
// happened, and work again by themselves.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { init, taskStorage } from "agent-todos/tasks";
import { programPatience } from "../../www/browsers/patience.mjs";
import { httpServer, newClient } from "../mcp/servers.mjs";
import { emptyDatabase, opened, postgres, sql } from "./databases.mjs";
import { databaseKills, serverKills } from "./scale.mjs";

await init();
const server = await postgres();

/** Users who write without a pause, to whichever of the servers is there. */
class Writers {
	/** What must be there: user, title, id. */
	acknowledged = [];
	tried = 0;
	/** What calls were answered that failed; a call that got no answer counts with its error. */
	refused = [];
	unanswered = [];
	#urls;
	#isOver = false;
	#running;

	constructor(users, urls) {
		this.#urls = urls;
		this.#running = Promise.all(
			Array.from({ length: users }, (_, n) => this.#write(n)),
		);
	}

	async #write(n) {
		let client;
		for (let at = 0; !this.#isOver; at++) {
			// Now and then another one, as what a write costs grows with the tasks that there are.
			const user = `user ${n}.${Math.floor(at / 40)}`;
			const title = `${user} task ${at}`;
			try {
				client ??= await this.#connect(n);
				this.tried += 1;
				const { isError, content, structuredContent } = await client.callTool(
					{ name: "add_task", arguments: { user_id: user, title } },
					{ timeout: programPatience },
				);
				if (isError) {
					this.refused.push(content[0].text);
					// As a client does that was told to try again.
					await wait(20);
				} else {
					this.acknowledged.push([user, title, structuredContent.task.id]);
				}
			} catch (error) {
				this.unanswered.push(error);
				await wait(20);
			}
		}
		await client?.close();
	}

	async #connect(n) {
		let place = n;
		const client = newClient();
		await client.connect(
			new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
				fetch: (_, request) => {
					place += 1;
					return fetch(this.#urls[place % this.#urls.length], request);
				},
			}),
			{ timeout: programPatience },
		);
		return client;
	}

	/** Waits until so many more writes were acknowledged. */
	async more(writes) {
		const until = this.acknowledged.length + writes;
		while (this.acknowledged.length < until) await wait(1);
	}

	/** Stops, and returns what was acknowledged and is not there, and what is there twice. */
	async missing(tasks) {
		this.#isOver = true;
		await this.#running;
		const lists = new Map();
		for (const user of new Set(this.acknowledged.map(([user]) => user)))
			lists.set(user, await tasks.list(user));
		const lost = this.acknowledged.filter(
			([user, title, id]) =>
				!lists.get(user).some((task) => task.id === id && task.title === title),
		);
		const titles = [...lists.values()].flat().map(({ title }) => title);
		const doubled = titles.filter((title, at) => titles.indexOf(title) < at);
		return { lost, doubled };
	}
}

const tasks = ["--dialect", "tasks", "--database"];

test(`servers are killed ${serverKills} times`, async (t) => {
	const url = await emptyDatabase(server);
	const fleet = await Promise.all(
		[1, 2, 3].map(() => httpServer(t, [...tasks, url])),
	);
	const urls = fleet.map(({ url }) => url);
	const writers = new Writers(6, urls);
	for (let kill = 0; kill < serverKills; kill++) {
		await writers.more(Math.ceil(Math.random() * 20));
		await wait(Math.random() * 10);
		const place = kill % fleet.length;
		fleet[place].process.kill("SIGKILL");
		await fleet[place].ended;
		fleet[place] = await httpServer(t, [...tasks, url]);
		urls[place] = fleet[place].url;
	}
	await writers.more(10);
	const { lost, doubled } = await writers.missing(
		taskStorage(await opened(t, url)),
	);
	const { tried, acknowledged, refused, unanswered } = writers;
	console.log(
		`postgres: a server killed ${serverKills} times: ${tried} writes tried, ${acknowledged.length} acknowledged, ${unanswered.length} without an answer, ${refused.length} refused; lost ${lost.length}, doubled ${doubled.length}`,
	);
	assert.deepEqual(
		{ lost, doubled, refused },
		{ lost: [], doubled: [], refused: [] },
	);
	assert.ok(unanswered.length > 0, "no write was interrupted");
	for (const error of unanswered)
		assert.match(
			String(error.cause ?? error),
			/closed|ECONN|socket|fetch failed/i,
		);
});

test(`PostgreSQL is killed ${databaseKills} times, with fsync on`, async (t) => {
	const url = await emptyDatabase(server);
	assert.deepEqual(await sql(url, "SHOW fsync"), [{ fsync: "on" }]);
	const fleet = await Promise.all(
		[1, 2].map(() => httpServer(t, [...tasks, url])),
	);
	const writers = new Writers(
		6,
		fleet.map(({ url }) => url),
	);
	for (let kill = 0; kill < databaseKills; kill++) {
		await writers.more(Math.ceil(Math.random() * 30));
		await wait(Math.random() * 10);
		const before = writers.refused.length;
		await server.kill();
		while (writers.refused.length < before + 12) await wait(1);
		await server.start();
		// Nobody tells the servers.
		await writers.more(10);
	}
	const { lost, doubled } = await writers.missing(
		taskStorage(await opened(t, url)),
	);
	const { tried, acknowledged, refused, unanswered } = writers;
	const unknown = refused.filter((text) => text.includes("unknown"));
	console.log(
		`postgres: PostgreSQL killed ${databaseKills} times: ${tried} writes tried, ${acknowledged.length} acknowledged, ${refused.length} refused, ${unknown.length} of them perhaps stored; lost ${lost.length}, doubled ${doubled.length}`,
	);
	assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
	for (const text of refused)
		assert.match(
			text,
			/^PostgreSQL: the database (cannot be reached, or does not answer|is starting or stopping: try again); (nothing was stored|whether a write was stored is unknown: read it again)$/,
		);
	assert.deepEqual(unanswered, []);
	for (const { ended, process } of fleet) {
		assert.equal(process.exitCode, null, process.said());
		assert.ok(ended);
	}
});
