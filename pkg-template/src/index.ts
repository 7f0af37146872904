// Placeholder: the entry for browsers.
import { once } from "./load.js";
export * from "./exports.js";

/** Fetches the wasm and makes the package ready. */
export function init(source?: BufferSource | URL): Promise<void> {
  return once(async () => {
    const from = source ?? new URL("./agent_todos_bg.wasm", import.meta.url);
    return from instanceof URL ? (await fetch(from)).arrayBuffer() : from;
  });
}
