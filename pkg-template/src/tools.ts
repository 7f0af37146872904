// `tools(store, dialect)`: the tools of a dialect in the form that agent frameworks take.

import * as glue from "../generated/agent_todos_bg.js";
import { TodoStore } from "../generated/agent_todos_bg.js";
import type { DialectName, Outcome } from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/error.js";

/** A JSON Schema in the subset that OpenAI's strict mode, Anthropic and Gemini all accept. */
export interface JsonSchema {
  type: "object" | "array" | "string" | "integer";
  description?: string;
  enum?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: false;
}

/**
 * The shape of a tool's arguments: a plain JSON Schema, and with its hidden `~standard` also a Standard Schema and a
 * Standard JSON Schema (https://standardschema.dev), so that LangChain, the AI SDK and the MCP SDK take it as it is.
 */
export interface InputSchema extends JsonSchema {
  type: "object";
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: false;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "agent-todos";
    /** Lets pass what `call` understands, repairs included, unchanged; the issue's message is fit for the model. */
    readonly validate: (
      value: unknown,
    ) => { readonly value: unknown; readonly issues?: undefined } | { readonly issues: ReadonlyArray<{ readonly message: string }> };
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

/** One tool, ready to be shown to a model and called. */
export interface AgentTool {
  /** What the model calls it. */
  name: string;
  /** When and how to use it, for the model. */
  description: string;
  /** The shape of its arguments, for the model and the framework. */
  inputSchema: InputSchema;
  /**
   * Carries out one call. `args` is what the model sent: parsed, or the JSON text itself. Never throws for that: what
   * cannot be done is an outcome with `ok` false. Throws a `TodoError` only when the store was freed.
   */
  call: (args: unknown) => Outcome;
}

/** What the core exports for this file alone. Dialects are numbered there; JSON goes in and comes out as text. */
interface Core {
  dialectIndex(name: string): number;
  toolSpecs(dialect: number): string;
  callTool(store: TodoStore, dialect: number, args: unknown): Outcome;
  checkArguments(dialect: number, args: unknown): void;
}
const core = glue as unknown as Core;

/**
 * The tools through which a model uses a store, in the words of one dialect. All work on the same list, whichever
 * dialect they speak.
 *
 * The objects are yours to change: each call makes new ones.
 *
 * Throws `invalid_argument` for a dialect that does not exist.
 */
export function tools(store: TodoStore, dialect: DialectName = "todo_manager"): AgentTool[] {
  if (!(store instanceof TodoStore)) throw new TodoError("invalid_argument", "tools() takes a TodoStore");
  const index = core.dialectIndex(dialect);
  const specs = () => JSON.parse(core.toolSpecs(index)) as AgentTool[];
  return specs().map((tool, place) => {
    const plainSchema = () => ({ ...specs()[place]?.inputSchema });
    Object.defineProperty(tool.inputSchema, "~standard", {
      value: {
        version: 1,
        vendor: "agent-todos",
        validate(value: unknown) {
          try {
            core.checkArguments(index, value);
            return { value };
          } catch (error) {
            return { issues: [{ message: (error as TodoError).message }] };
          }
        },
        jsonSchema: { input: plainSchema, output: plainSchema },
      } satisfies InputSchema["~standard"],
    });
    tool.call = (args) => core.callTool(store, index, args);
    return tool;
  });
}
