// `agent-todos/inline`: the same, with the WebAssembly module inside the JavaScript. Nothing has to be served.

import { wasmBase64 } from "../generated/wasm_base64.js";
import { initOnce } from "./load.js";

export * from "./exports.js";

/** Makes the package ready; to be awaited before anything else is used. May be called any number of times. */
export function init(): Promise<void> {
	return initOnce(async () =>
		Uint8Array.from(atob(wasmBase64), (character) => character.charCodeAt(0)),
	);
}
