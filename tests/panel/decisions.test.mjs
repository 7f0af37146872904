// What a row says of who decided what, whether the agent knows, and how long it took: what the core
// recorded, in a follower too.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPages, openDetails, row, shows } from "./chromium.mjs";

const { withList } = listPages();

test("a claim's wait is not time in progress", () =>
	withList(["Pay", "Rate"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			const later = (ms) => {
				const { now } = Date;
				Date.now = () => now() + ms;
			};
			store.edit("t1", { confirm: true });
			store.as("model").markDoing("t1");
			later(5000);
			store.as("model").complete("t1");
			later(120_000);
		});
		const pay = row(page, "Pay");
		await shows(pay, ".sub", "Needs your confirmation");
		await page.getByRole("button", { name: "Confirm", exact: true }).click();
		await pay.locator('.glyph[aria-checked="true"]').waitFor();
		await shows(pay, ".meta", /^5 s/);
	}));

test("the details name who said that it is done", () =>
	withList(["Pay", "Rate"], async (page) => {
		await page.evaluate(() => {
			const { store, todos } = globalThis;
			const [tool] = todos.tools(store);
			const ids = [1];
			tool.call({ action: "complete_multiple", ids, evidence: "Order 7" });
			store.as("user").edit("t1", { description: "By card" });
		});
		await openDetails(row(page, "Pay"));
		await shows(row(page, "Pay"), ".facts", "Changed by you");
		await shows(row(page, "Pay"), ".facts", "Reported by the agent");
	}));

test("an unread change stays marked, whatever the agent changes", () =>
	withList(["Pay", "Rate"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			const conversation = new todos.Conversation(store);
			conversation.reminder();
			element.agent = conversation;
			store.as("user").edit("t1", { priority: "high" });
			conversation.tools[0].call({ action: "mark_doing", ids: [1] });
			globalThis.conversation = conversation;
		});
		await shows(row(page, "Pay"), ".sr", "in progress");
		await row(page, "Pay").locator(".meta .pill:not(.read)").waitFor();
		await page.evaluate("void conversation.reminder()");
		await row(page, "Pay")
			.locator(".meta .pill:not(.read)")
			.waitFor({ state: "detached" });
	}));

test("data of a host is shown as nobody's change", () =>
	withList(["Pay", "Rate"], async (page) => {
		await page.evaluate(() => {
			globalThis.store.edit("t1", { data: { tab: 3 } });
			globalThis.store.as("model").complete("t1");
			globalThis.store.edit("t1", { data: { tab: 4 } });
		});
		await page.locator('.glyph[aria-checked="true"]').waitFor();
		await openDetails(row(page, "Pay"));
		// Who said that it is done, and no more.
		const facts = await page.locator(".facts").textContent();
		assert.equal(facts, "Reported by the agent");
	}));

test("the element shows a follower that may call nothing like any list", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(async () => {
			const { store, todos, element } = globalThis;
			const { now } = Date;
			store.as("model").markDoing("t1");
			Date.now = () => now() + 5000;
			store.as("user").complete("t1");
			globalThis.owner = todos.connect(store, { allow: () => false });
			element.list = await todos.follow();
		});
		const shop = row(page, "Open the shop");
		await shows(shop, ".meta", /^5 s/);
		await openDetails(shop);
		await shows(shop, ".facts", /^Changed by you$/);
		await page.evaluate('void store.as("user").move("t2", 0)');
		await openDetails(row(page, "Pay"));
		await shows(row(page, "Pay"), ".facts", /^Changed by you$/);
		await shows(page, "[role=status]", "you: moved “Pay” to 1");
		await page.evaluate(async () => {
			await globalThis.element.list.stop();
			await globalThis.owner.stop();
		});
	}));
