// `agent-todos/mcp`: the tools on a server of the Model Context Protocol, made with its official SDK. The host chooses the
// transport: in a page the SDK's InMemoryTransport, in Node those of cli/mcp/.

import "./core/modules/todos.js";

export * from "./hosts/mcp.js";
