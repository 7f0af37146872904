// A list or tasks in the memory of this process, and in the file of `--data` that keeps them.

import { TodoError, TodoStore } from "../../node.js";
import { TaskStore } from "../../tasks-node.js";
import { needed, StartError } from "../start-error.js";
import type { Arguments } from "./arguments.js";
import { DataFile } from "./data-file.js";
import type { ServerOf } from "./http.js";
import type { Log } from "./log.js";
import type { Metrics } from "./metrics.js";
import { listDialect, reporting, type Service } from "./service.js";

export async function overFile(
	given: Arguments,
	metrics: Metrics,
	log: Log,
): Promise<Service> {
	const { createMcpServer } = await needed(() => import("../../mcp.js"));
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
				: keptTasks(file, log);
		const serverOf: ServerOf = (user = everybody) =>
			createMcpServer({
				tasks,
				onChange: save,
				onCall,
				user,
			});
		return { serverOf, ...service };
	}
	const name = listDialect(dialect);
	const { store, save } =
		file === undefined
			? { store: new TodoStore({ maxSnapshots }), save: () => {} }
			: kept(file, maxSnapshots);
	const serverOf = () =>
		createMcpServer({ store, dialect: name, onChange: save, onCall });
	return { serverOf, ...service };
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
function keptTasks(file: DataFile, log: Log) {
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
