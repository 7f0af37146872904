// Skips a step of the build whose inputs are the same as when it last ended well. Node builtins
// only.

import { createHash } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, target } from "./places.mjs";

/**
 * Runs `step` unless every file of `outputs` is there and the stamp of `name` has the hash of
 * `inputs` (files and folders) and `facts` (texts, as the version of a compiler). Returns what
 * `step` returned, or `undefined` where it was skipped.
 */
export async function unlessBuilt({ name, inputs, facts = [], outputs }, step) {
	const file = join(target, "stamps", name);
	const hash = hashOf(inputs, facts);
	const isBuilt =
		outputs.every((path) => existsSync(path)) &&
		existsSync(file) &&
		readFileSync(file, "utf8") === hash;
	if (isBuilt) {
		// It is as new as the inputs, which a checkout may have written again.
		utimesSync(file, new Date(), new Date());
		return undefined;
	}
	// A step that fails half-way leaves no stamp.
	rmSync(file, { force: true });
	const result = await step();
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, hash);
	return result;
}

export function hashOf(inputs, facts) {
	const hash = createHash("sha256").update(JSON.stringify(facts));
	for (const file of inputs.flatMap(filesBelow))
		hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
	return hash.digest("hex");
}

/** Returns the files in a folder, or the path of a file itself. */
export function filesBelow(path) {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.filter((name) => name !== "node_modules")
		.flatMap((name) => filesBelow(join(path, name)));
}
