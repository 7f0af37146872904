// `npm start` serves the demo and the documentation; `npm start -- extension` opens Chromium with
// the extension, on the shop of the demo, in a profile that is gone afterwards.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { npm } from "../pkg-template/build/command.mjs";
import { installBrowser, launchOptions } from "./browsers/browsers.mjs";
import { loadExtension } from "./browsers/playwright.mjs";
import { serve } from "./browsers/serve.mjs";
import {
	buildDemo,
	buildExtension,
	builtDemo,
	extensionFolder,
} from "./built.mjs";

const [what] = process.argv.slice(2);
if (what === undefined) {
	const started = spawn(
		npm.command,
		[...npm.before, "start", "--workspace", "www"],
		{
			stdio: "inherit",
			cwd: join(import.meta.dirname, ".."),
		},
	);
	started.on("exit", (code) => process.exit(code ?? 1));
} else if (what === "extension") await openExtension();
else {
	console.error(
		`npm start takes no argument, or "extension": ${what} is neither`,
	);
	process.exit(1);
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
