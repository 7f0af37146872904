// What the package said in a test, held against sentences.txt: one file for all tests, so that a
// sentence is read and reviewed in one place. A test of behaviour asserts the list; a sentence is
// for who reads the file. `npm test -- --update sentences` rewrites it.

import assert from "node:assert/strict";
import {
	closeSync,
	openSync,
	readFileSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { target } from "../../pkg-template/build/places.mjs";

const tests = fileURLToPath(new URL("../", import.meta.url));
const path = new URL("../sentences.txt", import.meta.url);
const file = relative(tests, process.argv[1]).replaceAll("\\", "/");
const isUpdate = Boolean(process.env.UPDATE);
const known = read();
const received = new Map();

if (isUpdate) after(update);

/** Holds what was said, a text or several, against the snapshot of this name in this file. */
export function expectSaid(name, said) {
	const key = `${file}: ${name}`;
	const texts = [said].flat();
	assert.ok(!received.has(key), `${key} is there twice`);
	received.set(key, texts);
	if (!isUpdate) assert.deepEqual(texts, known.get(key));
}

/**
 * Reads the file: the name of a snapshot in a line, and its texts below it, each after a dash, with
 * its further lines indented.
 */
function read() {
	const all = new Map();
	let texts = [];
	for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
		if (/^-( |$)/.test(line)) texts.push(line.slice(2));
		else if (line === "" || line.startsWith("  "))
			texts.push(`${texts.pop()}\n${line.slice(2)}`);
		else {
			texts = [];
			all.set(line, texts);
		}
	}
	return all;
}

/** Writes the snapshots of this file in place of those that it had. */
function update() {
	const lock = join(target, "sentences.lock");
	const open = take(lock);
	try {
		const others = [...read()].filter(([key]) => !key.startsWith(`${file}: `));
		const all = [...others, ...received].sort(([a], [b]) => (a < b ? -1 : 1));
		const lines = all.flatMap(([key, texts]) => [
			key,
			...texts.flatMap(linesOf),
		]);
		writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
	} finally {
		closeSync(open);
		unlinkSync(lock);
	}
}

/** Returns the lines of the file for a text. */
const linesOf = (text) =>
	`- ${text}`.split("\n").map((line, at) => {
		if (at === 0) return line.trimEnd() === "-" ? "-" : line;
		return line === "" ? "" : `  ${line}`;
	});

/** Returns the open lock, once no other test file writes. */
function take(lock) {
	for (let tries = 0; ; tries++) {
		try {
			return openSync(lock, "wx");
		} catch (error) {
			if (error.code !== "EEXIST" || tries > 1000) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
		}
	}
}
