// How the pages look, in each of the ways that a person may have set: axe-core finds nothing wrong,
// nothing is wider than the window, what has the focus is never hidden, nothing jumps, and a
// picture of each is written to target/screenshots.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { target } from "../../pkg-template/build/places.mjs";
import { violationsOn } from "./accessibility.mjs";
import { overflowOf, steps } from "./demo-page.mjs";
import { demoPages } from "./served-demo.mjs";

const folder = join(target, "screenshots");
await mkdir(folder, { recursive: true });
const withPage = demoPages();

const desk = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
/** Each way once; axe-core reads the page in light colours, and on a phone in dark ones. */
const looks = {
	desk: { viewport: desk, schemes: ["light"] },
	phone: { viewport: phone, hasTouch: true, isMobile: true, schemes: ["dark"] },
	"forced colours, right to left": {
		viewport: desk,
		forcedColors: "active",
		direction: "rtl",
		schemes: [],
	},
};

/**
 * What brings each page into the middle of its life, with something of all that there is to see.
 */
const pages = {
	front: {
		path: "index.html",
		async use(page) {
			await page.locator("#choose").click();
			await page.locator("body[data-state=ready]").waitFor();
			for (const fold of ["inside", "plain-source"])
				await page.locator(`#${fold} > summary`).click();
			await page.locator("#pace").selectOption("none");
			await page.locator("#driver").selectOption("host");
			await page.locator("#dialect").selectOption("todo_manager");
			await page.locator("#scenario").selectOption("sold-out");
			await page.locator("#run").click();
			// Stopped at the form that complains.
			await page.locator('#events [data-type="unverified"]').waitFor();
			await page.keyboard.press("Escape");
			await page.locator("#model-kind").selectOption("anthropic");
			await page.locator("#whole").click();
			await page.locator(".system summary").click();
			for (const id of ["forged", "moved", "decided", "lost"]) {
				await page.locator(`#${id}-tab`).click();
				await page.locator(`#${id} button`).click();
				await page.locator(`#${id} .verdict`).nth(1).waitFor();
			}
		},
	},
	playground: {
		path: "playground.html",
		async use(page) {
			await page.locator("#list .row").first().waitFor();
			await steps(page, 9);
			await page.getByRole("button", { name: "Almost JSON" }).click();
			await page.getByRole("button", { name: "No call at all" }).click();
			await page.locator(".given summary").click();
			await page.locator("#list .head [data-do=menu]").click();
			await page.getByRole("menuitem", { name: "History" }).click();
			await page.locator("#list .past + .scroll li").first().waitFor();
		},
	},
};

const still = { reducedMotion: "reduce" };

for (const [name, { path, use }] of Object.entries(pages)) {
	describe(name, { concurrency: 3 }, () => {
		for (const [what, look] of Object.entries(looks)) {
			const { schemes, direction = "ltr", ...options } = look;
			test(`${what}: axe-core finds nothing, and nothing is cut off`, () =>
				withPage(
					path,
					async (page) => {
						const { forcedColors } = options;
						await page.evaluate((direction) => {
							document.documentElement.dir = direction;
						}, direction);
						const { width, height } = options.viewport;
						// A phone's page at the narrowest that there is, and back.
						const widths = width === phone.width ? [320, width] : [width];
						const fits = async () => {
							for (const width of widths) {
								await page.setViewportSize({ width, height });
								assert.equal(await overflowOf(page), 0, `${width}`);
							}
						};
						const isAccessible = async () => {
							for (const colorScheme of schemes) {
								await page.emulateMedia({ colorScheme });
								assert.deepEqual(await violationsOn(page), [], colorScheme);
							}
						};
						await fits();
						if (what === "phone") await isAccessible();
						await use(page);
						await fits();
						await isAccessible();
						// A touch page may be zoomed out to hide what is too wide.
						assert.equal(await page.evaluate(() => visualViewport.scale), 1);
						await page.screenshot({
							path: join(folder, `${name}-${what}.png`),
							fullPage: true,
						});
						// The playground is in the history by then.
						if (forcedColors && name === "front") await sawProgress(page);
					},
					{ ...still, ...options },
				));
		}

		// WCAG 2.4.11. A window of 1280 by 800 has half as many pixels at 200 % zoom.
		test("what has the focus is seen, and not hidden, at 200 %", () =>
			withPage(
				path,
				async (page) => {
					await use(page);
					await page.evaluate(() => scrollTo(0, 0));
					const seen = new Set();
					for (const key of ["Tab", "Shift+Tab"]) {
						await page.evaluate(() => document.activeElement.blur());
						for (let stop = 0; stop < 200; stop += 1) {
							await page.keyboard.press(key);
							let focused = await page.evaluate(focusedElement);
							// The browser scrolls to it with one of the next frames.
							for (let frame = 0; focused?.isHidden && frame < 60; frame += 1) {
								await page.evaluate(() => new Promise(requestAnimationFrame));
								focused = await page.evaluate(focusedElement);
							}
							if (focused === null) break;
							assert.deepEqual(
								[focused.isOutlined, focused.isHidden],
								[true, false],
								`${focused.name}, by ${key}`,
							);
							seen.add(focused.name);
						}
					}
					assert.ok(seen.size > 20, [...seen].join(", "));
				},
				{ ...still, viewport: { width: 640, height: 400 } },
			));
	});
}

/**
 * Returns the element that has the focus: whether that is seen, and whether something lies over all
 * of it.
 */
function focusedElement() {
	let at = document.activeElement;
	// The frame's own page is another one; the end of the page is the browser's.
	if (at === document.body) return null;
	if (at.localName === "iframe")
		return { name: "frame", isOutlined: true, isHidden: false };
	while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
	// A field may leave its outline to the row that it is in.
	const isOutlined = (element) => {
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
	};
	const { top, left, right, bottom } = at.getBoundingClientRect();
	const isOver = ([x, y]) => {
		let under = document.elementFromPoint(x, y);
		while (under?.shadowRoot?.elementFromPoint(x, y)) {
			const inner = under.shadowRoot.elementFromPoint(x, y);
			if (inner === under) break;
			under = inner;
		}
		return !under || !(at.contains(under) || under.contains(at));
	};
	const xs = [left + 2, (left + right) / 2, right - 2];
	const ys = [top + 2, (top + bottom) / 2, bottom - 2];
	const label = at.id || at.getAttribute("aria-label") || at.textContent.trim();
	return {
		name: `${at.localName} ${label}`,
		isOutlined:
			isOutlined(at) ||
			(at.matches("input, textarea") && isOutlined(at.parentElement)),
		isHidden: xs.flatMap((x) => ys.map((y) => [x, y])).every(isOver),
	};
}

/** Returns how much of the page jumped while nobody did anything: https://web.dev/articles/cls */
const watchShifts = (page) =>
	page.addInitScript(() => {
		globalThis.shifts = [];
		new PerformanceObserver((list) => {
			for (const { value, hadRecentInput, startTime } of list.getEntries())
				if (!hadRecentInput) globalThis.shifts.push([startTime, value]);
		}).observe({ type: "layout-shift", buffered: true });
	});
/** The worst sum of a session is small: shifts less than a second apart, for five at most. */
async function isCalm(page) {
	const shift = await page.evaluate(() => {
		let [worst, sum, first, last] = [0, 0, 0, 0];
		for (const [time, value] of globalThis.shifts) {
			if (time - last > 1000 || time - first > 5000) [sum, first] = [0, time];
			[sum, last] = [sum + value, time];
			worst = Math.max(worst, sum);
		}
		return worst;
	});
	assert.ok(shift < 0.1, `${shift}`);
}

describe("the demo's pages do not shift during a run", {
	concurrency: 3,
}, () => {
	for (const [name, viewport] of Object.entries({ desk, phone })) {
		const options = {
			viewport,
			isMobile: viewport === phone,
			before: watchShifts,
		};
		test(`the front page on a ${name}, through a whole run`, () =>
			withPage(
				"index.html",
				async (page) => {
					await page.waitForLoadState("networkidle");
					await page.locator("#run").click();
					await page.locator("#list .row").first().waitFor();
					await page.locator("#list").scrollIntoViewIfNeeded();
					await page.locator("#list [data-status=done]").first().waitFor();
					await isCalm(page);
				},
				options,
			));

		test(`the playground on a ${name}`, () =>
			withPage(
				"playground.html",
				async (page) => {
					await page.locator("#list .row").first().waitFor();
					await page.waitForLoadState("networkidle");
					await isCalm(page);
				},
				options,
			));
	}
});

/**
 * What is done has another colour than what is not: the browser draws it, whatever colours a person
 * forces.
 */
async function sawProgress(page) {
	const ring = page.locator("#list [part~=ring]");
	const colours = await coloursIn(page, await ring.screenshot());
	assert.ok(colours.size >= 2, [...colours].join(" "));
}

/** Returns the colours of a picture's middle row. */
async function coloursIn(page, picture) {
	const found = await page.evaluate(async (base64) => {
		const image = await createImageBitmap(
			await (await fetch(`data:image/png;base64,${base64}`)).blob(),
		);
		const canvas = new OffscreenCanvas(image.width, image.height);
		const context = canvas.getContext("2d");
		context.drawImage(image, 0, 0);
		const middle = Math.floor(image.height / 2);
		const { data } = context.getImageData(0, middle, image.width, 1);
		return Array.from({ length: image.width }, (_, x) =>
			[...data.slice(4 * x, 4 * x + 3)].join(),
		);
	}, picture.toString("base64"));
	return new Set(found);
}
