// A project as npm makes it, with the packed package and other packages of exact versions.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "../../pkg-template/build/command.mjs";
import { tarball } from "./project.mjs";

/**
 * Returns the folder of a project in which npm installed the package beside `peers`, with strict
 * peers. The test removes it. `more` are arguments of npm, and `manifest` is what else its
 * package.json has.
 */
export function install(t, peers, more = [], manifest = {}) {
	return installAll(
		t,
		{ ...peers, "agent-todos": `file:${tarball}` },
		more,
		manifest,
	);
}

/**
 * Returns the folder of a project with `dependencies` alone, for the tools among them. The test
 * removes it.
 */
export const installTool = (t, dependencies) =>
	installAll(t, dependencies, [], {});

function installAll(t, dependencies, more, manifest) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-outside-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	writeFileSync(
		join(folder, "package.json"),
		JSON.stringify({ name: "host", private: true, ...manifest, dependencies }),
	);
	execFileSync(
		npm.command,
		[
			...npm.before,
			"install",
			"--strict-peer-deps",
			"--ignore-scripts",
			"--no-audit",
			"--no-fund",
			"--loglevel=error",
			...more,
		],
		{ cwd: folder, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
	);
	return folder;
}

/** Returns what a program in the project prints. Fails if it ends otherwise than well. */
export function printed(folder, name, program) {
	const file = join(folder, name);
	writeFileSync(file, program);
	const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
		cwd: folder,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(stdout + stderr);
	return stdout.trim();
}
