// `npm run parts`: what the default module is made of, by twiggy: each folder of the crate and each
// dependency, and the largest functions.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output, run } from "./command.mjs";
import { modules } from "./places.mjs";
import { installTwiggy, twiggy } from "./toolchain.mjs";
import { buildNamed } from "./wasm.mjs";

/**
 * Returns the folder of the crate or the dependency that a function belongs to. What is generic
 * belongs to where it is written.
 */
function partOf(name) {
	if (name.startsWith("data segment")) return "texts and tables";
	const [, crate, folder] = /^<?(?:&|mut )*(\w+)::(\w+)/.exec(name) ?? [];
	if (crate === "agent_todos") return `src/${folder}`;
	return crate ?? "exports, imports and glue";
}

const folder = mkdtempSync(join(tmpdir(), "agent-todos-parts-"));
try {
	installTwiggy();
	const module = buildNamed(modules[0].name, folder);
	const items = JSON.parse(output(twiggy, ["top", "--format", "json", module]));
	const bytes = new Map();
	for (const { name, shallow_size } of items) {
		// The names themselves are not published.
		if (name.endsWith("subsection")) continue;
		const part = partOf(name);
		bytes.set(part, (bytes.get(part) ?? 0) + shallow_size);
	}
	for (const [part, size] of [...bytes].sort(([, a], [, b]) => b - a))
		console.log(`${String(size).padStart(8)}  ${part}`);
	run(twiggy, ["top", "-n", "40", module]);
	run(twiggy, ["monos", "-m", "20", "-n", "2", module]);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
