// `npm start` serves the demo and the documentation; `npm start -- extension` opens Chromium with the extension, on the shop of the
// demo, in a profile that is gone afterwards.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [what] = process.argv.slice(2);
if (what === undefined) {
	const started = spawn("npm", ["start", "--workspace", "www"], {
		stdio: "inherit",
		cwd: join(import.meta.dirname, ".."),
	});
	started.on("exit", (code) => process.exit(code ?? 1));
} else if (what === "extension") await openExtension();
else {
	console.error(
		`npm start takes no argument, or "extension": ${what} is neither`,
	);
	process.exit(1);
}

async function openExtension() {
	const { build, preview } = await import("vite");
	const { installBrowsers, launchOptions } = await import(
		"../tests/setup/browsers.mjs"
	);
	const { launchWithProfile } = await import("../tests/setup/playwright.mjs");
	const configFile = join(import.meta.dirname, "vite.config.ts");
	installBrowsers(["chromium"]);
	await build({
		configFile: join(import.meta.dirname, "vite.extension.config.ts"),
		logLevel: "error",
	});
	await build({ root: import.meta.dirname, configFile, logLevel: "error" });
	const server = await preview({ root: import.meta.dirname, configFile });
	const profile = await mkdtemp(join(tmpdir(), "agent-todos-profile-"));
	const extension = join(import.meta.dirname, "../target/extension/chromium");
	const context = await launchWithProfile(profile, extension, [], {
		headless: false,
		viewport: null,
	});
	const [page] = context.pages();
	await page.goto(new URL("shop/", server.resolvedUrls.local[0]).href);
	console.log(
		`The shop is open in ${launchOptions.executablePath}. Click the extension's icon (it may be behind the puzzle piece): its panel opens beside the page.`,
	);
	await new Promise((resolve) => context.on("close", resolve));
	await server.close();
	await rm(profile, { recursive: true, force: true });
}
