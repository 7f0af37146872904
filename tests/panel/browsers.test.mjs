// The main path of `<agent-todos>` in Firefox and WebKit, by WebDriver: what a person clicks,
// presses and types.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Key } from "selenium-webdriver";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { serve } from "../browsers/server.mjs";
import { until } from "../tools/until.mjs";
import { open, runAsync } from "../tools/webdriver.mjs";

let server;
before(async () => {
	server = await serve({ element: import.meta.dirname });
});
after(() => server?.close());

describe("browsers", { concurrency: true }, () => {
	for (const name of ["firefox", "webkit"]) {
		test(
			`${name}: a person works on the list, and the policy reports nothing`,
			inBrowser(name),
			async () => {
				const address = `${server.address}element/page.html`;
				const { client, close } = await open(name, address);
				const run = (body, ...args) => runAsync(client, body, ...args);
				const isList = (...list) =>
					until(list.join(), async () => {
						const now = await run(
							'return store.getAll().map(({ content, status }) => content + ": " + status)',
						);
						return now.join() === list.join();
					});
				const act = () => client.actions();
				const press = (...keys) =>
					act()
						.sendKeys(...keys)
						.perform();
				const find = (css) =>
					client.executeScript(
						"return element.shadowRoot.querySelector(arguments[0])",
						css,
					);
				// A row that glides to another place would move away between press and release, and one
				// that has moved takes no press for a moment.
				const rowsAreStill = () =>
					run(
						'return !element.shadowRoot.querySelector(".settling") && element.shadowRoot.getAnimations().every(({ effect }) => !effect.target.matches(".row"))',
					);
				const click = async (css) => {
					await until("the rows are still", rowsAreStill);
					await (await find(css)).click();
				};
				// Not by a click: WebKitGTK's driver does not see a text field of a shadow tree under the
				// pointer.
				const focus = async (css) =>
					client.executeScript("arguments[0].focus()", await find(css));
				const [todo, done] = ["Open the shop: todo", "Open the shop: done"];
				const [compare, skipped] = ["Compare: todo", "Pay: skipped"];
				try {
					await until("ready", () =>
						run('return "ready" in document.documentElement.dataset'),
					);
					await run('show(["Open the shop", "Compare", "Pay"]);');
					await until("shown", () => find('[data-key="t3"] .glyph'));
					const key = (css, ...keys) => focus(css).then(() => press(...keys));
					await click('[data-key="t1"] .glyph');
					await isList(done, compare, "Pay: todo");
					await key('[data-key="t2"] .text', Key.F2);
					await until("the field", () => find('[data-key="t2"] textarea'));
					await press(" three", Key.ENTER);
					await until("edited", () =>
						run('return store.getAll()[1].content.includes("three")'),
					);
					await run('store.as("user").edit("t2", { content: "Compare" });');
					await key('[data-key="t3"] .text', "s");
					await until("the reason", () => find('[data-key="t3"] .why input'));
					await press("no card", Key.ENTER);
					await isList(done, compare, skipped);
					assert.equal(await run("return store.getAll()[2].reason"), "no card");

					await focus('[data-key="t3"] .text');
					await act()
						.keyDown(Key.ALT)
						.sendKeys(Key.ARROW_UP)
						.keyUp(Key.ALT)
						.perform();
					await isList(done, skipped, compare);
					await key('[data-key="t2"] .text', Key.DELETE);
					await isList(done, skipped);
					await until("Undo", () => find("[data-status=removed] .undo"));
					await click("[data-status=removed] .undo");
					await isList(done, skipped, compare);

					// A drag by the mouse, after which a click is a click. The first two have folded by then.
					await run(
						'element.shadowRoot.querySelector("details")?.setAttribute("open", "")',
					);
					await run('store.as("user").reopen("t1");');
					await isList(todo, skipped, compare);
					const below = await find('[data-key="t2"]');
					await act()
						.move({ origin: await find('[data-key="t1"] .text') })
						.press()
						.move({ origin: await find('[data-key="t1"] .text'), y: 8 })
						.move({ origin: below, y: 5 })
						.release()
						.perform();
					await isList(skipped, compare, todo);
					await click('[data-key="t1"] .glyph');
					await isList(skipped, compare, done);
					await run('store.as("user").reopen("t1");');

					await focus("form.add input");
					await press("Write a review", Key.ENTER);
					await isList(skipped, compare, todo, "Write a review: todo");
					await click(".head [data-do=menu]");
					await until("the menu", () => find(".menu [data-do=history]"));
					await click(".menu [data-do=history]");
					await until("the history", () => find(".past + .scroll li"));
					await run(
						'const slider = element.shadowRoot.querySelector(".past input"); slider.value = 2; slider.dispatchEvent(new Event("input", { bubbles: true }));',
					);
					await until("another revision", () =>
						run(
							'return !element.shadowRoot.querySelector("[data-do=restore]").disabled',
						),
					);
					await click("[data-do=restore]");
					await isList(todo, compare, "Pay: todo");
					assert.deepEqual(await run("return reports"), []);
				} finally {
					await close();
				}
			},
		);
	}
});
