// A list at a server, followed by pages over WebSockets of the package ws: what a person may do is
// what the server says of the connection, and a lost connection is joined again.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { memoryStorage, openLists, overSockets } from "agent-todos";
import { runAgent } from "agent-todos/run";
import { WebSocketServer } from "ws";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";
import { listenForLoss } from "../tools/lost-link.mjs";
import { until } from "../tools/until.mjs";

const sockets = overSockets();
const storage = memoryStorage();
const lists = openLists({
	over: sockets,
	open: (name) => (name.startsWith("chat ") ? { storage } : undefined),
});
const server = new WebSocketServer({ port: 0 });
server.on("connection", (socket, { url }) => {
	const { searchParams } = new URL(url, "http://server");
	const author = searchParams.get("author") ?? undefined;
	sockets.accept(socket, { name: searchParams.get("chat"), author });
});
const address = (query) => `ws://localhost:${server.address().port}/?${query}`;

const files = await serve({ live: import.meta.dirname });
const browser = await launchChromium();
after(async () => {
	await browser.close();
	files.close();
	await lists.stop();
	server.close();
	for (const socket of server.clients) socket.terminate();
});

/** Opens a page that follows a list. `run` runs a function of its follower there. */
async function followed(query) {
	const page = await browser.newPage();
	await page.goto(`${files.address}live/empty.html`);
	await page.evaluate(async (url) => {
		const { follow, overWebSocket } = await import(
			`${location.origin}/package/follow.js`
		);
		await import(`${location.origin}/package/element.js`);
		globalThis.list = await follow({ over: overWebSocket(url) });
		const element = document.createElement("agent-todos");
		element.list = globalThis.list;
		document.body.append(element);
	}, address(query));
	const call = (method, ...args) =>
		page.evaluate(
			([method, args]) =>
				globalThis.list[method](...args).then(
					(value) => ({ value }),
					({ code, message }) => ({ code, message }),
				),
			[method, args],
		);
	const contents = () =>
		page.evaluate("globalThis.list.todos.map(({ content }) => content)");
	return { page, call, contents };
}

test("person and server change one list, and the panel shows it", async () => {
	const { store } = await lists.get("chat 1").open();
	const { page, call, contents } = await followed("chat=chat 1&author=user");
	store.addMultiple(["Find a kettle"]);
	// What is announced has the text, too.
	await page.locator("agent-todos .row").getByText("Find a kettle").waitFor();
	assert.equal((await call("skip", "t1", "enough")).value, true);
	assert.equal(store.complete(1), false);
	assert.equal(store.todos[0].reason, "enough");
	assert.deepEqual(await contents(), ["Find a kettle"]);
	await page.close();
});

test("a WebSocket connection writes only as its author", async () => {
	const { store } = await lists.get("chat 2").open();
	store.addMultiple(["Pay"]);
	const reader = await followed("chat=chat 2");
	assert.equal((await reader.call("complete", 1)).code, "not_allowed");
	assert.match((await reader.call("getXml")).value, /Pay/);
	const person = await followed("chat=chat 2&author=user");
	const asHost = await person.page.evaluate(async (url) => {
		const { follow, overWebSocket } = await import(
			`${location.origin}/package/follow.js`
		);
		const list = await follow({ over: overWebSocket(url), author: "host" });
		return list.complete(1).catch(({ code }) => code);
	}, address("chat=chat 2&author=user"));
	assert.equal(asHost, "not_allowed");
	const asModel = await person.call("callTool", "todo_manager", {});
	assert.equal(asModel.code, "not_allowed");
	assert.equal((await person.call("complete", 1)).value, true);
	assert.deepEqual(
		store.history().map(({ by }) => by),
		["agent", "agent", "user"],
	);
	for (const { page } of [reader, person]) await page.close();
});

test("a person at the page answers a server's plan", async () => {
	const list = lists.get("chat 3");
	const { store } = await list.open();
	const run = runAgent({
		store,
		plan: () => ["Pay"],
		approve: "person",
		execute: async () => "done",
	});
	list.agent = run;
	const { page } = await followed("chat=chat 3&author=user");
	await page.evaluate(() => {
		document.querySelector("agent-todos").mode = "review";
	});
	await page.getByRole("button", { name: /^(Approve|Start)/ }).click();
	assert.equal((await run.result).status, "finished");
	assert.equal(store.todos[0].status, "done");
	await page.close();
});

test("overWebSocket joins again after a lost connection, and has what changed meanwhile", async () => {
	const { store } = await lists.get("chat 4").open();
	const { page, call, contents } = await followed("chat=chat 4&author=user");
	const hearLoss = await listenForLoss(page);
	for (const socket of server.clients) socket.terminate();
	store.add("meanwhile");
	await hearLoss();
	assert.equal((await call("add", "afterwards")).value?.content, "afterwards");
	await until(
		() => "the page has not heard of both",
		async () => (await contents()).length === 2,
	);
	assert.deepEqual(
		store.todos.map(({ content }) => content),
		["meanwhile", "afterwards"],
	);
	await page.close();
});

test("accept() closes a connection to an unknown list", async () => {
	const page = await browser.newPage();
	await page.goto(`${files.address}live/empty.html`);
	const code = await page.evaluate(async (url) => {
		const { follow, overWebSocket } = await import(
			`${location.origin}/package/follow.js`
		);
		return follow({ over: overWebSocket(url), timeout: 500 }).catch(
			({ code }) => code,
		);
	}, address("chat=other&author=user"));
	assert.equal(code, "no_owner");
	assert.throws(() => lists.get("other"), /no list "other"/);
	await page.close();
});
