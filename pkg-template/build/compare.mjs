// Not part of the build: prints what other wasm-opt passes would give, to choose `wasmOptFlags` in wasm.mjs by.
// Run it after a build: node pkg-template/build/compare.mjs

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modules, target } from "./places.mjs";
import { sizes } from "./size.mjs";
import { wasmOptFlags, wasmOptimised } from "./wasm.mjs";

const candidates = [
	"-O2",
	"-O3",
	"-O4",
	"-Os",
	"-Oz",
	"-O3 --converge",
	"-Oz --converge",
	"-Oz --gufa --converge",
	"-Oz --flatten --rereloop -Oz -Oz",
	"-Oz --const-hoisting",
	"-O3 --traps-never-happen",
];

const input = join(modules[1].bound, "agent_todos_bg.wasm");
const row = (flags, { raw, gzip, brotli }) =>
	console.log(
		flags.padEnd(44),
		...[raw, gzip, brotli].map((n) => String(n).padStart(7)),
	);

console.log(
	"wasm-opt flags".padEnd(44),
	...["raw", "gzip", "brotli"].map((name) => name.padStart(7)),
);
row("(none)", sizes(readFileSync(input)));
for (const flags of new Set([wasmOptFlags.join(" "), ...candidates])) {
	const output = join(target, "wasm-opt", "candidate.wasm");
	wasmOptimised(input, output, flags.split(" "));
	row(flags, sizes(readFileSync(output)));
}
