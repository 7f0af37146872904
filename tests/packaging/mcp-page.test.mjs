// The MCP server in a page, with its client beside it, under the content security policy of an extension.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resultOfPage } from "./bundled-page.mjs";

const page = `
  import { Client } from "@modelcontextprotocol/client";
  import { InMemoryTransport } from "@modelcontextprotocol/server";
  import { init, TodoStore } from "agent-todos/inline";
  import { createMcpServer } from "agent-todos/mcp";

  async function run() {
    await init();
    const server = createMcpServer({ store: new TodoStore() });
    const client = new Client({ name: "page", version: "1.0.0" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { tools } = await client.listTools();
    const call = (args) => client.callTool({ name: "todo_manager", arguments: args });
    return {
      tools: tools.map(({ name }) => name),
      added: await call({ action: "add_multiple", todos: ["a"], ids: [] }),
      refused: await call({ action: "complete_multiple" }),
    };
  }
  globalThis.result = await run();`;

test("a page has the server and its client", async () => {
	const { tools, added, refused } = await resultOfPage("mcp-page", page);
	assert.deepEqual(tools, ["todo_manager"]);
	assert.deepEqual([added.isError, added.content.length], [false, 2]);
	assert.match(added.content[1].text, /<todo id="1" status="todo">a<\/todo>/);
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /ids/);
});
