// The code for several tabs, as where-the-list-lives.md has it, in two tabs of Chromium.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { writePage } from "../tools/page.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

test("when the owner's tab is closed, another one goes on", async (t) => {
	const [{ code }] = snippets(
		textOf("www/docs/guides/where-the-list-lives.md"),
	).filter(({ code }) => code.includes("timeout: Infinity"));
	const folder = emptyTarget("readme-tabs");
	await writePage(
		folder,
		`${code.replaceAll('"agent-todos"', '"agent-todos/inline"')}globalThis.follower = follower;`,
	);
	const server = await serve(folder);
	const browser = await launchChromium();
	t.after(async () => {
		await browser.close();
		await server.close();
	});
	const context = await browser.newContext();
	const tab = async () => {
		const page = await context.newPage();
		await page.goto(server.url);
		await page.waitForFunction("globalThis.follower");
		return page;
	};
	// A call that the owner's end cuts off may have been carried out, and is then twice in the list.
	const add = (page, content) =>
		page.evaluate(async (content) => {
			const { follower } = globalThis;
			const isThere = () =>
				follower.todos.some((todo) => todo.content === content);
			while (!isThere())
				await follower.addMultiple([content]).catch((error) => {
					if (error.code !== "no_answer") throw error;
				});
		}, content);
	const contents = (page) =>
		page.evaluate(() =>
			globalThis.follower.todos.map(({ content }) => content),
		);
	const [first, second] = [await tab(), await tab()];
	await add(first, "Find a kettle");
	await add(second, "Pay");
	assert.deepEqual(await contents(second), ["Find a kettle", "Pay"]);
	await first.close();
	await add(second, "Write down what it cost");
	assert.deepEqual(
		[...new Set(await contents(second))],
		["Find a kettle", "Pay", "Write down what it cost"],
	);
});
