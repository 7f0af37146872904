// Bundles the module of a page with esbuild, and runs it in Chromium under the content security policy of an extension.

import { emptyTarget } from "../setup/folder.mjs";
import { writePage } from "../setup/page.mjs";
import { launchChromium } from "../setup/playwright.mjs";
import { serve } from "../setup/serve.mjs";
import { resultOf } from "./page-result.mjs";

/** What the module puts into `globalThis.result`. `name` is the folder's, in target/packaging; `args` are more arguments of Chromium. */
export async function resultOfPage(name, source, args = []) {
	const folder = emptyTarget("packaging", name);
	await writePage(folder, source, { target: "es2022" });
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
