// Where everything lies: the one list of paths that the build, the tests and the benchmarks share.
// All are absolute, so a script works from any working directory and in a folder of any name.

import { accessSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
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

/** What all clones share: in the user's folder of caches, or in target/ if that is read-only. */
const cache = writable(
	join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "agent-todos"),
	tools,
);

function writable(folder, otherwise) {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK);
		return folder;
	} catch {
		return otherwise;
	}
}

/**
 * Returns the folder of one version of a program that `cargo install` compiles, which each clone
 * would compile again.
 */
export const toolFolder = (crate, version) =>
	join(cache, `${crate}-${version}`);

/** Returns a program of a crate that `cargo install --root` put into its folder. */
export const programOf = (folder, name) =>
	join(folder, "bin", name + (process.platform === "win32" ? ".exe" : ""));

/**
 * The WebAssembly modules of the package, by the names of their glue, with the features of the
 * crate that each has.
 */
export const modules = [
	{ name: "agent_todos", features: "todos" },
	{ name: "agent_todos_tasks", features: "tasks" },
];
