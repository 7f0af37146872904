// `agent-todos mcp --database`: what it serves, what it reports of itself, and how it starts and
// stops.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, persist, TodoStore } from "agent-todos";
import { given, playThrough } from "../mcp/every-task-tool.mjs";
import {
	add,
	hearsOfChanges,
	httpServer,
	manage,
	modern,
	overHttp,
	overStdio,
	ran,
	secretOf,
	signed,
	withApps,
} from "../mcp/servers.mjs";
import { freePort } from "../tools/free-port.mjs";
import { words } from "../tools/lists.mjs";
import { slowTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";
import {
	clientOf,
	emptyDatabase,
	opened,
	postgres,
	sql,
} from "./databases.mjs";

await init();
const server = await postgres();

const tasks = ["--dialect", "tasks"];

/** Returns a page beside /mcp. */
const page = async (url, path) => {
	const response = await fetch(new URL(path, url));
	return { status: response.status, text: await response.text() };
};

test("every tool of tasks over stdio and HTTP, shared", async (t) => {
	const url = await emptyDatabase(server);
	const args = [...tasks, "--database", url];
	const first = await overStdio(t, args);
	const second = await overHttp(t, (await httpServer(t, args)).url);
	for (const client of [first, second])
		await playThrough(client, { user_id: "ann" });
	const { task } = await given(first, "add_task", {
		user_id: "ann",
		title: "a",
	});
	assert.deepEqual(
		(await given(second, "list_tasks", { user_id: "ann" })).tasks,
		[task],
	);
	assert.deepEqual(
		(await given(second, "list_tasks", { user_id: "bob" })).tasks,
		[],
	);
});

slowTest("a client of one process hears what another one writes", async (t) => {
	const url = await emptyDatabase(server);
	const args = ["--database", url, "--list", "er & ands"];
	const http = await httpServer(t, args);
	const writer = await overStdio(t, args);
	for (const client of [
		await overHttp(t, http.url, modern),
		await overStdio(t, args),
		await overStdio(t, args, modern),
	])
		await hearsOfChanges(client, "todos://er%20%26%20ands", (content) =>
			writer.callTool(add(content)),
		);
});

slowTest(
	"the App's page and its call may have different processes",
	async (t) => {
		const url = await emptyDatabase(server);
		const args = ["--database", url];
		const page = await overHttp(t, (await httpServer(t, args)).url, {
			...modern,
			...withApps,
		});
		const secret = await secretOf(page);
		for (const other of [
			await overStdio(t, args, withApps),
			await overHttp(t, (await httpServer(t, args)).url, {
				...modern,
				...withApps,
			}),
		]) {
			const { structuredContent: shown } = await other.callTool(
				signed(secret, 0),
			);
			const { structuredContent } = await other.callTool(
				signed(secret, shown.revision, "addMultiple", ["Pay"]),
			);
			assert.equal(structuredContent.isChanged, true);
		}
		assert.equal(await secretOf(page), secret);
	},
);

test("a list, in each dialect, beside a program that persists it", async (t) => {
	const url = await emptyDatabase(server);
	const storage = await opened(t, url);
	const store = new TodoStore();
	const persistence = await persist(store, storage, { name: "shop" });
	t.after(() => persistence.stop());
	const args = ["--database", url, "--list", "shop"];
	const [one, other] = await Promise.all(
		["TodoWrite", "todo_manager"].map(async (dialect) =>
			overHttp(t, (await httpServer(t, [...args, "--dialect", dialect])).url),
		),
	);
	const heard = new Promise((resolve) => store.subscribe(resolve));
	const written = await one.callTool({
		name: "TodoWrite",
		arguments: {
			todos: [
				{
					content: "Find a kettle",
					status: "in_progress",
					activeForm: "Finding",
				},
			],
		},
	});
	assert.ok(!written.isError);
	// The program hears of it by itself.
	await heard;
	assert.equal(store.getCurrentDoing().content, "Find a kettle");
	store.as("user").addMultiple(["Added by hand"]);
	await persistence.flushed();
	const { content } = await other.callTool(
		manage("complete_multiple", { ids: [1] }),
	);
	assert.match(content[1].text, /Added by hand/);
	const refused = await other.callTool(manage("skip", { ids: [9] }));
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /"ok":false/);
	const { text } = await storage.read("shop");
	assert.deepEqual(words(TodoStore.fromCheckpoint(text)), [
		"Find a kettle: done",
		"Added by hand",
	]);
	assert.equal(await storage.read("todos"), null);
});

test("PostgreSQL keeps the latest 100 snapshots, or --max-snapshots", async (t) => {
	const url = await emptyDatabase(server);
	const storage = await opened(t, url);
	const old = new TodoStore();
	old.addMultiple(["a"]);
	for (let n = 0; n < 75; n++) {
		old.markDoing(1);
		old.abort();
	}
	await storage.write("todos", old.checkpoint(), 0);
	for (const [args, count] of [
		[[], 100],
		[["--max-snapshots", "3"], 3],
	]) {
		const client = await overStdio(t, ["--database", url, ...args]);
		const { isError, content } = await client.callTool(add("one more"));
		assert.equal(isError, false, content[0].text);
		await client.close();
		const { text } = await storage.read("todos");
		assert.equal(TodoStore.fromCheckpoint(text).history().length, count);
	}
});

/** Waits until /readyz answers so: the server looks at the database once a second. */
async function isReadyAs(address, { status, text }) {
	let last;
	await until(
		() => `/readyz answers ${JSON.stringify(last)}`,
		async () => {
			last = await page(address, "/readyz");
			return last.status === status && last.text === text;
		},
	);
}

slowTest("health and readiness, with the database and without", async (t) => {
	const url = await emptyDatabase(server);
	const { url: address } = await httpServer(t, [...tasks, "--database", url]);
	const client = await overHttp(t, address);
	const isHealthy = async (path) =>
		assert.deepEqual(await page(address, path), {
			status: 200,
			text: "ok\n",
		});
	await isHealthy("/healthz");
	await isHealthy("/readyz");
	assert.equal((await page(address, "/other")).status, 404);
	for (const title of ["a", "b", ""])
		await client.callTool({
			name: "add_task",
			arguments: { user_id: "ann", title },
		});
	await client.callTool({
		name: "list_tasks",
		arguments: { user_id: "ann" },
	});

	await server.kill();
	await isHealthy("/healthz");
	await isReadyAs(address, { status: 503, text: "unavailable\n" });
	const failed = await client.callTool({
		name: "add_task",
		arguments: { user_id: "ann", title: "c" },
	});
	assert.equal(failed.isError, true);
	assert.match(
		failed.content[0].text,
		/PostgreSQL: the database (cannot be reached, or does not answer|is starting or stopping: try again); nothing was stored$/,
	);
	await server.start();
	await isReadyAs(address, { status: 200, text: "ok\n" });
	assert.equal(
		(await given(client, "list_tasks", { user_id: "ann" })).tasks.length,
		2,
	);
	await sql(url, "UPDATE agent_todos_schema SET version = 7");
	await isReadyAs(address, { status: 503, text: "newer_version\n" });
	await sql(url, "UPDATE agent_todos_schema SET version = 1");
});

test("a server before its database is ready when that comes", async (t) => {
	const late = await postgres({}, t);
	assert.equal(ran(["--database", late.url, "--migrate"]).status, 0);
	await late.kill();
	const { url, process } = await httpServer(t, ["--database", late.url]);
	assert.match(process.said(), /cannot be reached.*serving anyway/);
	assert.equal((await page(url, "/readyz")).status, 503);
	await late.start();
	await isReadyAs(url, { status: 200, text: "ok\n" });
});

test("SIGTERM: what was accepted is answered, and it ends", async (t) => {
	const url = await emptyDatabase(server);
	const args = [...tasks, "--database", url, "--log-format", "json"];
	const { url: address, process, ended } = await httpServer(t, args);
	const client = await overHttp(t, address);
	// Calls that wait for a row: they are under way when it is told to stop.
	const { task } = await given(client, "add_task", {
		user_id: "ann",
		title: "a",
	});
	const lock = await clientOf(t, url);
	await lock.query("BEGIN");
	await lock.query("SELECT 1 FROM agent_todos FOR UPDATE");
	const call = given(client, "complete_task", {
		user_id: "ann",
		task_id: task.id,
	});
	await until("no call waits for the row", async () => {
		const { rows } = await lock.query(
			"SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
		);
		return rows.length > 0;
	});
	process.kill("SIGTERM");
	await until("no word of SIGTERM", () => process.said().includes("SIGTERM"));
	await lock.query("COMMIT");
	assert.match((await call).message, /marked as completed/);
	assert.equal(await ended, 0);
	await assert.rejects(fetch(new URL("/healthz", address)));
	const { text } = await (await opened(t, url)).read("tasks/ann");
	assert.match(text, /true/);

	const lines = process
		.said()
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	for (const line of lines) {
		assert.ok(!Number.isNaN(Date.parse(line.time)));
		assert.ok(["info", "warn", "error"].includes(line.level));
		assert.equal(line.pid, process.pid);
	}
	assert.deepEqual(
		lines
			.filter(({ message }) => message === "call")
			.map(({ tool, ok }) => [tool, ok]),
		[
			["add_task", true],
			["complete_task", true],
		],
	);
	// Neither what users write nor the password.
	assert.doesNotMatch(process.said(), /"a"|a%20password|a password|ann/);
});

test("over stdio SIGTERM ends it too", async (t) => {
	const url = await emptyDatabase(server);
	const client = await overStdio(t, ["--database", url]);
	const ended = new Promise((resolve) => {
		client.onclose = resolve;
	});
	process.kill(client.transport.pid, "SIGTERM");
	await ended;
});

slowTest(
	"what is wrong at the start is reported, and nothing changes",
	async () => {
		const url = await emptyDatabase(server);
		const says = (expected, ...args) => {
			const { status, stderr, stdout } = ran(args);
			assert.match(stderr, expected);
			assert.deepEqual([status, stdout], [2, ""], stderr);
			assert.doesNotMatch(stderr, /a%20password|a password|\n {4}at /);
		};
		const at = (database, expected, ...more) =>
			says(expected, "--database", database, ...more);
		const wrong = new URL(url);
		wrong.password = "wrong";
		at(wrong.href, /is wrong.*\(password authentication failed/);
		wrong.password = "";
		at(wrong.href, /--database: PostgreSQL: the user or the password is wrong/);
		at(url.replace(/\w+$/, "nowhere"), /there is no such database: create it/);
		const bare = await emptyDatabase(server, { migrate: false });
		at(bare, /call migrate\(\), or run agent-todos mcp with --migrate/);
		assert.deepEqual(
			await sql(
				bare,
				"SELECT 1 FROM pg_class WHERE relname LIKE 'agent_todos%'",
			),
			[],
		);
		await sql(url, "UPDATE agent_todos_schema SET version = 2");
		at(url, /have version 2, and this package knows 1: update agent-todos/);
		at(url, /--migrate: PostgreSQL: the tables have version 2/, "--migrate");
		assert.deepEqual(await sql(url, "SELECT version FROM agent_todos_schema"), [
			{ version: 2 },
		]);
		at(
			`postgres://127.0.0.1:${await freePort()}/x`,
			/--migrate: PostgreSQL: the database cannot be reached.*ECONNREFUSED/,
			"--migrate",
		);

		const { status, stderr } = ran(["--database", bare, "--migrate"]);
		assert.equal(stderr, "agent-todos mcp: the tables have version 1\n");
		assert.equal(status, 0);

		says(/--migrate is for a database: give --database too/, "--migrate");
		says(/--list is for a database/, "--list", "a");
		says(/--connections is for a database/, "--connections", "3");
		at(url, /--data and --database are two places/, "--data", "x.json");
		at(url, /0: give a whole number from 1 to 1000/, "--connections", "0");
		at(url, /--list is for a list/, ...tasks, "--list", "a");
		says(/--log-format xml: use text or json/, "--log-format", "xml");
		at("", /--database needs a value/);
	},
);
