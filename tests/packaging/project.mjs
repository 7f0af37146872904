// Makes a tiny project below target/packaging as somebody has it who ran `npm install agent-todos`:
// some files of apps/, and the packed tarball unpacked into its own node_modules. The bundlers
// themselves come from this repository's node_modules.

import { execFileSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { packAndInstall } from "../../pkg-template/build/pack.mjs";
import { pkg, root, target } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";

export const entries = ["agent-todos", "agent-todos/inline"];

/** The packed package: the one that the build left, which `npm test` has run by now. */
export const tarball = newestTarball() ?? packed();

/**
 * The folders above every project, named as users name theirs: plugins match paths, and a path is a
 * URL elsewhere.
 */
const above = ["agent-todos", "with a space"];

/**
 * `files` says which file of apps/ stands under which name in the project; `entry` is what stands
 * in their imports of `agent-todos`. Returns the project's folder.
 */
export function makeProject(name, entry, files) {
	const folder = emptyTarget("packaging", ...above, name);
	unpack(join(folder, "node_modules", "agent-todos"));
	writeFileSync(
		join(folder, "package.json"),
		`${JSON.stringify({ name, private: true, type: "module" })}\n`,
	);
	for (const [file, source] of Object.entries(files)) {
		const app = join(import.meta.dirname, "apps", source);
		const text = readFileSync(app, "utf8");
		writeFileSync(
			join(folder, file),
			text.replaceAll('from "agent-todos"', `from "${entry}"`),
		);
	}
	return folder;
}

export function unpack(folder) {
	mkdirSync(folder, { recursive: true });
	// By paths from the root: GNU tar, which Windows may have too, takes what is before a colon for a
	// machine.
	const [file, into] = [tarball, folder].map((path) => relative(root, path));
	execFileSync("tar", ["-xzf", file, "--strip-components=1", "-C", into], {
		cwd: root,
	});
}

function newestTarball() {
	const folder = join(target, "pack");
	const file =
		existsSync(folder) &&
		readdirSync(folder).find((file) => file.endsWith(".tgz"));
	return file ? join(folder, file) : null;
}

function packed() {
	if (!existsSync(pkg))
		throw new Error("There is no package to test: npm run build");
	return packAndInstall();
}
