// Updates of a list leave nothing behind in Chromium. `npm run test:element` makes 10,000 of them,
// in a list of 200 todos.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isFull } from "../tools/full.mjs";
import { pages } from "./chromium.mjs";

const [updates, size] = isFull ? [10_000, 200] : [500, 50];
let chromium;
before(async () => {
	chromium = await pages(["--js-flags=--expose-gc"]);
});
after(() => chromium?.close());

test(`${updates} updates of ${size} todos: nothing of them stays`, async () => {
	const page = await chromium.open();
	await page.evaluate((size) => {
		const todos = Array(size).fill("word ".repeat(30));
		globalThis.show(todos.map((text, i) => `todo ${i}: ${text}`));
	}, size);
	await page.locator(".row").last().waitFor({ state: "attached" });
	const client = await page.context().newCDPSession(page);
	await client.send("Performance.enable");
	const metrics = async () => {
		await client.send("HeapProfiler.collectGarbage");
		const { metrics } = await client.send("Performance.getMetrics");
		return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
	};
	/** Each of them is drawn, styles and layout too, unless they come at once. */
	const update = (count, atOnce = false) =>
		page.evaluate(
			async ([count, size, atOnce]) => {
				const { store, element } = globalThis;
				const [person, model] = [store.as("user"), store.as("model")];
				const { shadowRoot } = element;
				const { revision } = store;
				const changes = [
					(key, i) => model.edit(key, { content: `todo ${i}, ${revision}` }),
					(key) => person.complete(key),
					(key) => person.skip(key, "too slow"),
					(key) => model.move(key, size),
					(key) => person.reopen(key),
				];
				for (let i = 0; i < count; i++) {
					changes[Math.floor(i / size) % 5](`t${(i % size) + 1}`, i);
					if (atOnce) continue;
					await undefined;
					shadowRoot.lastElementChild.getBoundingClientRect();
					// As between two messages of a worker: the browser may paint.
					if (i % 50 === 0) await new Promise((go) => setTimeout(go));
				}
				return {
					rows: shadowRoot.querySelectorAll(".row").length,
					news: shadowRoot.querySelector("[role=status]").textContent.length,
					changes: store.revision - revision,
				};
			},
			[count, size, atOnce],
		);
	// The history is as long as it gets, and what is made once is there.
	await update(1000, true);
	await update(5 * size);
	const before = await metrics();
	const { rows, news, changes } = await update(updates);
	const later = await metrics();
	assert.equal(changes, updates, "each of them changed something");
	assert.equal(rows, size);
	assert.ok(news < 1000, "an announcement of some changes alone");
	assert.equal(later.JSEventListeners, before.JSEventListeners);
	for (const [name, most] of [
		["Nodes", 50],
		["JSHeapUsedSize", 1e6],
	])
		assert.ok(
			later[name] <= before[name] + most,
			`${name}: ${before[name]} became ${later[name]}`,
		);
	await page.context().close();
});

test("an element off the page is garbage-collected while its store lives", async () => {
	const page = await chromium.open();
	await page.evaluate(async () => {
		const { todos } = globalThis;
		const element = globalThis.show(["Open the shop"]);
		globalThis.kept = new todos.Conversation(globalThis.store);
		element.agent = globalThis.kept;
		await new Promise((go) => setTimeout(go));
		globalThis.store.as("user").complete(1);
		globalThis.left = new WeakRef(element);
		element.remove();
		globalThis.element = undefined;
	});
	await page.waitForFunction(() => {
		globalThis.gc();
		return globalThis.left.deref() === undefined;
	});
	// One that comes back shows what happened meanwhile.
	await page.evaluate(() => {
		const element = document.createElement("agent-todos");
		element.list = globalThis.store;
		document.body.append(element);
		element.remove();
		globalThis.store.as("host").edit(1, { content: "Close the shop" });
		document.body.append(element);
	});
	await page
		.locator(".content", { hasText: "Close the shop" })
		.waitFor({ state: "attached" });
	await page.context().close();
});
