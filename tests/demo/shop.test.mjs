// The shop that the agent uses, by itself: what a person would notice about it.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { slowTest } from "../tools/slow.mjs";
import { violationsOn } from "./accessibility.mjs";
import { overflowOf, shows } from "./demo-page.mjs";
import { demoPages } from "./served-demo.mjs";

const withPage = demoPages();

/** Opens a page of the shop, and lets `act` use it. */
const withShop = (path, act, options) =>
	withPage(
		`shop/${path}`,
		async (page) => {
			await page.locator(".shop-name").waitFor();
			await act(page);
		},
		options,
	);

test("no two products share a picture", () =>
	withShop("index.html", async (page) => {
		const shapes = page.locator(".product .shape");
		const pictures = await shapes.evaluateAll((all) =>
			all.map((shape) => getComputedStyle(shape).maskImage),
		);
		assert.equal(pictures.length, 5);
		assert.ok(pictures.every((picture) => picture.startsWith("url(")));
		assert.equal(new Set(pictures).size, 5, pictures.join("\n"));
	}));

test("an address without a known product leads back", async () => {
	for (const path of ["product.html", "product.html?id=teapot"])
		await withShop(path, async (page) => {
			await shows(page, "h1:visible", "There is no such product");
			assert.equal(await page.locator("main form").isVisible(), false);
			assert.equal(await page.locator("#picture").isVisible(), false);
			await page.getByRole("link", { name: "All products" }).click();
			await page.getByText("Everything for tea").waitFor();
		});
});

slowTest("nothing is wider than a phone, and axe finds nothing", async () => {
	for (const [at, path] of [
		"index.html?q=kettle",
		"product.html",
		"product.html?id=gooseneck",
		"product.html?id=descaler",
		"basket.html",
		"contact.html",
		"address.html",
		"shipping.html",
		"code.html",
		"mail.html",
		"confirmation.html",
	].entries()) {
		const colorScheme = at % 2 === 0 ? "light" : "dark";
		await withShop(
			path,
			async (page) => {
				const send = page.locator("main form [type=submit]:visible:enabled");
				if ((await send.count()) > 0) await send.first().click();
				assert.deepEqual(await violationsOn(page), [], path + colorScheme);
				for (const width of [360, 320]) {
					await page.setViewportSize({ width, height: 740 });
					assert.equal(await overflowOf(page), 0, `${path} at ${width}`);
				}
			},
			{ colorScheme, viewport: { width: 360, height: 740 } },
		);
	}
});
