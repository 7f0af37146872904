// Real tabs, driven by WebDriver, and an owner in a tab, a worker or a service worker; in Chromium
// a tab that is frozen, too, which Playwright never lets a tab be. `npm run test:live` writes 2,016
// times in all.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { patience } from "../../www/browsers/patience.mjs";
import { serve } from "../browsers/server.mjs";
import { isFull } from "../tools/full.mjs";
import { mainTest } from "../tools/slow.mjs";
import { open, runAsync } from "../tools/webdriver.mjs";
import { checkAll, roomFor } from "./findings.mjs";

const total = isFull ? 2016 : 480;
const server = await serve({ live: import.meta.dirname });
after(() => server.close());
const page = `${server.address}live/empty.html`;

/**
 * Returns a browser with so many tabs, each with the workload at hand. `run(place, body)` runs a
 * function body in one, which may await.
 */
async function tabs(name, count) {
	const browser = await open(name, page);
	const { client } = browser;
	const handles = [await client.getWindowHandle()];
	while (handles.length < count) {
		await client.switchTo().newWindow("tab");
		handles.push(await client.getWindowHandle());
	}
	const show = (place) => client.switchTo().window(handles[place]);
	const run = async (place, body, ...args) => {
		await show(place);
		return runAsync(client, body, ...args);
	};
	for (const place of handles.keys()) {
		await show(place);
		if (place > 0) await client.get(page);
		await run(place, `window.work = await import("/live/workload.mjs");`);
	}
	return { ...browser, name, show, run };
}

const inTab = `
  const { connect, init, TodoStore } = await import("/package/index.js");
  await init();
  window.store = new TodoStore({ maxTodos: args[0] });
  window.owner = connect(store, { name: args[1] });
  await owner.open();`;
const worker = '"/live/owner-worker.mjs?room=" + args[0] + "&name=" + args[1]';
const owners = {
	tab: inTab,
	worker: `window.worker = new Worker(${worker}, { type: "module" });`,
	"service worker": `await navigator.serviceWorker.register(${worker}, { type: "module" });`,
};
const watch = "window.watched = await work.watch({ name: args[0] });";
const state = "return work.state(watched);";
const until = (condition) =>
	`for (const end = Date.now() + ${patience}; !(${condition}); await new Promise((go) => setTimeout(go, 5))) if (Date.now() > end) throw new Error("not in time");`;

/**
 * Three tabs write at once to an owner in the first tab, or in a worker that it starts. Returns the
 * revision that all end at.
 */
async function writeAtOnce({ name, run }, owner) {
	const room = roomFor(total);
	await run(0, owners[owner], room, owner);
	const writers = [1, 2, 3];
	for (const place of writers)
		await run(
			place,
			`${watch}
      // All begin when one says so.
      window.ready = new Promise((go) => (new BroadcastChannel("go").onmessage = go)).then(() => work.write(watched, ...args.slice(1)));
      window.ready.catch(() => {});`,
			owner,
			place - 1,
			writers.length,
			total,
		);
	await run(0, `new BroadcastChannel("go").postMessage("go");`);
	const results = [];
	for (const place of writers)
		results.push(await run(place, "return window.ready;"));
	// One that comes later has the list of the owner.
	const late = await run(0, `${watch} ${state}`, owner);
	const states = [];
	for (const place of writers)
		states.push(
			await run(
				place,
				`${until("watched.follower.revision === args[0]")} ${state}`,
				late.revision,
			),
		);
	checkAll(
		`3 tabs of ${name} to an owner in a ${owner}`,
		results,
		[...states, late],
		room,
	);
	return late.revision;
}

// At the same time, as most of it is waiting for browsers to come up.
describe("connect() and follow() between tabs", { concurrency: true }, () => {
	for (const name of ["chromium", "firefox", "webkit"]) {
		mainTest(name === "chromium")(
			`${name}: tabs that write at once to one owner end equal`,
			inBrowser(name),
			async () => {
				const browser = await tabs(name, 4);
				const { client, run, show } = browser;
				const leave = async (place) => {
					await show(place);
					await client.get("about:blank");
				};
				try {
					// What carries the messages is the same in each browser.
					if (name === "chromium")
						for (const owner of ["worker", "service worker"])
							await writeAtOnce(browser, owner);
					const revision = await writeAtOnce(browser, "tab");

					// A reason is a TodoError, also here.
					assert.deepEqual(await run(1, "return work.refusal(watched);"), [
						true,
						"unknown_id",
					]);
					// Away and back: whether the browser kept the page is its business; if it did, the list
					// has to be there.
					await leave(3);
					await run(0, "store.as('host').undo();");
					await show(3);
					await client.navigate().back();
					const isKept = await run(3, "return window.watched !== undefined;");
					if (isKept)
						await run(
							3,
							until("watched.follower.revision === args[0]"),
							revision + 1,
						);
					console.log(
						`live, back-forward cache of ${name}: the page was ${isKept ? "kept and caught up" : "not kept"}`,
					);

					// A second owner waits for the name in vain, and has it when the first has gone
					// elsewhere.
					const open = (timeout) => `
          const { connect, init, TodoStore } = await import("/package/index.js");
          await init();
          window.owner = connect(new TodoStore(), { name: "tab", timeout: ${timeout} });
          return window.owner.open().then(() => "open", async (error) => [error.code, (await owner.ended).code].join());`;
					assert.equal(await run(2, open(200)), "owner_exists,owner_exists");
					await leave(0);
					assert.equal(await run(2, open(patience)), "open");
					await run(
						1,
						`${until("watched.follower.todos.length === 0")}
					await watched.follower.addMultiple(["of the second"]);`,
					);
					assert.equal(
						await run(2, "return (await owner.open()).getAll()[0].content;"),
						"of the second",
					);
				} finally {
					await browser.close();
				}
			},
		);
	}

	test(
		"a frozen tab of Chromium catches up when it is thawed",
		inBrowser("chromium"),
		async () => {
			const browser = await tabs("chromium", 3);
			const [home, sleeper, other] = [0, 1, 2];
			const lifecycle = (state) =>
				browser.client.sendDevToolsCommand("Page.setWebLifecycleState", {
					state,
				});
			const told = 50;
			try {
				await browser.run(home, inTab, 100, "list");
				for (const place of [sleeper, other])
					await browser.run(place, watch, "list");
				await browser.run(
					sleeper,
					`
        window.events = [];
        for (const event of ["freeze", "resume"]) document.addEventListener(event, () => window.events.push(event));
        window.ticks = 0;
        setInterval(() => (window.ticks += 1), 10);
        document.addEventListener("resume", () => window.ticksWhenResumed = window.ticks);
        document.addEventListener("freeze", () => window.ticksWhenFrozen = window.ticks);`,
				);
				await lifecycle("frozen");
				await browser.run(
					other,
					`for (let n = 0; n < ${told}; n++) await watched.follower.addMultiple(["while it slept " + n]);`,
				);
				// While a tab that is awake draws, the other one sleeps.
				await browser.run(
					other,
					`for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);`,
				);
				await browser.show(sleeper); // Which may be enough to wake it.
				await lifecycle("active");
				const slept = await browser.run(
					sleeper,
					// Messages may come before it notices that it is thawed.
					`${until(`watched.follower.revision === ${told} && window.events.includes("resume")`)} ${state}`,
				);
				const awake = await browser.run(other, state);
				// Its timers stood still. (This Chromium hands it the messages of a BroadcastChannel all
				// the same.)
				const [events, ticks] = await browser.run(
					sleeper,
					"return [window.events, window.ticksWhenResumed - window.ticksWhenFrozen];",
				);
				assert.deepEqual(events, ["freeze", "resume"]);
				assert.ok(ticks < 10, `its timers ran ${ticks} times`);
				assert.deepEqual(slept.todos, awake.todos);
				const inOrder = [...new Set(slept.seen)].sort((a, b) => a - b);
				assert.deepEqual(slept.seen, inOrder, "each revision once at most");
				const each = Array.from({ length: told }, (_, n) => n + 1);
				assert.deepEqual(awake.seen, each);
				await browser.run(sleeper, `await watched.follower.complete(1);`);
				assert.equal((await browser.run(other, state)).todos[0].status, "done");
				console.log(
					`live, frozen tab: frozen for ${told} revisions, saw ${slept.seen.length} of them, ends equal, lost 0`,
				);
			} finally {
				await browser.close();
			}
		},
	);
});
