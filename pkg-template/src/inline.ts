// Placeholder: the entry that needs no file.
import { wasmBase64 } from "../generated/wasm_base64.js";
import { once } from "./load.js";
export * from "./exports.js";

/** Makes the package ready. */
export function init(): Promise<void> {
  return once(async () => Uint8Array.from(atob(wasmBase64), (c) => c.charCodeAt(0)));
}
