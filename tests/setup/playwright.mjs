// Chromium, started by Playwright for a test, and patient in whatever it waits for.

import { chromium } from "playwright-core";
import { headlessOptions, launchOptions } from "./browsers.mjs";
import { patience } from "./patience.mjs";

const started = (defaults, options, args) => ({
	...defaults,
	timeout: patience,
	...options,
	args: [...defaults.args, ...args],
});

/** A browser without a profile. `args` are more arguments of Chromium. */
export async function launchChromium(args = [], options = {}) {
	const browser = await chromium.launch(
		started(headlessOptions, options, args),
	);
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
		started(launchOptions, options, [
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
