// The file storage under SIGKILL: processes that write, one alone or two that compete, are killed at random instants. What they
// said was stored is in the file after that, and the file is always whole.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { init, TodoStore } from "agent-todos";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";

await init();
const program = join(import.meta.dirname, "file-writer.mjs");

/** Starts a writer; `killed` ends it some milliseconds after it has stored a first burst, `ended` waits until it has done its share. */
function start(folder, name, writer, ledger, most) {
	const child = spawn(
		process.execPath,
		[program, folder, name, writer, ...(most ? [most] : [])],
		{ stdio: ["ignore", "pipe", "pipe"] },
	);
	let rest = "";
	let errors = "";
	child.stderr.on("data", (chunk) => (errors += chunk));
	const begun = new Promise((resolve) => {
		child.stdout.on("data", (chunk) => {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop();
			for (const { stored } of lines.map((line) => JSON.parse(line))) {
				if (!stored) continue;
				ledger.acknowledge(name, stored);
				resolve();
			}
		});
		child.once("close", resolve);
	});
	const closed = new Promise((resolve) =>
		child.once("close", (code, signal) => resolve({ code, signal })),
	);
	return {
		async killed(milliseconds) {
			await begun;
			await wait(milliseconds);
			child.kill("SIGKILL");
			assert.deepEqual(
				[await closed, errors],
				[{ code: null, signal: "SIGKILL" }, ""],
			);
		},
		async ended() {
			assert.deepEqual([await closed, errors], [{ code: 0, signal: null }, ""]);
		},
	};
}

/** The list in the file, which must be whole, and its revision file beside it. */
function listIn(folder, name) {
	const store = TodoStore.fromCheckpoint(
		readFileSync(join(folder, name), "utf8"),
	);
	const list = store.getAll().map(({ content, status }) => [content, status]);
	store.free();
	return list;
}

function emptyFolder(t) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-durable-"));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

const kills = times(12, 500);

test(
	`${kills} processes killed, every second one beside another`,
	patient,
	async (t) => {
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
			if (readdirSync(folder).includes(name))
				ledger.check(name, listIn(folder, name));
		}
		ledger.close();
	},
);

const changes = times(60, 1000);

test(
	`two and four processes compete for ${changes} changes`,
	patient,
	async (t) => {
		for (const count of [2, 4]) {
			const folder = emptyFolder(t);
			const ledger = new Ledger(`file, ${count} processes that compete`);
			const writers = Array.from({ length: count }, (_, n) =>
				start(
					folder,
					"list",
					`writer ${n}`,
					ledger,
					Math.ceil(changes / count),
				),
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
	},
);
