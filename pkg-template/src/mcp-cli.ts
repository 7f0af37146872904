#!/usr/bin/env node

// `agent-todos-mcp`: the list as an MCP server for programs outside the browser, over stdio or HTTP, kept in a file or in
// PostgreSQL. For Node alone. What it answers goes to stdout, as stdio clients read that; everything else to stderr.

import type { McpCall } from "./mcp.js";
import type { Arguments } from "./mcp-cli/arguments.js";
import { argumentsOf, help, StartError } from "./mcp-cli/arguments.js";
import { DataFile } from "./mcp-cli/data-file.js";
import {
	migrateDatabase,
	observed,
	openDatabase,
	reason,
} from "./mcp-cli/database.js";
import { type ServerOf, serveHttp } from "./mcp-cli/http.js";
import type { Log } from "./mcp-cli/log.js";
import { logTo } from "./mcp-cli/log.js";
import { Metrics } from "./mcp-cli/metrics.js";
import { Tokens } from "./mcp-cli/tokens.js";
import type { DialectName } from "./node.js";
import { init, promptSection, TodoError, TodoStore } from "./node.js";
import { init as initTasks, TaskStore, taskStorage } from "./tasks-node.js";

let log = logTo(process.stderr, "text");
/** How long calls that are under way may take when this is told to stop, in milliseconds. */
const patience = 10_000;

try {
	await start();
} catch (error) {
	if (!(error instanceof StartError)) throw error;
	log(error.message, { level: "error" });
	process.exit(2);
}

async function start(): Promise<void> {
	const given = argumentsOf(process.argv.slice(2));
	if (given.help) return void process.stdout.write(help);
	log = logTo(process.stderr, given.logFormat);
	if (given.database?.migrate)
		return migrateDatabase(
			await needed(() => import("./storage/postgres.js")),
			given.database,
			log,
		);
	await Promise.all([init(), initTasks()]);
	const tokens =
		given.http?.tokenFile === undefined
			? undefined
			: tokensFor(given, given.http.tokenFile);
	const metrics = new Metrics();
	const { serverOf, where, check, close } = await (given.database
		? overDatabase(given, metrics)
		: overFile(given, metrics));
	let isStopping = false;

	/** Why calls cannot be served now, or undefined. */
	const whyNotReady = async (): Promise<string | undefined> => {
		if (isStopping) return "stopping";
		try {
			await check();
			return undefined;
		} catch (error) {
			log(`not ready: ${reason(error)}`, { level: "warn" });
			return (error as { code?: string }).code ?? "unavailable";
		}
	};
	const pages = new Map<string, () => Response | Promise<Response>>([
		["/healthz", () => new Response("ok\n")],
		[
			"/readyz",
			async () => {
				const why = await whyNotReady();
				return new Response(`${why ?? "ok"}\n`, { status: why ? 503 : 200 });
			},
		],
		[
			"/metrics",
			() =>
				new Response(metrics.text(), {
					headers: { "Content-Type": "text/plain; version=0.0.4" },
				}),
		],
	]);

	let end: () => Promise<void>;
	if (given.http) {
		const sdk = await needed(async () => ({
			...(await import("@modelcontextprotocol/server")),
			...(await import("@modelcontextprotocol/node")),
		}));
		const { url, stop } = await serveHttp(
			sdk,
			serverOf,
			{ ...given.http, tokens, pages },
			(message) => log(message, { level: "error" }),
		);
		log(`${given.dialect} at ${url}; ${where}`);
		end = () => stop(patience);
	} else {
		const { serveStdio } = await needed(
			() => import("@modelcontextprotocol/server/stdio"),
		);
		const server = serveStdio(() => serverOf(undefined), {
			onerror: (error) => log(error.message, { level: "error" }),
		});
		log(`${given.dialect} on stdio; ${where}`);
		end = () => server.close();
	}

	const stop = async (signal: NodeJS.Signals) => {
		// A second one ends it at once.
		for (const name of ["SIGTERM", "SIGINT"]) process.removeAllListeners(name);
		isStopping = true;
		log(`${signal}: stopping, when the calls under way are answered`);
		await end();
		await close();
		process.exit(0);
	};
	process.once("SIGTERM", stop).once("SIGINT", stop);
}

/** What is served, and how it is seen to. */
interface Service {
	readonly serverOf: ServerOf;
	/** Where it is kept, in words. */
	readonly where: string;
	/** Rejects when calls cannot be served now. */
	check(): Promise<void>;
	close(): Promise<void>;
}

/** In the memory of this process, and in the file that keeps it. */
async function overFile(given: Arguments, metrics: Metrics): Promise<Service> {
	const { createMcpServer } = await needed(() => import("./mcp.js"));
	const { dialect, user: everybody, maxSnapshots } = given;
	const onCall = reporting(given, metrics, log);
	const file =
		given.data === undefined
			? undefined
			: await DataFile.open(given.data, (line) => log(line));
	const service = {
		where:
			given.data === undefined
				? "the list ends with this process"
				: `the list is in ${given.data}`,
		check: async () => {},
		close: async () => {},
	};
	if (dialect === "tasks") {
		const { tasks, save } =
			file === undefined
				? { tasks: new TaskStore(), save: () => {} }
				: keptTasks(file);
		const serverOf: ServerOf = (user = everybody) =>
			createMcpServer({
				tasks,
				onChange: save,
				onCall,
				user,
			});
		return { serverOf, ...service };
	}
	const name = existing(dialect);
	const { store, save } =
		file === undefined
			? { store: new TodoStore({ maxSnapshots }), save: () => {} }
			: kept(file, maxSnapshots);
	const serverOf = () =>
		createMcpServer({ store, dialect: name, onChange: save, onCall });
	return { serverOf, ...service };
}

/** In PostgreSQL: nothing is kept here. */
async function overDatabase(
	given: Arguments,
	metrics: Metrics,
): Promise<Service> {
	const { createMcpServer } = await needed(() => import("./mcp.js"));
	const postgres = await needed(() => import("./storage/postgres.js"));
	const { dialect, user: everybody, maxSnapshots, list } = given;
	const isTasks = dialect === "tasks";
	const onCall = reporting(given, metrics, log);
	// Programs may watch a list. Tasks nobody watches.
	const database = await openDatabase(
		postgres,
		given.database as NonNullable<Arguments["database"]>,
		!isTasks,
		log,
	);
	const storage = observed(database, metrics, log);
	const service = {
		where: isTasks
			? "the tasks are in the database"
			: `the list ${list} is in the database`,
		check: database.check,
		close: database.close,
	};
	if (isTasks) {
		const tasks = taskStorage(storage);
		const serverOf: ServerOf = (user = everybody) =>
			createMcpServer({ tasks, onCall, user });
		return { serverOf, ...service };
	}
	const name = existing(dialect);
	const serverOf = () =>
		createMcpServer({ storage, list, dialect: name, maxSnapshots, onCall });
	return { serverOf, ...service };
}

/** Counts each call, and logs it where machines read the log. */
function reporting({ logFormat }: Arguments, metrics: Metrics, log: Log) {
	return (call: McpCall) => {
		metrics.called(call);
		const { tool, ok, milliseconds, error } = call;
		if (logFormat === "json")
			log("call", {
				...(error !== undefined && { level: "error" as const }),
				tool,
				ok,
				milliseconds: Math.round(milliseconds * 1000) / 1000,
			});
	};
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
	if (tokens.warning !== undefined) log(tokens.warning, { level: "warn" });
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
			/package '(@modelcontextprotocol\/\w+|pg)'/.exec(message) ?? [];
		if (name === undefined) throw error;
		throw new StartError(
			`${name} is missing: npm install ${name}@${name === "pg" ? 8 : 2} beside agent-todos`,
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
				{ level: "error" },
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
