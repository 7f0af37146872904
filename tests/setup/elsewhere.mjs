// Builds in a copy of this repository in a folder named as users name theirs: `agent-todos`, below one with a space. The projects of
// tests/packaging lie in such a folder by themselves, so what is left to run there is the runner, and the package in Node.

import { mkdtempSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import {
	modules,
	root,
	target,
	tools,
} from "../../pkg-template/build/places.mjs";
import { ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { execute } from "./execute.mjs";

/** Neither outputs, which the copy builds itself, nor what other suites write and remove meanwhile. */
const left = [".git", "pkg", relative(root, target)];
const isCopied = (path) => {
	const [first, second] = relative(root, path).split(sep);
	return (
		!left.includes(first) &&
		!(first === "node_modules" && /^\.(vite|cache)/.test(second))
	);
};

export async function runElsewhere() {
	const parent = mkdtempSync(join(tmpdir(), "agent-todos-"));
	const folder = join(parent, "with a space", "agent-todos");
	try {
		await cp(root, folder, {
			recursive: true,
			verbatimSymlinks: true,
			filter: isCopied,
		});
		// The crates of others are compiled already; ours is compiled anew, as it is in another place.
		for (const kept of [
			tools,
			...modules.map(({ name }) => join(target, name)),
		])
			await cp(kept, join(folder, relative(root, kept)), {
				recursive: true,
				preserveTimestamps: true,
			});
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
