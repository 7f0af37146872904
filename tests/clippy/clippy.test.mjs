// Clippy has no warning: natively it sees all of the crate but what `cfg` says of WebAssembly. The slow ones are its tests, the crate as
// WebAssembly, and each module as it is shipped, all with one profile, so that what cargo compiles for one serves the next.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import "../setup/rust-tools.mjs";
import { test } from "node:test";
import { slowTest } from "../setup/slow.mjs";

const wasm = ["--profile", "wasm-test", "--target", wasmTarget, "--lib"];
const only = (feature) => [
	...wasm,
	"--no-default-features",
	"--features",
	feature,
];

for (const [test_, ...args] of [
	[test, "--lib"],
	[slowTest, "--all-targets"],
	[slowTest, ...wasm, "--test", "wasm"],
	[slowTest, ...only("todos")],
	[slowTest, ...only("tasks")],
])
	test_(`cargo clippy ${args.join(" ")}`, () => {
		const { status, stderr } = spawnSync(
			"cargo",
			["clippy", "--quiet", ...args, "--", "-D", "warnings"],
			{ cwd: root, encoding: "utf8" },
		);
		assert.equal(status, 0, stderr);
	});
