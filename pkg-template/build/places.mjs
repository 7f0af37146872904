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
/** Returns a tool that `cargo install --root target/tools` put there. */
export const tool = (name) =>
	at(
		"target",
		"tools",
		"bin",
		name + (process.platform === "win32" ? ".exe" : ""),
	);

/**
 * The WebAssembly modules of the package, by the names of their glue, with the features of the
 * crate that each has.
 */
export const modules = [
	{ name: "agent_todos", features: "todos" },
	{ name: "agent_todos_tasks", features: "tasks" },
];
