// The build, and the package in Node, in a copy of this repository in a folder named as users name
// theirs: `agent-todos`, below one with a space.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";

const { devDependencies } = JSON.parse(
	readFileSync(join(root, "package.json"), "utf8"),
);
/** What the build itself starts and imports, with their scopes, and our own workspaces. */
const used = new Set(
	Object.keys(devDependencies).map((name) => name.split("/")[0]),
);
const isUsed = (name) => used.has(name) || /^(\.|agent-todos)/.test(name);

/** What is copied of each folder. */
const copied = {
	// Not what the copy builds itself.
	".": (name) => ![".git", "pkg", "target", "node_modules"].includes(name),
	// Not what other tests write and remove meanwhile.
	node_modules: (name) => isUsed(name) && !/^\.(vite|cache)/.test(name),
	// The crates of others are compiled already. Ours is compiled again, as it is in another place.
	target: (name) => name === "release",
	[`target/${wasmTarget}`]: (name) => name === "release",
};

/** In place of wasm-opt, which takes most of the build's time: leaves the module as it is. */
const copyInstead = `import { copyFileSync } from "node:fs";
const [, , input, ...options] = process.argv;
if (options.includes("-o")) copyFileSync(input, options.at(-1));`;

test("the package is built and works in a folder with a space", (t) => {
	const parent = mkdtempSync(join(tmpdir(), "agent-todos-"));
	t.after(() => rmSync(parent, { recursive: true, force: true }));
	const folder = join(parent, "with a space", "agent-todos");
	for (const [below, isCopied] of Object.entries(copied))
		for (const name of readdirSync(join(root, below)).filter(isCopied))
			cpSync(join(root, below, name), join(folder, below, name), {
				recursive: true,
				// Links stay links, and times stay, which cargo compares.
				verbatimSymlinks: true,
				preserveTimestamps: true,
			});
	// The other packages, half a gigabyte, are links.
	for (const name of readdirSync(join(root, "node_modules")))
		if (!isUsed(name))
			symlinkSync(
				join(root, "node_modules", name),
				join(folder, "node_modules", name),
				"junction",
			);
	const wasmOpt = join(folder, "node_modules", "binaryen", "bin", "wasm-opt");
	writeFileSync(wasmOpt, copyInstead);
	for (const args of [
		["pkg-template/build/build.mjs"],
		["--test", join("tests", "packaging", "node.test.mjs")],
	]) {
		const { status, stdout, stderr } = spawnSync(process.execPath, args, {
			cwd: folder,
			encoding: "utf8",
			env: { ...process.env, NODE_TEST_CONTEXT: undefined },
		});
		assert.equal(status, 0, stdout + stderr);
	}
});
