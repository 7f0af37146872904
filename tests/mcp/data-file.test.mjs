// The file that keeps the list: what is in it after a restart, when it is refused, and who has it.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { contents as textsOf } from "../tools/lists.mjs";
import { slowTest } from "../tools/slow.mjs";
import { isWindows, needsPosix } from "../tools/windows.mjs";
import {
	add,
	emptyFolder,
	endInput,
	httpServer,
	list,
	overHttp,
	overStdio,
	ran,
	server,
} from "./servers.mjs";

await init();
const read = (file) => TodoStore.fromCheckpoint(readFileSync(file, "utf8"));
const contents = (file) => textsOf(read(file));
const links = needsPosix("links for everybody");

for (const transport of ["stdio", "HTTP"]) {
	test(`over ${transport}: an answered change is in the file`, {
		skip: transport === "HTTP" && isWindows && "Windows has no SIGTERM",
	}, async (t) => {
		const folder = emptyFolder(t);
		const file = join(folder, "list.json");
		const start = async () => {
			if (transport === "stdio") {
				const client = await overStdio(t, ["--data", file]);
				return { client, end: () => endInput(client) };
			}
			const server = await httpServer(t, ["--data", file]);
			return {
				client: await overHttp(t, server.url),
				end() {
					server.process.kill("SIGTERM");
					return server.ended;
				},
			};
		};
		const first = await start();
		assert.equal(existsSync(file), false);
		for (const content of ["a", "b"]) {
			assert.equal((await first.client.callTool(add(content))).isError, false);
			assert.equal(contents(file).at(-1), content);
		}
		await first.end();
		assert.deepEqual(readdirSync(folder), ["list.json"]);
		const second = await start();
		assert.match((await second.client.callTool(list)).content[0].text, /a.*b/);
		await second.client.callTool(add("c"));
		await second.end();
		assert.deepEqual(contents(file), ["a", "b", "c"]);
		// Its history came along.
		assert.equal(read(file).history().length, 4);
	});
}

test("the latest 1,000 snapshots are kept, or --max-snapshots", async (t) => {
	const file = join(emptyFolder(t), "list.json");
	const old = new TodoStore({ onSkip: "remove" });
	old.addMultiple(["a", "b"]);
	for (let step = 0; step < 1000; step++) {
		old.markDoing(1);
		if (step % 3 === 0) old.as("host").undo();
		else old.abort();
	}
	for (let step = 0; step < 5; step++) old.as("host").undo();
	writeFileSync(file, old.checkpoint());
	for (const [args, count] of [
		[[], 1000],
		[["--max-snapshots", "2"], 2],
		[["--max-snapshots=50"], 4],
	]) {
		const { revision } = read(file);
		const client = await overStdio(t, ["--data", file, ...args]);
		for (const content of ["c", "d"])
			assert.equal((await client.callTool(add(content))).isError, false);
		await endInput(client);
		const now = read(file);
		assert.deepEqual(
			[now.revision, now.history().length],
			[revision + 2, count],
		);
		// What else was chosen for the list stays.
		const { size } = now;
		now.skip(1);
		assert.equal(now.size, size - 1);
	}
	assert.deepEqual(contents(file), ["a", "b", "c", "d", "c", "d", "c", "d"]);
});

test("a change that cannot be written is taken back", async (t) => {
	const file = join(emptyFolder(t), "list.json");
	const client = await overStdio(t, ["--data", file, "--max-snapshots", "2"]);
	for (const content of ["a", "b", "c"]) await client.callTool(add(content));
	for (const content of ["lost", "lost too"]) {
		mkdirSync(`${file}.tmp`);
		assert.match(
			(await client.callTool(add(content))).content[0].text,
			/nothing was changed, as it could not be kept: /,
		);
		rmdirSync(`${file}.tmp`);
		assert.doesNotMatch((await client.callTool(list)).content[0].text, /lost/);
	}
	await client.callTool(add("d"));
	assert.deepEqual(contents(file), ["a", "b", "c", "d"]);
});

test("links and permissions stay; a new file is private", links, async (t) => {
	const folder = emptyFolder(t);
	const [real, link] = [join(folder, "real.json"), join(folder, "link.json")];
	const first = await overStdio(t, ["--data", real]);
	await first.callTool(add("a"));
	await endInput(first);
	assert.equal(statSync(real).mode & 0o777, 0o600);
	chmodSync(real, 0o640);
	symlinkSync(real, link);
	const second = await overStdio(t, ["--data", link]);
	await second.callTool(add("b"));
	assert.ok(lstatSync(link).isSymbolicLink());
	assert.equal(statSync(real).mode & 0o777, 0o640);
	assert.deepEqual(contents(real), ["a", "b"]);
});

const whole = () => {
	const store = new TodoStore();
	store.addMultiple(["a", "b"]);
	return store.checkpoint();
};
const refused = {
	"an empty file": ["", /invalid checkpoint: /],
	"a checkpoint that was cut short": [
		whole().slice(0, -7),
		/invalid checkpoint: /,
	],
	"bytes that are no text": [
		Buffer.from([0xff, 0xfe, 0x00, 0x80]),
		/no text in UTF-8/,
	],
	"a checkpoint of a newer version": [
		whole().replace('"agent-todos",1', '"agent-todos",2'),
		/version 2 /,
	],
};
for (const [name, [given, message]] of Object.entries(refused)) {
	test(`${name} is refused and left as it is`, (t) => {
		const folder = emptyFolder(t);
		const file = join(folder, "list.json");
		writeFileSync(file, given);
		const { status, stdout, stderr } = ran(["--data", file]);
		assert.deepEqual([status, stdout], [2, ""]);
		assert.match(stderr, message);
		assert.match(stderr, /left as it is/);
		assert.deepEqual(readFileSync(file), Buffer.from(given));
		assert.deepEqual(readdirSync(folder), ["list.json"]);
	});
}

test("what is no file in its place is refused", links, (t) => {
	const folder = emptyFolder(t);
	const link = join(folder, "link.json");
	symlinkSync(join(folder, "none.json"), link);
	for (const [path, message] of [
		[folder, /is not a file: give the path of one/],
		["/dev/zero", /is not a file: give the path of one/],
		[link, /link\.json is a link to .*none\.json, where there is no file/],
	]) {
		const { status, stderr } = ran(["--data", path]);
		assert.equal(status, 2);
		assert.match(stderr, message);
	}
	assert.ok(lstatSync(link).isSymbolicLink());
});

/** Who writes into the file of a process, and what is said when that has lost its lock. */
const others = {
	"by hand": (_, file) => writeFileSync(file, "by hand"),
	async "by a process that took the lock over"(t, file) {
		rmdirSync(`${file}.lock`);
		const other = await overStdio(t, ["--data", file]);
		await other.callTool(add("b"));
	},
};
for (const [how, write] of Object.entries(others))
	test(`what was written ${how} meanwhile is not overwritten`, async (t) => {
		const file = join(emptyFolder(t), "list.json");
		const client = await overStdio(t, ["--data", file]);
		await client.callTool(add("a"));
		await write(t, file);
		const written = readFileSync(file);
		const { isError, content } = await client.callTool(add("c"));
		assert.equal(isError, true);
		assert.match(content[0].text, /another program has written .*start this/);
		assert.deepEqual(readFileSync(file), written);
	});

// At the same time, as most of it is waiting for a lock.
describe("the lock of a data file", { concurrency: true }, () => {
	/** Runs it to its end, beside others. */
	const runToItsEnd = async (path) => {
		const child = spawn(process.execPath, [...server, "--data", path], {
			stdio: ["ignore", "ignore", "pipe"],
		});
		let said = "";
		child.stderr.on("data", (chunk) => (said += chunk));
		const [status] = await once(child, "close");
		return { status, said };
	};

	test("a second process is refused, through a link too", links, async (t) => {
		const folder = emptyFolder(t);
		const [file, link] = [join(folder, "list.json"), join(folder, "link.json")];
		const client = await overStdio(t, ["--data", file]);
		await client.callTool(add("a"));
		symlinkSync(file, link);
		for (const { status, said } of await Promise.all(
			[file, link].map(runToItsEnd),
		)) {
			assert.equal(status, 2);
			assert.match(said, /in use by another process: end that one/);
		}
		assert.equal((await client.callTool(add("b"))).isError, false);
	});

	const containers = ["--pid", "--fork", "--kill-child", "--mount-proc"];
	slowTest(
		"it also holds in another container",
		{
			skip:
				spawnSync("unshare", [...containers, "true"]).status !== 0 &&
				"no process namespace can be made here: that takes root",
		},
		async (t) => {
			const file = join(emptyFolder(t), "list.json");
			const first = spawn(
				"unshare",
				[...containers, process.execPath, ...server, "--data", file],
				{ stdio: ["pipe", "ignore", "pipe"] },
			);
			t.after(() => first.kill("SIGKILL"));
			await once(first.stderr, "data");
			const { status, said } = await runToItsEnd(file);
			assert.equal(status, 2);
			assert.match(said, /in use by another process/);
		},
	);

	test("the lock of a process that was killed is taken over", async (t) => {
		const file = join(emptyFolder(t), "list.json");
		// Ten seconds later, and at once.
		for (const age of [60, 0]) {
			mkdirSync(`${file}.lock`);
			const then = Date.now() / 1000 - age;
			utimesSync(`${file}.lock`, then, then);
			const client = await overStdio(t, ["--data", file]);
			assert.equal((await client.callTool(add("a"))).isError, false);
			await endInput(client);
			assert.equal(existsSync(`${file}.lock`), false, "it is released");
		}
	});

	slowTest("of many that start at once, one gets the file", async (t) => {
		const file = join(emptyFolder(t), "list.json");
		const children = Array.from({ length: 5 }, () =>
			spawn(process.execPath, [...server, "--data", file], {
				stdio: ["pipe", "ignore", "pipe"],
			}),
		);
		t.after(() => {
			for (const child of children) child.kill("SIGKILL");
		});
		const hows = await Promise.all(
			children.map(
				(child) =>
					new Promise((resolve) => {
						child.stderr.on(
							"data",
							(chunk) => /on stdio/.test(chunk) && resolve("serves"),
						);
						child.once("exit", resolve);
					}),
			),
		);
		assert.deepEqual(hows.sort(), [2, 2, 2, 2, "serves"]);
	});
});
