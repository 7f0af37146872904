// The panel under a finger: a row is dragged once the finger has rested on it, else the list
// scrolls. Chromium's own touch events.

import "../tools/is-built.mjs";
import { test } from "node:test";
import { holdTime, isList, listPages, passTime, row } from "./chromium.mjs";

const { withList } = listPages();
const phone = { hasTouch: true, viewport: { width: 360, height: 640 } };
const asItWas = "a: todo | b: todo | c: todo | d: todo";

/**
 * Puts a finger on a row, lets it rest, and moves it to below another row. Returns what lifts it.
 */
async function finger(page, from, to, rest) {
	const client = await page.context().newCDPSession(page);
	const middle = async (text) => {
		const { x, y, height } = await row(page, text).boundingBox();
		return { x: x + 60, y: y + height / 2 };
	};
	const send = (type, ...touchPoints) =>
		client.send("Input.dispatchTouchEvent", { type, touchPoints });
	const [start, end] = [await middle(from), await middle(to)];
	await holdTime(page);
	await send("touchStart", start);
	await passTime(page, rest);
	for (let step = 1; step <= 8; step++)
		await send("touchMove", {
			x: start.x,
			y: start.y + ((end.y + 6 - start.y) * step) / 8,
		});
	return () => send("touchEnd");
}

test("a finger that rests on a row drags it, and the row lands where the slot was", () =>
	withList(
		["a", "b", "c", "d"],
		async (page) => {
			const lift = await finger(page, "a", "c", 450);
			await page.locator(".slot").waitFor();
			await lift();
			await isList(page, "b: todo | c: todo | a: todo | d: todo");
			await page.locator(".slot").waitFor({ state: "detached" });
		},
		phone,
	));

test("a finger that moves at once scrolls, and moves no todo", () =>
	withList(
		["a", "b", "c", "d"],
		async (page) => {
			const lift = await finger(page, "a", "c", 0);
			await passTime(page, 450);
			await page.locator(".slot").waitFor({ state: "detached" });
			await lift();
			await isList(page, asItWas);
		},
		phone,
	));

test("a tap opens the details, and the menu has what a drag does", () =>
	withList(
		["a", "b"],
		async (page) => {
			await row(page, "b").locator(".text").tap();
			await row(page, "b").locator('.text[aria-expanded="true"]').waitFor();
			await row(page, "b").locator(".more").tap();
			await page.getByRole("menuitem", { name: "Move up" }).tap();
			await isList(page, "b: todo | a: todo");
		},
		phone,
	));
