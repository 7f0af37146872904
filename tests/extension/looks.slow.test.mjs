// How the panel and the options look, in each of the ways that a person may have set: axe-core
// finds nothing wrong, nothing is wider than the page, and pictures are written to
// target/screenshots; and the whole panel by keyboard.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { target } from "../../pkg-template/build/places.mjs";
import { buildExtension } from "../../www/built.mjs";
import { violationsOn } from "../demo/accessibility.mjs";
import { builtAndServed } from "../demo/served-demo.mjs";
import { fits } from "../panel/chromium.mjs";
import { openChromium } from "./chromium.mjs";

const folder = join(target, "screenshots");
let shop, browser;
before(async () => {
	mkdirSync(folder, { recursive: true });
	await buildExtension();
	shop = await builtAndServed();
	browser = await openChromium([shop.url], [], { bypassCSP: true });
	await browser.setOptions({ kind: "scripted", url: "", model: "", pace: 0 });
});
after(async () => {
	await browser?.close();
	await shop?.close();
});

const looks = {
	light: { media: { colorScheme: "light" } },
	"narrow-dark": { width: 320, media: { colorScheme: "dark" } },
	"right-to-left": { direction: "rtl", media: { colorScheme: "light" } },
	"forced-colours": { media: { forcedColors: "active" } },
};

/** Looks at a page in some ways. */
async function looksRight(page, name, ...ways) {
	for (const look of ways) {
		const { width = 400, direction = "ltr", media } = looks[look];
		await page.setViewportSize({ width, height: 720 });
		await page.emulateMedia({
			colorScheme: null,
			forcedColors: null,
			// Colours are read at once, not on the way from one to another.
			reducedMotion: "reduce",
			...media,
		});
		await page.evaluate(`document.documentElement.dir = "${direction}"`);
		assert.deepEqual(await violationsOn(page), [], `${name}, ${look}`);
		await fits(page, `${name}, ${look}`);
		await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
	}
	await page.emulateMedia({ colorScheme: null, forcedColors: null });
	await page.evaluate('document.documentElement.dir = "ltr"');
}

/** Presses Tab until something has the focus; it has to come to it. */
async function tabTo(page, name, key = "Tab") {
	for (let count = 0; count < 60; count++) {
		await page.keyboard.press(key);
		const focused = await page.evaluate(() => {
			let { activeElement: element } = document;
			while (element?.shadowRoot?.activeElement)
				element = element.shadowRoot.activeElement;
			// The page itself, on the way from its end to its beginning.
			if (element === document.body) return "";
			return `${element?.id} ${element?.getAttribute("aria-label") ?? ""} ${element?.textContent?.trim() ?? ""}`;
		});
		if (focused.includes(name)) return;
	}
	assert.fail(`${key} does not come to ${name}`);
}

test("the panel, by keyboard alone, and how it looks on the way", async () => {
	const page = await browser.open(
		new URL("shop/index.html?start=over", shop.url).href,
	);
	const panel = await browser.openPanel(page);
	await looksRight(panel, "panel-task", "light", "narrow-dark");

	await tabTo(panel, "task");
	await tabTo(panel, "Begin");
	await panel.keyboard.press("Enter");
	await panel.locator('#list[mode="review"]').waitFor();
	assert.equal(
		await panel.evaluate(() => document.activeElement.id),
		"given",
		"the focus goes on to the task, and not to what would stop it",
	);
	await looksRight(panel, "panel-review", "narrow-dark");
	// A todo is moved, one is edited and one is added, as anybody would without a mouse.
	await tabTo(panel, "Find the Gooseneck kettle");
	for (const key of ["ArrowDown", "F2", "Escape"])
		await panel.keyboard.press(key);
	for (const [key, place] of [
		["Alt+ArrowDown", 2],
		["Alt+ArrowUp", 1],
	]) {
		await panel.keyboard.press(key);
		const there = panel.locator("#list .row").nth(place);
		await there.filter({ hasText: "Choose green" }).waitFor();
	}
	await tabTo(panel, "Approve and start");
	await panel.keyboard.press("Enter");
	await panel.locator("#list .ask").waitFor();
	await looksRight(panel, "panel-confirm", ...Object.keys(looks));
	await tabTo(panel, "Confirm");
	await panel.keyboard.press("Enter");
	await panel.getByText(/^Order K-\d+ is placed/).waitFor();
	await looksRight(panel, "panel-ended", "light");
	await tabTo(panel, "New task");
	await panel.keyboard.press("Enter");
	assert.equal(
		await panel.evaluate(() => document.activeElement.id),
		"task",
		"the focus goes on to what is to be written",
	);
	await panel.close();
	await page.close();
});

test("the extension's options page", async () => {
	const page = await browser.open(browser.at("options.html"));
	await page.locator("html[data-ready]").waitFor();
	await page.getByLabel("Model", { exact: true }).selectOption("anthropic");
	await looksRight(page, "options", "light", "narrow-dark");
	await tabTo(page, "remember");
	await tabTo(page, "Save");
	await page.close();
});
