// What is served: a list or tasks in a storage, which is PostgreSQL (`--database`), one file
// (`--data`) or this process's memory. A call reads what is stored, changes it and writes it back.

import { makeUri } from "../../hosts/mcp/uri.js";
import type { TodoStorage } from "../../storage/contract.js";
import { memoryStorage } from "../../storage/memory.js";
import { taskStorage } from "../../tasks/node.js";
import { importNeeded } from "../start-error.js";
import type { Arguments } from "./arguments.js";
import { observe, openDatabase } from "./database.js";
import type { MakeServer } from "./http.js";
import type { Log } from "./log.js";
import { makeCallLog, readDialect, type Service } from "./service.js";

export async function openService(
	given: Arguments,
	log: Log,
): Promise<Service> {
	const { createMcpServer } = await importNeeded(
		() => import("../../hosts/mcp/index.js"),
	);
	const { dialect, user: everybody, list } = given;
	const { maxSnapshots, confirmDone, approval, ask } = given;
	const isTasks = dialect === "tasks";
	const name = isTasks ? undefined : readDialect(dialect);
	const onCall = makeCallLog(given, log);
	const { where, check, close, ...opened } = await open(given, log);
	const storage = observe(opened.storage, log);
	const tasks = taskStorage(storage);
	const makeServer: MakeServer = (user = everybody) =>
		name === undefined
			? createMcpServer({ tasks, onCall, user })
			: createMcpServer({
					storage,
					name: list,
					dialect: name,
					onCall,
					maxSnapshots,
					confirmDone,
					approval,
					ask,
				});
	const resource = isTasks
		? undefined
		: {
				uri: makeUri(list),
				watch: (listener: () => void) => storage.watch(list, () => listener()),
			};
	return { makeServer, resource, where, check, close };
}

interface Opened extends Omit<Service, "makeServer" | "resource"> {
	readonly storage: TodoStorage;
}

async function open(given: Arguments, log: Log): Promise<Opened> {
	const { database, data, dialect, list } = given;
	const isTasks = dialect === "tasks";
	if (database) {
		const postgres = await import("../../storage/postgres.js");
		// Programs may watch a list. Nobody watches tasks.
		const storage = await openDatabase(postgres, database, !isTasks, log);
		const what = isTasks ? "the tasks are" : `the list ${list} is`;
		return {
			storage,
			where: `${what} in the database`,
			check: storage.check,
			close: storage.stop,
		};
	}
	const alwaysThere = { check: async () => {}, close: async () => {} };
	if (data === undefined)
		return {
			storage: memoryStorage(),
			where: "the list ends with this process",
			...alwaysThere,
		};
	const { openDataFile } = await importNeeded(() => import("./data-file.js"));
	return {
		storage: await openDataFile(data, isTasks, log),
		where: `the list is in ${data}`,
		...alwaysThere,
	};
}
