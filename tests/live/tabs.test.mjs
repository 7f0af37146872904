// Tabs of one Chromium that all write at once, to an owner in a tab, a worker or a service worker.
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
	browser = await launchChromium([], {
		ignoreDefaultArgs: ["--disable-back-forward-cache"],
	});
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
	tab: (page, name, room) =>
		page.evaluate(
			async ({ name, room }) => {
				const { connect, init, TodoStore } = await import("/package/index.js");
				await init();
				globalThis.store = new TodoStore({ maxTodos: room });
				globalThis.owner = connect(globalThis.store, { name });
				await globalThis.owner.open();
			},
			{ name, room },
		),
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
	["tab", 2],
	["worker", 8],
	["service worker", 2],
	...(total > 1000 ? [["tab", 8]] : []),
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

test("a second owner is refused while the first lives, and takes over when its tab is gone", async () => {
	const name = "two owners";
	const [first, second, third] = await Promise.all([tab(), tab(), tab()]);
	await owners.tab(first, name, 10);
	await watch(third, name);
	const refused = await second.evaluate(async (name) => {
		const { connect, init, TodoStore, TodoError } = await import(
			"/package/index.js"
		);
		await init();
		const owner = connect(new TodoStore(), { name, timeout: 100 });
		const error = await owner.open().catch((error) => error);
		return [error instanceof TodoError, error.code, (await owner.ended).code];
	}, name);
	assert.deepEqual(refused, [true, "owner_exists", "owner_exists"]);
	await third.evaluate(() =>
		globalThis.watched.follower.call("addMultiple", ["of the first"]),
	);

	// The one that waits has the name as soon as the other's tab is gone, however it went.
	const waiting = owners.tab(second, name, 10);
	await first.close();
	await waiting;
	await third.waitForFunction(
		() => globalThis.watched.follower.todos.length === 0,
	);
	await third.evaluate(() =>
		globalThis.watched.follower.call("addMultiple", ["of the second"]),
	);
	assert.equal(
		await second.evaluate(() => globalThis.store.getAll()[0].content),
		"of the second",
	);
	for (const page of [second, third]) await page.close();
});

test("a page that comes back from the back-forward cache has the list as it is by then", async () => {
	const name = "back and forward";
	const home = await tab();
	await owners.tab(home, name, 10);
	const page = await tab();
	await watch(page, name);
	await page.evaluate(() =>
		addEventListener(
			"pageshow",
			({ persisted }) => (globalThis.persisted = persisted),
		),
	);
	await page.goto(`${server.address}live/empty.html?elsewhere`);
	await home.evaluate(() => globalThis.store.addMultiple(["said meanwhile"]));
	await page.goBack({ waitUntil: "commit" });
	// Whether the browser keeps a page is its business; if it does, the list has to be there.
	const isKept = await page.evaluate(() => globalThis.watched !== undefined);
	if (isKept)
		await page.waitForFunction(
			() => globalThis.watched.follower.todos[0]?.content === "said meanwhile",
		);
	console.log(
		`live, back-forward cache: the page was ${isKept ? "kept and caught up" : "not kept"}`,
	);
	for (const each of [home, page]) await each.close();
});
