// Loads an unpacked extension into Chromium and waits for what its page found out.

import { loadExtension } from "../setup/playwright.mjs";
import { resultOf } from "./page-result.mjs";

/** What the page of this name in the extension puts into `globalThis.result`. `options` are those of `resultOf`. */
export async function resultOfExtension(folder, name, options) {
	const { context, address, close } = await loadExtension(folder);
	try {
		return await resultOf(context, address(name), options);
	} finally {
		await close();
	}
}
