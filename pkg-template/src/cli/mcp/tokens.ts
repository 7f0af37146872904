// The tokens of clients, from a file: one for all, or a line for each with its user. They are
// looked up by digest, so that the time says nothing about how much of a token was right.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { getErrorMessage } from "../../arguments/thrown.js";
import { TaskStore, type TodoError } from "../../tasks/node.js";
import { StartError } from "../start-error.js";
import type { Log } from "./log.js";

/** Who sent a valid token. `user` is undefined where one token is everybody's. */
export interface Bearer {
	readonly user: string | undefined;
}

/** A line of the file that is neither blank nor a comment. */
interface Entry extends Bearer {
	readonly token: string;
	readonly line: number;
}

/** The tokens of a file, by their digests. */
export type TokenFile = ReadonlyMap<string, Entry>;

/** The text of the file, or why it cannot be read. */
interface Content {
	readonly text: string;
	readonly why?: string;
}

/**
 * The current tokens of the file. It is read for each request, so that a token is valid only as
 * long as it is in the file.
 */
export class Tokens {
	readonly #path: string;
	readonly #check: (tokens: TokenFile) => void;
	readonly #log: Log;
	#content: Content;
	#tokens: TokenFile;
	#areShortRefused = false;

	/**
	 * Reads the file. `check` throws a `StartError` if it does not fit what is served. Throws a
	 * `StartError` for a fault in the file. A later fault is logged; until it is corrected, the
	 * earlier tokens that are still in the file stay valid.
	 */
	constructor(path: string, check: (tokens: TokenFile) => void, log: Log) {
		this.#path = path;
		this.#check = check;
		this.#log = log;
		this.#content = readContent(path);
		this.#tokens = this.#read();
	}

	/**
	 * Throws a `StartError`, now and for each later version of the file, for a token that is short
	 * enough to be guessed.
	 */
	refuseShort(): void {
		this.#areShortRefused = true;
		this.#checkLengths(this.#tokens);
	}

	/** Returns who sends a token, or undefined if it is not in the file. */
	findBearer(token: string): Bearer | undefined {
		const { text, why } = readContent(this.#path);
		if (text !== this.#content.text || why !== this.#content.why) {
			this.#content = { text, ...(why !== undefined && { why }) };
			this.#refresh();
		}
		return this.#tokens.get(makeDigest(token));
	}

	#refresh(): void {
		try {
			this.#tokens = this.#read();
			this.#log(`--token-file ${this.#path} was read again`);
		} catch (error) {
			if (!(error instanceof StartError)) throw error;
			const left = new Set(readEntries(this.#content.text).map(writeLine));
			this.#tokens = new Map(
				[...this.#tokens].filter(([, entry]) => left.has(writeLine(entry))),
			);
			this.#log(
				`${error.message}; until that is corrected, ${this.#tokens.size} of the earlier tokens are valid`,
				{ level: "error" },
			);
		}
	}

	#read(): TokenFile {
		const { text, why } = this.#content;
		if (why !== undefined)
			throw new StartError(`--token-file ${this.#path} cannot be read: ${why}`);
		const tokens = readTokens(this.#path, readEntries(text));
		this.#check(tokens);
		this.#checkLengths(tokens);
		this.#warnOfOthers();
		return tokens;
	}

	#checkLengths(tokens: TokenFile): void {
		const short = [...tokens.values()].find(({ token }) => token.length < 16);
		if (short && this.#areShortRefused)
			throw new StartError(
				`--token-file ${this.#path} line ${short.line}: a token of fewer than 16 characters can be guessed from other machines; openssl rand -hex 32 makes one`,
			);
	}

	/**
	 * Warns only, as secrets that containers mount are often readable by all users. Windows has
	 * no such modes.
	 */
	#warnOfOthers(): void {
		const { mode = 0 } = statSync(this.#path, { throwIfNoEntry: false }) ?? {};
		if (process.platform !== "win32" && (mode & 0o077) !== 0)
			this.#log(
				`--token-file ${this.#path} can be read or written by other users of this machine (mode ${(mode & 0o777).toString(8)}): chmod 600 it`,
				{ level: "warn" },
			);
	}
}

const writeLine = ({ token, user = "" }: Entry) => `${token} ${user}`;

function readContent(path: string): Content {
	try {
		return { text: readFileSync(path, "utf8") };
	} catch (error) {
		return { text: "", why: getErrorMessage(error) };
	}
}

/**
 * Returns the lines `TOKEN` or `TOKEN USER_ID` of a text; blank lines and those that start with `#`
 * do not count.
 */
function readEntries(text: string): Entry[] {
	return text
		.replace(/^\uFEFF/, "")
		.split(/\r?\n/)
		.map((line, at) => ({ content: line.trim(), line: at + 1 }))
		.filter(({ content }) => content !== "" && !content.startsWith("#"))
		.map(({ content, line }) => {
			const [token = "", user = ""] = content.split(/\s+([\s\S]*)/, 2);
			return { token, user: user === "" ? undefined : user, line };
		});
}

/**
 * Returns the tokens of the lines of a file. Throws a `StartError` that names the line, and never
 * the token.
 */
function readTokens(path: string, entries: readonly Entry[]): TokenFile {
	const fail = (what: string) => new StartError(`--token-file ${path}${what}`);
	const tokens = new Map<string, Entry>();
	for (const entry of entries) {
		const { token, user, line } = entry;
		// https://www.rfc-editor.org/rfc/rfc6750#section-2.1
		if (!/^[\w.~+/-]+=*$/.test(token))
			throw fail(
				` line ${line}: a token is one word of A-Z a-z 0-9 - . _ ~ + /; openssl rand -hex 32 makes one`,
			);
		const digest = makeDigest(token);
		const same = tokens.get(digest);
		if (same)
			throw fail(
				` line ${line}: the token of line ${same.line} again: each token is one user's`,
			);
		const fault = user && findUserFault(user);
		if (fault) throw fail(` line ${line}: ${fault}`);
		tokens.set(digest, entry);
	}
	if (tokens.size === 0)
		throw fail(
			" holds no token: write one into it; openssl rand -hex 32 makes one",
		);
	const bare = entries.find(({ user }) => user === undefined);
	if (bare && tokens.size > 1)
		throw fail(
			` line ${bare.line}: there is no user after the token: where there are several tokens, each line is TOKEN USER_ID`,
		);
	return tokens;
}

function makeDigest(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** Returns why the core refuses a user's name, or undefined. */
function findUserFault(user: string): string | undefined {
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
