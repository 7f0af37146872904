// `npm start` serves the demo, and the documentation once it is asked for; `npm start -- extension`
// opens Chromium with the extension, on the shop of the demo, in a profile that is gone afterwards.

import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { preview } from "vite";
import { say } from "../pkg-template/build/command.mjs";
import { target } from "../pkg-template/build/places.mjs";
import { installBrowser, launchOptions } from "./browsers/browsers.mjs";
import { loadExtension } from "./browsers/playwright.mjs";
import { serve } from "./browsers/serve.mjs";
import {
	buildDemo,
	buildExtension,
	buildSite,
	builtDemo,
	extensionFolder,
} from "./built.mjs";

const [what] = process.argv.slice(2);
if (what === undefined) await serveSite();
else if (what === "extension") await openExtension();
else {
	console.error(
		`npm start takes no argument, or "extension": ${what} is neither`,
	);
	process.exit(1);
}

async function serveSite() {
	const site = join(target, "site");
	await buildDemo();
	cpSync(builtDemo, site, { recursive: true });
	const server = await preview({
		root: import.meta.dirname,
		build: { outDir: site },
		plugins: [docsOnRequest()],
	});
	server.printUrls();
}

/** Builds the whole site when a page of the documentation is asked for first. */
function docsOnRequest() {
	let building;
	const build = () => {
		say("building the documentation (two minutes, unless it is built)");
		return buildSite().catch((error) => {
			building = undefined;
			throw error;
		});
	};
	return {
		name: "docs-on-request",
		configurePreviewServer({ middlewares }) {
			middlewares.use(async (request, response, next) => {
				if (!/^\/(docs|r|pictures)\//.test(request.url)) return next();
				building ??= build();
				try {
					const isBuilt = building.then(() => true);
					if (await Promise.race([isBuilt, setTimeout(5000)])) return next();
				} catch (error) {
					return next(error);
				}
				response.writeHead(503, { "content-type": "text/html", refresh: "2" });
				response.end(
					"<title>Building</title>The documentation is being built. This page opens it as soon as it is there.",
				);
			});
		},
	};
}

async function openExtension() {
	installBrowser("chromium");
	await buildDemo();
	await buildExtension();
	const server = await serve(builtDemo);
	const { context, close } = await loadExtension(
		join(extensionFolder, "chromium"),
		[],
		{ headless: false, viewport: null },
	);
	const closed = once(context, "close");
	const [page] = context.pages();
	await page.goto(new URL("shop/index.html?start=over&code", server.url).href);
	console.log(
		`The shop is open in ${launchOptions.executablePath}. Click the extension's icon (it may be behind the puzzle piece): its panel opens beside the page.
At the checkout the shop sends a code. It is in ${new URL("shop/mail.html", server.url).href}.`,
	);
	await closed;
	await close();
	await server.close();
}
