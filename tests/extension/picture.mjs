// `npm run pictures`: the picture that opens the README, the panel of the extension beside the shop
// in the middle of a task. A side panel is a page of its own, so the two are taken as they stand
// side by side in the browser's window.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { buildExtension } from "../../www/built.mjs";
import { builtAndServed } from "../demo/served-demo.mjs";
import { openChromium } from "./chromium.mjs";

const height = 720;
const widths = { shop: 700, panel: 400 };
const folder = join(root, "www", "pictures");
mkdirSync(folder, { recursive: true });
await buildExtension();
const shop = await builtAndServed();
const browser = await openChromium([shop.url], [], {
	deviceScaleFactor: 1.2,
	colorScheme: "light",
});
await browser.setOptions({ kind: "scripted", url: "", model: "", pace: 1500 });
const page = await browser.open(
	new URL("shop/index.html?start=over", shop.url).href,
);
await page.setViewportSize({ width: widths.shop, height });
const panel = await browser.openPanel(page);
await panel.setViewportSize({ width: widths.panel, height });
await panel.getByRole("button", { name: "Begin" }).click();
await panel.locator('#list[mode="review"]').waitFor();
const list = panel.locator("#list");
const row = (content) => list.locator(".row").filter({ hasText: content });
await panel.getByRole("button", { name: "Approve and start" }).click();
const add = list.getByLabel("Add a todo");
await add.fill("Send me the order number");
await add.press("Enter");
// While the agent chooses how many, the element that it uses is outlined.
await page.waitForURL(/product\.html/);
await row("Send me the order number").waitFor();
await page.waitForFunction(() => document.getAnimations().length > 0);
await panel.evaluate(() => {
	document.activeElement.blur();
	scrollTo(0, 0);
});
const [left, right] = [await page.screenshot(), await panel.screenshot()];
const both = await browser.context.newPage();
await both.setViewportSize({ width: widths.shop + widths.panel + 1, height });
const image = (png, width) =>
	`<img width="${width}" src="data:image/png;base64,${png.toString("base64")}">`;
await both.setContent(
	`<style>body { display: flex; gap: 1px; margin: 0; background: #b9bcc6 }</style>${image(left, widths.shop)}${image(right, widths.panel)}`,
);
await both.screenshot({ path: join(folder, "panel.png") });
await browser.close();
await shop.close();
