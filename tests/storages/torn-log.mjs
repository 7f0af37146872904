// What a kill between the two writes of one record leaves at the end of LevelDB's log, in which
// Chromium keeps IndexedDB and chrome.storage. About one kill in a hundred leaves it by itself.
// https://github.com/google/leveldb/issues/1287

import assert from "node:assert/strict";
import { appendFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** https://github.com/google/leveldb/blob/main/doc/log_format.md */
const logBlockBytes = 32 * 1024;
/**
 * The head of a record: its checksum (4 bytes), length (2) and type (1), with nothing of the 100
 * bytes that it speaks of.
 */
const head = Buffer.from([1, 2, 3, 4, 100, 0, 1]);

/** Tears the log of the one database below a folder. */
export function tearLog(folder) {
	const logs = readdirSync(folder, {
		recursive: true,
		encoding: "utf8",
	}).filter((file) => file.endsWith(".log"));
	assert.ok(logs.length > 0, `no log in ${folder}`);
	const log = join(folder, logs.sort().at(-1));
	// Where no head fits any more, a block is filled with zeros.
	const left = logBlockBytes - (statSync(log).size % logBlockBytes);
	appendFileSync(
		log,
		Buffer.concat([Buffer.alloc(left < head.length ? left : 0), head]),
	);
}
