// A Node program: both entries in one process, and all that the package says it exports.

import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as served from "agent-todos";
import * as inline from "agent-todos/inline";
import manifest from "agent-todos/package.json" with { type: "json" };
import { played } from "./plan.js";

equal(manifest.name, "agent-todos");
deepEqual(Object.keys(served).sort(), Object.keys(inline).sort());
// Each entry finds the module in its own way.
const ownOfEntry = new Set(["init", "openList", "openLists"]);
const values = new Map(Object.entries(inline));
for (const [name, value] of Object.entries(served))
	if (!ownOfEntry.has(name)) equal(values.get(name), value, name);

// By path, as somebody does who keeps the file elsewhere; Node resolves it through the package's
// exports.
const wasm = fileURLToPath(
	import.meta.resolve("agent-todos/agent_todos_bg.wasm"),
);
ok(WebAssembly.validate(readFileSync(wasm)));
const options = {
	path: { module_or_path: wasm },
	bytes: { module_or_path: readFileSync(wasm) },
}[process.argv[2]];
if (options) await served.init(options);
// Ready through one entry is ready through the other.
const ready = {
	"no argument": () => served.init(),
	inline: () => inline.init(),
}[process.argv[2]];
process.stdout.write(JSON.stringify(await played(ready ?? (() => {}))));
