// A server with the tools for tasks on the official SDK alone, which keeps nothing and answers each
// call with the same task: what the SDK, HTTP and Node cost by themselves. Prints its address.

import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
	createMcpHandler,
	fromJsonSchema,
	McpServer,
} from "@modelcontextprotocol/server";
import { init, TaskStore, tools } from "agent-todos/tasks";

await init();
const specs = tools(new TaskStore()).map(
	({ name, description, inputSchema }) => ({
		name,
		config: {
			description,
			inputSchema: fromJsonSchema({ ...inputSchema, required: [] }),
		},
	}),
);
const structuredContent = {
	success: true,
	task: { id: "t1", title: "Buy groceries", status: "pending" },
};
const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
const handler = createMcpHandler(() => {
	const server = new McpServer({ name: "bare", version: "1.0.0" });
	for (const { name, config } of specs)
		server.registerTool(name, config, () => ({ content, structuredContent }));
	return server;
});
const server = createServer(toNodeHandler(handler));
server.keepAliveTimeout = 75_000;
server.listen(0, "127.0.0.1", () =>
	console.error(`http://127.0.0.1:${server.address().port}/mcp`),
);
