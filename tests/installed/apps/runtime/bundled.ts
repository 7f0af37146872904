// For `bun build --compile`, which puts a file into the executable where it is imported as one.

import { init, TodoStore } from "agent-todos";
import wasm from "agent-todos/agent_todos_bg.wasm" with { type: "file" };

await init({ module_or_path: wasm });
console.log(new TodoStore().getXml());
