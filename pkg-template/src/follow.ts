// `agent-todos/follow`: the list of another context, for panels and content scripts. It needs no
// WebAssembly, and contains none of the code for it.

export { TodoError } from "../generated/snippets.js";
export type { Follower } from "./connect/follower.js";
export { follow } from "./connect/follower.js";
export { overRuntime } from "./connect/runtime.js";
export { overBroadcastChannel } from "./connect/transport.js";
export { overWebSocket } from "./connect/web-socket.js";
