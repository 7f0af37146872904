// Rust is as rustfmt writes it, and JavaScript and TypeScript as Biome formats and recommends them.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import "../tools/rust-tools.mjs";

const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
for (const [name, command, ...args] of [
	["cargo fmt --check", "cargo", "fmt", "--check"],
	["biome check", process.execPath, biome, "check", "--error-on-warnings"],
])
	test(`${name}: npm run format mends what can be mended`, () => {
		const { status, stdout, stderr } = spawnSync(command, args, {
			cwd: root,
			encoding: "utf8",
		});
		assert.equal(status, 0, stdout + stderr);
	});
