// How `<agent-todos>` looks, in each of the ways that a person may have set: axe-core finds nothing wrong, nothing is wider than
// the page, and a picture of it is written to target/element.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { target } from "../../pkg-template/build/places.mjs";
import { violationsOn } from "../e2e/accessibility.mjs";
import { mainTest } from "../setup/slow.mjs";
import { fits, pages } from "./chromium.mjs";

const folder = join(target, "element");
let chromium;
before(async () => {
	mkdirSync(folder, { recursive: true });
	chromium = await pages();
});
after(() => chromium?.close());

const wide = { width: 560, height: 760 };
const narrow = { width: 360, height: 740 };
const every = ["list", "review", "line"];
/** The `modes` that axe-core reads: all in both colours, and the list however it is laid out. */
const looks = {
	light: { viewport: wide, colorScheme: "light", modes: every },
	dark: { viewport: wide, colorScheme: "dark", modes: every },
	phone: { viewport: narrow, colorScheme: "dark", isMobile: true },
	"right-to-left": { viewport: wide, direction: "rtl" },
	"forced-colours": { viewport: wide, forcedColors: "active" },
};

/** A list in the middle of its life, with something of all that there is to see. */
function fill() {
	const contents = [
		"Open the shop",
		"Compare three kettles that hold 1.7 litres and cost less than 40 euros",
		"قارن الأسعار في المتجر الآخر",
		"Put the cheaper one into the basket",
		"Pay",
	];
	const element = globalThis.show(["Find the shop", "Sign in"]);
	const { store, todos } = globalThis;
	const [person, model] = [store.as("user"), store.as("model")];
	const { now } = Date;
	store.completeMultiple([1, 2]);
	store.newTask();
	model.addMultiple(contents);
	const [write] = todos.tools(store, "update_plan");
	const steps = [...contents.slice(0, 4), "Pay by invoice", "Write it down"];
	write.call({ plan: steps.map((step) => ({ step, status: "pending" })) });
	const keyOf = (place) => store.getAll()[place].key;
	model.markDoing(keyOf(0));
	Date.now = () => now() + 42_000;
	const [manager] = todos.tools(store);
	element.showNotes({ notes: [], revision: store.revision });
	element.showNotes(manager.call({ action: "complete", ids: 1 }));
	model.markDoing(keyOf(1));
	model.edit(keyOf(1), { activeForm: "Comparing three kettles" });
	const conversation = new todos.Conversation(store);
	element.conversation = conversation;
	person.edit(keyOf(4), { content: "Pay by card, not by invoice" });
	conversation.reminder();
	person.skip(keyOf(3), "this shop wants too much for shipping. ".repeat(9));
	person.approve();
	store.edit(keyOf(2), { confirm: true });
	store.as("model", "researcher").complete(keyOf(2));
	element.shadowRoot.querySelector(".past").open = true;
	Date.now = now;
}

for (const [
	name,
	{ modes = ["list"], direction = "ltr", ...options },
] of Object.entries(looks)) {
	mainTest(name === "light")(
		`${name}: nothing is wrong with it for axe-core, and nothing is cut off`,
		async () => {
			// axe-core adds a style sheet to the page; what the policy says, element.test.mjs sees.
			const page = await chromium.open({ ...options, bypassCSP: true });
			await page.evaluate(`document.documentElement.dir = "${direction}"`);
			await page.evaluate(fill);
			await page.locator(".past li").first().waitFor();
			await page.locator(".receipt:visible").first().waitFor();
			for (const mode of every) {
				await page.evaluate(`element.mode = "${mode}"`);
				const drawn = page.locator(mode === "line" ? ".line" : ".row");
				await drawn.first().waitFor();
				if (modes.includes(mode))
					assert.deepEqual(await violationsOn(page), [], mode);
				// axe-core passes over a text that has the colour of its background.
				const { color, backgroundColor } = await page
					.locator(".start")
					.evaluate((it) => {
						const { color, backgroundColor } = getComputedStyle(it);
						return { color, backgroundColor };
					});
				assert.notEqual(backgroundColor, "rgba(0, 0, 0, 0)");
				assert.notEqual(color, backgroundColor);
				await fits(page, mode);
				const path = join(folder, `${name}-${mode}.png`);
				await page.locator("agent-todos").screenshot({ path });
				assert.ok(readFileSync(path).length > 1000);
			}
			// And while something is written in it.
			await page.evaluate('element.mode = "list"');
			await page.locator(".row .text").first().click();
			await page.locator(".row .skip:visible").first().click();
			await page.locator(".row .move").last().click();
			await page.locator(".row [data-do=send-back]:visible").click();
			await page.locator(".row form").nth(3).waitFor();
			if (modes === every) assert.deepEqual(await violationsOn(page), []);
			await page.context().close();
		},
	);
}

for (const colorScheme of ["light", "dark"])
	mainTest(colorScheme === "light")(
		`${colorScheme}, 320 px: a todo that waits, its answer, and what a person does themselves`,
		async () => {
			const page = await chromium.open({
				viewport: { width: 320, height: 740 },
				colorScheme,
				bypassCSP: true,
			});
			await page.evaluate(() => {
				const { store, element, todos } = Object.assign(globalThis, {
					element: globalThis.show(["Place the order", "Track the parcel"]),
				});
				store.as("model").wait(1, {
					question:
						"Which code did the shop send to grace.brewster.murray.hopper@example.org?",
				});
				store.wait(2, { for: "event" });
				store.edit(1, { data: { tab: 3 } });
				element.conversation = new todos.Conversation(store);
				element.conversation.reminder();
				store.as("user").addMultiple(["Call Ann", "Feed the cat"]);
				store.as("user").wait(4, { for: "user" });
			});
			const row = (text) => page.locator(".row").filter({ hasText: text });
			const named = (text, name) =>
				row(text).getByRole("button", { name, exact: true });
			const answer = named("Place the order", "Answer: Place the order");
			for (const one of [
				answer,
				named("Place the order", "Open: Place the order"),
				named("Call Ann", "I do this myself: Call Ann"),
				row("Feed the cat").getByText("waits for you"),
				row("Track the parcel").getByText("waits for an event"),
			])
				assert.ok(await one.isVisible(), String(one));
			assert.deepEqual(await violationsOn(page), []);
			await fits(page);
			await answer.click();
			await page.getByLabel(/^Which code/).fill("a long answer ".repeat(9));
			assert.deepEqual(await violationsOn(page), []);
			await fits(page);
			const path = join(folder, `waiting-${colorScheme}.png`);
			await page.locator("agent-todos").screenshot({ path });
			await page.context().close();
		},
	);

test("takes the page's own colours, whatever the page calls them", async () => {
	const page = await chromium.open({ bypassCSP: true });
	await page.addStyleTag({
		content: `:root { --accent: rgb(1, 2, 3); --text: rgb(4, 5, 6); --gap: 3px; }
			agent-todos { --agent-todos-accent: var(--accent); --agent-todos-text: var(--text); --agent-todos-gap: var(--gap); }`,
	});
	await page.evaluate(() => {
		globalThis.show(["Open the shop"]);
		globalThis.element.mode = "review";
	});
	assert.deepEqual(
		await page.locator(".start").evaluate((it) => {
			const style = getComputedStyle(it);
			const host = getComputedStyle(it.getRootNode().host);
			return [style.backgroundColor, host.color];
		}),
		["rgb(1, 2, 3)", "rgb(4, 5, 6)"],
	);
	await page.context().close();
});

test("axe-core does find what is wrong", async () => {
	const page = await chromium.open({ bypassCSP: true });
	await page.evaluate(() => {
		globalThis.show(["Open the shop"]);
		globalThis.element.style.setProperty("--agent-todos-text", "#eee");
		globalThis.element.style.setProperty("--agent-todos-background", "#fff");
	});
	await page.locator(".row").waitFor();
	assert.match((await violationsOn(page)).join("\n"), /color-contrast/);
	await page.context().close();
});

test("no motion where a person wants none", async () => {
	for (const [options, expected] of [
		[{ reducedMotion: "no-preference" }, /0\.12s/],
		[{ reducedMotion: "reduce" }, /^0s$/],
	]) {
		const page = await chromium.open(options);
		await page.evaluate(() => void globalThis.show(["Open the shop"]));
		const check = page.locator(".check");
		assert.match(
			await check.evaluate((it) => getComputedStyle(it).transitionDuration),
			expected,
		);
		await page.context().close();
	}
});
