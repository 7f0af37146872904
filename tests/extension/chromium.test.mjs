// The extension in Chromium, from end to end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { builtAndServed } from "../e2e/served-demo.mjs";
import { buildExtension, openChromium } from "./chromium.mjs";

let shop, browser;
before(async () => {
	await buildExtension();
	shop = await builtAndServed();
	browser = await openChromium([shop.url]);
});
after(async () => {
	await browser?.close();
	await shop?.close();
});

const fast = { kind: "scripted", url: "", model: "", pace: 0 };

/** Opens the shop, and the panel for its tab. */
async function opened({ wait = 0 } = {}) {
	const page = await browser.open(
		new URL(`shop/index.html?start=over&wait=${wait}`, shop.url).href,
	);
	const panel = await browser.openPanel(page);
	return { page, panel };
}

/** The rows of the list, as `status: content`. */
const rows = (panel) =>
	panel
		.locator("#list .row")
		.evaluateAll((rows) =>
			rows.map(
				(row) =>
					`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
			),
		);

test("the whole task with the panel open: the plan is reviewed, and each todo done", async () => {
	await browser.setOptions(fast);
	const { page, panel } = await opened();
	await panel.getByRole("button", { name: "Begin" }).click();
	await panel.getByText("Review the plan:").waitFor();
	console.error(await rows(panel));
	await panel.getByRole("button", { name: "Start" }).click();
	await panel.getByText(/^Order K-\d+ is placed/).waitFor();
	console.error(await rows(panel), await page.locator("h1").textContent());
	assert.deepEqual(browser.troubles, []);
});
