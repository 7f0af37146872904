// Tabs that write to one list at once, through `persist` with "merge": no change is lost, and in the end all tabs have the same list and
// the same history.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { siteAndBrowser } from "./site.mjs";

const writes = times(48, 1800);
const { site, browser } = await siteAndBrowser();

for (const count of [2, 8]) {
	test(`${count} tabs, ${writes} writes`, patient, async (t) => {
		const context = await browser.newContext();
		t.after(() => context.close());
		const ledger = new Ledger(`IndexedDB, ${count} tabs, ${writes} writes`);
		const troubles = [];
		site.hear(({ stored, failed }) => {
			if (stored) ledger.acknowledge("list", stored);
			if (failed) troubles.push(failed);
		});
		const tabs = await Promise.all(
			Array.from({ length: count }, async (_, n) => {
				const tab = await context.newPage();
				await tab.goto(`${site.address}page.html`);
				await tab.evaluate(open, { writer: `tab ${n}`, most: writes / count });
				ledger.try();
				return tab;
			}),
		);
		// All have read the list, which is empty, before the first writes.
		const refused = await Promise.all(tabs.map((tab) => tab.evaluate(write)));
		const ends = await Promise.all(tabs.map((tab) => tab.evaluate(end)));
		ledger.check("list", ends[0].list);
		for (const end of ends) assert.deepEqual(end, ends[0]);
		assert.deepEqual(troubles, []);
		assert.ok(ledger.acknowledged >= writes);
		const met = refused.reduce((sum, one) => sum + one, 0);
		assert.ok(met > 0, "no two writes ever met");
		ledger.close(`; ${met} writes refused and merged`);
	});
}

/** In a tab: reads the list. */
function open(work) {
	window.refused = 0;
	return new Promise((isRead) => {
		window.working = begin({
			...work,
			name: "list",
			onConflict: () => (window.refused += 1),
			ready() {
				isRead();
				return new Promise((go) => (window.go = go));
			},
		});
	});
}

/** In a tab: works on the list, and returns how many of its writes were refused. */
async function write() {
	go();
	await working;
	return refused;
}

/** In a tab: what it has after a last look at what is stored. */
async function end() {
	const { store, saved } = await working;
	await saved.refresh();
	// Who wrote last has what is no longer stored of the history, too.
	const latest = store.history().slice(-50);
	return {
		list: store.getAll().map(({ content, status }) => [content, status]),
		history: latest.map(({ todos, ...snapshot }) => snapshot),
	};
}
