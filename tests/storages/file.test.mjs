// The file storage under SIGKILL: processes that write, one alone or two that compete, are killed
// at random instants. What they said was stored is in the file after that, and the file is always
// whole.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { init, TodoStore } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";
import { emptyFolder } from "../tools/folder.mjs";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";

await init();
const program = join(import.meta.dirname, "file-writer.mjs");

/**
 * Starts a writer; `killed` ends it some milliseconds after it has stored a first burst, `ended`
 * waits until it has done its share.
 */
function start(folder, name, writer, ledger, most) {
	const child = spawn(
		process.execPath,
		[program, folder, name, writer, ...(most ? [most] : [])],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	const closed = once(child, "close");
	const begun = new Promise((resolve) => {
		createInterface({ input: child.stdout }).on("line", (line) => {
			const { stored } = JSON.parse(line);
			if (!stored) return;
			ledger.acknowledge(name, stored);
			resolve();
		});
		child.once("close", resolve);
	});
	return {
		async killed(milliseconds) {
			await begun;
			await wait(milliseconds);
			child.kill("SIGKILL");
			assert.deepEqual(await closed, [null, "SIGKILL"]);
		},
		async ended() {
			assert.deepEqual(await closed, [0, null]);
		},
	};
}

/** Returns the list in the file, which must be whole, and its revision file beside it. */
function listIn(folder, name) {
	const store = TodoStore.fromCheckpoint(
		readFileSync(join(folder, name), "utf8"),
	);
	const list = store.getAll().map(({ content, status }) => [content, status]);
	store.free();
	return list;
}

const kills = times(12, 500);

// Every second one beside another.
test(`${kills} processes killed`, patient, async (t) => {
	const folder = emptyFolder(t);
	const ledger = new Ledger(
		"file, SIGKILL of Node, one writer or two that compete",
	);
	for (let kill = 0, round = 0; kill < kills; round++) {
		// A new list now and then, as a checkpoint holds every revision.
		const name = `list-${Math.floor(round / 10)}`;
		const writers = Array.from({ length: 1 + (round % 2) }, (_, n) =>
			start(folder, name, `${round}.${n}`, ledger),
		);
		await Promise.all(
			writers.map((writer) => writer.killed(Math.random() * 120)),
		);
		for (const _ of writers) ledger.try();
		kill += writers.length;
		// As if ten seconds had passed, but for the first ones: until then the lock could be of a
		// process that lives.
		const lock = join(folder, `${name}~lock`);
		if (round > 1 && existsSync(lock)) utimesSync(lock, 0, 0);
		if (readdirSync(folder).includes(name))
			ledger.check(name, listIn(folder, name));
	}
	ledger.close();
});

const changes = times(60, 1000);

test(`2 and 4 processes compete, ${changes} changes`, patient, async (t) => {
	for (const count of [2, 4]) {
		const folder = emptyFolder(t);
		const ledger = new Ledger(`file, ${count} processes that compete`);
		const writers = Array.from({ length: count }, (_, n) =>
			start(folder, "list", `writer ${n}`, ledger, Math.ceil(changes / count)),
		);
		await Promise.all(writers.map((writer) => writer.ended()));
		for (const _ of writers) ledger.try();
		ledger.check("list", listIn(folder, "list"));
		assert.ok(ledger.acknowledged >= changes);
		assert.deepEqual(
			readdirSync(folder).sort(),
			["list", "list~revision"],
			"something is left behind",
		);
		ledger.close();
	}
});

test("fileStorage refuses a file that is not UTF-8", async (t) => {
	const folder = emptyFolder(t);
	const bytes = Buffer.from([0xff, 0xfe, 0x00]);
	writeFileSync(join(folder, "list"), bytes);
	const storage = fileStorage(folder);
	await assert.rejects(storage.read("list"), { code: "corrupt" });
	assert.deepEqual(readFileSync(join(folder, "list")), bytes);
});

test("fileStorage: a foreign file conflicts, a damaged revision is mended", async (t) => {
	const folder = emptyFolder(t);
	const storage = fileStorage(folder);
	const revisions = join(folder, "list~revision");
	const digest = "0".repeat(64);
	for (const damaged of [
		"",
		"\0\0\0\0",
		"NaN NaN\n",
		`x ${digest}\n`,
		"1 short\n",
		`99999999999999999999 ${digest}\n`,
		Buffer.from([0xff, 0xfe, 0x0a]),
		undefined, // As it is.
	]) {
		rmSync(folder, { recursive: true, force: true });
		await storage.write("list", "a", 0);
		const before = await storage.read("list");
		if (damaged !== undefined) writeFileSync(revisions, damaged);
		// Another program writes the list, and nobody has counted it.
		writeFileSync(join(folder, "list"), "a, b");
		const after = await storage.read("list");
		assert.ok(Number.isSafeInteger(after.revision), `${damaged}`);
		assert.notEqual(after.revision, before.revision, "it is another text");
		assert.deepEqual(await storage.read("list"), after);
		await assert.rejects(storage.write("list", "c", before.revision), {
			code: "conflict",
		});
		const revision = await storage.write("list", "c", after.revision);
		assert.equal(revision, after.revision + 1);
		const last = await fileStorage(folder).read("list");
		assert.deepEqual(last, { text: "c", revision });
	}
});

test("fileStorage does not acknowledge a write that took longer than its lock", async (t) => {
	const folder = emptyFolder(t);
	const storage = fileStorage(folder);
	await storage.write("list", "a", 0);
	const other = `
    import { fileStorage } from "agent-todos/storage/file";
    const storage = fileStorage(${JSON.stringify(folder)});
    const { revision } = await storage.read("list");
    await storage.write("list", "theirs", revision);`;
	// The last of the two files is in its place, and its folder is about to be synchronised.
	const { fsyncSync } = fs;
	let before = 3;
	fs.fsyncSync = (file) => {
		fsyncSync(file);
		if (before-- !== 0) return;
		utimesSync(join(folder, "list~lock"), 0, 0);
		const args = ["--input-type=module", "-e", other];
		const { status, stderr } = spawnSync(process.execPath, args, {
			cwd: import.meta.dirname,
			encoding: "utf8",
		});
		assert.equal(status, 0, stderr);
	};
	syncBuiltinESMExports();
	try {
		await assert.rejects(storage.write("list", "ours", 1), {
			code: "unavailable",
			message: /another process took .*list~lock over/,
		});
	} finally {
		fs.fsyncSync = fsyncSync;
		syncBuiltinESMExports();
	}
	assert.deepEqual(await storage.read("list"), { text: "theirs", revision: 3 });
});

test("fileStorage takes names too long or odd for files", async (t) => {
	const folder = emptyFolder(t);
	const storage = fileStorage(folder);
	const names = [
		...[230, 231, 1000].map((length) => "a".repeat(length)),
		"é".repeat(230),
		"/".repeat(230),
		"\ud800",
		"\udfff",
		"\ud800\ud800",
		"%ud800",
		"\ufffd",
		// Those that were short enough keep the file that they had.
		"a".repeat(180),
		"todos.json",
	];
	for (const [n, name] of names.entries())
		await storage.write(name, `text ${n}`, 0);
	for (const [n, name] of names.entries())
		assert.deepEqual(
			await storage.read(name),
			{ text: `text ${n}`, revision: 1 },
			JSON.stringify(name),
		);
	const files = readdirSync(folder);
	assert.equal(files.length, 2 * names.length);
	assert.ok(files.includes("a".repeat(180)) && files.includes("todos.json"));
});

test("fileStorage() refuses a folder that is no text or empty", () => {
	for (const folder of [undefined, null, 3, "", {}, new URL("file:///tmp/")])
		assert.throws(() => fileStorage(folder), {
			name: "StorageError",
			code: "invalid_argument",
		});
});

test("many processes take over a dead lock one by one", async (t) => {
	const folder = emptyFolder(t);
	const storage = fileStorage(folder);
	for (let round = 0; round < 20; round++) {
		const name = `list-${round}`;
		const lock = join(folder, `${name}~lock`);
		mkdirSync(lock);
		utimesSync(lock, 0, 0);
		const ends = await Promise.allSettled(
			Array.from({ length: 8 }, (_, n) => storage.write(name, `${n}`, 0)),
		);
		assert.deepEqual(
			ends.map(({ value, reason }) => value ?? reason.code).sort(),
			[1, ...Array(7).fill("conflict")],
		);
	}
});
