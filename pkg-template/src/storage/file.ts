// `agent-todos/storage/file`: texts in the files of a folder, for Node. Other programs can read
// such a file: it holds the text and nothing else.
//
// The revision is in a second file, `<name>~revision`, with the digest of the text that it belongs
// to. That file is written first and has both the current text and the next one, so the text has
// its revision whenever a process is killed. A text without a revision was written by another
// program: that counts as one more write.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { getErrorCode } from "../arguments/thrown.js";
import type { StorageErrorCode, StoredText, TodoStorage } from "./contract.js";
import { StorageError } from "./contract.js";
import { decode, readBytes, replaceFile } from "./file/atomic-file.js";
import { lock, staleLockWaitMs } from "./file/lock.js";
import { withStorageErrors } from "./with-storage-errors.js";

/**
 * How long a write waits for others, in milliseconds. Each holds the lock for as long as it takes
 * to write a file.
 */
const lockWaitMs = staleLockWaitMs + 45_000;

/**
 * Returns a storage in a folder, which is created by the first write. Each name becomes a file
 * name: lower-case ASCII letters, digits, `-`, `_` and inner dots stay, and other bytes of its
 * UTF-8 are written as `%2f`. A name that is too long is cut and ends in a digest; `names()` leaves
 * it out. Any number of processes may use the folder at once, also in containers.
 *
 * A write is on the disk when it resolves (temporary file, fsync, rename, fsync of the folder). It
 * blocks the thread for that time.
 *
 * Throws a `StorageError` (`invalid_argument`) if `folder` is not a string.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { fileStorage } from "agent-todos/storage/file";
 *
 * const storage = fileStorage(mkdtempSync(join(tmpdir(), "todos-")));
 * await storage.write("todos", "[]", 0);
 * console.log(await storage.read("todos")); // → { text: '[]', revision: 1 }
 * ```
 */
export function fileStorage(folder: string): TodoStorage {
	if (typeof folder !== "string" || folder === "")
		throw new StorageError(
			"invalid_argument",
			"fileStorage() must be called with the path of a folder",
		);
	// A bundler for pages replaces Node's modules by empty ones.
	if (typeof join !== "function")
		throw new StorageError(
			"denied",
			"fileStorage() needs the files of Node, which a page does not have: use indexedDbStorage(), or chromeStorage() in an extension",
		);
	return withStorageErrors(
		{
			read: async (name) => readStoredText(join(folder, makeFileName(name))),
			async write(name, text, expectedRevision) {
				mkdirSync(folder, { recursive: true });
				const path = join(folder, makeFileName(name));
				const release = await lock(`${path}~lock`, lockWaitMs);
				const since = readTime(`${path}~lock`);
				try {
					writeLocked(name, path, text, expectedRevision);
					// Writing blocks the thread, so the lock was not renewed meanwhile, and another process
					// has taken it over.
					if (readTime(`${path}~lock`) !== since)
						throw new StorageError(
							"unavailable",
							`another process took ${path}~lock over: read "${name}" again`,
						);
				} finally {
					release();
				}
				return expectedRevision + 1;
			},
			async names() {
				const files = existsSync(folder) ? readdirSync(folder) : [];
				// A file with a "~" is a lock or a revision, or its name was cut.
				return files.map(readName).filter((name) => name !== undefined);
			},
		},
		(error) =>
			new StorageError(
				codes.get(getErrorCode(error)) ?? "unavailable",
				`the folder ${folder}: ${(error as Error).message}`,
				{ cause: error },
			),
	);
}

function writeLocked(
	name: string,
	path: string,
	text: string,
	expectedRevision: number,
): void {
	const before = readStoredText(path);
	const { revision } = before ?? { revision: 0 };
	if (revision !== expectedRevision)
		throw StorageError.conflict(name, expectedRevision, revision);
	const known = [
		[revision + 1, text] as const,
		...(before ? [[revision, before.text] as const] : []),
	];
	replaceFile(
		`${path}~revision`,
		known.map(([revision, text]) => `${revision} ${digest(text)}\n`).join(""),
		`${path}~revision~new`,
	);
	replaceFile(path, text, `${path}~new`);
}

function readStoredText(path: string): StoredText | null {
	for (;;) {
		const text = readText(path);
		// Removing the file starts the count again.
		if (text === null) return null;
		const known = readRevisions(path);
		const revision = known.get(digest(text));
		if (revision !== undefined) return { text, revision };
		// Another process may have written twice between the two reads.
		if (readText(path) !== text) continue;
		const [last] = known.values();
		if (last !== undefined) return { text, revision: last + 1 };
		// If the count was lost, the file's time takes its place, as no other text has had that
		// revision.
		const isLost = existsSync(`${path}~revision`);
		return { text, revision: isLost ? Math.trunc(statSync(path).mtimeMs) : 1 };
	}
}

/**
 * Returns the known revisions of a file, the latest first, by the digests of the texts. Damaged
 * lines are ignored.
 */
function readRevisions(path: string): Map<string, number> {
	const known = new Map<string, number>();
	const lines = readBytes(`${path}~revision`)?.toString("latin1") ?? "";
	for (const [, revision = "", hash = ""] of lines.matchAll(
		/^([1-9]\d{0,14}) ([0-9a-f]{64})$/gm,
	))
		if (!known.has(hash)) known.set(hash, Number(revision));
	return known;
}

function readText(path: string): string | null {
	const bytes = readBytes(path);
	try {
		return bytes && decode(path, bytes);
	} catch (cause) {
		const { message } = cause as Error;
		throw new StorageError("corrupt", message, { cause });
	}
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

const readTime = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/**
 * The longest name of a file that leaves room for the suffixes of its lock. Most systems allow 255
 * bytes.
 */
const maxFileNameLength = 180;

/**
 * Returns the file of a name. No two names share one, also where file names ignore case. A "~" is
 * only ever before a digest.
 */
function makeFileName(name: string): string {
	const characters = [...name];
	const encoded = characters.map((character, place) => {
		const isInner = place > 0 && place < characters.length - 1;
		if (/^[a-z0-9_-]$/.test(character) || (character === "." && isInner))
			return character;
		// A lone surrogate has no UTF-8.
		if (/^\p{Surrogate}$/u.test(character))
			return `%u${character.charCodeAt(0).toString(16)}`;
		const bytes = [...Buffer.from(character)];
		return bytes
			.map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
			.join("");
	});
	const whole = encoded.join("") || "%";
	return whole.length <= maxFileNameLength
		? whole
		: `${whole.slice(0, maxFileNameLength - 65)}~${digest(whole)}`;
}

/** Returns the name of a file, or undefined if `fileName` did not make it, or cut the name. */
function readName(file: string): string | undefined {
	const characters = file === "%" ? [] : file.split(/(?=%)/);
	const name = characters
		.map((part) =>
			part.replace(/^%u([0-9a-f]{4})/, (_, half: string) =>
				String.fromCharCode(Number.parseInt(half, 16)),
			),
		)
		.join("")
		.replace(/(?:%[0-9a-f]{2})+/g, (bytes) =>
			Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
		);
	return makeFileName(name) === file ? name : undefined;
}

/** The errors of systems: errno(3). */
const codes = new Map<unknown, StorageErrorCode>([
	["ENOSPC", "quota_exceeded"],
	["EDQUOT", "quota_exceeded"],
	["EFBIG", "quota_exceeded"],
	["EACCES", "denied"],
	["EPERM", "denied"],
	["EROFS", "denied"],
]);
