// The tokens with which clients show who they are, as a file has them: one for all, or one line for each with the user whose
// it is. Looked up by digest: how long that takes says nothing about how much of a token was right.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { TaskStore, type TodoError } from "../../tasks-node.js";
import { StartError } from "../start-error.js";
import type { Log } from "./log.js";

/** Whoever sent a right token. `user` is undefined where the token is everybody's. */
export interface Bearer {
	readonly user: string | undefined;
}

interface Entry extends Bearer {
	readonly length: number;
	readonly line: number;
}

/** The tokens as the file has them now: it is read again when it has changed. */
export class Tokens {
	readonly #path: string;
	readonly #check: (tokens: TokenFile) => void;
	readonly #log: Log;
	#tokens: TokenFile;
	/** When and what the file was that was last read. */
	#version: string;

	/**
	 * Reads the file. `check` throws a `StartError` where it does not fit what is served. Throws a `StartError` for what is wrong with it
	 * now; later that is logged, and the tokens that were there last go on until it is mended.
	 */
	constructor(path: string, check: (tokens: TokenFile) => void, log: Log) {
		this.#path = path;
		this.#check = check;
		this.#log = log;
		this.#version = versionOf(path);
		this.#tokens = this.#read();
	}

	#read(): TokenFile {
		const tokens = new TokenFile(this.#path);
		this.#check(tokens);
		if (tokens.warning !== undefined)
			this.#log(tokens.warning, { level: "warn" });
		return tokens;
	}

	/** As `TokenFile.refuseShort`, now and whenever the file has changed. */
	refuseShort(): void {
		this.#tokens.refuseShort();
		this.#isShortRefused = true;
	}
	#isShortRefused = false;

	/** Undefined for a token that is not in the file. */
	bearerOf(token: string): Bearer | undefined {
		const version = versionOf(this.#path);
		if (version !== this.#version) {
			this.#version = version;
			try {
				const tokens = this.#read();
				if (this.#isShortRefused) tokens.refuseShort();
				this.#tokens = tokens;
				this.#log(`--token-file ${this.#path} was read again`);
			} catch (error) {
				if (!(error instanceof StartError)) throw error;
				this.#log(`${error.message}; the tokens before go on`, {
					level: "error",
				});
			}
		}
		return this.#tokens.bearerOf(token);
	}
}

function versionOf(path: string): string {
	const found = statSync(path, { throwIfNoEntry: false, bigint: true });
	return found ? [found.ino, found.size, found.mtimeNs].join() : "none";
}

export class TokenFile {
	/** What is wrong with the file, though it can be used. */
	readonly warning: string | undefined;
	readonly #path: string;
	readonly #entries: ReadonlyMap<string, Entry>;

	/**
	 * Reads a file of lines `TOKEN` or `TOKEN USER_ID`; blank lines and those that start with `#` do not count. Throws a
	 * `StartError` that names the line, and never the token.
	 */
	constructor(path: string) {
		this.#path = path;
		const fail = (what: string) =>
			new StartError(`--token-file ${path}${what}`);
		let text: string;
		try {
			text = readFileSync(path, "utf8");
		} catch (error) {
			throw fail(` cannot be read: ${(error as Error).message}`);
		}
		const mode = statSync(path).mode & 0o777;
		// A warning alone: what containers mount as a secret often is readable by all of them. Windows has no such modes.
		if (process.platform !== "win32" && (mode & 0o077) !== 0)
			this.warning = `--token-file ${path} can be read or written by other users of this machine (mode ${mode.toString(8)}): chmod 600 it`;
		const entries = new Map<string, Entry>();
		for (const [at, whole] of text
			.replace(/^\uFEFF/, "")
			.split(/\r?\n/)
			.entries()) {
			const content = whole.trim();
			if (content === "" || content.startsWith("#")) continue;
			const line = at + 1;
			const [token = "", user = ""] = content.split(/\s+([\s\S]*)/, 2);
			// https://www.rfc-editor.org/rfc/rfc6750#section-2.1
			if (!/^[\w.~+/-]+=*$/.test(token)) {
				throw fail(
					` line ${line}: a token is one word of A-Z a-z 0-9 - . _ ~ + /; openssl rand -hex 32 makes one`,
				);
			}
			const digest = digestOf(token);
			const same = entries.get(digest);
			if (same)
				throw fail(
					` line ${line}: the token of line ${same.line} again: each token is one user's`,
				);
			const refusal = user === "" ? undefined : whyNoUser(user);
			if (refusal !== undefined) throw fail(` line ${line}: ${refusal}`);
			entries.set(digest, {
				length: token.length,
				line,
				user: user === "" ? undefined : user,
			});
		}
		if (entries.size === 0)
			throw fail(
				" holds no token: write one into it; openssl rand -hex 32 makes one",
			);
		const bare = [...entries.values()].find(({ user }) => user === undefined);
		if (bare && entries.size > 1) {
			throw fail(
				` line ${bare.line}: there is no user behind the token: where there are several tokens, each line is TOKEN USER_ID`,
			);
		}
		this.#entries = entries;
	}

	/** Whether each token is one user's. */
	get nameUsers(): boolean {
		return [...this.#entries.values()].every(({ user }) => user !== undefined);
	}

	/**
	 * Throws a `StartError` that names the line of a token which is short enough to be guessed by whoever can try.
	 */
	refuseShort(): void {
		const short = [...this.#entries.values()].find(({ length }) => length < 16);
		if (short)
			throw new StartError(
				`--token-file ${this.#path} line ${short.line}: a token of fewer than 16 characters can be guessed from other machines; openssl rand -hex 32 makes one`,
			);
	}

	/** Undefined for a token that is not in the file. */
	bearerOf(token: string): Bearer | undefined {
		return this.#entries.get(digestOf(token));
	}
}

function digestOf(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** What the core has against a user's name. */
function whyNoUser(user: string): string | undefined {
	const tasks = new TaskStore();
	try {
		tasks.list(user);
		return undefined;
	} catch (error) {
		return (error as TodoError).message;
	} finally {
		tasks.free();
	}
}
