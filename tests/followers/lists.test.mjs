// A list for each tab of an extension, whose names the service worker does not know before a panel
// asks: a panel finds its list also where that wakes the worker.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { memoryStorage, openLists } from "agent-todos";
import { follow } from "agent-todos/follow";
import { stopWorker } from "../tools/extension.mjs";
import { listenForLoss } from "../tools/lost-link.mjs";
import { openExtension } from "./extension.mjs";

const { context, address, close } = await openExtension(
	"extension-lists",
	"panel.js",
);
after(close);
const panel = await context.newPage();
await panel.goto(address("panel.html"));
const session = await context.newCDPSession(panel);

const contents = () =>
	panel.evaluate("globalThis.list.todos.map(({ content }) => content)");

test("a follower wakes a worker, and finds its tab's list", async () => {
	for (const tab of [1, 2, 3, 4, 5]) {
		await stopWorker(session);
		await panel.evaluate((tab) => globalThis.open(`tab ${tab}`), tab);
		assert.deepEqual(await contents(), [`of tab ${tab}`]);
		await panel.evaluate((tab) => globalThis.list.add(`${tab}`), tab);
	}
	const hearLoss = await listenForLoss(panel);
	await stopWorker(session);
	await hearLoss();
	// The last panel calls the list again, and the first one is as it was left.
	await panel.evaluate(() => globalThis.list.add("again"));
	assert.deepEqual(await contents(), ["of tab 5", "5", "again"]);
	await panel.evaluate(() => globalThis.open("tab 1"));
	assert.deepEqual(await contents(), ["of tab 1", "1"]);
});

test("tabs of one origin find the list over a BroadcastChannel", async () => {
	const lists = openLists({ open: () => ({ storage: memoryStorage() }) });
	const list = await follow({ name: "tab 7" });
	await list.add("Pay");
	assert.equal((await lists.get("tab 7").open()).store.size, 1);
	await list.stop();
	await lists.stop();
});

test("follow() of a name without a list rejects with no_owner", async () => {
	const code = await panel.evaluate(() =>
		globalThis.open("other", 500).catch(({ code }) => code),
	);
	assert.equal(code, "no_owner");
});
