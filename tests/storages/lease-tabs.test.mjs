// Tabs of a browser with one list in IndexedDB, and an agent in each: one tab is closed, one is
// paused for longer than the lease, and their clocks differ by seconds.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { patient } from "./scale.mjs";
import { siteAndBrowser } from "./site.mjs";

const lease = 600;
const { site, browser } = await siteAndBrowser();

test(
	"todos of closed and paused tabs are free, and it is read",
	patient,
	async (t) => {
		const context = await browser.newContext();
		t.after(() => context.close());
		const [closed, paused, other] = await Promise.all(
			[
				["ann", 0],
				["bob", -5],
				["cleo", 5],
			].map(async ([name, skew]) => {
				const tab = await context.newPage();
				await tab.goto(`${site.address}page.html`);
				await tab.evaluate(open, { name, skew, lease });
				return tab;
			}),
		);
		const start = (tab) => tab.evaluate(startNext);
		await other.evaluate(plan);
		assert.equal(await start(closed), "a");
		assert.equal(await start(paused), "b");
		assert.equal(await start(other), "c");
		await other.evaluate(complete, "c");
		await closed.close();

		// As long as the lease lasts, nobody else gets them.
		await other.evaluate(pass, lease - 60);
		assert.equal(await start(other), undefined);
		await other.evaluate(pass, 120);
		assert.equal(await start(other), "a");
		await other.evaluate(complete, "a");
		assert.equal(await start(other), "b");

		// The paused tab goes on where it was.
		await paused.evaluate(pass, lease + 60);
		const { ok, text } = await paused.evaluate(complete, "b");
		assert.equal(ok, false);
		assert.match(text, /cleo.. works on it/);
		assert.equal((await other.evaluate(complete, "b")).ok, true);
		assert.deepEqual(await paused.evaluate(end), [
			"a done cleo",
			"b done cleo",
			"c done cleo",
		]);
	},
);

/** In a tab: opens the list, and a conversation for the agent of the tab. */
async function open({ name, skew, lease }) {
	await init();
	const now = Date.now;
	globalThis.ahead = skew * 1000;
	Date.now = () => now() + globalThis.ahead;
	const store = new TodoStore({ lease });
	const persistence = await persist(store, indexedDbStorage(), {
		name: "team",
	});
	const agent = new Conversation(store, { name });
	globalThis.here = { store, persistence, agent, as: store.as("model", name) };
}

async function plan() {
	here.store.addMultiple(["a", "b", "c"]);
	await here.persistence.flushed();
}

function pass(seconds) {
	globalThis.ahead += seconds * 1000;
}

/** In a tab: the agent starts what is next, and returns its text. */
async function startNext() {
	await here.persistence.refresh();
	const todo = here.as.getNextTodo();
	await here.persistence.flushed();
	return todo?.content;
}

/** In a tab: the model says that the todo with this text is done. */
async function complete(content) {
	await here.persistence.refresh();
	here.agent.reminder();
	const { id } = here.store.todos.find((todo) => todo.content === content);
	const [tool] = here.agent.tools;
	const outcome = tool.call({ action: "complete_multiple", ids: [id] });
	await here.persistence.flushed();
	return { ok: outcome.ok, text: outcome.text };
}

async function end() {
	await here.persistence.refresh();
	return here.store.todos.map((todo) =>
		[todo.content, todo.status, todo.owner].join(" "),
	);
}
