// Updates of a list of 200 todos: what each costs the main thread of Chromium, which is reported, and what is left of them, which has to
// be nothing. `npm run test:element` makes 10,000 of them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pages } from "./chromium.mjs";

const updates = Number(process.env.AGENT_TODOS_ELEMENT_UPDATES ?? 2000);
let chromium;
before(async () => {
	chromium = await pages(["--js-flags=--expose-gc"]);
});
after(() => chromium?.close());

test(`${updates} updates of 200 todos: the cost is reported, and nothing of them stays`, async () => {
	const page = await chromium.open();
	await page.evaluate(
		() =>
			void globalThis.show(
				Array.from(
					{ length: 200 },
					(_, i) => `todo ${i}: ${"word ".repeat(30)}`,
				),
			),
	);
	await page.locator(".row").last().waitFor();
	const client = await page.context().newCDPSession(page);
	await client.send("Performance.enable");
	const metrics = async () => {
		await client.send("HeapProfiler.collectGarbage");
		const { metrics } = await client.send("Performance.getMetrics");
		return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
	};
	/** Each of them is drawn: scripts, styles and layout are done when its time is taken. */
	const update = (count) =>
		page.evaluate(async (count) => {
			const { store, element } = globalThis;
			const [person, model] = [store.as("user"), store.as("model")];
			const { shadowRoot } = element;
			const times = [];
			const { revision } = store;
			for (let i = 0; i < count; i++) {
				const key = `t${(i % 200) + 1}`;
				const start = performance.now();
				switch (Math.floor(i / 200) % 5) {
					case 0:
						model.edit(key, {
							content: `todo ${i}, ${store.revision}: ${"word ".repeat(30)}`,
						});
						break;
					case 1:
						person.complete(key);
						break;
					case 2:
						person.skip(key, "too slow");
						break;
					case 3:
						model.move(key, 200);
						break;
					default:
						person.reopen(key);
				}
				await undefined;
				shadowRoot.lastElementChild.getBoundingClientRect();
				shadowRoot.querySelector(".row").getBoundingClientRect();
				times.push(performance.now() - start);
				// As between two messages of a worker: the browser may paint.
				if (i % 50 === 0) await new Promise((go) => setTimeout(go));
			}
			const rows = shadowRoot.querySelectorAll(".row").length;
			const news = shadowRoot.querySelector("[role=status]").textContent.length;
			times.sort((a, b) => a - b);
			const at = (part) => times[Math.floor(part * (times.length - 1))];
			const changes = store.revision - revision;
			return {
				rows,
				news,
				changes,
				median: at(0.5),
				p95: at(0.95),
				longest: at(1),
			};
		}, count);
	// What is made once is there, and the history as long as it gets.
	await update(1000);
	const before = await metrics();
	const started = performance.now();
	const { rows, news, changes, median, p95, longest } = await update(updates);
	const seconds = (performance.now() - started) / 1000;
	const later = await metrics();
	const mean = ((later.TaskDuration - before.TaskDuration) * 1000) / updates;
	console.log(
		`${updates} updates of 200 todos in ${seconds.toFixed(1)} s: median ${median.toFixed(2)} ms, 95 % within ${p95.toFixed(2)} ms, longest ${longest.toFixed(1)} ms; ` +
			`all tasks of the main thread: ${mean.toFixed(2)} ms for each; ` +
			`heap ${(before.JSHeapUsedSize / 1e6).toFixed(1)} → ${(later.JSHeapUsedSize / 1e6).toFixed(1)} MB, ` +
			`nodes ${before.Nodes} → ${later.Nodes}, listeners ${before.JSEventListeners} → ${later.JSEventListeners}; ` +
			`${median < 4 ? "within" : "ABOVE"} the 4 ms aimed at`,
	);
	assert.equal(changes, updates, "each of them changed something");
	assert.equal(rows, 200);
	assert.ok(news < 1000, "an announcement of some changes alone");
	assert.equal(later.JSEventListeners, before.JSEventListeners);
	assert.ok(
		later.Nodes <= before.Nodes + 100,
		`${before.Nodes} nodes became ${later.Nodes}`,
	);
	assert.ok(
		later.JSHeapUsedSize < before.JSHeapUsedSize + 2e6,
		`${before.JSHeapUsedSize} bytes became ${later.JSHeapUsedSize}`,
	);
	await page.context().close();
});

test("an element that left the page is collected, though its store and its conversation live on", async () => {
	const page = await chromium.open();
	await page.evaluate(async () => {
		const { todos } = globalThis;
		const element = globalThis.show(["Open the shop"]);
		globalThis.kept = new todos.Conversation(globalThis.store);
		element.conversation = globalThis.kept;
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
		element.store = globalThis.store;
		document.body.append(element);
		element.remove();
		globalThis.store.edit(1, { content: "Close the shop" });
		document.body.append(element);
	});
	await page.locator(".content", { hasText: "Close the shop" }).waitFor();
	await page.context().close();
});
