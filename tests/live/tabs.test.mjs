// Tabs of one Chromium that all write at once, to an owner in a worker or a service worker; browsers.test.mjs has one in a tab.
// How many writes there are in all is in AGENT_TODOS_LIVE_WRITES; `npm run test:live` has it at 2,016.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../package/server.mjs";
import { launchChromium, troublesOf } from "../setup/playwright.mjs";
import { checkAll, roomFor } from "./findings.mjs";

const total = Number(process.env.AGENT_TODOS_LIVE_WRITES ?? 480);
let server, browser, context;

before(async () => {
	server = await serve({ live: import.meta.dirname });
	browser = await launchChromium();
	context = await browser.newContext();
});
after(async () => {
	await browser?.close();
	server?.close();
});

async function tab() {
	const page = await context.newPage();
	const troubles = troublesOf(page, []);
	await page.goto(`${server.address}live/empty.html`);
	return Object.assign(page, { troubles });
}

const owners = {
	worker: (page, name, room) =>
		page.evaluate((address) => {
			globalThis.worker = new Worker(address, { type: "module" });
		}, `/live/owner-worker.mjs?name=${name}&room=${room}`),
	"service worker": (page, name, room) =>
		page.evaluate(async (address) => {
			const { installing } = await navigator.serviceWorker.register(address, {
				type: "module",
			});
			await new Promise((resolve) =>
				installing.addEventListener(
					"statechange",
					() => installing.state === "activated" && resolve(),
				),
			);
		}, `/live/owner-worker.mjs?name=${name}&room=${room}`),
};

const watch = (page, name) =>
	page.evaluate(async (name) => {
		const { watch } = await import("/live/workload.mjs");
		globalThis.watched = await watch({ name });
	}, name);
const state = (page) =>
	page.evaluate(async () =>
		(await import("/live/workload.mjs")).state(globalThis.watched),
	);

for (const [kind, count] of [
	["worker", 8],
	["service worker", 2],
]) {
	test(`${count} tabs write at once to an owner in a ${kind}: nothing is lost, and all end equal`, async () => {
		const name = `${count} to a ${kind}`;
		const room = roomFor(total);
		const home = await tab();
		await owners[kind](home, name, room);
		const tabs = await Promise.all(Array.from({ length: count }, tab));
		await Promise.all(tabs.map((page) => watch(page, name)));
		const from = performance.now();
		const results = await Promise.all(
			tabs.map((page, number) =>
				page.evaluate(
					async ([number, count, total]) =>
						(await import("/live/workload.mjs")).write(
							globalThis.watched,
							number,
							count,
							total,
						),
					[number, count, total],
				),
			),
		);
		const seconds = (performance.now() - from) / 1000;
		// Followers without calls of their own may still have messages to hear.
		const late = await tab();
		await watch(late, name);
		const { revision } = await state(late);
		await Promise.all(
			tabs.map((page) =>
				page.waitForFunction(
					(revision) => globalThis.watched.follower.revision === revision,
					revision,
				),
			),
		);
		checkAll(
			`${count} tabs to an owner in a ${kind}, ${seconds.toFixed(1)} s`,
			results,
			await Promise.all([...tabs, late].map(state)),
			room,
		);
		for (const page of [home, late, ...tabs]) {
			assert.deepEqual(page.troubles, []);
			await page.close();
		}
	});
}
