// Pages that run a program of a test.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";

/**
 * Writes into a folder a page that runs a module, which may be TypeScript and JSX, bundled with the
 * packed package. `resolveDir` is where the module would be; the other options are esbuild's.
 */
export async function writePage(
	folder,
	contents,
	{ resolveDir = root, ...options } = {},
) {
	await build({
		stdin: { contents, resolveDir, loader: "tsx" },
		bundle: true,
		outfile: join(folder, "page.js"),
		format: "esm",
		logLevel: "silent",
		...options,
	});
	writeFileSync(
		join(folder, "index.html"),
		'<!doctype html><meta charset="utf-8"><title>page</title><link rel="icon" href="data:"><main></main><script type="module" src="page.js"></script>\n',
	);
}
