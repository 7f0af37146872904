// Each state of the panel, as a screen reader has it: roles, names, and what is there at all. And
// axe-core finds nothing wrong in any of them, in light and dark, at the widths of a side panel and
// of a page.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { violationsOn } from "../demo/accessibility.mjs";
import { mainTest } from "../tools/slow.mjs";
import { fits, pages } from "./chromium.mjs";
import { states } from "./states.mjs";

let chromium;
before(async () => {
	chromium = await pages();
});
after(() => chromium?.close());

const clock = /\d+:\d\d(?:\u202F| )?(?:[AP]M)?/g;

/** Opens a page on which nothing moves, and to which axe-core may add its style sheet. */
const openPage = (options) =>
	chromium.open({
		viewport: { width: 400, height: 900 },
		reducedMotion: "reduce",
		bypassCSP: true,
		...options,
	});

/** Shows a state on a page, in place of what was there, and waits until it is drawn. */
const showState = (page, name) =>
	page.evaluate((name) => globalThis.showState(name), name);

/** Shows a state on a page of its own. */
async function open(name, options) {
	const page = await openPage(options);
	await showState(page, name);
	return page;
}

test("each state of the element has the roles and names of states.txt", async () => {
	const described = [];
	const page = await openPage();
	// Thirty rows are as those of other states.
	const names = Object.keys(states).filter((name) => name !== "14-thirty");
	for (const name of names) {
		await showState(page, name);
		const snapshot = await page.locator("agent-todos").ariaSnapshot();
		// Clocks go on, and hosts have time zones.
		const still = snapshot
			.replaceAll(clock, "0:00")
			.replaceAll(/^- status(: .*)?\n/gm, "");
		// What is folded is in the snapshot, too.
		const seen = await page.evaluate(
			() =>
				[
					...globalThis.element.shadowRoot.querySelectorAll(".row, summary"),
				].filter((row) => row.checkVisibility()).length,
		);
		described.push(`# ${name}\n${still}\nrows seen: ${seen}\n`);
	}
	await page.context().close();
	const text = described.join("\n");
	const stored = join(import.meta.dirname, "states.txt");
	if (process.env.UPDATE) writeFileSync(stored, text);
	// State by state, so that a difference can be read.
	const [now, written] = [text, readFileSync(stored, "utf8")].map((all) =>
		all.split(/^(?=# )/m),
	);
	for (const [place, state] of now.entries())
		assert.equal(state, written[place]);
	assert.equal(now.length, written.length);
});

// Each colour and each width once.
for (const [colorScheme, width] of [
	["light", 300],
	["dark", 600],
])
	mainTest(colorScheme === "light")(
		`${colorScheme}, ${width} px: axe-core finds nothing, and all fits`,
		async () => {
			const found = [];
			const viewport = { width: width + 16, height: 900 };
			const page = await openPage({ colorScheme, viewport });
			for (const name of Object.keys(states)) {
				await showState(page, name);
				for (const violation of await violationsOn(page))
					found.push(`${name}: ${violation}`);
				await fits(page, name);
			}
			await page.context().close();
			assert.deepEqual(found, []);
		},
	);

test("of 30 long todos the one in progress is in view", async () => {
	const page = await open("14-thirty");
	const seen = () =>
		page.evaluate(() => {
			const { shadowRoot } = globalThis.element;
			const scroll = shadowRoot.querySelector(".scroll");
			const row = shadowRoot.querySelector("[data-status=doing]");
			const outer = scroll.getBoundingClientRect();
			const inner = row.getBoundingClientRect();
			return {
				isInView: inner.top >= outer.top && inner.bottom <= outer.bottom,
				isBounded: globalThis.element.offsetHeight <= 420,
				page: scrollY,
			};
		});
	const expected = { isInView: true, isBounded: true, page: 0 };
	assert.deepEqual(await seen(), expected);
	// Also where it is the last one.
	await page.evaluate(() => {
		const { store } = globalThis;
		store.abort();
		store.markDoing("t30");
	});
	await page.locator('[data-key="t30"][data-status=doing]').waitFor();
	assert.deepEqual(await seen(), expected);
	// A person who scrolls away is left there, and a button leads back.
	await page.evaluate(() => {
		globalThis.element.shadowRoot.querySelector(".scroll").scrollTop = 0;
	});
	const back = page.getByRole("button", { name: "In progress" });
	await back.waitFor();
	await page.evaluate("void store.edit('t29', { content: 'Another' })");
	await page
		.locator(".row")
		.getByText("Another")
		.waitFor({ state: "attached" });
	assert.equal((await seen()).isInView, false);
	await back.click();
	await back.waitFor({ state: "detached" });
	assert.deepEqual(await seen(), expected);
	await page.context().close();
});

test("finished rows fold later, but not under the focus", async () => {
	const page = await open("03-working");
	await page.evaluate("void store.complete('t5')");
	await page
		.locator('.list > li > [data-key="t5"][data-status=done]')
		.waitFor();
	await page.getByText("5 done", { exact: true }).waitFor();
	// At the end only the result is left.
	await page.evaluate("void store.as('user').completeMultiple([6, 7])");
	await page.locator('[data-key="t8"] .text').focus();
	await page.evaluate("void store.as('user').complete('t8')");
	await page.locator(".title", { hasText: "8 done in" }).waitFor();
	assert.equal(await page.locator('[data-key="t8"] .text').isVisible(), true);
	await page.getByRole("button", { name: "The todos" }).click();
	await page.locator('[data-key="t8"] .text').waitFor({ state: "hidden" });
	await page.context().close();
});

test("all rows share one timer, which stops", async () => {
	const page = await open("03-working");
	const time = () => page.locator(".head .time").textContent();
	const first = await time();
	await page.waitForFunction(
		(first) =>
			globalThis.element.shadowRoot.querySelector(".head .time").textContent !==
			first,
		first,
		{ polling: 100 },
	);
	await page.context().close();
});

test("text and colours are those of the page", async () => {
	const page = await chromium.open({ bypassCSP: true });
	const colours = async (css) => {
		const style = await page.addStyleTag({ content: `${css} ` });
		const found = await page.evaluate(async () => {
			const element = globalThis.show(["Open the shop"]);
			element.mode = "review";
			await new Promise((go) => setTimeout(go, 20));
			const main = element.shadowRoot.querySelector(".button.main");
			const host = getComputedStyle(element);
			const found = [getComputedStyle(main).backgroundColor, host.color];
			element.remove();
			return found;
		});
		await style.evaluate((it) => it.remove());
		return found;
	};
	const own = ["rgb(43, 89, 217)", "rgb(24, 24, 27)"];
	assert.deepEqual(await colours(""), own);
	assert.deepEqual(
		await colours(
			":root { --accent: rgb(1, 2, 3) } agent-todos { --agent-todos-accent: var(--accent); --agent-todos-text: rgb(4, 5, 6) }",
		),
		["rgb(1, 2, 3)", "rgb(4, 5, 6)"],
	);
	assert.deepEqual(
		await colours(
			":root { --primary: rgb(7, 8, 9); --card-foreground: rgb(4, 5, 6) }",
		),
		["rgb(7, 8, 9)", "rgb(4, 5, 6)"],
	);
	// Tailwind 3 had bare numbers.
	assert.deepEqual(
		await colours(
			":root { --primary: 222.2 47.4% 11.2%; --card-foreground: rgb(4, 5, 6) }",
		),
		own,
	);
	await page.context().close();
});

test("the check with axe-core finds a fault", async () => {
	const page = await open("13-empty");
	await page.evaluate(() => {
		globalThis.element.style.setProperty("--agent-todos-text", "#eee");
		globalThis.element.style.setProperty("--agent-todos-background", "#fff");
	});
	assert.match((await violationsOn(page)).join("\n"), /color-contrast/);
	await page.context().close();
});

test("the element animates nothing under prefers-reduced-motion", async () => {
	for (const [reducedMotion, isMoving] of [
		["no-preference", true],
		["reduce", false],
	]) {
		const page = await open("03-working", { reducedMotion });
		const moving = await page.evaluate(
			() => globalThis.element.shadowRoot.getAnimations().length > 0,
		);
		assert.equal(moving, isMoving, reducedMotion);
		await page.context().close();
	}
});
