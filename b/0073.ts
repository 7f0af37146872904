/** What the panel asks of the worker. */
export interface Command {
  type: "begin" | "resume";
  task?: string;
}

/** A message to or from the model. */
export interface Message {
  role: string;
  content: string | null;
  tool_calls?: {
    id: string;
    type: "function";
    function: { name: string; arguments: string };
  }[];
  tool_call_id?: string;
}

/** What the model reads of a tool. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}
