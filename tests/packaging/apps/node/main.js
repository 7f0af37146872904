// A Node program: both entries in one process, and all that the package says it exports.

import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as served from "agent-todos";
import * as inline from "agent-todos/inline";
import manifest from "agent-todos/package.json" with { type: "json" };
import { early, play } from "./plan.js";

equal(manifest.name, "agent-todos");
deepEqual(Object.keys(served).sort(), Object.keys(inline).sort());
for (const [name, value] of Object.entries(served))
	if (name !== "init")
		equal(new Map(Object.entries(inline)).get(name), value, name);

const before = early(served);
// By path, as somebody does who keeps the file elsewhere; Node resolves it through the package's exports.
const wasm = fileURLToPath(
	import.meta.resolve("agent-todos/agent_todos_bg.wasm"),
);
ok(WebAssembly.validate(readFileSync(wasm)));
const options = {
	"no argument": undefined,
	path: { module_or_path: wasm },
	bytes: { module_or_path: readFileSync(wasm) },
}[process.argv[2]];
if (process.argv[2] === "inline") await inline.init();
else await served.init(options);

// Ready through one entry is ready through the other.
const result = play(served);
deepEqual(play(inline), result);
process.stdout.write(JSON.stringify({ before, ...result }));
