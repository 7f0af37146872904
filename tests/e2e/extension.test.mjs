// The sample extension, unpacked in Chromium and as a temporary add-on in Firefox: its service worker (or background page) owns the
// list, its panel plays the task, and the list is still there after the browser stopped the worker.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "vite";
import { root } from "../../pkg-template/build/places.mjs";
import { patience } from "../setup/patience.mjs";
import { launchWithProfile, serviceWorkerOf } from "../setup/playwright.mjs";
import { violationsOn } from "./accessibility.mjs";
import { listOn, pace, statusesOn } from "./demo-page.mjs";
import { openFirefox } from "./firefox-panel.mjs";

const www = join(root, "www");
const extension = join(root, "target", "extension");
let profile;
let context;
let address;

before(async () => {
	await build({
		root: join(www, "extension"),
		configFile: join(www, "vite.extension.config.ts"),
		logLevel: "warn",
	});
	profile = await mkdtemp(join(tmpdir(), "agent-todos-extension-"));
	context = await launchWithProfile(profile, extension);
	const worker = await serviceWorkerOf(context);
	address = new URL("panel.html", worker.url()).href;
});
after(async () => {
	await context?.close();
	if (profile) await rm(profile, { recursive: true, force: true });
});

async function openPanel() {
	const page = await context.newPage();
	const troubles = [];
	page.on("pageerror", (error) => troubles.push(error.message));
	page.on(
		"console",
		(message) => message.type() === "error" && troubles.push(message.text()),
	);
	await page.clock.install();
	await page.goto(address);
	return { page, troubles };
}

// What a page runs before and after its worker is stopped, so that it knows. A call that it sends in the moment between still goes to
// the old worker, and is rejected with `no_answer`. The panel's port ends with the worker, and so does this one.
const watchPort = () => {
	window.port = chrome.runtime.connect({ name: "ends with the worker" });
	window.isLost = new Promise((go) =>
		window.port.onDisconnect.addListener(() => go(chrome.runtime.lastError)),
	);
};
const portLost = () => window.isLost.then(() => {});

/** Stops the service worker as the browser does after thirty idle seconds, and waits until it is gone and the page knows. */
async function stopWorker(page) {
	await page.evaluate(watchPort);
	const session = await context.newCDPSession(page);
	const stopped = new Promise((resolve) => {
		session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
			if (versions.some(({ runningStatus }) => runningStatus === "stopped"))
				resolve();
		});
	});
	await session.send("ServiceWorker.enable");
	await session.send("ServiceWorker.stopAllWorkers");
	await stopped;
	await page.evaluate(portLost);
	await session.detach();
}

/** `["stopped"]`, `["running"]`, …: what the browser says of the worker. */
async function workerStatus(page) {
	const session = await context.newCDPSession(page);
	const said = new Promise((go) =>
		session.once("ServiceWorker.workerVersionUpdated", ({ versions }) =>
			go(versions.map(({ runningStatus }) => runningStatus)),
		),
	);
	await session.send("ServiceWorker.enable");
	const status = await said;
	await session.detach();
	return status;
}

/** Whether the worker is the one that was marked: memory does not outlive it. */
const mark = () =>
	context.serviceWorkers()[0].evaluate(() => (globalThis.isMarked = true));
const isMarked = () =>
	context.serviceWorkers()[0]?.evaluate(() => globalThis.isMarked === true);

test("plays the task, and the list outlives the service worker", async () => {
	const { page, troubles } = await openPanel();
	await page.getByText("nothing to do yet").waitFor();
	await mark();

	await page.locator("#play").click();
	await page.locator("#list > li").first().waitFor();
	for (let turn = 2; turn <= 7; turn += 1) {
		await page.clock.runFor(pace);
		await page.getByText(`Turn ${turn} of 13`).waitFor();
	}
	await page.getByRole("button", { name: "Pause" }).click();
	await page
		.locator("[data-status=doing]")
		.getByText("kettles.example")
		.waitFor();
	const list = await listOn(page);
	assert.equal(list.length, 10);
	assert.equal(await isMarked(), true);

	await stopWorker(page);
	await page.reload();
	await page.locator("#list > li").first().waitFor();
	assert.deepEqual(await listOn(page), list);
	assert.equal(await isMarked(), false, "a new worker answered");

	// The history is there as well: one step back is the moment before the seventh turn's get_next.
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("3 done, 2 skipped, 5 to do").waitFor();
	assert.deepEqual(troubles, []);
	await page.close();
});

test("takes a call, says what it repaired, and shows the change on every open page", async () => {
	const one = await openPanel();
	const other = await openPanel();
	await one.page.getByRole("button", { name: "Restart" }).click();
	await one.page.getByText("nothing to do yet").waitFor();

	await one.page
		.locator("#args")
		.fill('{"action":"add_multiple","todos":["Buy <b>tea</b>"]}');
	await one.page.getByRole("button", { name: "Send" }).click();
	for (const { page } of [one, other]) {
		await page.locator("#list > li").waitFor();
		assert.deepEqual(await listOn(page), [["1", "Buy <b>tea</b>", "to do"]]);
	}
	const answer = JSON.parse(await one.page.locator("#answer").textContent());
	assert.deepEqual(answer, {
		ok: true,
		output: "Added 1 TODOs",
		notes: ["item 1: bare string read as its content"],
	});

	await one.page.locator("#args").fill('{"action":"skip","ids":[7]}');
	await one.page.getByRole("button", { name: "Send" }).click();
	await one.page.getByText('"ok":false').waitFor();
	assert.equal(await statusesOn(one.page), "to do");
	assert.deepEqual(await violationsOn(one.page), []);
	assert.deepEqual([...one.troubles, ...other.troubles], []);
	for (const { page } of [one, other]) await page.close();
});

test("a call that comes while the worker is stopped wakes it and finds the list", async () => {
	const { page } = await openPanel();
	await page.getByRole("button", { name: "Restart" }).click();
	await page.getByText("nothing to do yet").waitFor();
	await page.locator("#step").click();
	await page.getByText("8 to do").waitFor();
	await mark();
	// A panel that nobody sees does not wake the worker by itself.
	await page.evaluate(() =>
		Object.defineProperty(document, "visibilityState", { value: "hidden" }),
	);
	await stopWorker(page);
	await wait(300);
	assert.deepEqual(await workerStatus(page), ["stopped"]);
	await page.locator("#step").click();
	await page.getByText("1 doing, 7 to do").waitFor();
	assert.equal(await isMarked(), false, "a new worker answered");
	await page.close();
});

test("a list that cannot be opened is said on the panel, and the next click tries again", async () => {
	const { page } = await openPanel();
	await page.getByRole("button", { name: "Restart" }).click();
	await page.locator("#step").click();
	await page.getByText("8 to do").waitFor();

	const stored = await page.evaluate(() => chrome.storage.session.get());
	assert.equal(Object.keys(stored).length, 1);
	await page.evaluate(
		(names) =>
			chrome.storage.session.set(
				Object.fromEntries(names.map((name) => [name, "damaged"])),
			),
		Object.keys(stored),
	);
	await stopWorker(page);
	await page.reload();
	await page.getByRole("alert").getByText("StorageError").waitFor();
	assert.deepEqual(await listOn(page), []);

	await page.evaluate((stored) => chrome.storage.session.set(stored), stored);
	await page.getByRole("button", { name: "Abort" }).click();
	await page.getByText("8 to do").waitFor();
	await page.getByRole("alert").waitFor({ state: "hidden" });
	await page.close();
});

test("Firefox: two panels see the same, and the list outlives the background page", {
	timeout: patience,
}, async () => {
	const firefox = await openFirefox(extension);
	// What the panel says, when it says what is expected, or in the end.
	const says = (panel, counts) =>
		panel.run(
			`const text = (id) => document.getElementById(id).textContent;
      for (const end = Date.now() + ${patience}; text("counts") !== args[0] && Date.now() < end; ) await new Promise((go) => setTimeout(go, 20));
      return { counts: text("counts"), failure: text("failure"), rows: document.querySelectorAll("#list > li").length };`,
			counts,
		);
	const click = (panel, id) =>
		panel.run("document.getElementById(args[0]).click();", id);
	try {
		const one = await firefox.openPanel();
		assert.deepEqual(await says(one, "nothing to do yet"), {
			counts: "nothing to do yet",
			failure: "",
			rows: 0,
		});
		const other = await firefox.openPanel();
		await click(one, "step");
		for (const panel of [one, other])
			assert.deepEqual(await says(panel, "8 to do"), {
				counts: "8 to do",
				failure: "",
				rows: 8,
			});

		await one.run(
			"(await chrome.runtime.getBackgroundPage()).isMarked = true;",
		);
		assert.equal(
			await one.run(
				"return (await chrome.runtime.getBackgroundPage()).isMarked === true;",
			),
			true,
		);
		await one.run(`(${watchPort})();`);
		await firefox.stopBackground();
		await one.run(`await (${portLost})();`);
		await click(one, "step");
		for (const panel of [one, other]) {
			assert.deepEqual(await says(panel, "1 doing, 7 to do"), {
				counts: "1 doing, 7 to do",
				failure: "",
				rows: 8,
			});
		}
		assert.equal(
			await one.run(
				"return (await chrome.runtime.getBackgroundPage()).isMarked === true;",
			),
			false,
			"a new background page answered",
		);
	} finally {
		await firefox.close();
	}
});
