// Builds in a copy of this repository in a folder named as users name theirs: `agent-todos`, below one with a space. The projects of
// tests/packaging lie in such a folder by themselves, so what is left to run there is the runner, and the package in Node.

import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import { ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { execute } from "./execute.mjs";

/** What is copied of each folder. */
const copied = {
	// Not what the copy builds itself.
	".": (name) => ![".git", "pkg", "target", "node_modules"].includes(name),
	// Not what other suites write and remove meanwhile.
	node_modules: (name) => !/^\.(vite|cache)/.test(name),
	// The crates of others are compiled already. Ours is compiled anew, as it is in another place.
	target: (name) => name === "release",
	[`target/${wasmTarget}`]: (name) => name === "release",
	"target/tools": (name) => name === "bin",
};

export async function runElsewhere() {
	const parent = mkdtempSync(join(tmpdir(), "agent-todos-"));
	const folder = join(parent, "with a space", "agent-todos");
	try {
		for (const [below, isCopied] of Object.entries(copied)) {
			const names = readdirSync(join(root, below)).filter(isCopied);
			const to = join(folder, below);
			mkdirSync(to, { recursive: true });
			// Links stay links, and times stay, which cargo compares.
			const args = [
				"-RPp",
				...names.map((name) => join(root, below, name)),
				to,
			];
			const outcome = ofOneCheck(await execute("cp", args), ["cp", ...args]);
			if (outcome.failed > 0) return outcome;
		}
		const build = ["pkg-template/build/build.mjs"];
		const built = ofOneCheck(
			await execute(process.execPath, build, { cwd: folder }),
			["node", ...build],
		);
		if (built.failed > 0) return built;
		const outcomes = [built];
		for (const file of ["setup/runner", "packaging/node"])
			outcomes.push(
				await ofNodeTest(join(folder, "tests", `${file}.test.mjs`)),
			);
		return sum(outcomes);
	} finally {
		await rm(parent, { recursive: true, force: true });
	}
}
