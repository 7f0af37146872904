// What real storages do when they fail: no room, no permission, something unreadable. The error
// says it, what was stored before stays whole, the list in memory stays whole, and once the reason
// is gone retry() stores it.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { init, persist, TodoStore } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";
import { emptyFolder } from "../tools/folder.mjs";
import { openExtension } from "./extension.mjs";
import { patient } from "./scale.mjs";
import { siteAndBrowser } from "./site.mjs";

await init();
const { site, browser } = await siteAndBrowser();
const extension = await openExtension("failures");
after(extension.close);

/** Returns a page, whose storage is no other page's. */
async function openPage(t) {
	const page = await browser.newPage();
	t.after(() => page.context().close());
	await page.goto(`${site.address}page.html`);
	return page;
}

/**
 * In a page: fills the storage with a growing list until a write is refused. Returns what was seen;
 * `window.saved` is left for the next step. Runs in Node too.
 */
async function fill({ storage, TodoStore, persist }) {
	const store = new TodoStore({ maxTodos: 1000, maxContentLength: 100_000 });
	const told = [];
	const saved = await persist(store, storage, {
		name: "list",
		onError: ({ code }) => told.push(code),
	});
	const seen = { acknowledged: 0, code: null, message: null };
	for (let n = 0; n < 900 && seen.code === null; n++) {
		store.addMultiple([`${n} ${"x".repeat(20_000)}`]);
		try {
			await saved.flushed();
			seen.acknowledged = n + 1;
		} catch ({ code, message }) {
			Object.assign(seen, { code, message });
		}
	}
	const stored = await storage.read("list");
	const copy = stored && TodoStore.fromCheckpoint(stored.text);
	Object.assign(seen, {
		told,
		inMemory: store.size,
		isStored: saved.isStored,
		inStorage: copy?.size ?? 0,
	});
	return { seen, store, saved };
}

function checkFull(seen, code, pattern) {
	const { acknowledged, message, ...rest } = seen;
	assert.ok(acknowledged > 0, "nothing could be stored in the first place");
	assert.match(message, pattern);
	assert.deepEqual(rest, {
		code,
		told: [code],
		inMemory: acknowledged + 1,
		isStored: false,
		inStorage: acknowledged,
	});
	console.log(
		`durable: ${code} (${message.slice(0, 60)}…): tried ${acknowledged + 1}, acknowledged ${acknowledged}, found ${rest.inStorage}, lost 0`,
	);
}

/**
 * The storage of a page is filled, and stores all of it when there is room again. `storage` is the
 * code that opens it.
 */
async function fillsUp(page, storage, pattern, makeRoom) {
	await page.evaluate(`window.fill = ${fill}`);
	const seen = await page.evaluate(`init().then(async () => {
		window.list = await fill({ storage: ${storage}, TodoStore, persist });
		return list.seen;
	})`);
	checkFull(seen, "quota_exceeded", pattern);
	await makeRoom();
	const after = await page.evaluate(`list.saved.retry().then(async () => {
		const { text } = await ${storage}.read("list");
		return TodoStore.fromCheckpoint(text).size;
	})`);
	assert.equal(after, seen.inMemory);
}

test("IndexedDB: a full quota", patient, async (t) => {
	const page = await openPage(t);
	const session = await page.context().newCDPSession(page);
	const { origin } = new URL(site.address);
	const allow = (quotaSize) =>
		session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
	await allow(1_000_000);
	await fillsUp(page, "indexedDbStorage()", /no room/, () =>
		allow(100_000_000),
	);
});

test("IndexedDB: a page that may not use it", patient, async (t) => {
	const page = await openPage(t);
	// A sandboxed frame has an origin of its own, and no storage.
	await page.setContent(
		`<iframe sandbox="allow-scripts" src="${site.address}page.html"></iframe>`,
	);
	const frame = await (await page.waitForSelector("iframe")).contentFrame();
	await frame.waitForFunction("window.init");
	const seen = await frame.evaluate(async () => {
		await init();
		const store = new TodoStore();
		store.addMultiple(["a"]);
		const { name, code, message } = await persist(store, indexedDbStorage(), {
			name: "list",
		}).catch((error) => error);
		return [`${name} ${code}: ${message}`, store.size];
	});
	assert.match(seen[0], /^StorageError denied: .*may not use it/);
	assert.equal(seen[1], 1);
});

for (const area of ["local", "session"])
	test(`chrome.storage.${area}: a full quota`, patient, async () => {
		const { page } = extension;
		// Something else of the extension takes most of the 10 MB.
		await page.evaluate(
			(area) =>
				chrome.storage[area].set({ other: "x".repeat(10_485_760 - 300_000) }),
			area,
		);
		await fillsUp(page, `chromeStorage({ area: "${area}" })`, /quota/i, () =>
			page.evaluate((area) => chrome.storage[area].remove("other"), area),
		);
	});

test("chrome.storage: a full area beside it", patient, async () => {
	const changed = await extension.page.evaluate(async () => {
		for (const area of ["local", "session"]) await chrome.storage[area].clear();
		const changed = [];
		chrome.storage.local.onChanged.addListener((changes) =>
			changed.push(...Object.keys(changes)),
		);
		await chrome.storage.session.set({ other: "x".repeat(10_485_760 - 20) });
		const storage = chromeStorage({ area: "local" });
		for (let revision = 0; revision < 5; revision++)
			await storage.write("list", "a", revision);
		return changed.filter((key) => key !== "list").length;
	});
	assert.equal(changed, 2, "what fills a block is put and removed once");
});

test("chrome.storage: without the permission", patient, async (t) => {
	const { page, close } = await openExtension("denied", { permissions: [] });
	t.after(close);
	const { name, code, message } = await page.evaluate(() =>
		chromeStorage({ area: "local" })
			.read("list")
			.catch(({ name, code, message }) => ({ name, code, message })),
	);
	assert.match(
		`${name} ${code}: ${message}`,
		/^StorageError denied: .*permission "storage"/,
	);
});

// Which has no locks in common with the extension.
test("chrome.storage: in a content script", patient, async () => {
	const { context, page } = extension;
	await page.evaluate(() => chrome.storage.local.clear());
	const web = await context.newPage();
	await web.goto(`${site.address}content-script`);
	await web.waitForFunction("document.title");
	assert.match(await web.title(), /^StorageError denied: .*content script/);
	assert.equal(
		await page.evaluate(() => chromeStorage({ area: "local" }).read("list")),
		null,
	);
});

test("fileStorage: a full disk and a read-only disk", patient, async (t) => {
	let isMounted = false;
	// Before its folder is removed.
	t.after(() => isMounted && execFileSync("umount", [disk]));
	const disk = emptyFolder(t);
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], {
			stdio: "ignore",
		});
	} catch {
		return t.skip("no tmpfs can be mounted here: that takes root");
	}
	isMounted = true;
	writeFileSync(join(disk, "filler"), Buffer.alloc(200_000));
	const folder = join(disk, "lists");
	const { seen, store, saved } = await fill({
		storage: fileStorage(folder),
		TodoStore,
		persist,
	});
	checkFull(seen, "quota_exceeded", /ENOSPC/);
	rmSync(join(disk, "filler"));
	await saved.retry();
	const stored = () => readFileSync(join(folder, "list"), "utf8");
	const isThere = () =>
		assert.equal(
			TodoStore.fromCheckpoint(stored()).checkpoint(),
			store.checkpoint(),
		);
	isThere();
	const text = stored();

	execFileSync("mount", ["-o", "remount,ro", disk]);
	// No timer fires: what cannot be written is no lock that could become free.
	t.mock.timers.enable({ apis: ["setTimeout"] });
	store.complete(1);
	await assert.rejects(saved.flushed(), {
		code: "denied",
		name: "StorageError",
	});
	t.mock.timers.reset();
	assert.deepEqual([stored(), store.isCompleted(1)], [text, true]);
	execFileSync("mount", ["-o", "remount,rw", disk]);
	await saved.retry();
	isThere();
});
