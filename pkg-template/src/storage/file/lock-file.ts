// A file beside the data that says which process has it, so that no two write it. It holds the process id and, where the
// system tells, when that process started: an id alone is given again to other processes, in a container nearly always. A
// third word tells apart those of one process, whose threads may each have one.

import { randomUUID } from "node:crypto";
import {
	linkSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";

/** Why there is no lock: another process that is alive has it (`owner`), or the file is no lock. */
export class LockedError extends Error {
	readonly owner: number | undefined;

	constructor(path: string, owner?: number) {
		super(
			owner === undefined
				? `${path} is no lock of agent-todos: remove it if nothing uses the data`
				: `the data is in use by process ${owner} (the lock is ${path})`,
		);
		this.owner = owner;
	}
}

export class LockFile {
	readonly #path: string;
	readonly #text: string;

	/** Throws a `LockedError` when it cannot be had. */
	constructor(path: string) {
		this.#path = path;
		const word = randomUUID();
		this.#text = `${process.pid} ${startOf(process.pid) ?? "unknown"} ${word}\n`;
		// Written elsewhere and linked into place: nobody ever reads half a lock, and only one link can succeed.
		const mine = `${path}.${word}`;
		try {
			writeFileSync(mine, this.#text, { mode: 0o600 });
			while (!linked(mine, path)) removeStale(path, `${mine}.stale`);
		} finally {
			rmSync(mine, { force: true });
		}
	}

	/** Whether it is still this process's: somebody may have removed the file by hand. */
	isHeld(): boolean {
		return textOf(this.#path) === this.#text;
	}

	release(): void {
		if (this.isHeld()) rmSync(this.#path, { force: true });
	}
}

/** Makes way when the lock's process is gone; throws when it lives. */
function removeStale(path: string, aside: string): void {
	const text = textOf(path);
	if (text === null) return;
	refuseLiving(path, text);
	// A rename takes the file away for one process only. It may meanwhile be the new lock of another one that was quicker:
	// then it goes back.
	try {
		renameSync(path, aside);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return;
		throw error;
	}
	try {
		const taken = textOf(aside);
		if (taken !== null && taken !== text) {
			linked(aside, path);
			refuseLiving(path, taken);
		}
	} finally {
		rmSync(aside, { force: true });
	}
}

function refuseLiving(path: string, text: string): void {
	const [, id, start] = /^(\d+) (\S+)(?: \S+)?\n$/.exec(text) ?? [];
	if (id === undefined) throw new LockedError(path);
	if (isAlive(Number(id), start)) throw new LockedError(path, Number(id));
}

function isAlive(id: number, start: string | undefined): boolean {
	try {
		process.kill(id, 0);
	} catch (error) {
		// EPERM: it is there and belongs to somebody else.
		if (codeOf(error) !== "EPERM") return false;
	}
	const now = startOf(id);
	return now === null || start === "unknown" || now === start;
}

/** When a process started, in the system's own count, or null where there is no /proc. */
function startOf(id: number): string | null {
	const stat = textOf(`/proc/${id}/stat`);
	// The 22nd field; the second is the program's name in parentheses, which may hold anything.
	return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function linked(from: string, to: string): boolean {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if (codeOf(error) === "EEXIST") return false;
		throw error;
	}
}

function textOf(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (codeOf(error) === "ENOENT" || codeOf(error) === "ESRCH") return null;
		throw error;
	}
}

export function codeOf(error: unknown): unknown {
	return (error as NodeJS.ErrnoException).code;
}
