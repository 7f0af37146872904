// Every storage through the one conformance suite, where it really lives: memory and file in Node;
// IndexedDB in Chromium, Firefox and WebKit, each in a page, a worker and a service worker;
// chrome.storage in an unpacked extension, in its worker and a page.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { memoryStorage, StorageError } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { emptyFolder } from "../tools/folder.mjs";
import { mainTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";
import { open as openBrowser } from "../tools/webdriver.mjs";
import { deletionTests } from "./apps/deletion.js";
import { storageConformance } from "./conformance.mjs";
import { openExtension } from "./extension.mjs";
import { serveSite } from "./site.mjs";

const testsOf = (open) => [...storageConformance(open), ...deletionTests(open)];
const names = testsOf(memoryStorage).map(({ name }) => name);

test("memoryStorage keeps the contract in Node", async (t) => {
	const storage = memoryStorage();
	for (const { name, run } of testsOf(() => storage)) await t.test(name, run);
});

test("fileStorage keeps the contract in Node", async (t) => {
	const outer = emptyFolder(t);
	const folder = join(outer, "inner", "lists");
	for (const { name, run } of testsOf(() => fileStorage(folder)))
		await t.test(name, run);
	await t.test(
		"fileStorage writes only into its folder and leaves no temporary file",
		() => {
			assert.deepEqual(
				[readdirSync(outer), readdirSync(join(outer, "inner"))],
				[["inner"], ["lists"]],
			);
			// The name, or the beginning of a long one and its digest.
			const kept = /^[^~]+(?:~[0-9a-f]{64})?(?:~revision)?$/;
			assert.deepEqual(
				readdirSync(folder).filter((file) => !kept.test(file)),
				[],
			);
		},
	);
});

/** What both contexts have in the end: see apps/current.js. */
const both = ["from a page", "from a worker"];

const site = await serveSite();
after(() => site.close());

for (const browser of ["chromium", "firefox", "webkit"]) {
	mainTest(browser === "chromium")(
		`IndexedDB in ${browser}`,
		{ timeout: programPatience, ...inBrowser(browser) },
		async (t) => {
			let results;
			let shared;
			site.hear(({ conformance, current }) => {
				results ??= conformance;
				shared ??= current;
			});
			const address = `${site.address}conformance-page.html`;
			const opened = await openBrowser(browser, address);
			try {
				await until("the results are there", () => results);
				for (const place of ["page", "worker", "service worker"])
					await t.test(place, (t) => report(t, results[place], 2));
				await t.test("a list in a page and a worker is current in both", () =>
					assert.deepEqual(shared, [both, both]),
				);
			} finally {
				await opened.close();
			}
		},
	);
}

test("chrome.storage in an extension", {
	timeout: programPatience,
}, async (t) => {
	const { page, close } = await openExtension("conformance");
	t.after(close);
	const places = {
		"the service worker": (area) =>
			chrome.runtime.sendMessage({ conformance: area }),
		"a page": (area) => findings(() => chromeStorage({ area })),
	};
	for (const area of ["local", "session"])
		for (const [place, find] of Object.entries(places))
			await t.test(`${area}, in ${place}`, async (t) =>
				report(t, await page.evaluate(find, area)),
			);
	for (const area of ["local", "session"])
		await t.test(
			`${area}: a list in a page and the service worker is current in both`,
			async () => {
				const shared = await page.evaluate(
					(area) =>
						Promise.all([
							chrome.runtime.sendMessage({ current: area }),
							exchange(chromeStorage({ area }), "from a page", "from a worker"),
						]),
					area,
				);
				assert.deepEqual(shared, [both, both]);
			},
		);
});

/** Reports what was found: the tests of every storage, and so many others of this one. */
async function report(t, found, others = 0) {
	assert.ok(Array.isArray(found), `nothing ran there: ${found}`);
	const foundNames = found.map(([name]) => name);
	assert.deepEqual(foundNames.slice(0, names.length), names);
	assert.equal(foundNames.length, names.length + others);
	for (const [name, error] of found)
		await t.test(name, () => assert.equal(error, null));
}

test("storageConformance() finds each fault of a storage", async () => {
	/** Writes with another text, and answers a refused write otherwise. */
	const writing =
		({ text: changed = (text) => text, refused }) =>
		({ write }) => ({
			write: (name, text, revision) =>
				write(name, changed(text), revision).catch((error) => {
					if (!refused) throw error;
					return refused(revision);
				}),
		});
	const throwing = (error) => writing({ refused: () => Promise.reject(error) });
	/** One thing is changed in each. */
	const broken = {
		"writes without looking": (right) => ({
			write: async (name, text) =>
				right.write(name, text, (await right.read(name))?.revision ?? 0),
		}),
		"says something else than conflict": throwing(
			new StorageError("unavailable", "no"),
		),
		"says conflict with an error of its own": throwing(
			Object.assign(new Error("no"), { code: "conflict" }),
		),
		"stays silent when it refuses": writing({
			refused: (revision) => revision + 1,
		}),
		"trims texts": writing({ text: (text) => text.trim() }),
		"cuts texts": writing({ text: (text) => text.slice(0, 100_000) }),
		"takes capital letters for small ones": (right) => ({
			read: (name) => right.read(name.toLowerCase()),
			write: (name, ...rest) => right.write(name.toLowerCase(), ...rest),
		}),
		"counts by two": (right) => ({
			write: async (...args) => (await right.write(...args)) + 1,
		}),
		"gives something for nothing": (right) => ({
			read: async (name) =>
				(await right.read(name)) ?? { text: "", revision: 0 },
		}),
		"reports no write": () => ({ watch: () => () => {} }),
		"watches without an end": (right) => ({
			watch: (...args) => void right.watch(...args),
		}),
		"returns the revision that it was given": (right) => ({
			write: (name, text, expected) =>
				right.write(name, text, expected).then(() => expected),
		}),
		"compares, and writes later": (right) => ({
			async write(name, text, expected) {
				const { revision } = (await right.read(name)) ?? { revision: 0 };
				if (revision !== expected)
					throw StorageError.conflict(name, expected, revision);
				await wait(1);
				return right.write(name, text, (await right.read(name))?.revision ?? 0);
			},
		}),
	};
	for (const [how, change] of Object.entries(broken)) {
		const right = memoryStorage();
		const storage = { ...right, ...change(right) };
		const results = await Promise.allSettled(
			storageConformance(() => storage).map(({ run }) => run()),
		);
		assert.ok(
			results.some(({ status }) => status === "rejected"),
			how,
		);
	}
});
