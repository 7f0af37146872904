// The panel under a finger: a row is dragged once the finger has rested on it, else the list
// scrolls. Chromium's own touch events.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdTime, isList, listPages, passTime, row } from "./chromium.mjs";
import { states } from "./states.mjs";

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

test("a resting finger drags a row, which lands there", () =>
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

test("a tap opens details, and the menu moves rows", () =>
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

test("under a finger, targets are high and apart", () =>
	withList(
		[],
		async (page) => {
			const small = [];
			for (const name of Object.keys(states)) {
				await page.evaluate((name) => globalThis.showState(name), name);
				const found = await page.evaluate(() => {
					const { shadowRoot } = globalThis.element;
					const all = [
						...shadowRoot.querySelectorAll(
							"button, summary, [role=menuitem], input, textarea",
						),
					].filter((target) => target.checkVisibility());
					const boxes = all.map((target) => {
						const { left, right, top, width, height } =
							target.getBoundingClientRect();
						const least = target.matches(
							".ask :is(.button, .icon.main), .foot .button, .menu button",
						)
							? 44
							: target.matches("summary")
								? 40
								: 24;
						const isDecision = target.matches(".ask .button, .foot .button");
						return {
							target,
							left,
							right,
							top,
							width,
							height,
							least,
							isDecision,
						};
					});
					const name = ({ target }) =>
						`${target.className} ${target.dataset.do ?? ""}`;
					const close = boxes
						.filter(({ isDecision }) => isDecision)
						.flatMap((one, place, decisions) => {
							const next = decisions[place + 1];
							const isBeside =
								next?.top === one.top && next.left - one.right < 11.5;
							return isBeside ? [`${name(one)} beside ${name(next)}`] : [];
						});
					const rows = [...shadowRoot.querySelectorAll(".list .row")]
						.filter((row) => row.checkVisibility())
						.map((row) => row.offsetHeight)
						.filter((height) => height < 40);
					return [
						...boxes
							.filter(
								({ width, height, least }) => height < least || width < 24,
							)
							.map((box) => `${name(box)} ${box.width} x ${box.height}`),
						...close,
						...(globalThis.element.readonly ? [] : rows),
					];
				});
				small.push(...found.map((what) => `${name}: ${what}`));
			}
			assert.deepEqual(small, []);
		},
		{ ...phone, isMobile: true, reducedMotion: "reduce" },
	));
