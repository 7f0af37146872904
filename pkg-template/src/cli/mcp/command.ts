// `agent-todos mcp`: the list as an MCP server for programs outside the browser, over stdio or
// HTTP, kept in a file or in PostgreSQL. What it answers goes to stdout, as stdio clients read
// that; everything else to stderr.

import { init } from "../../node.js";
import { init as initTasks } from "../../tasks/node.js";
import { importNeeded, StartError } from "../start-error.js";
import type { Arguments } from "./arguments.js";
import { help, readArguments } from "./arguments.js";
import { migrateDatabase } from "./database.js";
import { makeHealthPages } from "./health.js";
import { serveHttp } from "./http.js";
import { type Log, makeLog } from "./log.js";
import { openService } from "./over-storage.js";
import type { Service } from "./service.js";
import { type TokenFile, Tokens } from "./tokens.js";

/** How long the process may finish its calls after a signal, in milliseconds. */
const shutdownGraceMs = 10_000;

export async function mcp(args: readonly string[]): Promise<void> {
	let log = makeLog(process.stderr, "text");
	try {
		const given = readArguments(args);
		if (given.help) return void process.stdout.write(help);
		log = makeLog(process.stderr, given.logFormat);
		await (given.database?.migrate
			? migrateDatabase(
					await import("../../storage/postgres.js"),
					given.database,
					log,
				)
			: serve(given, log));
	} catch (error) {
		if (!(error instanceof StartError)) throw error;
		log(error.message, { level: "error" });
		process.exit(2);
	}
}

async function serve(given: Arguments, log: Log): Promise<void> {
	await Promise.all([init(), initTasks()]);
	const tokens =
		given.http?.tokenFile === undefined
			? undefined
			: openTokens(given, given.http.tokenFile, log);
	const service = await openService(given, log);
	let isStopping = false;
	let end = async (): Promise<unknown> => undefined;
	const stop = async (signal: NodeJS.Signals) => {
		// A second signal ends the process at once.
		for (const name of ["SIGTERM", "SIGINT"]) process.removeAllListeners(name);
		isStopping = true;
		log(`${signal}: stopping, once the calls in progress are answered`);
		await end();
		await service.close();
		process.exit(0);
	};
	// Before it logs that it serves, as a reader of the log may send a signal at once.
	process.once("SIGTERM", stop).once("SIGINT", stop);

	const pages = makeHealthPages(service.check, () => isStopping, log);
	end = await (given.http
		? serveOverHttp(given, service, { ...given.http, tokens, pages }, log)
		: serveOverStdio(given, service, log));
}

/** Returns the function that stops it. */
async function serveOverHttp(
	{ dialect, ask, approval, confirmDone }: Arguments,
	{ makeServer, resource, where }: Service,
	options: Omit<Parameters<typeof serveHttp>[2], "resource" | "asks">,
	log: Log,
): Promise<() => Promise<void>> {
	const sdk = await importNeeded(async () => ({
		...(await import("@modelcontextprotocol/server")),
		...(await import("@modelcontextprotocol/node")),
	}));
	const asks = Boolean(ask || approval || confirmDone);
	const given = { ...options, resource, asks };
	const { url, stop } = await serveHttp(sdk, makeServer, given, log);
	log(`${dialect} at ${url}; ${where}`);
	return () => stop(shutdownGraceMs);
}

/** Returns the function that stops it. */
async function serveOverStdio(
	{ dialect }: Arguments,
	{ makeServer, resource, where }: Service,
	log: Log,
): Promise<() => Promise<void>> {
	const { serveStdio } = await importNeeded(
		() => import("@modelcontextprotocol/server/stdio"),
	);
	const onerror = (error: Error) => log(error.message, { level: "error" });
	const server = serveStdio(
		({ era }) => {
			const { server } = makeServer(undefined);
			// A client of an earlier protocol asks the server itself for updates. This notification
			// reaches a client that listens.
			if (resource && era === "modern")
				resource.watch(() => {
					if (server.transport)
						server.sendResourceUpdated(resource).catch(onerror);
				});
			return server;
		},
		{ onerror },
	);
	log(`${dialect} on stdio; ${where}`);
	return () => server.close();
}

/** Reads the tokens. Throws a `StartError` if they do not fit what is served. */
function openTokens(
	{ dialect, user }: Arguments,
	path: string,
	log: Log,
): Tokens {
	const check = (tokens: TokenFile) => {
		const nameUsers = [...tokens.values()].every(({ user }) => user);
		if (nameUsers && dialect !== "tasks")
			throw new StartError(
				`--token-file ${path} names users: that is for --dialect tasks; a list has none, and takes a file with a token alone`,
			);
		if (nameUsers && user !== undefined)
			throw new StartError(
				`--user and --token-file ${path} both name users: leave --user out, or give a file with a token alone`,
			);
	};
	return new Tokens(path, check, log);
}
