// `npm run icons`: draws the extension's icons from www/extension/icon.svg, in Chromium.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { launchChromium } from "../../www/browsers/playwright.mjs";

const folder = join(root, "www", "extension");
const svg = await readFile(join(folder, "icon.svg"), "utf8");
const browser = await launchChromium();
for (const size of [16, 32, 48, 128]) {
	const page = await browser.newPage({
		viewport: { width: size, height: size },
	});
	await page.setContent(
		`<style>body { margin: 0 } svg { display: block }</style>${svg}`,
	);
	await page.screenshot({
		path: join(folder, "public", "icons", `${size}.png`),
		omitBackground: true,
	});
	await page.close();
}
await browser.close();
