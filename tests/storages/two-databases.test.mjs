// The two databases of IndexedDB that Chromium has: what keeps a kill from tearing both, what is
// left open when they cannot be used, and that deleting both deletes, and fails nobody else. And
// what is said where there is no IndexedDB.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { patient } from "./scale.mjs";
import { siteAndBrowser } from "./site.mjs";

const { site, browser } = await siteAndBrowser();

/**
 * Tabs that share what they store with each other and with no other test, and that know what they
 * write and have open.
 */
async function openTabs(t, count) {
	const context = await browser.newContext();
	t.after(() => context.close());
	await context.addInitScript(watch);
	return Promise.all(
		Array.from({ length: count }, async () => {
			const tab = await context.newPage();
			await tab.goto(`${site.address}page.html`);
			await tab.evaluate(() => (window.storage = indexedDbStorage()));
			return tab;
		}),
	);
}

/**
 * In a tab, before anything else: `writes` has `[isFirst, begin, end]` of each write, `isOpen` the
 * connections.
 */
function watch() {
	Object.assign(window, { writes: [], isOpen: new Set() });
	const firsts = new WeakSet();
	const { open } = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...given) {
		const request = open.apply(this, given);
		request.addEventListener("success", () => {
			isOpen.add(request.result);
			if (this === indexedDB) firsts.add(request.result);
		});
		return request;
	};
	const { close } = IDBDatabase.prototype;
	IDBDatabase.prototype.close = function () {
		isOpen.delete(this);
		return close.call(this);
	};
	const now = () => performance.timeOrigin + performance.now();
	const begins = new Map();
	const { put } = IDBObjectStore.prototype;
	IDBObjectStore.prototype.put = function (...given) {
		begins.set(this.transaction, now());
		return put.apply(this, given);
	};
	const { transaction } = IDBDatabase.prototype;
	IDBDatabase.prototype.transaction = function (...given) {
		const made = transaction.apply(this, given);
		// Before whoever waits for it, and lets others go on.
		made.addEventListener(
			"complete",
			() =>
				begins.has(made) &&
				writes.push([firsts.has(this), begins.get(made), now()]),
		);
		return made;
	};
}

test(
	"indexedDbStorage never writes both of its databases at once",
	patient,
	async (t) => {
		const tabs = await openTabs(t, 2);
		const writing = tabs.map((tab, n) =>
			tab.evaluate(async (tab) => {
				const write = async (name) => {
					for (let revision = 0; revision < 15; revision++)
						await storage.write(name, "x".repeat(2000), revision);
				};
				// The lists of one tab, too.
				const names = [1, 2].map((list) => `tab ${tab}, list ${list}`);
				await Promise.all(names.map(write));
				return writes;
			}, n),
		);
		const writes = (await Promise.all(writing)).flat();
		const first = writes.filter(([isFirst]) => isFirst);
		const copy = writes.filter(([isFirst]) => !isFirst);
		assert.ok(
			first.length === 60 && copy.length > 0,
			"not everything was seen",
		);
		const overlaps = first.filter(([, begin, end]) =>
			copy.some(([, start, finish]) => begin < finish && start < end),
		);
		assert.deepEqual(overlaps, [], "the copy was written meanwhile");
	},
);

test(
	"indexedDbStorage closes databases that it cannot use",
	patient,
	async (t) => {
		const [tab] = await openTabs(t, 1);
		const seen = await tab.evaluate(async () => {
			// The page has one of its own under that name.
			const request = indexedDB.open("agent-todos", 1);
			await new Promise((resolve) => (request.onsuccess = resolve));
			request.result.close();
			const codes = [];
			for (let time = 0; time < 3; time++)
				await storage.read("list").catch(({ code }) => codes.push(code));
			return { codes, open: isOpen.size };
		});
		assert.deepEqual(seen, { codes: Array(3).fill("unavailable"), open: 0 });
	},
);

test(
	"indexedDbStorage reopens a silent database, others wait",
	patient,
	async (t) => {
		const [tab, other] = await openTabs(t, 2);
		await tab.evaluate(() => storage.write("list", "a", 0));
		await tab.clock.install();
		await tab.evaluate(() => {
			const { put } = IDBObjectStore.prototype;
			const isHanging = new Promise((resolve) => {
				// The transaction goes on until its connection is closed.
				IDBObjectStore.prototype.put = function () {
					IDBObjectStore.prototype.put = put;
					const goOn = () => {
						if (isOpen.has(this.transaction.db))
							this.get("list").onsuccess = goOn;
					};
					goOn();
					resolve();
				};
			});
			window.hung = storage.write("list", "b", 1).catch(({ code }) => code);
			return isHanging;
		});
		await tab.clock.runFor(20_000);
		assert.equal(await tab.evaluate(() => hung), "unavailable");
		assert.equal(await other.evaluate(() => storage.write("other", "a", 0)), 1);
		const read = await tab.evaluate(() => storage.read("list"));
		assert.deepEqual(read, { text: "a", revision: 1 });
		assert.equal(await tab.evaluate(() => storage.write("list", "c", 1)), 2);
	},
);

test(
	"both databases of indexedDbStorage can be deleted while tabs have them open",
	patient,
	async (t) => {
		const [tab, other] = await openTabs(t, 2);
		for (const isFirstFirst of [true, false]) {
			await tab.evaluate(() => storage.write("list", "a", 0));
			assert.deepEqual(await other.evaluate(() => storage.read("list")), {
				text: "a",
				revision: 1,
			});
			await tab.evaluate(async (isFirstFirst) => {
				const deleteCopy = () => navigator.storageBuckets.delete("agent-todos");
				if (!isFirstFirst) await deleteCopy();
				const request = indexedDB.deleteDatabase("agent-todos");
				await new Promise((resolve) => (request.onsuccess = resolve));
				if (isFirstFirst) await deleteCopy();
			}, isFirstFirst);
			for (const each of [tab, other])
				assert.equal(await each.evaluate(() => storage.read("list")), null);
		}
	},
);

// Nobody but who waits for it.
test("a database deleted while opening fails no call", patient, async (t) => {
	const [tab] = await openTabs(t, 1);
	const unheard = await tab.evaluate(async () => {
		const unheard = [];
		addEventListener("unhandledrejection", ({ reason }) =>
			unheard.push(String(reason)),
		);
		const { openKeyCursor } = IDBIndex.prototype;
		IDBIndex.prototype.openKeyCursor = function (...given) {
			void navigator.storageBuckets.delete("agent-todos").catch(() => {});
			return openKeyCursor.apply(this, given);
		};
		for (let time = 0; time < 20; time++)
			await indexedDbStorage()
				.read("list")
				.catch(() => {});
		IDBIndex.prototype.openKeyCursor = openKeyCursor;
		await storage.write("list", "a", 0);
		return unheard;
	});
	assert.deepEqual(unheard, []);
});

test("indexedDbStorage says so where there is no IndexedDB", async () => {
	const storage = indexedDbStorage();
	for (let time = 0; time < 2; time++)
		await assert.rejects(storage.read("list"), {
			name: "StorageError",
			code: "denied",
			message: /there is no IndexedDB here.*use fileStorage\(\)/,
		});
});
