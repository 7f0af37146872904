// What a person approves: the plan that they have read, with the sites that they let the agent act
// on, also where only the run asks for it.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	armed,
	drawn,
	holdTime,
	isList,
	listPages,
	passTime,
	row,
	shows,
} from "./chromium.mjs";

const { withList } = listPages();

const start = (page) => page.getByRole("button", { name: "Approve and start" });

/** The texts of the todos that are approved, and the sites. */
const approvedOn = (page) =>
	page.evaluate(() => ({
		todos: globalThis.store
			.getAll()
			.filter(({ approved }) => approved)
			.map(({ content }) => content),
		sites: globalThis.store.approval?.sites,
	}));
const nothing = { todos: [], sites: undefined };

/** Shows the list by a follower instead of its store. */
const follow = (page) =>
	page.evaluate(async () => {
		const { element, store, todos } = globalThis;
		globalThis.owner = todos.connect(store, { agent: globalThis.run });
		globalThis.list = element.list = await todos.follow();
	});
const unfollow = (page) =>
	page.evaluate(async () => {
		await globalThis.run?.stop();
		await globalThis.list?.stop();
		await globalThis.owner?.stop();
	});

/** Starts a run that waits for a person, and works on each todo until `finish()` is called. */
const run = (page, plan, agent = true) =>
	page.evaluate(
		([plan, agent]) => {
			const { element, store, todos } = globalThis;
			globalThis.executed = [];
			globalThis.plans = 0;
			globalThis.run = todos.runAgent({
				store,
				approve: "person",
				plan: ({ changes }) => {
					globalThis.plans++;
					return changes ? [changes] : plan;
				},
				execute: ({ todo, signal }) =>
					new Promise((done, fail) => {
						globalThis.executed.push(todo.content);
						globalThis.finish = () => done("done");
						signal.addEventListener("abort", () => fail(signal.reason));
					}),
			});
			if (agent) element.agent = globalThis.run;
		},
		[plan, agent],
	);
const isExecuting = (page, content) =>
	page.waitForFunction(
		(content) => globalThis.executed.at(-1) === content,
		content,
	);

const changes = {
	"rewords a todo": "store.as('model').edit('t2', { content: 'Pay 10,000' })",
	"describes a todo": "store.as('model').edit('t2', { description: '10,000' })",
	"adds a todo": "store.as('model').add('Pay 10,000')",
	"proposes a site": "store.propose({ sites: ['evil.example'] })",
};
for (const [what, change] of Object.entries(changes))
	test(`a press just as the model ${what} approves nothing`, () =>
		withList(["Find", "Pay"], async (page) => {
			await page.evaluate("void (element.mode = 'review')");
			await armed(page);
			await start(page).hover();
			const { x, y, width, height } = await start(page).boundingBox();
			await holdTime(page);
			await page.evaluate(`void ${change}`);
			await drawn(page);
			// Where it was, and where it is now.
			await page.mouse.click(x + width / 2, y + height / 2);
			await page.evaluate(() =>
				globalThis.element.shadowRoot.querySelector("[data-do=start]").click(),
			);
			await start(page).focus();
			await page.keyboard.press("Enter");
			await page.keyboard.press("Control+Enter");
			assert.deepEqual(await approvedOn(page), nothing);
			await passTime(page, 500);
			await start(page).click();
			await page.waitForFunction("store.approval !== undefined");
			assert.equal((await approvedOn(page)).todos.length >= 2, true);
			assert.equal(await page.locator(".error").count(), 0);
		}));

test("what the person changes themselves does not hold up the approval", () =>
	withList(["Find", "Pay"], async (page) => {
		await page.evaluate("void (element.mode = 'review')");
		await armed(page);
		await page.getByLabel("Add a step").fill("Tell Ann");
		await holdTime(page);
		await page.keyboard.press("Enter");
		await row(page, "Tell Ann").waitFor();
		await start(page).click();
		await page.waitForFunction("store.approval !== undefined");
		assert.equal((await approvedOn(page)).todos.length, 3);
	}));

for (const way of ["a store", "a follower"])
	test(`a change while the list stands still is refused, in ${way}`, () =>
		withList(["Find", "Pay"], async (page) => {
			await page.evaluate("void (element.mode = 'review')");
			if (way === "a follower") await follow(page);
			await armed(page);
			await row(page, "Find").locator(".text").focus();
			await page.keyboard.press("ArrowDown");
			await page.evaluate(changes["rewords a todo"]);
			await shows(page, ".news", "1 reworded");
			await armed(page);
			assert.equal(await row(page, "10,000").count(), 0);
			// The focus is in the list, which shows the former text.
			await page.keyboard.press("Control+Enter");
			await page.locator("[role=alert] .error").waitFor();
			assert.deepEqual(await approvedOn(page), nothing);
			await start(page).focus();
			await row(page, "Pay 10,000").waitFor();
			await armed(page);
			await page.keyboard.press("Enter");
			await page.waitForFunction("store.approval !== undefined");
			await unfollow(page);
		}));

test("the run gets the revision that the person saw", () =>
	withList(["Find", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element, store } = globalThis;
			element.mode = "review";
			element.agent = {
				abort() {},
				approve: ({ revision }) => (globalThis.told = revision),
			};
			globalThis.shownAt = store.revision;
			// The model is quicker than the press.
			store.subscribe(({ by }) => {
				if (by === "user") store.as("model").add("Pay 10,000");
			});
		});
		await armed(page);
		await start(page).click();
		await page.waitForFunction("told === shownAt");
	}));

for (const way of ["a store", "a follower"])
	test(`sites that are allowed later leave the earlier ones, in ${way}`, () =>
		withList(["Find", "Pay"], async (page) => {
			await page.evaluate(() => {
				const { element, store } = globalThis;
				element.mode = "sites";
				store.as("user").approve({ sites: ["shop.example"] });
				element.addEventListener("approve", ({ detail }) => {
					globalThis.detail = detail;
				});
			});
			if (way === "a follower") await follow(page);
			await page.evaluate(
				"store.propose({ sites: ['pay.example', 'ads.example'] })",
			);
			await shows(page, ".ask", "Wants to act on more sites");
			await page.getByRole("button", { name: "Take out ads.example" }).click();
			await page.getByRole("button", { name: "Allow" }).click();
			await shows(page, ".where", "May act on shop.example and 1 more");
			const sites = ["https://shop.example", "https://pay.example"];
			assert.deepEqual((await approvedOn(page)).sites, sites);
			assert.deepEqual(await page.evaluate("detail.sites"), sites);
			await unfollow(page);
		}));

test("a plan's site that was approved before can be taken out", () =>
	withList(["Find", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element, store } = globalThis;
			element.mode = "review";
			store.as("user").approve({ sites: ["shop.example", "old.example"] });
			store.propose({ sites: ["shop.example", "pay.example"] });
		});
		await page.getByRole("button", { name: "Take out shop.example" }).click();
		await start(page).click();
		await shows(page, ".where", "May act on old.example and 1 more");
		assert.deepEqual((await approvedOn(page)).sites, [
			"https://old.example",
			"https://pay.example",
		]);
	}));

for (const way of ["a store", "a follower"])
	test(`the approval of what is new leaves the sites, in ${way}`, () =>
		withList([], async (page) => {
			await page.evaluate("store.propose({ sites: ['shop.example'] })");
			await run(page, ["Find"], way === "a store");
			if (way === "a follower") await follow(page);
			await start(page).click();
			await isExecuting(page, "Find");
			await page.evaluate("store.as('model').add('Pay')");
			await page.evaluate("finish()");
			await start(page).click();
			await isExecuting(page, "Pay");
			assert.equal(
				await page.evaluate("store.allows('https://shop.example/')"),
				true,
			);
			await unfollow(page);
		}));

for (const way of ["a store", "a follower"])
	for (const mode of ["list", "review", "line"])
		test(`a run's plan is approved in the panel, in ${way}, mode ${mode}`, () =>
			withList([], async (page) => {
				await page.evaluate((mode) => {
					globalThis.element.mode = mode;
				}, mode);
				await run(page, ["Find", "Pay"], way === "a store");
				if (way === "a follower") await follow(page);
				const isLine = mode === "line";
				const title = isLine ? ".line" : ".title";
				await shows(page, title, "Review the plan");
				if (isLine) await page.locator(".line").click();
				await page.getByRole("button", { name: "Ask for changes" }).click();
				await page.keyboard.type("Find a teapot");
				await page.keyboard.press("Enter");
				await row(page, "Find a teapot").waitFor();
				await shows(page, title, "Review the plan");
				await start(page).click();
				await isExecuting(page, "Find a teapot");
				// It executes: there is nothing to approve.
				await start(page).waitFor({ state: "detached" });
				await shows(page, title, isLine ? "Find a teapot" : "Working");
				await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
				// What is new is asked for when that is done.
				await page.evaluate("store.as('model').add('Pay by card')");
				await page.evaluate("finish()");
				await shows(page, title, "Review the plan");
				await start(page).click();
				await isExecuting(page, "Pay by card");
				await page.evaluate("finish()");
				await isList(page, "Find a teapot: done | Pay by card: done");
				await unfollow(page);
			}));

test("a run that was restored asks again", () =>
	withList([], async (page) => {
		await run(page, ["Find"]);
		await start(page).waitFor();
		await page.evaluate(async () => {
			const { element, store, todos, run } = globalThis;
			const saved = run.checkpoint();
			await run.stop();
			globalThis.executed = [];
			globalThis.run = element.agent = todos.runAgent({
				store,
				saved,
				approve: "person",
				plan: () => [],
				execute: async ({ todo }) => {
					globalThis.executed.push(todo.content);
					return "done";
				},
			});
		});
		await start(page).click();
		await isExecuting(page, "Find");
	}));

test("rows under a pointer do not turn into those of a review", () =>
	withList(["Find", "Pay"], async (page) => {
		await run(page, ["Find", "Pay"], false);
		await row(page, "Pay").hover();
		await page.evaluate("void (element.agent = run)");
		await start(page).waitFor();
		assert.equal(await page.locator(".row.review").count(), 0);
		await start(page).hover();
		await page.locator(".row.review").first().waitFor();
		await unfollow(page);
	}));
