// The tokens of clients, from a file: one for all, or a line for each with its user. They are looked up by digest, so that the
// time says nothing about how much of a token was right.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { TaskStore, type TodoError } from "../../tasks-node.js";
import { StartError } from "../start-error.js";
import type { Log } from "./log.js";

/** Who sent a valid token. `user` is undefined where one token is everybody's. */
export interface Bearer {
	readonly user: string | undefined;
}

/** A line of the file. */
interface Entry extends Bearer {
	readonly length: number;
	readonly line: number;
}

/** The tokens of a file, by their digests. */
export type TokenFile = ReadonlyMap<string, Entry>;

/** The current tokens of the file, which is read again when it has changed. */
export class Tokens {
	readonly #path: string;
	readonly #check: (tokens: TokenFile) => void;
	readonly #log: Log;
	#tokens: TokenFile;
	/** What the file was like when it was last read. */
	#version: string;
	#areShortRefused = false;

	/**
	 * Reads the file. `check` throws a `StartError` if it does not fit what is served. Throws a `StartError` for a fault in the
	 * file. A later fault is logged, and the tokens before it stay valid until it is corrected.
	 */
	constructor(path: string, check: (tokens: TokenFile) => void, log: Log) {
		this.#path = path;
		this.#check = check;
		this.#log = log;
		this.#version = versionOf(path);
		this.#tokens = this.#read();
	}

	/** Throws a `StartError`, now and for each later version of the file, for a token that is short enough to be guessed. */
	refuseShort(): void {
		this.#areShortRefused = true;
		this.#accepted(this.#tokens);
	}

	/** Undefined for a token that is not in the file. */
	bearerOf(token: string): Bearer | undefined {
		const version = versionOf(this.#path);
		if (version !== this.#version) {
			this.#version = version;
			try {
				this.#tokens = this.#read();
				this.#log(`--token-file ${this.#path} was read again`);
			} catch (error) {
				if (!(error instanceof StartError)) throw error;
				this.#log(`${error.message}; the tokens before go on`, {
					level: "error",
				});
			}
		}
		return this.#tokens.get(digestOf(token));
	}

	#read(): TokenFile {
		return this.#accepted(tokensIn(this.#path, this.#log));
	}

	#accepted(tokens: TokenFile): TokenFile {
		this.#check(tokens);
		const short = [...tokens.values()].find(({ length }) => length < 16);
		if (short && this.#areShortRefused)
			throw new StartError(
				`--token-file ${this.#path} line ${short.line}: a token of fewer than 16 characters can be guessed from other machines; openssl rand -hex 32 makes one`,
			);
		return tokens;
	}
}

function versionOf(path: string): string {
	const found = statSync(path, { throwIfNoEntry: false, bigint: true });
	return found ? [found.ino, found.size, found.mtimeNs].join() : "none";
}

/**
 * Reads a file of lines `TOKEN` or `TOKEN USER_ID`; blank lines and those that start with `#` do not count. Throws a
 * `StartError` that names the line, and never the token.
 */
function tokensIn(path: string, log: Log): TokenFile {
	const fail = (what: string) => new StartError(`--token-file ${path}${what}`);
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		throw fail(` cannot be read: ${(error as Error).message}`);
	}
	const mode = statSync(path).mode & 0o777;
	const tokens = new Map<string, Entry>();
	for (const [at, whole] of text
		.replace(/^\uFEFF/, "")
		.split(/\r?\n/)
		.entries()) {
		const content = whole.trim();
		if (content === "" || content.startsWith("#")) continue;
		const line = at + 1;
		const [token = "", name = ""] = content.split(/\s+([\s\S]*)/, 2);
		const user = name === "" ? undefined : name;
		// https://www.rfc-editor.org/rfc/rfc6750#section-2.1
		if (!/^[\w.~+/-]+=*$/.test(token))
			throw fail(
				` line ${line}: a token is one word of A-Z a-z 0-9 - . _ ~ + /; openssl rand -hex 32 makes one`,
			);
		const digest = digestOf(token);
		const same = tokens.get(digest);
		if (same)
			throw fail(
				` line ${line}: the token of line ${same.line} again: each token is one user's`,
			);
		const refusal = user && whyNoUser(user);
		if (refusal) throw fail(` line ${line}: ${refusal}`);
		tokens.set(digest, { length: token.length, line, user });
	}
	if (tokens.size === 0)
		throw fail(
			" holds no token: write one into it; openssl rand -hex 32 makes one",
		);
	const bare = [...tokens.values()].find(({ user }) => user === undefined);
	if (bare && tokens.size > 1)
		throw fail(
			` line ${bare.line}: there is no user behind the token: where there are several tokens, each line is TOKEN USER_ID`,
		);
	// Only a warning, as secrets that containers mount are often readable by all users. Windows has no such modes.
	if (process.platform !== "win32" && (mode & 0o077) !== 0)
		log(
			`--token-file ${path} can be read or written by other users of this machine (mode ${mode.toString(8)}): chmod 600 it`,
			{ level: "warn" },
		);
	return tokens;
}

function digestOf(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** Returns why the core refuses a user's name, or undefined. */
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
