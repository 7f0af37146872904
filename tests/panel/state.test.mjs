// Whether somebody works on the list: what the element says of a todo in progress that nobody
// works on.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPages, shows } from "./chromium.mjs";

const { withList } = listPages();
const titled = (page, title) => shows(page, ".title", new RegExp(`^${title}$`));
/** How many clocks go on. */
const clocks = (page) => page.locator("[data-since]").count();

/** Lets seconds pass, for the clock and for the timers of the element. */
const withClock = (contents, act) =>
	withList([], async (page) => {
		await page.clock.install();
		await page.evaluate((contents) => {
			globalThis.element.remove();
			globalThis.show(contents);
		}, contents);
		await act(page);
	});

test("an unworked todo in progress says so after a minute", () =>
	withClock(["one", "two"], async (page) => {
		await page.evaluate("void store.as('model').markDoing(1)");
		await titled(page, "Working");
		assert.equal(await clocks(page), 2);
		await page.clock.runFor(40_000);
		await page.evaluate("void store.as('model').edit(2, { content: 'three' })");
		await page.clock.runFor(40_000);
		await titled(page, "Working");
		// What a person does is no sign of the agent.
		await page.evaluate("void store.as('user').edit(2, { content: 'four' })");
		await page.clock.runFor(21_000);
		await titled(page, "Not running");
		assert.equal(await clocks(page), 0);
		// The time that it had.
		await shows(page, "[data-status=doing] .time", "0:40");
		assert.equal(await page.locator(".spin, .shimmer").count(), 0);
		await page.evaluate("void store.as('model').complete(1)");
		await page.evaluate("void store.as('model').markDoing(2)");
		await titled(page, "Working");
	}));

test("a list opened long after a kill is not running", () =>
	withList(["one"], async (page) => {
		await page.evaluate(() => {
			const { store, todos } = globalThis;
			store.as("model").markDoing(1);
			const text = store.checkpoint();
			const { now } = Date;
			Date.now = () => now() + 3_600_000;
			globalThis.element.remove();
			const later = globalThis.show([]);
			later.list = globalThis.store = todos.TodoStore.fromCheckpoint(text);
		});
		await titled(page, "Not running");
		assert.equal(
			await page.getByRole("button", { name: "Continue" }).count(),
			0,
		);
		await page.evaluate(() => {
			globalThis.element.resumable = true;
			globalThis.element.addEventListener("resume", () => {
				globalThis.element.state = "working";
			});
		});
		await page.getByRole("button", { name: "Continue" }).click();
		await titled(page, "Working");
		await page.evaluate("void (element.state = 'idle')");
		await titled(page, "Not running");
		await page.evaluate("void (element.state = undefined)");
		await titled(page, "Not running");
	}));

for (const list of [["one"], []])
	test(`a stopped run of ${list.length} todos can continue`, () =>
		withList(list, async (page) => {
			await page.evaluate(() => {
				const { element } = globalThis;
				element.resumable = true;
				let stop;
				const result = new Promise((go) => (stop = go));
				element.agent = {
					abort: () => stop({ status: "aborted" }),
					result,
				};
				element.addEventListener("resume", () => {
					element.agent = { abort() {}, result: new Promise(() => {}) };
				});
			});
			const resume = page.getByRole("button", { name: "Continue" });
			const stop = page.getByRole("button", { name: "Stop" });
			await stop.click();
			await resume.click();
			await stop.waitFor();
			assert.equal(await resume.count(), 0);
			await stop.click();
		}));

test("a run, a call and news are signs of the agent", () =>
	withClock(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			store.as("model").markDoing(1);
			globalThis.conversation = new todos.Conversation(store);
			element.agent = globalThis.conversation;
		});
		await page.clock.runFor(61_000);
		await titled(page, "Not running");
		await page.evaluate("void conversation.reminder()");
		await titled(page, "Working");
		await page.clock.runFor(61_000);
		await titled(page, "Not running");
		await page.evaluate(
			`void conversation.preview("todo_manager", '{"action":"add_multiple","todos":[{"content":"x"')`,
		);
		await titled(page, "Working");
		await page.evaluate("void conversation.preview('todo_manager', '{')");
		await page.evaluate(() => {
			globalThis.element.agent = undefined;
			globalThis.element.agent = {
				abort() {},
				result: new Promise((end) => (globalThis.endRun = end)),
			};
		});
		await page.clock.runFor(200_000);
		await titled(page, "Working");
		await page.evaluate("endRun({ status: 'finished' })");
		await titled(page, "Not running");
	}));

test("another state is refused", () =>
	withList([], async (page) => {
		const code = await page.evaluate(() => {
			try {
				globalThis.element.state = "busy";
			} catch (error) {
				return error.code;
			}
		});
		assert.equal(code, "invalid_argument");
	}));

test("a list whose owner has ended is soon read-only", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			globalThis.owner = todos.connect(store);
			element.list = await todos.follow();
		});
		const controls = () => page.locator(".row button, .add input").count();
		await page.locator(".add input").waitFor();
		const all = await controls();
		assert.ok(all > 6);
		await page.evaluate("owner.stop()");
		// A worker that the browser stops is there again by then.
		assert.equal(await controls(), all);
		await titled(page, "Not connected");
		assert.equal(await controls(), 0);
		await page.evaluate(() => {
			globalThis.owner = globalThis.todos.connect(globalThis.store);
			return globalThis.element.list.add("three").catch(() => {});
		});
		await page.locator(".add input").waitFor();
		assert.ok((await controls()) >= all);
	}));

test("a connection lost for a moment is never shown", () =>
	withClock(["one"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			globalThis.owner = todos.connect(store);
			element.list = await todos.follow();
		});
		await page.locator(".add input").waitFor();
		await page.evaluate(async () => {
			const { element, owner, store, todos } = globalThis;
			globalThis.titles = new Set();
			const title = element.shadowRoot.querySelector(".title");
			const look = () => globalThis.titles.add(title.textContent);
			new MutationObserver(look).observe(title, {
				characterData: true,
				childList: true,
				subtree: true,
			});
			look();
			await owner.stop();
			todos.connect(store);
			while (!element.list.isConnected)
				await element.list.history().catch(() => {});
		});
		await page.clock.runFor(1200);
		assert.deepEqual(await page.evaluate("[...titles]"), ["Todos"]);
	}));

test("a connection that is there again is no sign of the agent", () =>
	withClock(["one"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			store.as("model").markDoing(1);
			globalThis.owner = todos.connect(store);
			element.list = await todos.follow();
		});
		await titled(page, "Working");
		await page.clock.runFor(61_000);
		await titled(page, "Not running");
		await page.evaluate("owner.stop()");
		await page.clock.runFor(2000);
		await titled(page, "Not connected");
		await page.evaluate(() => {
			globalThis.owner = globalThis.todos.connect(globalThis.store);
			return globalThis.element.list.history();
		});
		await page.clock.runFor(100);
		assert.equal(await page.locator(".title").textContent(), "Not running");
	}));

test("a gone owner's agent does not work for the next", () =>
	withClock(["one"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			const conversation = new todos.Conversation(store);
			todos.tools(store)[0].call({ action: "mark_doing", id: 1 });
			Object.assign(globalThis, { conversation });
			globalThis.owner = todos.connect(store, { agent: conversation });
			element.list = await todos.follow();
		});
		await titled(page, "Working");
		await page.clock.runFor(29_000);
		await page.evaluate("owner.stop()");
		await page.clock.runFor(2000);
		await titled(page, "Not connected");
		await page.evaluate(async () => {
			const { conversation, store, todos } = globalThis;
			globalThis.owner = todos.connect(store);
			await globalThis.element.list.history();
			globalThis.owner.agent = conversation;
		});
		await titled(page, "Not running");
		await page.clock.runFor(100);
		await titled(page, "Not running");
		assert.equal(await page.locator(".row .time").textContent(), "0:00");
		await page.evaluate("void store.as('model').edit(1, { content: 'two' })");
		await titled(page, "Working");
	}));

test("where nothing runs there is no Stop and no time", () =>
	withList(["one", "two"], async (page) => {
		const counts = (css, count) =>
			page.waitForFunction(
				([css, count]) =>
					globalThis.element.shadowRoot.querySelectorAll(css).length === count,
				[css, count],
			);
		await page.evaluate(() => {
			const { element, store } = globalThis;
			element.agent = { abort() {} };
			store.as("model").markDoing(1);
		});
		await counts(".head .stop", 1);
		await counts(".head .time", 1);
		await page.evaluate('element.state = "idle"');
		await titled(page, "Not running");
		await counts(".head :is(.stop, .time)", 0);
		// The row keeps the time that it had.
		await counts(".row .time", 1);
		await page.evaluate(() => {
			const { element, store } = globalThis;
			Object.assign(element, { state: undefined, agent: undefined });
			store.as("model").complete(1);
		});
		await titled(page, "Todos");
		await counts(".head :is(.stop, .time)", 0);
	}));

test("a plan that is refused says why in the panel", () =>
	withList([], async (page) => {
		await page.evaluate(() => {
			const { element, todos } = globalThis;
			const list = new todos.TodoStore();
			element.list = list;
			element.agent = todos.runAgent({
				store: list,
				plan: () => Array.from({ length: 31 }, (_, place) => `Step ${place}`),
				execute: () => "done",
			});
		});
		await shows(page, ".notice.bad", /too_many_todos/);
	}));
