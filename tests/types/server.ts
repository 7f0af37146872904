// The package in a program that knows nothing of the web: what it is there for has its types all
// the same.

import type { McpServer } from "@modelcontextprotocol/server";
import type { AgentTool, Outcome, Todo, TodoStorage } from "agent-todos";
import { init, TodoStore, tools } from "agent-todos";
import { type CreateMcpServerOptions, createMcpServer } from "agent-todos/mcp";
import { postgresStorage } from "agent-todos/storage/postgres";
import type { StoredTaskTool } from "agent-todos/tasks";
import { TaskStore, taskStorage, tools as taskTools } from "agent-todos/tasks";
import { Pool } from "pg";
import type { Equal, Expect } from "./equal.js";

export type Checks = [
	Expect<Equal<ReturnType<typeof tools>, AgentTool[]>>,
	Expect<Equal<ReturnType<AgentTool["call"]>, Outcome>>,
	Expect<Equal<ReturnType<TodoStore["getAll"]>, ReadonlyArray<Readonly<Todo>>>>,
	Expect<
		Equal<Parameters<typeof createMcpServer>, [options: CreateMcpServerOptions]>
	>,
	Expect<Equal<ReturnType<typeof createMcpServer>, McpServer>>,
	Expect<
		Equal<ReturnType<typeof postgresStorage>["read"], TodoStorage["read"]>
	>,
];

export async function serve(modelText: string): Promise<string> {
	await init();
	await init({ module_or_path: "/srv/agent_todos_bg.wasm" });
	const store = new TodoStore();
	// @ts-expect-error an id is a number, a key a string
	store.complete(true);
	createMcpServer({ store });
	createMcpServer({
		store,
		dialect: "TodoWrite",
		onChange: async ({ revision }) => console.log(revision),
	});
	// @ts-expect-error a store is needed
	createMcpServer({ dialect: "TodoWrite" });
	// @ts-expect-error no such dialect
	createMcpServer({ store, dialect: "sticky_notes" });
	// @ts-expect-error no such option
	createMcpServer({ store, reminder: false });
	createMcpServer({
		tasks: new TaskStore(),
		user: "ann",
		onChange: ({ text }) => console.log(text),
	});
	// @ts-expect-error a list has no users
	createMcpServer({ store, user: "ann" });
	const stored = taskStorage(postgresStorage(new Pool({ ssl: true })));
	const [addTask]: StoredTaskTool[] = taskTools(stored, { user: "ann" });
	console.log((await addTask?.execute(modelText))?.text);
	// @ts-expect-error a storage is needed
	taskStorage("postgres://localhost/todos");
	return tools(store)
		.map((tool) => tool.call(modelText).text)
		.join();
}
