// `dist/agent-todos.js`: the list and the loop in one file, which a program without a bundler
// copies.

export * from "./inline.js";
export { runAgent } from "./run/index.js";
