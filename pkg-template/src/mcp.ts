// `agent-todos/mcp`: the tools on a server of the Model Context Protocol, made with its official SDK. Which transport it
// is connected to is the host's business: in a page the SDK's InMemoryTransport, in Node what mcp-cli.ts does.

import { McpServer } from "@modelcontextprotocol/server";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { promptSection, tools } from "./exports.js";
import type { AgentTool, DialectName, Outcome, TodoStore } from "./exports.js";

/** How the server introduces itself to a client. */
export interface McpServerIdentity {
  /** Default `"agent-todos"`. */
  readonly name?: string;
  /** Default the version of this package. */
  readonly version?: string;
}

/** A server over one todo list. */
export interface TodoMcpServerOptions extends McpServerIdentity {
  /** The list. It may be used beside the server, and by several servers. */
  readonly store: TodoStore;
  /** Whose tools are served. Default `"todo_manager"`. */
  readonly dialect?: DialectName;
  /**
   * Called with the outcome of each call that changed the list. The call is answered when this is done, so what it stores is
   * stored before the client hears of the change; what it throws the client gets as the call's error.
   */
  readonly onChange?: (outcome: Outcome) => void | Promise<void>;
  /** Whether a change is answered with the list as a second text. Default true. */
  readonly reminders?: boolean;
}

/** What a server is made over: one member for each kind of store. */
export type CreateMcpServerOptions = TodoMcpServerOptions;

/**
 * Makes a server with every tool of a dialect, ready to `connect()`. Its instructions are the dialect's `promptSection`.
 *
 * A call is answered with the outcome's `text`, marked as an error when the outcome is not `ok`; after a change its
 * `reminder` follows as a second text.
 *
 * Throws `invalid_argument` for a store that is none and a dialect that does not exist.
 */
export function createMcpServer(options: CreateMcpServerOptions): McpServer {
  const { name = "agent-todos", version = PACKAGE_VERSION } = options;
  const { instructions, served } = overTodos(options);
  const server = new McpServer({ name, version }, { instructions });
  for (const { name, call, ...config } of served) server.registerTool(name, config, call);
  return server;
}

/** The version in package.json; written in by the build. */
declare const PACKAGE_VERSION: string;

/** What is served over a store, whatever kind of store it is. */
interface Offer {
  readonly instructions: string;
  readonly served: ReadonlyArray<Pick<AgentTool, "name" | "description" | "inputSchema"> & {
    readonly annotations: ToolAnnotations;
    readonly call: (args: unknown) => CallToolResult | Promise<CallToolResult>;
  }>;
}

function overTodos({ store, dialect = "todo_manager", onChange, reminders = true }: TodoMcpServerOptions): Offer {
  const served = tools(store, dialect).map(({ name, description, inputSchema, call }) => ({
    name,
    description,
    inputSchema,
    annotations: { ...annotations[dialect][name], openWorldHint: false },
    call: async (args: unknown): Promise<CallToolResult> => {
      const outcome = call(args);
      if (outcome.changed) await onChange?.(outcome);
      const texts = reminders && outcome.reminder !== undefined ? [outcome.text, outcome.reminder] : [outcome.text];
      return { content: texts.map((text) => ({ type: "text", text })), isError: !outcome.ok };
    },
  }));
  return { instructions: promptSection(dialect), served };
}

const reads: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
/** Sent the whole list, or what it becomes: what is left out of it goes, and the same list again changes nothing. */
const writesList: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

/** By dialect and tool; a dialect that is not here does not compile. */
const annotations: Record<DialectName, Record<string, ToolAnnotations>> = {
  // Adds the same todos again when it is called again.
  todo_manager: { todo_manager: { ...writesList, idempotentHint: false } },
  xml_call: { todo: writesList },
  snapshot: { todo_read: reads, todo_write: writesList },
  merge: { todo: writesList },
  TodoWrite: { TodoWrite: writesList },
  update_plan: { update_plan: writesList },
  write_todos: { write_todos: writesList },
  manage_todo_list: { manage_todo_list: writesList },
  update_todo_list: { update_todo_list: writesList },
  todo_write: { todo_write: writesList },
};
