// The main path of the two pages in Firefox, by WebDriver: what a person clicks and types, and what
// is seen then.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { By, Key } from "selenium-webdriver";
import { Context } from "selenium-webdriver/firefox.js";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { until as happened } from "../tools/until.mjs";
import { open } from "../tools/webdriver.mjs";
import { builtAndServed } from "./served-demo.mjs";

let demo;
let firefox;
const { skip } = inBrowser("firefox");
before(async () => {
	if (skip) return;
	demo = await builtAndServed();
	firefox = await open("firefox", "about:blank");
});
after(async () => {
	await firefox?.close();
	await demo?.close();
});

const run = (body, ...args) => firefox.client.executeScript(body, ...args);
const find = (css) => firefox.client.findElement(By.css(css));
const click = (css) => find(css).click();
const text = (css) =>
	run("return document.querySelector(arguments[0]).textContent", css);
const press = (key) => firefox.client.actions().sendKeys(key).perform();
/**
 * Returns what an expression says of each element of the list that a selector finds, the element
 * being `it`.
 */
const inList = (css, expression) =>
	run(
		`return [...document.querySelector("#list").shadowRoot.querySelectorAll(arguments[0])].map((it) => ${expression})`,
		css,
	);
const statuses = async () =>
	(await inList(".row", "it.dataset.status")).join(" ");

/** Waits until a function in the page gives something true. */
const until = (what, body) =>
	happened(
		async () => `${what}: ${await text("body")}`,
		() => run(body),
	);

/** Opens a page, lets `act` use it, and sees that nothing went wrong in it. */
async function withPage(path, act) {
	await firefox.client.get(new URL(path, demo.url).href);
	await act();
	assert.equal(await text("#failure"), "");
	await firefox.client.setContext(Context.CHROME);
	try {
		const errors = await run(
			`return Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag)
        && message.sourceName.startsWith(arguments[0])).map(String)`,
			demo.url,
		);
		assert.deepEqual(errors, []);
	} finally {
		await firefox.client.setContext(Context.CONTENT);
	}
}

test(
	"the recorded task: steps, play, reminder, own call, abort",
	{ skip },
	() =>
		withPage("playground.html", async () => {
			await until(
				"ready",
				'return document.querySelector("#list").shadowRoot?.querySelectorAll(".row").length === 8',
			);
			await click("#step");
			await click("#step");
			assert.equal(await text("#position"), "turn 3 of 13");
			assert.equal(
				await statuses(),
				"done done doing todo todo todo todo todo",
			);
			await click("#exact");
			const reminder = await text("#reminder");
			assert.match(
				reminder,
				/^<browser-state>.*\n<todos><todo id="1" status="done">Search shop\.example/,
			);
			const read = await run(
				'return [...new DOMParser().parseFromString(arguments[0], "application/xml").querySelectorAll("todo")].map((todo) => todo.textContent)',
				reminder,
			);
			assert.deepEqual(await inList(".row .content", "it.textContent"), read);

			const box = find("#own-text");
			await box.clear();
			await box.sendKeys('{"action":"complete multiple","ids":"[4]"}');
			await click("#own [type=submit]");
			const verdict = await text("#own-answer .verdict");
			assert.equal(verdict, "Repaired and carried out · the list changed");
			assert.equal(
				await statuses(),
				"done done doing done todo todo todo todo",
			);

			await click("#play");
			await until(
				"playing",
				'return document.querySelector("#position").textContent !== "turn 3 of 13"',
			);
			await click("#abort");
			assert.equal(await text("#play"), "Play");
			assert.ok(!(await statuses()).includes("doing"));
			while ((await text("#position")) !== "turn 13 of 13, finished")
				await click("#step");
			assert.equal((await statuses()).match(/done|skipped/g).length, 10);
		}),
);

test("the agent is aborted within a step, resumed, and orders", { skip }, () =>
	withPage("index.html", async () => {
		await click("#choose");
		await until("ready", 'return document.body.dataset.state === "ready"');
		await click('#pace option[value="brisk"]');
		await click("#run");
		await until(
			"clicking",
			'return document.querySelector("#browser-does").textContent.startsWith("clicks")',
		);
		await press(Key.ESCAPE);
		await until("stopped", 'return document.body.dataset.state === "stopped"');
		assert.match(await statuses(), /^((done|todo) ?){7}$/);
		await click('#pace option[value="none"]');
		await click("#run");
		await until("over", 'return document.body.dataset.state === "ended"');
		assert.equal(await statuses(), Array(7).fill("done").join(" "));
		assert.equal(
			await run(
				'return document.querySelector("#shop").contentDocument.querySelector("h1").textContent',
			),
			"Thank you, Grace Hopper!",
		);
		assert.match(await text("#result"), /^Order K-\d+ is placed/);
	}),
);
