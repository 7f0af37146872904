import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";

/** Makes a folder below target/ that has nothing in it, and returns it. */
export function emptyFolder(...path) {
	const folder = join(target, ...path);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	return folder;
}
