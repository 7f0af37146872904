// The executable is killed at random instants while it writes. Whatever it had answered must be in the file after that, and
// the file must always be whole.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { emptyFolder, executable } from "./executable.mjs";

await init();
const runs = 60;
const wanted = 500;
/** More than it can carry out before it is killed. */
const writesPerRun = 150;

test(`${runs} runs and ${wanted} answered writes`, async (t) => {
  const file = join(emptyFolder(t), "list.json");
  const answered = [];
  let tried = 0;
  let run = 0;
  for (; run < runs || (answered.length < wanted && run < 4 * runs); run++) {
    const contents = Array.from({ length: writesPerRun }, (_, write) => `run ${run} write ${write}`);
    tried += contents.length;
    // Every tenth is killed while it starts: it may hold the lock, or be taking it over.
    answered.push(...(await killedWhileWriting(file, contents, run % 10 === 9 ? { afterStart: Math.random() * 250 } : { afterAnswer: Math.random() * 90 })));
    const found = contentsEver(file);
    assert.deepEqual(answered.filter((content) => !found.has(content)), [], `lost in run ${run}`);
  }
  const found = contentsEver(file);
  const lost = answered.filter((content) => !found.has(content)).length;
  console.log(`killed in ${run} runs: ${tried} writes tried, ${answered.length} answered, ${answered.length - lost} of these found, lost ${lost}`);
  assert.ok(answered.length >= wanted);
  assert.ok(answered.length < tried, "no write was interrupted");
});

/** Every content that the list in the file ever had; fails when the file is not whole. */
function contentsEver(file) {
  if (!existsSync(file)) return new Set();
  const store = TodoStore.fromCheckpoint(readFileSync(file, "utf8"));
  return new Set(store.history().flatMap(({ todos }) => todos.map(({ content }) => content)));
}

/** Sends all writes at once and gives the contents of those that were answered before the process was killed. */
async function killedWhileWriting(file, contents, { afterStart, afterAnswer }) {
  const child = spawn(process.execPath, [executable, "--data", file], { stdio: ["pipe", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  child.stdin.on("error", () => {}); // It is gone.
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: "start", method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "killer", version: "1.0.0" } } });
  send({ method: "notifications/initialized" });
  contents.forEach((content, id) => {
    send({ id, method: "tools/call", params: { name: "todo_manager", arguments: { action: "replace_all", todos: [{ content }], ids: [] } } });
  });
  if (afterStart !== undefined) setTimeout(kill, afterStart);
  let output = "";
  child.stdout.on("data", (chunk) => {
    if (output === "" && afterAnswer !== undefined) setTimeout(kill, afterAnswer);
    output += chunk;
  });
  // When it is closed, all that it had written was read.
  const how = await new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
  assert.equal(how, "SIGKILL", said);
  const answers = output.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  return answers.filter(({ id }) => id !== "start").map(({ id, result }) => {
    assert.equal(result.isError, false, JSON.stringify(result));
    return contents[id];
  });
}
