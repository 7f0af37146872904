// Clippy has no warning: of the crate and its tests natively, of the crate and its tests as
// WebAssembly, and of each module as it is shipped. All with the profile of `cargo test`, so that
// what cargo compiles for one serves the next; each takes some five seconds then.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import "../tools/rust-tools.mjs";
import { test } from "node:test";

const wasm = ["--target", wasmTarget, "--lib"];
const only = (feature) => [
	...wasm,
	"--no-default-features",
	"--features",
	feature,
];

for (const args of [
	["--all-targets"],
	[...wasm, "--test", "wasm"],
	only("todos"),
	only("tasks"),
])
	test(`cargo clippy ${args.join(" ")}`, () => {
		const { status, stderr } = spawnSync(
			"cargo",
			["clippy", "--quiet", ...args, "--", "-D", "warnings"],
			{ cwd: root, encoding: "utf8" },
		);
		assert.equal(status, 0, stderr);
	});
