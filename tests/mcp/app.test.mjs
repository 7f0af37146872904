// The MCP App in real Chromium, shown by the official host: from a person's mouse and keyboard to
// the stored list, and back to the model's next request.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { init, memoryStorage, persist, TodoStore } from "agent-todos";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { writePage } from "../tools/page.mjs";
import { until } from "../tools/until.mjs";
import {
	add,
	emptyFolder,
	hearsOfChanges,
	httpServer,
	inMemory,
	manage,
	modern,
	overHttp,
	overStdio,
	secretOf,
	signed,
	withApps,
} from "./servers.mjs";

/** The tool of the App. */
const person = "agent_todos_person";

const folder = emptyTarget("mcp-app");
await init();
await writePage(folder, 'import "./tests/mcp/app-host.js";');
const [browser, site] = [await launchChromium(), await serve(folder)];
after(async () => {
	await browser.close();
	await site.close();
});

/**
 * Starts a server with these flags, lets a client of it make the list, and shows the App. `host`
 * calls a function of app-host.js, `shows` waits until the App shows the list, and `stored` reads
 * what is stored.
 */
async function shownApp(t, { flags = [], todos }) {
	const data = join(emptyFolder(t), "todos.json");
	const { url } = await httpServer(t, [
		"--data",
		data,
		"--allow-origin",
		new URL(site.url).origin,
		...flags,
	]);
	const page = await browser.newPage();
	t.after(() => page.close());
	const troubles = troublesOf(page, ["error"]);
	const asked = new Set();
	page.on("request", (request) => asked.add(request.url()));
	await page.goto(site.url);
	await page.waitForFunction(() => globalThis.host);
	const host = (name, ...args) =>
		page.evaluate(
			([name, args]) => globalThis.host[name](...args),
			[name, args],
		);

	const tools = await host("connect", url);
	const { ui } = tools.find(({ name }) => name === "todo_manager")._meta;
	await host("call", "todo_manager", {
		action: "add_multiple",
		todos,
		ids: [],
	});
	const { mimeType, _meta } = await host("show", ui.resourceUri);
	assert.equal(mimeType, "text/html;profile=mcp-app");
	assert.deepEqual(_meta.ui.csp, {});

	const app = page.frames()[1];
	const rows = app.locator("agent-todos >> .row");
	const shown = () =>
		rows.evaluateAll((all) =>
			all.map(
				(row) =>
					`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
			),
		);
	/** Waits until the App shows a list, once the person has left it. */
	const shows = async (...list) => {
		await page.mouse.move(0, 0);
		await app
			.locator("agent-todos")
			.evaluate(({ shadowRoot }) => shadowRoot.activeElement?.blur());
		await until(
			async () => `${await shown()} ${troubles}`,
			async () => (await shown()).join("|") === list.join("|"),
		);
	};
	const stored = () => {
		const store = TodoStore.fromCheckpoint(readFileSync(data, "utf8"));
		return { list: store.getXml(), by: store.history().at(-1).by };
	};
	return { url, page, troubles, asked, host, app, rows, shows, stored };
}

test("a person works in the App, and the model hears", async (t) => {
	const { url, page, troubles, asked, host, app, rows, shows, stored } =
		await shownApp(t, { todos: ["Find a kettle", "Compare three", "Pay"] });
	await shows("todo: Find a kettle", "todo: Compare three", "todo: Pay");
	assert.equal(
		await app.evaluate(() => document.documentElement.style.colorScheme),
		"dark",
	);

	// By mouse.
	await rows.nth(0).locator("[data-do=check]").click();
	await shows("done: Find a kettle", "todo: Compare three", "todo: Pay");
	assert.deepEqual(stored().by, "user");
	assert.match(stored().list, /status="done">Find a kettle/);
	// By keyboard.
	const add = app.locator("agent-todos >> .add input");
	await add.focus();
	await page.keyboard.type("Ask for <an> invoice");
	await page.keyboard.press("Enter");
	await shows(
		"done: Find a kettle",
		"todo: Compare three",
		"todo: Pay",
		"todo: Ask for <an> invoice",
	);
	const context = () => host("context");
	await until(context, async () =>
		/Ask for &lt;an&gt; invoice/.test(await context()),
	);
	assert.match(await context(), /<todo id="1" status="done">Find a kettle</);
	assert.match(stored().list, /invoice/);

	// The model hears of it, and works on: the App shows that, too.
	await host("call", "todo_manager", {
		action: "complete_multiple",
		todos: [],
		ids: [2],
	});
	await shows(
		"done: Find a kettle",
		"done: Compare three",
		"todo: Pay",
		"todo: Ask for <an> invoice",
	);
	// A press counts for what was shown: here it is the same todo, there it is another one by now.
	const unseen = (action, ids, todos = []) =>
		host("callUnseen", "todo_manager", { action, ids, todos });
	await unseen("add_multiple", [], ["Rate"]);
	await rows.nth(2).locator("[data-do=check]").click();
	await shows(
		"done: Find a kettle",
		"done: Compare three",
		"done: Pay",
		"todo: Ask for <an> invoice",
		"todo: Rate",
	);
	// What only its status says is as it was shown.
	await unseen("mark_doing", [5]);
	await rows.nth(4).locator("[data-do=check]").click();
	await shows(
		"done: Find a kettle",
		"done: Compare three",
		"done: Pay",
		"todo: Ask for <an> invoice",
		"done: Rate",
	);
	// It goes behind the todo that it was shown before, wherever that is by now.
	await host("callUnseen", "todo_manager", {
		action: "add_after_position",
		position: 0,
		ids: [],
		todos: ["Measure"],
	});
	await rows.nth(3).locator("[data-do=check]").focus();
	await page.keyboard.press("Alt+ArrowDown");
	await shows(
		"todo: Measure",
		"done: Find a kettle",
		"done: Compare three",
		"done: Pay",
		"done: Rate",
		"todo: Ask for <an> invoice",
	);
	await unseen("add_multiple", [], ["Wrap"]);
	await host("call", "todo_manager", { action: "list", ids: [], todos: [] });
	await rows.nth(6).waitFor();
	await unseen("replace_all", [], ["Wrap the kettle"]);
	await rows.nth(6).locator("[data-do=check]").click();
	await app
		.getByText("“Wrap” changed meanwhile, so nothing was done")
		.waitFor();
	await shows("todo: Ask for <an> invoice", "todo: Wrap the kettle");
	assert.equal(stored().by, "model");
	// Nor does it go back over what it was not shown.
	await app.locator("agent-todos >> .head [data-do=menu]").click();
	await app.locator("agent-todos >> .menu [data-do=history]").click();
	await app.locator("agent-todos >> .past + .scroll li").first().waitFor();
	await app.locator("agent-todos >> .past input").press("ArrowLeft");
	await unseen("add_multiple", [], ["Send it"]);
	await app.locator("agent-todos >> .foot [data-do=restore]").click();
	await app.locator("agent-todos >> .head [data-do=leave-history]").click();
	await shows(
		"todo: Ask for <an> invoice",
		"todo: Wrap the kettle",
		"todo: Send it",
	);
	assert.equal(stored().by, "model");
	assert.ok((await host("height")) < 600);
	// The server has no icon, and no stream for GET.
	const problems = troubles.filter((trouble) => !/ 40[45] /.test(trouble));
	assert.deepEqual(problems, []);
	// No request but those of the host itself.
	const origins = new Set([...asked].map((address) => new URL(address).origin));
	assert.deepEqual(
		[...origins].filter((origin) => origin !== "null").sort(),
		[new URL(site.url).origin, new URL(url).origin].sort(),
	);
});

test("a person answers in the App, and the model hears", async (t) => {
	const { page, host, app, shows, stored } = await shownApp(t, {
		flags: ["--ask"],
		todos: ["Log in", "Pay"],
	});
	const question = "Which code did the bank send?";
	await host("call", "ask_user", { question, id: "1" });
	const card = app.locator("agent-todos >> .ask");
	await card.getByText(question, { exact: true }).waitFor();
	assert.match(stored().list, /<todo id="1" status="todo" waiting="user">/);
	await card.getByLabel("Your answer").focus();
	await page.keyboard.type("123 456");
	// A card that came takes no press for a moment.
	await app.locator("agent-todos >> .arming").waitFor({ state: "detached" });
	await page.keyboard.press("Enter");
	await until(
		() => host("context"),
		async () => /Log in.*: 123 456\./.test(await host("context")),
	);
	await card.waitFor({ state: "detached" });
	assert.equal(stored().by, "user");
	assert.doesNotMatch(stored().list, /waiting/);
	// A client may pass the App's text on only with the user's next message, so the model's next call
	// says it, too. The one after does not.
	const complete = (id) =>
		host("callUnseen", "todo_manager", {
			action: "complete_multiple",
			todos: [],
			ids: [id],
		});
	for (const [id, isSaid] of [
		[1, true],
		[2, false],
	])
		assert.equal(
			JSON.stringify((await complete(id)).content).includes("123 456"),
			isSaid,
		);
	await app.evaluate(() => window.dispatchEvent(new Event("focus")));
	await shows("done: Log in", "done: Pay");
});

test("the App shows where the agent wants to act", async (t) => {
	const { app, shows } = await shownApp(t, { todos: ["Pay"] });
	await shows("todo: Pay");
	await app.evaluate(() =>
		document
			.querySelector("agent-todos")
			.list.propose({ sites: ["https://shop.example"] }),
	);
	const sites = app.locator("agent-todos >> .ask .chip");
	await until(
		() => sites.allTextContents(),
		async () => (await sites.allTextContents()).join() === "shop.example",
	);
});

test("the policy of the page refuses what is not its own", async (t) => {
	const client = await inMemory(t, { store: new TodoStore() }, withApps);
	const { contents } = await client.readResource({
		uri: "ui://agent-todos/list",
	});
	const page = await browser.newPage();
	t.after(() => page.close());
	await page.setContent(contents[0].text);
	const outcome = await page.evaluate(async () => {
		const refused = [];
		document.addEventListener("securitypolicyviolation", (event) =>
			refused.push(event.effectiveDirective),
		);
		await fetch("https://example.com/").catch(() => {});
		const image = new Image();
		image.src = "https://example.com/a.png";
		const script = document.createElement("script");
		script.append("globalThis.ran = true");
		try {
			document.body.append(script);
		} catch {}
		try {
			document.body.innerHTML = "<p>";
		} catch {
			refused.push("trusted-types");
		}
		while (!refused.includes("img-src"))
			await new Promise((resolve) => setTimeout(resolve, 10));
		return { refused, ran: globalThis.ran };
	});
	for (const directive of ["connect-src", "trusted-types"])
		assert.ok(outcome.refused.includes(directive), `${outcome.refused}`);
	assert.equal(outcome.ran, undefined);
});

const toolNames = async (client) =>
	(await client.listTools()).tools.map(({ name }) => name);

/**
 * Returns what a client hears of something that does not exist, with the name of `other` in place
 * of its own.
 */
const refusal = (call, name, other) =>
	call(name).then(
		() => assert.fail(`${name} is there`),
		({ code, message }) => [code, message.replaceAll(name, other)],
	);

test("with Apps, the App's tool is listed, and for the App alone", async (t) => {
	const options = { store: new TodoStore(), dialect: "TodoWrite" };
	const client = await inMemory(t, options, withApps);
	assert.deepEqual(await toolNames(client), ["TodoWrite", person]);
	const { tools } = await client.listTools();
	assert.deepEqual(tools[1]._meta.ui.visibility, ["app"]);
});

/** Clients that show no Apps, or of which the server does not know that they do. */
const withoutApps = {
	"in memory": (t) => inMemory(t, { store: new TodoStore() }),
	"over stdio, before 2026": (t) => overStdio(t, []),
	"over stdio, newest": (t) => overStdio(t, [], modern),
	"over HTTP, before 2026": async (t) =>
		overHttp(t, (await httpServer(t, [])).url, withApps),
	"over HTTP, newest": async (t) =>
		overHttp(t, (await httpServer(t, [])).url, modern),
};

for (const [way, connected] of Object.entries(withoutApps))
	test(`${way}, without Apps: neither the App's tool nor its page exists`, async (t) => {
		const client = await connected(t);
		assert.deepEqual(await toolNames(client), ["todo_manager"]);
		const call = (name) =>
			client.callTool({
				name,
				arguments: { method: "addMultiple", args: [["a"]] },
			});
		const unknown = "agent_todos_nobody";
		assert.deepEqual(
			await refusal(call, person, unknown),
			await refusal(call, unknown, unknown),
		);
		for (const uri of ["ui://agent-todos/list", "UI://agent-todos/./list"])
			await assert.rejects(client.readResource({ uri }), {
				message: /Resource not found/,
			});
	});

test("a model cannot confirm its own claim", async (t) => {
	const store = new TodoStore({ confirmDone: true });
	const client = await inMemory(t, { store }, withApps);
	const secret = await secretOf(client);
	await client.callTool(add("Pay"));
	await client.callTool(manage("complete_multiple", { ids: [1] }));
	const { revision } = store;
	const right = signed(secret, revision, "complete", "t1");
	const { call, proof } = right.arguments;
	const other = await inMemory(t, { store: new TodoStore() }, withApps);
	for (const args of [
		{},
		{ method: "complete", args: ["t1"] },
		{ call, proof: "" },
		{ call, proof: proof.replace(/^./, proof.startsWith("0") ? "1" : "0") },
		{ call: call.replace("t1", "t2"), proof },
		signed("", revision, "complete", "t1").arguments,
		// Another list's App.
		signed(await secretOf(other), revision, "complete", "t1").arguments,
	]) {
		const refused = await client.callTool({ name: person, arguments: args });
		assert.equal(refused.isError, true, JSON.stringify(args));
	}
	assert.equal(store.getAll()[0].claimed, true);

	// The secret is in the page alone.
	const answer = await client.callTool(right);
	const { resources } = await client.listResources();
	const told = [
		answer,
		resources,
		await client.listTools(),
		await client.readResource({ uri }),
		client.getInstructions(),
		client.getServerVersion(),
		await client.callTool(signed(secret, store.revision, "checkpoint")),
		await client.callTool(manage("list")),
	];
	assert.ok(!JSON.stringify(told).includes(secret));
	assert.deepEqual(
		resources.map((one) => one.uri),
		[uri],
	);
	assert.equal(store.getAll()[0].status, "done");

	// What the App has sent does nothing a second time.
	store.as("user").reopen(1);
	await client.callTool(manage("complete_multiple", { ids: [1] }));
	const again = await client.callTool(right);
	assert.equal(again.structuredContent.isStale, true);
	assert.equal(store.getAll()[0].claimed, true);
});

test("the page may come from another server of the list", async (t) => {
	const storage = memoryStorage();
	const served = () => inMemory(t, { storage, name: "errands" }, withApps);
	const [first, second] = [await served(), await served()];
	const secret = await secretOf(first);
	const added = await second.callTool(
		signed(secret, 0, "addMultiple", ["Pay"]),
	);
	assert.equal(added.structuredContent.todos[0].content, "Pay");
	assert.equal(await secretOf(second), secret);
	// A program that keeps the same list keeps the secret with it.
	const store = new TodoStore();
	const list = await persist(store, storage, { name: "errands" });
	store.addMultiple(["Rate"]);
	await list.stop();
	assert.equal(await secretOf(await served()), secret);
	const other = await inMemory(t, { storage, name: "other" }, withApps);
	assert.notEqual(await secretOf(other), secret);
});

const uri = "todos://todos";

/**
 * Clients of one list, which hear of its changes: the one that listens, and the one that changes it
 * if that is another.
 */
const listeners = {
	"in memory": async (t) => {
		const options = { store: new TodoStore() };
		return [await inMemory(t, options), await inMemory(t, options)];
	},
	"over stdio, before 2026": async (t) => [await overStdio(t, [])],
	"over stdio, newest": async (t) => [await overStdio(t, [], modern)],
	"over HTTP, newest": async (t) => {
		const data = join(emptyFolder(t), "todos.json");
		const { url } = await httpServer(t, ["--data", data]);
		return [await overHttp(t, url, modern), await overHttp(t, url)];
	},
};

for (const [way, connected] of Object.entries(listeners))
	test(`${way}: the list is a resource, and its listeners hear`, async (t) => {
		const [client, other = client] = await connected(t);
		const { resources } = await client.listResources();
		assert.deepEqual(
			resources.map((one) => one.uri),
			[uri],
		);
		await hearsOfChanges(client, uri, (content) =>
			other.callTool(add(content)),
		);
		const { contents } = await client.readResource({ uri });
		const [{ text, ...rest }] = contents;
		assert.deepEqual(rest, { uri, mimeType: "application/xml" });
		const first = ["before", "a &amp; b", "after"].map(
			(text, at) => `<todo id="${at + 1}" status="todo">${text}</todo>`,
		);
		assert.ok(text.startsWith(`<todos>${first.join("")}`), text);
	});

test("the App's tool says why, and refuses other calls", async (t) => {
	const store = new TodoStore();
	const client = await inMemory(t, { store }, withApps);
	const secret = await secretOf(client);
	const call = (...args) =>
		client.callTool(signed(secret, store.revision, ...args));
	const added = await call("addMultiple", ["a"]);
	assert.deepEqual(added.structuredContent.todos, store.getAll());
	const refused = await call("complete", 7);
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /\b7\b/);
	for (const method of ["free", "constructor"])
		assert.equal((await call(method)).isError, true);
	assert.equal(store.size, 1);
	// In JSON, an argument that is undefined is null.
	const skipped = await call("skip", 1, undefined);
	assert.equal(skipped.structuredContent?.todos[0].status, "skipped");
});
