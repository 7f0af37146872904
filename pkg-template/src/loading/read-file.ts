// Where the WebAssembly modules come from in Node.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { TodoError } from "../../generated/snippets.js";
import { fetchModule, type Origin, type WasmSource } from "./load.js";

/** Paths are relative to the working directory. */
export const disk: Origin = { base: `${pathToFileURL(".").href}/`, read };

/** Reads from the disk, or fetches from a web address. */
async function read(source: string | URL): Promise<Response | WasmSource> {
	if (/^(https?|data|blob):/.test(String(source))) return fetchModule(source);
	try {
		// Types know a Buffer as something that might be shared memory, which readFile never makes.
		return (await readFile(source)) as Uint8Array<ArrayBuffer>;
	} catch (cause) {
		throw makeUnreadableError(source, cause);
	}
}

/** The path of a bundle in CommonJS. */
declare const __filename: string | undefined;

/**
 * Returns the address of a file of the package. `find` throws in a bundle in CommonJS, which has no
 * `import.meta.url`. There, the file is beside the bundle, where the host puts it.
 */
export function locate(file: string, find: () => URL): URL {
	try {
		return find();
	} catch (error) {
		if (typeof __filename === "undefined") throw error;
		return new URL(file, pathToFileURL(__filename));
	}
}

/** Reads a file of the package synchronously. */
export function readNow(find: () => URL): WasmSource {
	const source = find();
	try {
		return readFileSync(source) as Uint8Array<ArrayBuffer>;
	} catch (cause) {
		throw makeUnreadableError(source, cause);
	}
}

function makeUnreadableError(source: string | URL, cause: unknown): TodoError {
	// A bundler removed the file, or passed the path that a browser would request, in an object that
	// only looks like a URL.
	return new TodoError(
		"init_failed",
		`agent-todos: cannot read ${source}: import "agent-todos/inline", give module_or_path, or leave agent-todos out of the bundle`,
		{ cause },
	);
}
