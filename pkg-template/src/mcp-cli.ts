#!/usr/bin/env node

// `agent-todos-mcp`: the list as an MCP server for programs outside the browser, over stdio or HTTP, kept in a file. For
// Node alone. What it answers goes to stdout, as stdio clients read that; everything else to stderr.

import type { Arguments } from "./mcp-cli/arguments.js";
import { argumentsOf, help, StartError } from "./mcp-cli/arguments.js";
import { DataFile } from "./mcp-cli/data-file.js";
import { serveHttp } from "./mcp-cli/http.js";
import { Tokens } from "./mcp-cli/tokens.js";
import type { DialectName } from "./node.js";
import { init, promptSection, TodoError, TodoStore } from "./node.js";
import { init as initTasks, TaskStore } from "./tasks-node.js";

const log = (line: string) =>
	void process.stderr.write(`agent-todos-mcp: ${line}\n`);

try {
	await start();
} catch (error) {
	if (!(error instanceof StartError)) throw error;
	log(error.message);
	process.exit(2);
}

async function start(): Promise<void> {
	const given = argumentsOf(process.argv.slice(2));
	if (given.help) return void process.stdout.write(help);
	await Promise.all([init(), initTasks()]);
	const { createMcpServer } = await needed(() => import("./mcp.js"));
	const { dialect, maxSnapshots } = given;
	const tokens =
		given.http?.tokenFile === undefined
			? undefined
			: tokensFor(given, given.http.tokenFile);
	const file =
		given.data === undefined ? undefined : await DataFile.open(given.data, log);
	const serverOf =
		dialect === "tasks"
			? overTasks(given.user, file)
			: overTodos(existing(dialect), file);

	function overTodos(dialect: DialectName, file: DataFile | undefined) {
		const { store, save } =
			file === undefined
				? { store: new TodoStore({ maxSnapshots }), save: () => {} }
				: kept(file, maxSnapshots);
		return () => createMcpServer({ store, dialect, onChange: save });
	}

	function overTasks(
		everybody: string | undefined,
		file: DataFile | undefined,
	) {
		const { tasks, save } =
			file === undefined
				? { tasks: new TaskStore(), save: () => {} }
				: keptTasks(file);
		return (user = everybody) =>
			createMcpServer({
				tasks,
				onChange: save,
				user,
			});
	}

	const where =
		given.data === undefined
			? "the list ends with this process"
			: `the list is in ${given.data}`;
	if (given.http) {
		const sdk = await needed(async () => ({
			...(await import("@modelcontextprotocol/server")),
			...(await import("@modelcontextprotocol/node")),
		}));
		log(
			`${dialect} at ${await serveHttp(sdk, serverOf, { ...given.http, tokens }, log)}; ${where}`,
		);
	} else {
		const { serveStdio } = await needed(
			() => import("@modelcontextprotocol/server/stdio"),
		);
		serveStdio(() => serverOf(), { onerror: (error) => log(error.message) });
		log(`${dialect} on stdio; ${where}`);
	}
}

function existing(dialect: string): DialectName {
	try {
		promptSection(dialect as DialectName);
		return dialect as DialectName;
	} catch (error) {
		throw new StartError(`--dialect ${(error as Error).message}`);
	}
}

/** Tokens, where they fit what is served. */
function tokensFor({ dialect, user }: Arguments, path: string): Tokens {
	const tokens = new Tokens(path);
	if (tokens.warning !== undefined) log(tokens.warning);
	if (tokens.nameUsers && dialect !== "tasks") {
		throw new StartError(
			`--token-file ${path} names users: that is for --dialect tasks; a list has none, and takes a file with a token alone`,
		);
	}
	if (tokens.nameUsers && user !== undefined) {
		throw new StartError(
			`--user and --token-file ${path} both name users: leave --user out, or give a file with a token alone`,
		);
	}
	return tokens;
}

/** Imports what is an optional peer, and reports in words that it is missing. */
async function needed<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await load();
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code !== "ERR_MODULE_NOT_FOUND") throw error;
		const [, name] =
			/package '(@modelcontextprotocol\/\w+)'/.exec(message) ?? [];
		if (name === undefined) throw error;
		throw new StartError(
			`${name} is missing: npm install ${name}@2 beside agent-todos`,
		);
	}
}

/** The list in a file, and what puts it there after a change. */
function kept(file: DataFile, maxSnapshots: number) {
	const store = read(
		file,
		() => new TodoStore({ maxSnapshots }),
		(text) => TodoStore.fromCheckpoint(text, { maxSnapshots }),
	);
	let saved = store.revision;
	const save = () => {
		try {
			file.write(store.checkpoint());
		} catch (error) {
			// What the file does not have must not be there either: a later change would bring it in.
			store.restoreRevision(saved);
			throw new Error(
				`the change was taken back, as it could not be kept: ${(error as Error).message}`,
			);
		} finally {
			saved = store.revision;
		}
	};
	return { store, save };
}

/** The tasks in a file, and what puts them there after a change. */
function keptTasks(file: DataFile) {
	const tasks = read(
		file,
		() => new TaskStore(),
		(text) => TaskStore.fromCheckpoint(text),
	);
	const save = () => {
		try {
			file.write(tasks.checkpoint());
		} catch (error) {
			// Tasks have no history to go back in. Whoever starts this again finds what was acknowledged.
			log(
				`stopped, as a change could not be kept: ${(error as Error).message}`,
			);
			process.exit(1);
		}
	};
	return { tasks, save };
}

function read<Store>(
	file: DataFile,
	empty: () => Store,
	fromCheckpoint: (text: string) => Store,
): Store {
	const text = file.read();
	if (text === null) return empty();
	try {
		return fromCheckpoint(text);
	} catch (error) {
		if (!(error instanceof TodoError)) throw error;
		throw new StartError(
			`${file.path}: ${error.message}. It was left as it is: move it away, or give another file as --data`,
		);
	}
}
