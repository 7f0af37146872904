// The arguments with which cargo compiles tests of the core. Node builtins only.

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
