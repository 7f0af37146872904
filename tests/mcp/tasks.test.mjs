// The tasks of many users over MCP: in memory, over stdio with a file, over HTTP.

import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { init, TaskStore } from "agent-todos";
import { createMcpServer } from "agent-todos/mcp";
import { emptyFolder, httpServer, newClient, overHttp, overStdio } from "./executable.mjs";

before(() => init());

const names = ["add_task", "list_tasks", "update_task", "complete_task", "delete_task"];

async function connected(t, options) {
  const server = createMcpServer(options);
  const client = newClient();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  t.after(() => Promise.all([client.close(), server.close()]));
  return client;
}

/** What a call gives, which is the same as text and as structured content. */
async function given(client, name, args) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  assert.equal(Boolean(isError), !structuredContent.success);
  return structuredContent;
}

async function playThrough(client, user) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), names);
  assert.ok(tools.every(({ outputSchema, annotations }) => outputSchema.required.includes("success") && annotations.openWorldHint === false));
  const { task } = await given(client, "add_task", { ...user, title: "Buy groceries", priority: "high", due_date: "2026-02-05" });
  assert.deepEqual(task, { id: task.id, title: "Buy groceries", priority: "high", due_date: "2026-02-05", status: "pending" });
  assert.deepEqual((await given(client, "list_tasks", { ...user, status: "pending" })).tasks.at(-1), task);
  assert.equal((await given(client, "update_task", { ...user, task_id: task.id, due_date: "" })).task.due_date, undefined);
  assert.match((await given(client, "complete_task", { ...user, task_id: task.id })).message, /marked as completed/);
  assert.match((await given(client, "complete_task", { ...user, task_id: task.id })).message, /already completed/);
  assert.match((await given(client, "delete_task", { ...user, task_id: task.id })).message, /successfully deleted/);
  assert.equal((await given(client, "delete_task", { ...user, task_id: task.id })).error.code, "task_not_found");
  assert.equal((await given(client, "add_task", { ...user, title: " " })).error.code, "empty_title");
  const unknown = await client.callTool({ name: "drop_tasks", arguments: {} }).catch((error) => error);
  assert.match(unknown.message ?? unknown.content[0].text, /drop_tasks/);
}

test("in memory, over stdio and HTTP: every tool", async (t) => {
  await playThrough(await connected(t, { tasks: new TaskStore() }), { user_id: "ann" });
  await playThrough(await overStdio(t, ["--dialect", "tasks"]), { user_id: "ann" });
  const { url } = await httpServer(t, ["--dialect", "tasks"]);
  await playThrough(await overHttp(t, url), { user_id: "ann" });
});

test("a server of one user: the caller can name no other", async (t) => {
  const tasks = new TaskStore();
  const { id } = tasks.add("bob", { title: "Bob's" });
  const client = await connected(t, { tasks, user: "ann" });
  await playThrough(client, {});
  const { tools } = await client.listTools();
  assert.ok(tools.every(({ inputSchema }) => !("user_id" in inputSchema.properties) && !inputSchema.required.includes("user_id")));
  for (const [name, args] of [["complete_task", { task_id: id }], ["update_task", { task_id: id, title: "x" }], ["delete_task", { task_id: id }]]) {
    assert.equal((await given(client, name, { ...args, user_id: "bob" })).error.message, "Task not found");
  }
  assert.deepEqual((await given(client, "list_tasks", { user_id: "bob" })).tasks, []);
  assert.equal(tasks.list("bob", "pending").length, 1);
});

test("kept in a file, over a restart and over kills: whatever was acknowledged is there", async (t) => {
  const data = join(emptyFolder(t), "tasks.json");
  const acknowledged = [];
  for (let run = 0; run < 12; run++) {
    const client = newClient();
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const { executable } = await import("./executable.mjs");
    const transport = new StdioClientTransport({ command: process.execPath, args: [executable, "--dialect", "tasks", "--data", data], stderr: "ignore" });
    await client.connect(transport);
    const { tasks } = await given(client, "list_tasks", { user_id: "ann" });
    const found = new Set(tasks.map(({ id }) => id));
    assert.deepEqual(acknowledged.filter((id) => !found.has(id)), [], `run ${run} lost tasks`);
    const calls = Array.from({ length: 40 }, (_, n) =>
      given(client, "add_task", { user_id: "ann", title: `${run}.${n}` }).then(({ task }) => acknowledged.push(task.id)).catch(() => {}),
    );
    setTimeout(() => process.kill(transport.pid, "SIGKILL"), 2 + run * 3);
    await Promise.race([Promise.all(calls), new Promise((resolve) => (transport.onclose = resolve))]);
    await client.close().catch(() => {});
  }
  assert.ok(acknowledged.length > 0, "no call was answered before its kill");
});
