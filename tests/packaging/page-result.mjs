// Opens an app in Chromium and waits for what it found out.

import { patience } from "../setup/patience.mjs";

/**
 * The value of the promise that the app puts into `globalThis.result`. Whatever the page or its worker complains about
 * on the way is an error, also when the app goes on, unless it matches `ignored`.
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
		const result = await Promise.race([
			page
				.waitForFunction(() => "result" in globalThis, null, {
					timeout: patience,
				})
				.then(() => page.evaluate(() => globalThis.result)),
			new Promise((_, reject) =>
				setTimeout(() => reject(new Error("no result")), patience).unref(),
			),
		]);
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
