// Chromium, started by Playwright for a test, and patient in whatever it waits for.

import { chromium } from "playwright-core";
import { launchOptions } from "./browsers.mjs";
import { patience } from "./patience.mjs";

const started = (options, args) => ({
	...launchOptions,
	timeout: patience,
	...options,
	args: [...launchOptions.args, ...args],
});

/** A browser without a profile. `args` are more arguments of Chromium. */
export async function launchChromium(args = [], options = {}) {
	const browser = await chromium.launch(started(options, args));
	browser.on("context", (context) => context.setDefaultTimeout(patience));
	return browser;
}

/** A browser on a profile, with an unpacked extension if there is a folder of one. */
export async function launchWithProfile(
	profile,
	extension,
	args = [],
	options = {},
) {
	const context = await chromium.launchPersistentContext(
		profile,
		started(options, [
			...(extension
				? [
						`--disable-extensions-except=${extension}`,
						`--load-extension=${extension}`,
					]
				: []),
			...args,
		]),
	);
	context.setDefaultTimeout(patience);
	return context;
}

/** The service worker of the one extension in a context, as soon as it runs. */
export async function serviceWorkerOf(context) {
	return (
		context.serviceWorkers()[0] ??
		(await context.waitForEvent("serviceworker", { timeout: patience }))
	);
}
