// `agent-todos` in Node: as index.ts, but the module is read from the disk, and is the one with everything.

import { readFile } from "node:fs/promises";
import type { InitInput } from "./load.js";
import { initOnce } from "./load.js";

export * from "./exports.js";
export type { InitInput };

/** As in index.ts; a string that is no web address is a path. */
export function init(options?: {
	readonly module_or_path?: InitInput | Promise<InitInput>;
}): Promise<void> {
	return initOnce(async () => {
		const source =
			(await options?.module_or_path) ??
			new URL("./agent_todos_all.wasm", import.meta.url);
		if (typeof source !== "string" && !(source instanceof URL)) return source;
		return /^(https?|data|blob):/.test(String(source))
			? source
			: bytes(await readFile(source).catch(lost(source)));
	});
}

/** A bundler took the file away, or gave the path that a browser would ask for, in an object that only looks like a URL. */
function lost(source: string | URL): (error: unknown) => never {
	return (error) => {
		const way =
			'leave agent-todos out of the bundle (Next.js: serverExternalPackages: ["agent-todos"]), import "agent-todos/inline", or give module_or_path';
		throw new Error(`agent-todos: cannot read ${source}: ${way}`, {
			cause: error,
		});
	};
}

/** Types know a Buffer as something that might be shared memory, which readFile never gives. */
function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
	return buffer as Uint8Array<ArrayBuffer>;
}
