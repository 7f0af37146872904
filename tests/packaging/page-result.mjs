// Opens an app in Chromium and waits for what it found out: what it puts into `globalThis.result`,
// or the promise of it.

import { programPatience } from "../../www/browsers/patience.mjs";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";

/**
 * Of the page at an address. Whatever the page or its worker complains about on the way is an
 * error, also when the app goes on, unless it matches `ignored`. `before` is given the page before
 * it goes there.
 */
export async function resultOf(
	browser,
	url,
	{ before = async () => {}, ignored } = {},
) {
	const page = await browser.newPage();
	const complaints = [];
	page.on("pageerror", (error) => complaints.push(String(error)));
	page.on("console", (message) => {
		const isIgnored =
			message.location().url.endsWith("/favicon.ico") ||
			ignored?.test(message.text());
		if (["error", "warning"].includes(message.type()) && !isIgnored)
			complaints.push(message.text());
	});
	try {
		await before(page);
		await page.goto(url);
		const found = await page.waitForFunction(
			// Of a promise Playwright waits for the value, and does not ask again.
			() =>
				"result" in globalThis &&
				Promise.resolve(globalThis.result).then((result) => [result]),
			null,
			{ timeout: programPatience },
		);
		const [result] = await found.jsonValue();
		if (complaints.length > 0) throw new Error(complaints.join("\n"));
		return result;
	} catch (error) {
		throw new Error([error.message, ...complaints].join("\n"), {
			cause: error,
		});
	} finally {
		await page.close();
	}
}

/** Of the start page of a folder; `options` are those of `serve`. */
export async function resultOfServed(browser, folder, options) {
	const server = await serve(folder, options);
	try {
		return await resultOf(browser, server.url);
	} finally {
		await server.close();
	}
}

/** Of the page of this name in an unpacked extension; `options` are those of `resultOf`. */
export async function resultOfExtension(folder, name, options) {
	const { context, address, close } = await loadExtension(folder);
	try {
		return await resultOf(context, address(name), options);
	} finally {
		await close();
	}
}
