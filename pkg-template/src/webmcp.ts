// `agent-todos/webmcp`: the tools of a dialect as tools of the page, for the browser's own agent.
// https://webmachinelearning.github.io/webmcp

export * from "./hosts/webmcp.js";
