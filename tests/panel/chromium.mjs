// Opens the pages of this folder in Chromium, for the tests of one file.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";

/**
 * `open(options, path)` returns a page that is ready; `close()` ends all. `options` are a browser
 * context's.
 */
export async function pages(args) {
	const server = await serve({ element: import.meta.dirname });
	const browser = await launchChromium(args);
	const visit = async (context, path = "page.html") => {
		const page = await context.newPage();
		await page.goto(`${server.address}element/${path}`);
		await page.locator("html[data-ready]").waitFor();
		return page;
	};
	return {
		visit,
		open: async (options, path) =>
			visit(await browser.newContext(options), path),
		async close() {
			await browser.close();
			server.close();
		},
	};
}

/** What the policy, or an error of the page, was reported for. */
export async function assertSilent(page) {
	assert.deepEqual(await page.evaluate("reports"), []);
}

/** Returns the list as its store has it, in short. */
export const listOf = (page) =>
	page.evaluate(() =>
		globalThis.store
			.getAll()
			.map(({ content, status }) => `${content}: ${status}`),
	);

/**
 * Chromium for the tests of one file: `withList` opens a page with a list of todos, lets `act` use
 * it, and sees that nothing was reported.
 */
export function listPages() {
	let chromium;
	before(async () => {
		chromium = await pages();
	});
	after(() => chromium?.close());
	return {
		opened: () => chromium,
		async withList(contents, act, options = {}) {
			const page = await chromium.open(options);
			await page.evaluate(
				(contents) => void globalThis.show(contents),
				contents,
			);
			if (contents.length > 0) await page.locator(".row").first().waitFor();
			await act(page);
			await assertSilent(page);
			await page.context().close();
		},
	};
}

/** Returns the row of the todo that has this text. */
export const row = (page, text) =>
	page.locator(".row", {
		has: page.locator(".content", { hasText: text }),
	});

/**
 * Waits until the one that this selects shows a text, or one that a regular expression describes.
 */
export const shows = (within, css, text) =>
	within.locator(css).filter({ hasText: text }).waitFor();

/** Nothing is wider than the page. */
export const fits = async (page, what) =>
	assert.equal(
		await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
		true,
		`${what ?? "something"} is wider than the page`,
	);

/** Lets the page draw what has changed. */
export const drawn = (page) =>
	page.evaluate(
		() =>
			new Promise((go) =>
				requestAnimationFrame(() => requestAnimationFrame(go)),
			),
	);

/** Waits until a card that came or changed takes presses. */
export const armed = (page) =>
	page.locator(".arming").waitFor({ state: "detached" });

/**
 * Stops the time of the page, for what a person does before a moment is over, however slow the
 * machine is: `performance.now()` stands still and no timer of 100 ms or more ends, until
 * `passTime()`.
 */
export const holdTime = (page) =>
	page.evaluate(() => {
		const { setTimeout, clearTimeout } = globalThis;
		const held = new Map();
		let now = performance.now();
		performance.now = () => now;
		globalThis.setTimeout = (act, ms = 0, ...args) => {
			if (ms < 100) return setTimeout(act, ms, ...args);
			// A timer that never ends, for its number.
			const timer = setTimeout(() => {}, 2 ** 31 - 1);
			held.set(timer, { at: now + ms, act: () => act(...args) });
			return timer;
		};
		globalThis.clearTimeout = (timer) => {
			held.delete(timer);
			clearTimeout(timer);
		};
		globalThis.passTime = (ms) => {
			now += ms;
			for (const [timer, { at, act }] of held)
				if (at <= now) {
					held.delete(timer);
					act();
				}
		};
	});

/** Lets so many milliseconds pass in a page whose time is stopped. */
export const passTime = (page, ms) =>
	page.evaluate((ms) => globalThis.passTime(ms), ms);

/** Returns the texts of the rows, in order. */
export const shown = (page) => page.locator(".row .content").allTextContents();

/** Waits until a list is this one: `text: status | …`. */
export const isList = (page, list, name = "store") =>
	page.waitForFunction(
		([name, list]) =>
			globalThis[name]
				.getAll()
				.map(({ content, status }) => `${content}: ${status}`)
				.join(" | ") === list,
		[name, list],
	);

/** The model plans anew: the first todo stays, and these are added. */
export const replan = (page, ...added) =>
	page.evaluate((added) => {
		const [tool] = globalThis.todos.tools(globalThis.store, {
			dialect: "update_plan",
		});
		const plan = ["Open the shop", ...added];
		tool.call({ plan: plan.map((step) => ({ step, status: "pending" })) });
	}, added);

async function middleOf(locator) {
	const { x, y, width, height } = await locator.boundingBox();
	return [x + width / 2, y + height / 2];
}

/**
 * Drags a todo by its row with the mouse to below the middle of another's row, and holds it there.
 */
export async function dragged(page, from, to, within = page) {
	// What has moved by itself takes no press for a moment.
	await within.locator(".settling").waitFor({ state: "detached" });
	const [x, y] = await middleOf(row(within, from));
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x, y + 6);
	const [, there] = await middleOf(row(within, to));
	await page.mouse.move(x, there - 3);
	await page.mouse.move(x, there + 3);
}

/** Opens the details of a todo. */
export async function openDetails(row) {
	const text = row.locator(".text");
	if ((await text.getAttribute("aria-expanded")) !== "true") await text.click();
	await row.locator(".facts").waitFor({ state: "attached" });
}

/** Presses an entry of the menu of the list, or of a row. */
export async function fromMenu(page, name, of = page.locator(".head")) {
	await of.getByRole("button", { name: /^More/ }).click();
	await page.getByRole("menuitem", { name }).click();
}
