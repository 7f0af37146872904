// Parts of the panel that people met in an hour with it: the receipt, the history, the rows of a
// plan, a list that is not connected.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pkg } from "../../pkg-template/build/places.mjs";
import { until } from "../tools/until.mjs";
import { fromMenu, isList, listPages, row, shows } from "./chromium.mjs";

const { withList } = listPages();
const german = JSON.parse(readFileSync(join(pkg, "labels/de.json"), "utf8"));

test("steps of a plan have their ×, and German keys fit", () =>
	withList(["Pay", "Print"], async (page) => {
		await page.evaluate('element.mode = "review"');
		const remove = row(page, "Pay").getByRole("button", { name: "Remove" });
		await remove.waitFor();
		await page.mouse.move(0, 0);
		const opacity = () =>
			remove.evaluate((button) => getComputedStyle(button.parentNode).opacity);
		await until("it is seen", async () => (await opacity()) === "1");
		await remove.click();
		await isList(page, "Print: todo");

		await page.evaluate((labels) => {
			Object.assign(globalThis.element, { mode: "list", labels });
			globalThis.element.style.inlineSize = "300px";
		}, german);
		await row(page, "Print").hover();
		await row(page, "Print").locator(".more").click();
		const lines = await page
			.locator(".menu kbd")
			.evaluateAll((keys) =>
				keys.map((key) => key.getClientRects().length && key.offsetHeight),
			);
		assert.ok(
			lines.length > 3 && lines.every((height) => height < 24),
			`${lines}`,
		);
	}));

test("a limit is said in the language of the panel", () =>
	withList(["Pay"], async (page) => {
		const { too_many_todos, content_too_long } = german;
		await page.evaluate((labels) => {
			const { element, todos } = globalThis;
			const limits = { maxTodos: 1, maxContentLength: 10 };
			element.list = new todos.TodoStore(limits);
			element.labels = labels;
		}, german);
		const add = async (text) => {
			const field = page.getByLabel(german.addWhat);
			await field.fill(text);
			await field.press("Enter");
		};
		await add("Eine Torte backen");
		await shows(page, "[role=alert]", content_too_long);
		await add("Backen");
		await row(page, "Backen").waitFor();
		await add("Essen");
		await shows(page, "[role=alert]", too_many_todos);
	}));

test("the history says once who it was", () =>
	withList(["Pay"], async (page) => {
		await page.evaluate(
			"void store.as('user').edit(1, { content: 'Pay Ann' })",
		);
		await fromMenu(page, "History");
		const when = page.locator(".when");
		await when.waitFor();
		assert.match(await when.textContent(), /^you: changed “Pay Ann”/i);
		await page.getByRole("button", { name: "Restore", exact: true }).waitFor();
	}));

test("what is typed while disconnected is said to come later", () =>
	withList(["Pay"], async (page) => {
		await page.getByLabel("Add a todo").fill("Print");
		await page.evaluate(() => {
			const [list] = globalThis.slow(globalThis.store.as("user"));
			globalThis.element.list = Object.defineProperty(list, "isConnected", {
				get: () => globalThis.isOffline !== true,
			});
		});
		await page.getByLabel("Add a todo").fill("Print");
		await page.evaluate(() => {
			globalThis.isOffline = true;
			globalThis.store.as("model").markDoing(1);
		});
		await page.getByLabel("Added once connected").waitFor();
		assert.equal(
			await page.getByLabel("Added once connected").inputValue(),
			"Print",
		);
	}));

test("at the end the ring closes, and the height glides", () =>
	withList(
		["Pay", "Print", "Send"],
		async (page) => {
			await page.evaluate(() => {
				const { element, store } = globalThis;
				element.heading = "Bills";
				store.as("model").completeMultiple([1, 2]);
				store.as("user").skip(3);
				globalThis.animations = [];
				const animate = element.animate.bind(element);
				element.animate = (frames, timing) => {
					globalThis.animations.push([frames.blockSize, timing.duration]);
					return animate(frames, timing);
				};
			});
			const solid = page.locator(".ring.closing > .solid");
			await solid.waitFor();
			const closes = () => {
				const { animationName, animationDuration } = getComputedStyle(
					globalThis.element.shadowRoot.querySelector(".ring > .solid"),
				);
				return [animationName, animationDuration];
			};
			assert.deepEqual(await page.evaluate(closes), ["at-close", "0.32s"]);
			// What was just done is seen for a moment.
			assert.equal(await row(page, "Send").isVisible(), true);
			await page.locator(".head.alone").waitFor();
			const [[[from, to], duration]] = await page.evaluate(
				"animations.slice(-1)",
			);
			assert.ok(
				Number.parseFloat(from) > Number.parseFloat(to),
				`${from} ${to}`,
			);
			assert.ok(duration <= 240);
			await shows(page, ".share .pill", "You: 1 skipped");
			await page.locator(".share [data-do=copy]").click();
			assert.equal(await page.locator(".ring.closing").count(), 0);
		},
		{ permissions: ["clipboard-read", "clipboard-write"] },
	));
