// Tabs that write to one list at once, through `persist` with "merge": no change is lost, each
// write that is refused is heard of by the tab that tried it, and in the end all tabs have the same
// list and the same history.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { siteAndBrowser } from "./site.mjs";

const writes = times(48, 2000);
const { site, browser } = await siteAndBrowser();

for (const count of [2, 8]) {
	test(`${count} tabs, ${writes} writes`, patient, async (t) => {
		const context = await browser.newContext();
		t.after(() => context.close());
		const tabs = await Promise.all(
			Array.from({ length: count }, async () => {
				const tab = await context.newPage();
				await tab.goto(`${site.address}page.html`);
				await tab.evaluate(open);
				return tab;
			}),
		);
		// All have read the list, which is empty, before the first writes.
		const results = await Promise.all(
			tabs.map((tab, n) =>
				tab.evaluate(write, { tab: n, share: writes / count }),
			),
		);
		const ledger = new Ledger(`IndexedDB, ${count} tabs, ${writes} writes`);
		for (const { changes } of results) {
			ledger.try();
			ledger.acknowledge("list", changes);
		}
		const ends = await Promise.all(tabs.map((tab) => tab.evaluate(end)));
		ledger.check("list", ends[0].list);
		for (const end of ends) assert.deepEqual(end, ends[0]);
		const sum = (field) =>
			results.reduce((sum, result) => sum + result[field], 0);
		assert.equal(
			sum("heard") + sum("gaveUp"),
			sum("refused"),
			"a refused write was not reported",
		);
		assert.ok(sum("refused") > 0, "no two writes ever met");
		assert.equal(ledger.acknowledged, writes);
		ledger.close(
			`; ${sum("refused")} writes refused, ${sum("heard")} reported`,
		);
	});
}

/** In a tab: reads the list, and counts what its storage refuses and what `persist` says of it. */
async function open() {
	await init();
	const inner = indexedDbStorage();
	const storage = {
		read: (name) => inner.read(name),
		write: (...given) =>
			inner.write(...given).catch((error) => {
				if (error.code === "conflict") window.refused += 1;
				throw error;
			}),
	};
	Object.assign(window, {
		refused: 0,
		heard: 0,
		store: new TodoStore({ maxTodos: 1000 }),
	});
	window.saved = await persist(store, storage, {
		name: "list",
		onConflict: ({ code }) => (window.heard += code === "conflict" ? 1 : 0),
		// flushed() rejects with it, too.
		onError: () => {},
	});
}

/**
 * In a tab: one change after the other, each stored before the next. Every second one finishes a
 * todo.
 */
async function write({ tab, share }) {
	const changes = [];
	let gaveUp = 0;
	// Where others write without a pause, it says so after some refusals in a row.
	const stored = (storing = saved.flushed()) =>
		storing.catch((error) => {
			if (!/writes of "list" in a row were refused/.test(error.message))
				throw error;
			gaveUp += 1;
			return stored(saved.retry());
		});
	for (let n = 0; n < share; n++) {
		const content = `tab ${tab}, ${n - (n % 2)}`;
		if (n % 2 === 0) store.addMultiple([content]);
		else
			store.complete(
				store.getAll().find((todo) => todo.content === content).id,
			);
		await stored();
		changes.push([n % 2 === 0 ? "add" : "done", content]);
	}
	return { changes, refused, heard, gaveUp };
}

/** In a tab: what it has after a last look at what is stored. */
async function end() {
	await saved.refresh();
	// Who wrote last has what is no longer stored of the history, too.
	const latest = store.history().slice(-50);
	return {
		list: store.getAll().map(({ content, status }) => [content, status]),
		history: latest.map(({ todos, ...snapshot }) => snapshot),
	};
}
