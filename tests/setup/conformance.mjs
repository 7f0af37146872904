// The official conformance tests of MCP servers.

import { toolOnNewerNode } from "./newer-node.mjs";

export const conformance = toolOnNewerNode({
	name: "@modelcontextprotocol/conformance",
	version: "0.1.16",
	script: "dist/index.js",
	purpose: "to hold the MCP server against the official tests",
});
