import { init } from "agent-todos";
// @ts-expect-error: esbuild resolves it to the address of the copied file
import wasm from "agent-todos/agent_todos_bg.wasm";

await init({ module_or_path: new URL(wasm, import.meta.url) });
