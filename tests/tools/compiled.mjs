// How cargo compiles tests and benches of the core. Node builtins only.

import { output } from "../../pkg-template/build/command.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";

/**
 * For tests that run long, or in several places: what compiling takes longer, running gains several
 * times. No profile of its own: that would compile the macros of other crates again.
 */
export const optimised = ["--config", "profile.dev.opt-level=1"];

export const compileWasmTests = [
	"test",
	"--no-run",
	"--test",
	"wasm",
	"--target",
	wasmTarget,
	...optimised,
];

/**
 * Compiles a bench, as a release does unless `args` say otherwise, and returns the path of its
 * program.
 */
export function compileBench(name, args = []) {
	const messages = output(
		"cargo",
		["bench", `--bench=${name}`, "--no-run", "--message-format=json", ...args],
		{ maxBuffer: 1e9 },
	);
	if (messages === null)
		throw new Error(`tests/bench/${name}.rs does not compile.`);
	const artifacts = messages
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));
	return artifacts.find(
		({ target, executable }) => target?.name === name && executable,
	).executable;
}
