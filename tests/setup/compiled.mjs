// What cargo compiles for the tests, by what needs it. Node builtins only: the set-up has it
// compiled beside the package, which keeps one core busy, so that no test waits for it.

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
