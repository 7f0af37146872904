// What models read, held against sentences.txt: one file for all tests, in which each text stands
// once, so that it is read and reviewed in one place. A test of behaviour asserts the list; a
// sentence is for who reads the file. `npm test -- --update sentences` rewrites it.

import assert from "node:assert/strict";
import { closeSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { target } from "../../pkg-template/build/places.mjs";
import { path, readSentences } from "./sentences-file.mjs";

const isUpdate = Boolean(process.env.UPDATE);
const known = new Set(readSentences());
const received = new Set();

if (isUpdate) after(update);

/** Holds what was said, a text or several, against the file. */
export function expectSaid(said) {
	for (const text of [said].flat()) {
		received.add(text);
		assert.ok(
			isUpdate || known.has(text),
			`not in tests/sentences.txt, to which \`npm test -- --update sentences\` adds it:\n${text}`,
		);
	}
}

/** Adds what was said. */
function update() {
	const lock = join(target, "sentences.lock");
	const open = take(lock);
	try {
		// As the core's tests order them.
		const all = [...new Set([...readSentences(), ...received])].sort((a, b) =>
			Buffer.compare(Buffer.from(a), Buffer.from(b)),
		);
		const lines = all.flatMap(linesOf);
		writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
	} finally {
		closeSync(open);
		unlinkSync(lock);
	}
}

/** Returns the lines of the file for a text. */
const linesOf = (text) =>
	`- ${text}`.split("\n").map((line, at) => {
		if (at === 0) return line === "- " ? "-" : line;
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
