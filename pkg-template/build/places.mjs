// Where everything lies: the one list of paths that the build, the tests and the benchmarks share.
// All are absolute, so a script works from any working directory and in a folder of any name.

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const at = (...parts) => join(root, ...parts);

export const template = at("pkg-template");
/** Written by the build for the TypeScript sources to import; ignored by git. */
export const generated = at("pkg-template", "generated");
/** What `npm publish` would take. */
export const pkg = at("pkg");
/** The packed package, as `npm install agent-todos` would leave it. */
export const installed = at("node_modules", "agent-todos");

export const target = at("target");
export const tools = at("target", "tools");
/** A tool that `cargo install --root target/tools` put there. */
export const tool = (name) => at("target", "tools", "bin", name + (process.platform === "win32" ? ".exe" : ""));

/** What wasm-bindgen wrote, for the module, the smaller module, and the types; the modules when wasm-opt is done with them. */
export const bound = at("target", "wasm-bindgen");
export const boundSmall = at("target", "wasm-bindgen-small");
export const boundTypes = at("target", "wasm-bindgen-types");
export const optimised = at("target", "wasm-opt", "agent_todos_bg.wasm");
export const optimisedSmall = at("target", "wasm-opt", "todo_manager.wasm");
