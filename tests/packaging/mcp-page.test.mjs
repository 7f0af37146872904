// The MCP server in a page, with its client beside it, under the content security policy of an extension.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { root, target } from "../../pkg-template/build/places.mjs";
import { launchOptions } from "../setup/browsers.mjs";
import { resultOf } from "./page-result.mjs";
import { serve } from "./serve.mjs";

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
  const folder = join(target, "packaging", "mcp-page");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: { contents: page, resolveDir: root }, bundle: true, outfile: join(folder, "page.js"), format: "esm", target: "es2022", platform: "browser", logLevel: "silent",
  });
  writeFileSync(join(folder, "index.html"), '<!doctype html><meta charset="utf-8"><title>packaging</title><script type="module" src="page.js"></script>\n');
  const browser = await chromium.launch(launchOptions);
  const server = await serve(folder, { headers: { "Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'" } });
  try {
    const { tools, added, refused } = await resultOf(browser, server.url);
    assert.deepEqual(tools, ["todo_manager"]);
    assert.deepEqual([added.isError, added.content.length], [false, 2]);
    assert.match(added.content[1].text, /<todo id="1" status="todo">a<\/todo>/);
    assert.equal(refused.isError, true);
    assert.match(refused.content[0].text, /ids/);
  } finally {
    await server.close();
    await browser.close();
  }
});
