// Packs pkg/ as a publish would and unpacks it as an install would, into node_modules/agent-todos:
// the tests and the demo import `agent-todos` and so get what users get.

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { npm, output, run } from "./command.mjs";
import { installed, pkg, root, target } from "./places.mjs";

const folder = join(target, "pack");

/** Returns the path of the tarball. */
export function packAndInstall() {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const answer = output(
		npm.command,
		[...npm.before, "pack", "--json", "--pack-destination", folder],
		{ cwd: pkg },
	);
	const tarball = join(folder, JSON.parse(answer)[0].filename);

	// Unpacked beside its place first: a dev server that is running never sees half a package.
	const unpacked = `${installed}.new`;
	rmSync(unpacked, { recursive: true, force: true });
	mkdirSync(unpacked, { recursive: true });
	// By paths from the root: GNU tar, which Windows may have too, takes what is before a colon for a
	// machine.
	const [file, into] = [tarball, unpacked].map((path) => relative(root, path));
	run("tar", ["-xzf", file, "--strip-components=1", "-C", into]);
	rmSync(installed, { recursive: true, force: true });
	renameSync(unpacked, installed);
	return tarball;
}
