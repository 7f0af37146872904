// The main path of `<agent-todos>` in Firefox and WebKit, by WebDriver: what a person clicks, presses and types.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Key } from "selenium-webdriver";
import { serve } from "../package/server.mjs";
import { until as happened } from "../setup/until.mjs";
import { open, runAsync } from "../setup/webdriver.mjs";

let server;
before(async () => {
	server = await serve({ element: import.meta.dirname });
});
after(() => server?.close());

describe("browsers", { concurrency: true }, () => {
	for (const name of ["firefox", "webkit"]) {
		test(`${name}: a person works on the list, and the policy reports nothing`, async () => {
			const address = `${server.address}element/page.html`;
			const { client, close } = await open(name, address);
			const run = (body, ...args) => runAsync(client, body, ...args);
			const until = (what, body) => happened(what, () => run(body));
			const isList = (...list) =>
				until(
					list.join(),
					`return element.store.getAll().map(({ content, status }) => content + ": " + status).join() === ${JSON.stringify(list.join())}`,
				);
			const press = (...keys) =>
				client
					.actions()
					.sendKeys(...keys)
					.perform();
			const find = (css) =>
				client.executeScript(
					"return element.shadowRoot.querySelector(arguments[0])",
					css,
				);
			const click = async (css) => (await find(css)).click();
			try {
				await until(
					"ready",
					'return "ready" in document.documentElement.dataset',
				);
				await run('show(["Open the shop", "Compare", "Pay"]);');
				await until(
					"shown",
					'return element.shadowRoot.querySelectorAll(".row").length === 3',
				);
				await run(
					"element.conversation = new todos.Conversation(store); element.conversation.reminder();",
				);
				await click('[data-key="t1"] .check');
				await isList("Open the shop: done", "Compare: todo", "Pay: todo");
				await until(
					"untold",
					'return /does not know yet/.test(element.shadowRoot.querySelector(".receipt").textContent)',
				);
				await run("element.conversation.reminder();");
				await until(
					"told",
					'return element.shadowRoot.querySelector(".receipt").textContent === "you · the agent knows"',
				);

				await click('[data-key="t2"] .text');
				await press(" three", Key.ENTER);
				await until(
					"edited",
					'return store.getAll()[1].content.includes("three")',
				);
				await run('store.as("user").edit("t2", { content: "Compare" });');
				await click('[data-key="t3"] .skip');
				await press("no card", Key.ENTER);
				await isList("Open the shop: done", "Compare: todo", "Pay: skipped");
				assert.equal(await run("return store.getAll()[2].reason"), "no card");

				await run(
					'element.shadowRoot.querySelector("[data-key=t3] .check").focus();',
				);
				await client
					.actions()
					.keyDown(Key.ALT)
					.sendKeys(Key.ARROW_UP)
					.keyUp(Key.ALT)
					.perform();
				await isList("Open the shop: done", "Pay: skipped", "Compare: todo");
				await press(Key.ARROW_DOWN, Key.DELETE);
				await isList("Open the shop: done", "Pay: skipped");
				await click(".undo");
				await isList("Open the shop: done", "Pay: skipped", "Compare: todo");

				// A drag by the mouse, after which a click is a click.
				await client
					.actions()
					.move({ origin: await find('[data-key="t1"] .move') })
					.press()
					.move({ origin: await find('[data-key="t2"]') })
					.move({ origin: await find('[data-key="t2"]'), y: 5 })
					.release()
					.perform();
				await isList("Pay: skipped", "Compare: todo", "Open the shop: done");
				assert.equal(await find("form.in-row"), null);
				await click('[data-key="t1"] .check');
				await isList("Pay: skipped", "Compare: todo", "Open the shop: todo");
				await click(".undo");
				await click(".undo");
				await isList("Open the shop: done", "Pay: skipped", "Compare: todo");

				// Not by a click: WebKitGTK's driver does not see a text field of a shadow tree under the pointer.
				await run(
					'element.shadowRoot.querySelector("form.add input").focus();',
				);
				await press("Write a review", Key.ENTER);
				await isList(
					"Open the shop: done",
					"Pay: skipped",
					"Compare: todo",
					"Write a review: todo",
				);
				await click(".past summary");
				await until(
					"the history",
					'return element.shadowRoot.querySelector(".past li") !== null',
				);
				await run(
					'const slider = element.shadowRoot.querySelector(".past input"); slider.value = 1; slider.dispatchEvent(new Event("input"));',
				);
				await click(".past > button");
				await isList("Open the shop: todo", "Compare: todo", "Pay: todo");

				await run('element.mode = "line"; store.markDoing(1);');
				await until(
					"one line",
					'return element.shadowRoot.querySelector(".current").textContent === "Open the shop"',
				);
				assert.deepEqual(await run("return reports"), []);
			} finally {
				await close();
			}
		});
	}
});
