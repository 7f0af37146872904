// Vite's way to the URL of a file.

import { init } from "agent-todos";
import wasm from "agent-todos/agent_todos_bg.wasm?url";

export const ready = () => init({ module_or_path: wasm });
