// What the server serves, whatever keeps it: made by over-storage.ts.

import type { CreateMcpServerOptions } from "../../hosts/mcp/index.js";
import { type DialectName, TodoStore, tools } from "../../node.js";
import { StartError } from "../start-error.js";
import type { Arguments } from "./arguments.js";
import type { MakeServer, Resource } from "./http.js";
import type { Log } from "./log.js";

type FinishedCall = Parameters<
	NonNullable<CreateMcpServerOptions["onCall"]>
>[0];

/** What is served, with the functions that check and close it. */
export interface Service {
	readonly makeServer: MakeServer;
	/** The list as a resource, for clients that listen to its changes; undefined for tasks. */
	readonly resource: Resource | undefined;
	/** Where it is kept, as a clause for the log. */
	readonly where: string;
	/** Rejects when calls cannot be served now. */
	check(): Promise<void>;
	close(): Promise<void>;
}

/** Returns a function that logs each call, or undefined if people read the log. */
export function makeCallLog({ logFormat }: Arguments, log: Log) {
	if (logFormat !== "json") return undefined;
	return ({ tool, ok, milliseconds, error }: FinishedCall) =>
		log("call", {
			...(error !== undefined && { level: "error" as const }),
			tool,
			ok,
			milliseconds: Math.round(milliseconds * 1000) / 1000,
		});
}

/** Returns the dialect of a list by its name. Throws a `StartError` if it does not exist. */
export function readDialect(dialect: string): DialectName {
	const store = new TodoStore();
	try {
		tools(store, { dialect: dialect as DialectName });
		return dialect as DialectName;
	} catch (error) {
		const { message } = error as Error;
		throw new StartError(
			`--dialect ${message} (tasks serves the tasks of many users)`,
		);
	} finally {
		store.free();
	}
}
