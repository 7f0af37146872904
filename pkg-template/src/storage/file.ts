// `agent-todos/storage/file`: texts in the files of a folder, for Node. Other programs can read such a file: it holds the text
// and nothing else.
//
// The revision is in a second file, `<name>~revision`, with the digest of the text that it belongs to. It is written first and
// names both the text that is there and the one that comes, so whenever a process is killed, the text that is there has its
// revision. A text that has none was written by another program: that counts as one more write.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StorageErrorCode, StoredText, TodoStorage } from "../storage.js";
import { StorageError } from "../storage.js";
import { failing } from "./failing.js";
import { bytesOf, decoded, replaceFile } from "./file/atomic-file.js";
import { codeOf, lock, untilStale } from "./file/lock.js";

/** How long a write waits for others, in milliseconds. Each holds the lock for as long as it takes to write a file. */
const patience = untilStale + 45_000;

/**
 * Returns a storage in a folder, which is created by the first write. Each name becomes a file name: lower-case
 * ASCII letters, digits, `-`, `_` and inner dots stay, and other bytes of its UTF-8 are written as `%2f`. A name
 * that is too long is cut and ends in a digest; `names()` leaves it out. Any number of processes may use the folder at once, also in
 * containers.
 *
 * A write is on the disk when it resolves (temporary file, fsync, rename, fsync of the folder). It blocks the
 * thread for that time.
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
	return failing(
		{
			read: async (name) => stored(join(folder, fileName(name))),
			async write(name, text, expectedRevision) {
				mkdirSync(folder, { recursive: true });
				const path = join(folder, fileName(name));
				const release = await lock(`${path}~lock`, patience);
				const since = timeOf(`${path}~lock`);
				try {
					writeLocked(name, path, text, expectedRevision);
					// Writing blocks the thread, so nothing renewed the lock: it was taken over while this process stood still.
					if (timeOf(`${path}~lock`) !== since)
						throw new StorageError(
							"unavailable",
							`another process took ${path}~lock over: read "${name}" again`,
						);
				} finally {
					await release();
				}
				return expectedRevision + 1;
			},
			async names() {
				const files = existsSync(folder) ? readdirSync(folder) : [];
				// A "~" is in no name that can be told from its file.
				return files.map(nameOf).filter((name) => name !== undefined);
			},
		},
		(error) =>
			new StorageError(
				codes.get(codeOf(error)) ?? "unavailable",
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
	const before = stored(path);
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

function stored(path: string): StoredText | null {
	for (;;) {
		const text = textOf(path);
		// Whoever removes the file starts the count anew.
		if (text === null) return null;
		const known = revisionsOf(path);
		const revision = known.get(digest(text));
		if (revision !== undefined) return { text, revision };
		// Another process may have written twice between the two reads.
		if (textOf(path) !== text) continue;
		const [last] = known.values();
		if (last !== undefined) return { text, revision: last + 1 };
		// Where the count was lost, the file's time takes its place, which nobody knows as the revision of another text.
		const isLost = existsSync(`${path}~revision`);
		return { text, revision: isLost ? Math.trunc(statSync(path).mtimeMs) : 1 };
	}
}

/** The revisions that are known of a file, the latest first, by the digests of the texts. Damaged lines are none. */
function revisionsOf(path: string): Map<string, number> {
	const known = new Map<string, number>();
	const lines = bytesOf(`${path}~revision`)?.toString("latin1") ?? "";
	for (const [, revision = "", hash = ""] of lines.matchAll(
		/^([1-9]\d{0,14}) ([0-9a-f]{64})$/gm,
	))
		if (!known.has(hash)) known.set(hash, Number(revision));
	return known;
}

function textOf(path: string): string | null {
	const bytes = bytesOf(path);
	try {
		return bytes && decoded(path, bytes);
	} catch (cause) {
		const { message } = cause as Error;
		throw new StorageError("corrupt", message, { cause });
	}
}

function digest(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

const timeOf = (path: string) =>
	statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** The longest name of a file that leaves room for `~lock` and what a lock is made of: most systems take 255 bytes. */
const longest = 180;

/** No two names have one, also where files' names do not tell small letters from capital ones. A "~" stands before a digest alone. */
function fileName(name: string): string {
	const characters = [...name];
	const encoded = characters.map((character, place) => {
		const isInner = place > 0 && place < characters.length - 1;
		if (/^[a-z0-9_-]$/.test(character) || (character === "." && isInner))
			return character;
		// Half a character has no UTF-8.
		if (/^\p{Surrogate}$/u.test(character))
			return `%u${character.charCodeAt(0).toString(16)}`;
		const bytes = [...Buffer.from(character)];
		return bytes
			.map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
			.join("");
	});
	const whole = encoded.join("") || "%";
	return whole.length <= longest
		? whole
		: `${whole.slice(0, longest - 65)}~${digest(whole)}`;
}

/** What `fileName` was called with; undefined for a file that is another or whose name was cut. */
function nameOf(file: string): string | undefined {
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
	return fileName(name) === file ? name : undefined;
}

/** What systems call it: errno(3). */
const codes = new Map<unknown, StorageErrorCode>([
	["ENOSPC", "quota_exceeded"],
	["EDQUOT", "quota_exceeded"],
	["EFBIG", "quota_exceeded"],
	["EACCES", "denied"],
	["EPERM", "denied"],
	["EROFS", "denied"],
]);
