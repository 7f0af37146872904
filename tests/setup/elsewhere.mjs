// Runs suites in a copy of this repository in a folder named as users name theirs: `agent-todos`, below one with a space.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { root, target, tools } from "../../pkg-template/build/places.mjs";
import { ofNpmTest } from "./counts.mjs";
import { execute } from "./execute.mjs";

/** The copy builds everything itself but the tools. */
export async function runElsewhere(suites) {
	const parent = mkdtempSync(join(tmpdir(), "agent-todos-"));
	const folder = join(parent, "with a space", "agent-todos");
	const ofTarget = relative(root, target);
	const left = [".git", "pkg", ofTarget];
	try {
		cpSync(root, folder, {
			recursive: true,
			verbatimSymlinks: true,
			filter: (path) => !left.includes(relative(root, path).split(sep)[0]),
		});
		cpSync(tools, join(folder, relative(root, tools)), { recursive: true });
		return ofNpmTest(
			await execute(process.execPath, ["tests/run.mjs", ...suites], {
				cwd: folder,
				// Or it would run itself again.
				env: { CI: "" },
			}),
		);
	} finally {
		rmSync(parent, { recursive: true, force: true });
	}
}
