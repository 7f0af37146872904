// Pictures of each state of the panel, for people to look at beside its specification: `npm run
// pictures:panel`. They are in target/pictures/panel, one sheet for each look, with all states on
// it. A look that is named is the only one that is taken. If `SPECIFICATION` is the path of the
// specification's page, each state stands beside the figures with its number.

import "../tools/is-built.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { target } from "../../pkg-template/build/places.mjs";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { pages } from "./chromium.mjs";
import { states } from "./states.mjs";

/**
 * The looks: the options of a browser context, the width of the panel, and the direction of the
 * text.
 */
const looks = {
	"light-300": { colorScheme: "light", width: 300 },
	"light-360": { colorScheme: "light", width: 360 },
	"light-600": { colorScheme: "light", width: 600 },
	"dark-300": { colorScheme: "dark", width: 300 },
	"dark-360": { colorScheme: "dark", width: 360 },
	"dark-600": { colorScheme: "dark", width: 600 },
	"forced-colors-360": { forcedColors: "active", width: 360 },
	"right-to-left-360": { colorScheme: "light", width: 360, dir: "rtl" },
};

const named = process.argv.slice(2);
const { SPECIFICATION } = process.env;
const folder = join(target, "pictures", "panel");
mkdirSync(folder, { recursive: true });
const chromium = await pages();
const browser = await launchChromium();
try {
	for (const [name, look] of Object.entries(looks))
		if (named.length === 0 || named.includes(name)) await takeSheet(name, look);
} finally {
	await chromium.close();
	await browser.close();
}

async function takeSheet(name, { width, dir = "ltr", ...options }) {
	const context = {
		viewport: { width: width + 24, height: 900 },
		reducedMotion: "reduce",
		bypassCSP: true,
		...options,
	};
	const page = await chromium.open(context);
	await page.addStyleTag({
		content:
			"h1 { display: none } body { margin: 12px; background: light-dark(#f5f5f6, #0c0c0e) }",
	});
	await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
	const ours = [];
	for (const state of Object.keys(states)) {
		await page.evaluate((state) => globalThis.showState(state), state);
		ours.push([state, await takeShown(page)]);
	}
	await page.context().close();
	const theirs = SPECIFICATION ? await takeSpecification(context) : [];
	const figures = ours.map(([state, image]) => {
		const number = state.replace(/^0|-.*/g, "");
		const beside = theirs.filter(([caption]) => caption === number);
		return [[state, image], ...beside]
			.map(
				([caption, png]) =>
					`<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${png.toString("base64")}"></figure>`,
			)
			.join("");
	});
	const sheet = await browser.newPage({
		viewport: { width: 1920, height: 1080 },
	});
	await sheet.setContent(
		`<style>
			body { display: flex; flex-wrap: wrap; gap: 1rem; font: 14px system-ui; background: #888 }
			div { display: flex; gap: 4px } figure { margin: 0 } figcaption { color: #fff }
		</style>${figures.map((figure) => `<div>${figure}</div>`).join("")}`,
	);
	const path = join(folder, `${name}.png`);
	writeFileSync(path, await sheet.screenshot({ fullPage: true }));
	await sheet.close();
	console.log(path);
}

/** Takes the page down to where the element and what it opened end. */
async function takeShown(page) {
	const height = await page.evaluate(() => {
		const { shadowRoot } = globalThis.element;
		const open = shadowRoot.querySelectorAll(":popover-open");
		const ends = [globalThis.element, ...open].map(
			(it) => it.getBoundingClientRect().bottom,
		);
		return Math.ceil(Math.max(...ends)) + 12;
	});
	const { width } = page.viewportSize();
	return page.screenshot({ clip: { x: 0, y: 0, width, height } });
}

/** Returns the figures of the specification, each with its number. */
async function takeSpecification(context) {
	const page = await browser.newPage({
		...context,
		viewport: { width: 1400, height: 900 },
	});
	await page.goto(pathToFileURL(SPECIFICATION).href);
	const figures = [];
	for (const figure of await page.locator("figure").all()) {
		const number = await figure.locator("figcaption b").first().textContent();
		figures.push([number.trim(), await figure.screenshot()]);
	}
	await page.close();
	return figures;
}
