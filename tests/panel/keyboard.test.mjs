// In each state of the panel, keys alone reach everything that can be pressed: Tab, and in the list
// the arrows.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { armed, listPages, pages, row, shows } from "./chromium.mjs";
import { states } from "./states.mjs";

let chromium;
before(async () => {
	chromium = await pages();
});
after(() => chromium?.close());

/**
 * Notes what has the focus. Returns where it is: a number that is the same for the same element, 0
 * outside, and whether it is in a row.
 */
const note = (page) =>
	page.evaluate(() => {
		const { element, reached } = globalThis;
		const { activeElement } = element.shadowRoot;
		if (!activeElement) return [0, false];
		reached.add(activeElement);
		const isInRow = activeElement.matches(
			".list .row :not(form *), .list summary",
		);
		return [[...reached].indexOf(activeElement) + 1, isInRow];
	});

/** Presses a key as long as it moves the focus. */
async function follow(page, key, also = async () => {}) {
	let [last] = await note(page);
	for (let presses = 0; presses < 60; presses++) {
		await also();
		await page.keyboard.press(key);
		const [now] = await note(page);
		if (now === last) return;
		last = now;
	}
	assert.fail(`${key} comes to no end`);
}

/**
 * Goes through the buttons of a row, and back to its text: from a button, the arrows lead to the
 * same button of the next row.
 */
async function throughRow(page) {
	// The first one opens the steps of a todo.
	await follow(page, "ArrowRight");
	await follow(page, "ArrowRight");
	const isOnButton = () =>
		!globalThis.element.shadowRoot.activeElement.matches(
			".text, summary, form *",
		);
	for (let presses = 0; await page.evaluate(isOnButton); presses++) {
		assert.ok(presses < 20, "the arrows lead back to the text");
		await page.keyboard.press("ArrowLeft");
	}
}

async function throughAll(page) {
	await throughForwards(page);
	// A form in a row before the one that was left last.
	for (let tabs = 0; tabs < 60; tabs++) {
		await page.keyboard.press("Shift+Tab");
		const [place] = await note(page);
		if (place === 0) return;
	}
	assert.fail("Shift+Tab comes to no end");
}

async function throughForwards(page) {
	for (let tabs = 0; tabs < 60; tabs++) {
		await page.keyboard.press("Tab");
		const [place, isInRow] = await note(page);
		if (place === 0) return;
		if (!isInRow) continue;
		await page.keyboard.press("Home");
		await follow(page, "ArrowDown", () => throughRow(page));
	}
	assert.fail("Tab comes to no end");
}

test("in each state, keys reach everything that can be pressed", async () => {
	const page = await chromium.open({ reducedMotion: "reduce" });
	const missing = [];
	// The entries of a menu have a test of their own.
	for (const state of Object.keys(states).filter((it) => it !== "15b-menu")) {
		await page.evaluate(async (state) => {
			await globalThis.showState(state);
			globalThis.reached = new Set();
			// Tab begins before the panel, wherever the state has put the focus.
			document.body.tabIndex = -1;
			document.body.focus();
		}, state);
		await throughAll(page);
		const left = await page.evaluate(() =>
			[
				...globalThis.element.shadowRoot.querySelectorAll(
					"button, summary, a, input, textarea",
				),
			]
				.filter(
					(it) =>
						it.checkVisibility({ visibilityProperty: true }) &&
						!it.disabled &&
						// Enter in the field does it, and Space on the text of the row.
						!it.matches(".add button, button.glyph") &&
						!globalThis.reached.has(it),
				)
				.map((it) => it.getAttribute("aria-label") ?? it.textContent),
		);
		for (const name of left) missing.push(`${state}: ${name}`);
	}
	assert.deepEqual(missing, []);
	await page.context().close();
});

test("unfolded todos stay so while and after their focus", async () => {
	const page = await chromium.open({ reducedMotion: "reduce" });
	await page.evaluate(() => globalThis.showState("03-working"));
	const fold = page.locator(".fold");
	await fold.locator("summary").click();
	for (const key of ["ArrowDown", "ArrowDown", "End"]) {
		await page.keyboard.press(key);
		await page.evaluate(() => new Promise((go) => setTimeout(go, 20)));
		assert.equal(await fold.locator(".row").count(), 4, key);
		assert.equal(await fold.getAttribute("open"), "", key);
	}
	await page.context().close();
});

const { withList } = listPages();

test("a key pressed before the panel is idle does what it means", async () => {
	const page = await chromium.open({ reducedMotion: "reduce" });
	await page.evaluate(() => {
		globalThis.requestIdleCallback = () => {};
		globalThis.show(["Pay", "Print", "Post"]);
	});
	await row(page, "Post").locator("button.text").focus();
	await page.keyboard.press("Home");
	await page.waitForFunction(() =>
		globalThis.element.shadowRoot.activeElement
			.closest(".row")
			.textContent.includes("Pay"),
	);
	await page.context().close();
});

test("1 to 9 press options, and Ctrl Enter approves", () =>
	withList(["Pay", "Print"], async (page) => {
		await page.evaluate(() =>
			globalThis.store
				.as("model")
				.wait(1, { for: "user", question: "Pay?", options: ["Now", "Later"] }),
		);
		await page.locator(".ask").waitFor();
		await page.keyboard.press("Tab");
		await row(page, "Print").locator(".text").focus();
		await armed(page);
		// Where somebody writes, a number is a number.
		await page.getByLabel("Add a todo").fill("");
		await page.keyboard.press("2");
		assert.equal(await page.getByLabel("Add a todo").inputValue(), "2");
		assert.equal(await page.locator(".ask").count(), 1);
		await row(page, "Print").locator(".text").focus();
		await page.keyboard.press("3");
		await page.keyboard.press("2");
		await page.locator(".ask").waitFor({ state: "detached" });
		assert.equal(await page.evaluate("store.get(1).answer"), "Later");

		await page.evaluate(() => {
			globalThis.element.mode = "review";
			globalThis.approvals = [];
			globalThis.element.addEventListener("approve", () =>
				globalThis.approvals.push(1),
			);
		});
		await shows(page, ".title", "Review the plan");
		// In a field it is about what is written there.
		await page.getByLabel("Add a step").focus();
		await page.keyboard.press("Control+Enter");
		assert.equal(await page.evaluate("approvals.length"), 0);
		await armed(page);
		await row(page, "Print").locator(".text").focus();
		await page.keyboard.press("Control+Enter");
		await page.waitForFunction(() => globalThis.approvals.length === 1);
	}));
