// A list or tasks in the PostgreSQL of `--database`: nothing is kept in this process.

import { taskStorage } from "../../tasks-node.js";
import { needed } from "../start-error.js";
import type { Arguments } from "./arguments.js";
import { observed, openDatabase } from "./database.js";
import type { ServerOf } from "./http.js";
import type { Log } from "./log.js";
import type { Metrics } from "./metrics.js";
import { listDialect, reporting, type Service } from "./service.js";

export async function overDatabase(
	given: Arguments,
	metrics: Metrics,
	log: Log,
): Promise<Service> {
	const { createMcpServer } = await needed(() => import("../../mcp.js"));
	const postgres = await needed(() => import("../../storage/postgres.js"));
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
	const name = listDialect(dialect);
	const serverOf = () =>
		createMcpServer({ storage, list, dialect: name, maxSnapshots, onCall });
	return { serverOf, ...service };
}
