// The arguments with which cargo compiles the tests. The set-up compiles them while the package is
// built, which uses only one core, so that no test waits for cargo. Node builtins only.

import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";

export const compiled = {
	native: ["test", "--no-run"],
	wasm: [
		"test",
		"--no-run",
		"--test",
		"wasm",
		"--target",
		wasmTarget,
		"--profile",
		"wasm-test",
	],
};
