// Pictures of each state of the panel, for people to look at beside its specification: `npm run pictures:panel`. They are in
// target/pictures/panel, one sheet for each look, with all states on it.

import "../setup/is-built.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { target } from "../../pkg-template/build/places.mjs";
import { launchChromium } from "../setup/playwright.mjs";
import { pages } from "./chromium.mjs";
import { prepareStates, states } from "./states.mjs";

/** The looks: the options of a browser context, the width of the panel, and the direction of the text. */
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

const folder = join(target, "pictures", "panel");
mkdirSync(folder, { recursive: true });
const chromium = await pages();
const browser = await launchChromium();
try {
	for (const [name, look] of Object.entries(looks)) await takeSheet(name, look);
} finally {
	await chromium.close();
	await browser.close();
}

async function takeSheet(name, { width, dir = "ltr", ...options }) {
	const figures = [];
	for (const state of Object.keys(states)) {
		const page = await chromium.open({
			viewport: { width: width + 16, height: 640 },
			reducedMotion: "reduce",
			...options,
		});
		await page.evaluate(prepareStates);
		await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
		await page.evaluate(states[state]);
		await page.evaluate(() => globalThis.states.drawn());
		const image = (await page.screenshot()).toString("base64");
		figures.push(
			`<figure><figcaption>${state}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
		);
		await page.context().close();
	}
	const page = await browser.newPage({
		viewport: { width: 1920, height: 1080 },
	});
	await page.setContent(
		`<style>
			body { display: flex; flex-wrap: wrap; gap: 1rem; font: 14px system-ui; background: #888 }
			figure { margin: 0 } figcaption { color: #fff }
		</style>${figures.join("")}`,
	);
	const path = join(folder, `${name}.png`);
	writeFileSync(path, await page.screenshot({ fullPage: true }));
	await page.close();
	console.log(path);
}
