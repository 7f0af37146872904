// Placeholder: the entry for Node.
import { readFile } from "node:fs/promises";
import { once } from "./load.js";
export * from "./exports.js";

/** Reads the wasm and makes the package ready. */
export function init(source?: BufferSource | URL): Promise<void> {
  return once(async () => {
    const from = source ?? new URL("./agent_todos_bg.wasm", import.meta.url);
    return from instanceof URL ? new Uint8Array(await readFile(from)) : from;
  });
}
