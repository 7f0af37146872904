// For bundlers that give the URL of a file that one imports, and leave `new URL(…,
// import.meta.url)` alone (esbuild).

import { init } from "agent-todos";
import wasm from "agent-todos/agent_todos_bg.wasm";

export const ready = () =>
	init({ module_or_path: new URL(wasm, import.meta.url) });
