#!/usr/bin/env node
// `agent-todos-mcp`: the list as an MCP server for programs outside the browser, over stdio or HTTP, kept in a file. For
// Node alone. What it answers goes to stdout, as stdio clients read that; everything else to stderr.

import { init, promptSection, TodoError, TodoStore } from "./node.js";
import type { DialectName } from "./node.js";
import { argumentsOf, help, StartError } from "./mcp-cli/arguments.js";
import { DataFile } from "./mcp-cli/data-file.js";
import { serveHttp } from "./mcp-cli/http.js";

const log = (line: string) => void process.stderr.write(`agent-todos-mcp: ${line}\n`);

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  log(error.message);
  process.exit(2);
}

async function start(): Promise<void> {
  const given = argumentsOf(process.argv.slice(2));
  if (given.help) return void process.stdout.write(help);
  await init();
  const dialect = existing(given.dialect);
  const { createMcpServer, sdk, serveStdio } = await loadSdk();

  const { store, save } = given.data === undefined ? { store: new TodoStore(), save: () => {} } : kept(given.data);
  const factory = () => createMcpServer({ store, dialect, onChange: save });
  const where = given.data === undefined ? "the list ends with this process" : `the list is in ${given.data}`;
  if (given.http) {
    log(`${dialect} at ${await serveHttp(sdk, factory, given.http, log)}; ${where}`);
  } else {
    serveStdio(factory, { onerror: (error) => log(error.message) });
    log(`${dialect} on stdio; ${where}`);
  }
}

function existing(dialect: string): DialectName {
  try {
    promptSection(dialect as DialectName);
    return dialect as DialectName;
  } catch (error) {
    throw new StartError(`--dialect ${(error as Error).message}`);
  }
}

/** Imported only now, so that a missing SDK is said in words. */
async function loadSdk() {
  try {
    const [{ createMcpServer }, sdk, { serveStdio }] = await Promise.all([
      import("./mcp.js"),
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { createMcpServer, sdk, serveStdio };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new StartError("@modelcontextprotocol/server is missing: npm install @modelcontextprotocol/server@2 beside agent-todos");
  }
}

/** The list in a file, and what puts it there after a change. */
function kept(path: string) {
  const file = new DataFile(path);
  process.once("exit", () => file.close());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit());
  const store = read(file);
  let saved = store.revision;
  const save = () => {
    try {
      file.write(store.checkpoint());
    } catch (error) {
      // What the file does not have must not be there either: a later change would bring it in.
      store.restoreRevision(saved);
      throw new Error(`the change was taken back, as it could not be kept: ${(error as Error).message}`);
    } finally {
      saved = store.revision;
    }
  };
  return { store, save };
}

function read(file: DataFile): TodoStore {
  const text = file.read();
  if (text === null) return new TodoStore();
  try {
    return TodoStore.fromCheckpoint(text);
  } catch (error) {
    if (!(error instanceof TodoError)) throw error;
    throw new StartError(`${file.path}: ${error.message}. It was left as it is: move it away, or give another file as --data`);
  }
}
