// A person and an agent at the same list, with real presses: what arrives while the person is about
// to press, and what they can take back.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPages, row, shows } from "./chromium.mjs";

const { withList } = listPages();

/** The list as it was, and what was answered. */
const statesOf = (page) =>
	page.evaluate(() =>
		globalThis.store
			.getAll()
			.map(({ status, waiting, answer }) => answer ?? waiting ?? status)
			.join(" "),
	);

async function centerOf(locator) {
	const { x, y, width, height } = await locator.boundingBox();
	return [x + width / 2, y + height / 2];
}

const ask = (page, place, options = ["Pay now", "Not yet"]) =>
	page.evaluate(
		([place, options]) =>
			void globalThis.store
				.as("model")
				.wait(place, { question: `Pay ${place}?`, options }),
		[place, options],
	);

const todos = ["Find", "Choose", "Fill in", "Pay", "Tell"];

test("a question that comes while the pointer is in the list is one line, and unfolds once it leaves", () =>
	withList(todos, async (page) => {
		const [x, y] = await centerOf(row(page, "Fill in").locator(".glyph"));
		await page.mouse.move(x, y);
		await ask(page, 4);
		// The press that was on its way hits neither the card nor another row.
		await page.waitForTimeout(120);
		await page.mouse.click(x, y);
		assert.equal(await statesOf(page), "todo todo todo user todo");
		const line = page.locator(".ask.folded");
		await shows(page, ".ask.folded", "Pay 4?");
		await shows(page, ".title", /^Waiting for you$/);
		assert.ok((await line.boundingBox()).height <= 36);
		// After a moment, rows take presses again.
		await page.waitForTimeout(600);
		await row(page, "Fill in").getByRole("checkbox").click();
		assert.equal(await statesOf(page), "todo todo done user todo");
		await page.mouse.move(2, 2);
		await shows(page, ".ask .question", "Pay 4?");
		// What has just unfolded takes no press either.
		const pay = page.getByRole("button", { name: "Pay now" });
		const [payX, payY] = await centerOf(pay);
		await page.mouse.click(payX, payY);
		assert.equal(await statesOf(page), "todo todo done user todo");
		await pay.click();
		assert.equal(await statesOf(page), "todo todo done Pay now todo");
	}));

test("a press on the line unfolds the card, also from the keyboard, and a second press answers nothing", () =>
	withList(todos, async (page) => {
		await row(page, "Find").locator(".text").focus();
		await page.keyboard.press("ArrowDown");
		await ask(page, 4);
		const line = page.locator(".ask.folded");
		await line.waitFor();
		// Keys are for the row that has the focus, wherever that is by now.
		await page.keyboard.press("Space");
		assert.equal(await statesOf(page), "todo done todo user todo");
		await line.focus();
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await shows(page, ".ask .question", "Pay 4?");
		assert.equal(await statesOf(page), "todo done todo user todo");
	}));

test("a question that comes while nobody is in the list is a card at once", () =>
	withList(todos, async (page) => {
		await page.mouse.move(2, 2);
		await ask(page, 4);
		await shows(page, ".ask .question", "Pay 4?");
		assert.equal(await page.locator(".ask.folded").count(), 0);
	}));

test("one double click never answers two cards", () =>
	withList(todos, async (page) => {
		await ask(page, 2, ["yes", "no"]);
		await ask(page, 4, ["yes", "no"]);
		await shows(page, ".ask .question", "Pay 2?");
		await page.waitForTimeout(600);
		await page.mouse.dblclick(
			...(await centerOf(page.getByRole("button", { name: "yes" }))),
		);
		await shows(page, ".ask .question", "Pay 4?");
		await page.waitForTimeout(100);
		assert.equal(await statesOf(page), "todo yes todo user todo");
		// The same with claims, and with Enter in a field.
		await page.getByRole("button", { name: "yes" }).click();
		await page.evaluate(() => {
			const { store } = globalThis;
			for (const place of [1, 3]) store.edit(place, { confirm: true });
			store.as("model").completeMultiple([1, 3]);
		});
		await page.mouse.move(2, 2);
		await page.waitForTimeout(600);
		const confirm = page.getByRole("button", { name: "Confirm", exact: true });
		await page.mouse.dblclick(...(await centerOf(confirm)));
		await shows(page, ".ask .question", "Fill in");
		await page.waitForTimeout(100);
		assert.equal(await statesOf(page), "done yes doing yes todo");
	}));

test("a double Enter answers one question", () =>
	withList(todos, async (page) => {
		await ask(page, 2, []);
		await ask(page, 4, []);
		await page.waitForTimeout(600);
		await page.locator(".ask textarea").fill("By card");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await shows(page, ".ask .question", "Pay 4?");
		await page.waitForTimeout(100);
		assert.equal(await statesOf(page), "todo By card todo user todo");
	}));

test("over a slow list, the second press of a double click is ignored until the first is answered", () =>
	withList(todos, async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			const [list, waiting] = globalThis.slow(store);
			globalThis.answered = 0;
			list.answer = async (...args) => {
				globalThis.answered++;
				await new Promise((go) => waiting.push(go));
				return store.as("user").answer(...args);
			};
			element.list = list;
		});
		await ask(page, 2, ["yes"]);
		await page.waitForTimeout(600);
		await page.mouse.dblclick(
			...(await centerOf(page.getByRole("button", { name: "yes" }))),
		);
		assert.equal(await page.evaluate("answered"), 1);
	}));

test("a finger in the list: the card comes as a line, and unfolds after it has left", () =>
	withList(
		todos,
		async (page) => {
			const client = await page.context().newCDPSession(page);
			const [x, y] = await centerOf(row(page, "Fill in").locator(".glyph"));
			const touch = (type, ...touchPoints) =>
				client.send("Input.dispatchTouchEvent", { type, touchPoints });
			await touch("touchStart", { x, y });
			await ask(page, 4);
			await page.locator(".ask.folded").waitFor();
			await touch("touchEnd");
			await page.waitForTimeout(50);
			assert.equal(await statesOf(page), "todo todo todo user todo");
			await shows(page, ".ask .question", "Pay 4?");
			assert.equal(await statesOf(page), "todo todo todo user todo");
		},
		{ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } },
	));
