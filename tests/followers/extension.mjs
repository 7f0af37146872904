// An unpacked extension of these tests in a Chromium that playwright steers: the programs of a
// folder here.

import { join } from "node:path";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { bundled, makeExtension } from "../tools/extension.mjs";

/**
 * Loads the extension whose programs are in the folder `name`: `background.js`, and `page`, which
 * its page panel.html runs. Returns what `loadExtension` does.
 */
export async function openExtension(name, page, manifest) {
	const at = (file) => join(import.meta.dirname, name, file);
	const files = {
		...(await bundled({
			background: at("background.js"),
			[page.replace(".js", "")]: at(page),
		})),
		"panel.html": `<!doctype html><title>panel</title><script src="${page}"></script>`,
	};
	return loadExtension(makeExtension(name, files, manifest));
}
