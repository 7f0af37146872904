// What the browsers of these tests load: the programs in apps/, as web pages or as an unpacked
// extension; and a server that hears what they report.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import * as setup from "../tools/extension.mjs";

const app = (name) => join(import.meta.dirname, "apps", name);
/** Programs of apps/, by their names without the ending. */
const bundled = (...names) =>
	setup.bundled(
		Object.fromEntries(names.map((name) => [name, app(`${name}.js`)])),
	);

/** Makes the unpacked extension that works on lists in chrome.storage; returns its folder. */
export async function makeExtension(name, manifest) {
	const files = {
		...(await bundled("extension-worker", "extension-page", "content-script")),
		"page.html": readFileSync(app("extension-page.html")),
	};
	return setup.makeExtension(name, files, {
		host_permissions: ["http://localhost/*"],
		content_scripts: [
			{ matches: ["http://localhost/*"], js: ["content-script.js"] },
		],
		background: { service_worker: "extension-worker.js" },
		...manifest,
	});
}

/** For the tests of one file: the site, and a Chromium. */
export async function siteAndBrowser() {
	const [site, browser] = [await serveSite(), await launchChromium()];
	after(async () => {
		await browser.close();
		site.close();
	});
	return { site, browser };
}

/**
 * Serves the web programs. Returns `{address, hear, close}`; `hear(listener)` makes `listener` the
 * one who gets what programs report.
 */
export async function serveSite() {
	const files = await bundled(
		"page",
		"conformance-page",
		"conformance-worker",
		"conformance-service-worker",
		"current-worker",
	);
	let listener = () => {};
	const textOf = (path) => {
		if (path.endsWith(".js")) return files[path.slice(1)] ?? "";
		if (path.endsWith(".html"))
			return `<!doctype html><title>durable</title><script src="${path.replace(".html", ".js")}"></script>`;
		// Until an extension that was loaded with the browser has taken notice of it.
		return path === "/extension"
			? "<!doctype html><script>setTimeout(() => document.title || location.reload(), 1000)</script>"
			: "";
	};
	const { url, close } = await serve((path) => ({ text: textOf(path) }), {
		headers: { "Cache-Control": "no-store" },
		post(_, told, response) {
			response.end();
			listener(told);
		},
	});
	return {
		address: url,
		hear(told) {
			listener = told;
		},
		close,
	};
}
