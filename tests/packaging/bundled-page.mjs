// Bundles the module of a page with esbuild, and runs it in Chromium under the content security policy of an extension.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../setup/folder.mjs";
import { launchChromium } from "../setup/playwright.mjs";
import { serve } from "../setup/serve.mjs";
import { resultOf } from "./page-result.mjs";

/** What the module puts into `globalThis.result`. `name` is the folder's, in target/packaging; `args` are more arguments of Chromium. */
export async function resultOfPage(name, source, args = []) {
	const folder = emptyTarget("packaging", name);
	await build({
		stdin: { contents: source, resolveDir: root },
		bundle: true,
		outfile: join(folder, "page.js"),
		format: "esm",
		target: "es2022",
		platform: "browser",
		logLevel: "silent",
	});
	writeFileSync(
		join(folder, "index.html"),
		'<!doctype html><meta charset="utf-8"><title>packaging</title><script type="module" src="page.js"></script>\n',
	);
	const browser = await launchChromium(args);
	const server = await serve(folder, {
		headers: {
			"Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'",
		},
	});
	try {
		return await resultOf(browser, server.url);
	} finally {
		await server.close();
		await browser.close();
	}
}
