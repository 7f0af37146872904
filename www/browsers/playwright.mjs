// Chromium, started by Playwright for a test, and patient in whatever it waits for.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { headlessOptions, launchOptions } from "./browsers.mjs";
import { patience } from "./patience.mjs";

const started = (defaults, options, args) => ({
	...defaults,
	timeout: patience,
	...options,
	args: [...defaults.args, ...args],
});

/** Returns a server of a browser, to which several programs connect. */
export const serveChromium = () =>
	chromium.launchServer(started(headlessOptions, {}, []));

/**
 * Returns a browser without a profile. `args` are more arguments of Chromium. Without them it is
 * the one that the test runner shares, where there is one, and to close it closes the contexts of
 * this program alone.
 */
export async function launchChromium(args = [], options = {}) {
	const shared = process.env.AGENT_TODOS_CHROMIUM;
	const isUsual = args.length === 0 && Object.keys(options).length === 0;
	const browser =
		shared && isUsual
			? await chromium.connect(shared, { timeout: patience })
			: await chromium.launch(started(headlessOptions, options, args));
	browser.on("context", (context) => context.setDefaultTimeout(patience));
	return browser;
}

/**
 * Returns a list of what goes wrong in a page from now on: its errors, and what it writes to the
 * console as one of these kinds.
 */
export function troublesOf(page, kinds = ["error", "warning"], troubles = []) {
	page.on("pageerror", ({ message }) => troubles.push(`error: ${message}`));
	page.on("console", (message) => {
		if (kinds.includes(message.type()))
			troubles.push(`console: ${message.text()}`);
	});
	return troubles;
}

/**
 * Returns an unpacked extension in a browser on a profile, which is its own unless one is given:
 * `{context, worker, address, close}`. `worker` is its service worker, which runs by then, and
 * `address(file)` is where a file of it is.
 */
export async function loadExtension(
	folder,
	args = [],
	{ profile: kept, ...options } = {},
) {
	const profile = kept ?? mkdtempSync(join(tmpdir(), "agent-todos-profile-"));
	const context = await chromium.launchPersistentContext(
		profile,
		started(launchOptions, options, [
			`--disable-extensions-except=${folder}`,
			`--load-extension=${folder}`,
			...args,
		]),
	);
	context.setDefaultTimeout(patience);
	const close = async () => {
		await context.close();
		if (!kept) rmSync(profile, { recursive: true, force: true });
	};
	try {
		const worker =
			context.serviceWorkers()[0] ??
			(await context.waitForEvent("serviceworker", { timeout: patience }));
		// One that is stopped while it starts for the first time is never woken: Chromium does not
		// know its listeners yet.
		await worker.evaluate(async () => {
			while (registration.active?.state !== "activated")
				await new Promise((resolve) => setTimeout(resolve, 10));
		});
		// The worker may lie in a folder.
		const top = new URL("/", worker.url());
		const address = (file) => new URL(file, top).href;
		return { context, worker, address, close };
	} catch (error) {
		await close();
		throw error;
	}
}
