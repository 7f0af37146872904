// What the files of the package share with each other, and no entry exports: for a test of what
// only happens inside.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installed } from "../../pkg-template/build/places.mjs";

/** Returns a class or function of the package that Node runs, by its name in the sources. */
export async function internal(name) {
	const shared = readdirSync(installed).filter((file) =>
		/^node-shared-.*\.js$/.test(file),
	);
	for (const file of ["run-node.js", ...shared]) {
		const module = await import(pathToFileURL(join(installed, file)).href);
		if (name in module) return module[name];
	}
	throw new Error(`no file of the package shares ${name}`);
}
