// The arguments with which cargo compiles the tests of the core as WebAssembly. Node builtins only.

import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";

export const compileWasmTests = [
	"test",
	"--no-run",
	"--test",
	"wasm",
	"--target",
	wasmTarget,
	"--profile",
	"wasm-test",
];
