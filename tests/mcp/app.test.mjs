// The MCP App in real Chromium, shown by the official host: from a person's mouse and keyboard to the stored list, and back to the
// model's next request.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { init, TodoStore } from "agent-todos";
import { emptyTarget } from "../setup/folder.mjs";
import { writePage } from "../setup/page.mjs";
import { launchChromium, troublesOf } from "../setup/playwright.mjs";
import { serve } from "../setup/serve.mjs";
import { until } from "../setup/until.mjs";
import {
	add,
	emptyFolder,
	hearsOfChanges,
	httpServer,
	inMemory,
	modern,
	overHttp,
	overStdio,
} from "./servers.mjs";

const folder = emptyTarget("mcp-app");
await init();
await writePage(folder, 'import "./tests/mcp/app-host.js";');
const [browser, site] = [await launchChromium(), await serve(folder)];
after(async () => {
	await browser.close();
	await site.close();
});

test("a person works in the App, the list is stored, and the model's next request says so", async (t) => {
	const data = join(emptyFolder(t), "todos.json");
	const { url } = await httpServer(t, [
		...["--data", data, "--allow-origin", new URL(site.url).origin],
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
		todos: ["Find a kettle", "Compare three", "Pay"],
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
	const shows = (...list) =>
		until(
			async () => `${await shown()} ${troubles}`,
			async () => (await shown()).join("|") === list.join("|"),
		);
	const stored = () => {
		const store = TodoStore.fromCheckpoint(readFileSync(data, "utf8"));
		return { list: store.getXml(), by: store.history().at(-1).by };
	};
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
		...["done: Find a kettle", "todo: Compare three", "todo: Pay"],
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
		...["done: Find a kettle", "done: Compare three", "todo: Pay"],
		"todo: Ask for <an> invoice",
	);
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

test("the policy of the page refuses what is not its own", async (t) => {
	const client = await inMemory(t, { store: new TodoStore() });
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

test("a client without Apps lists the tools of the dialect alone", async (t) => {
	const names = async (client) =>
		(await client.listTools()).tools.map(({ name }) => name);
	const options = { store: new TodoStore(), dialect: "TodoWrite" };
	assert.deepEqual(await names(await inMemory(t, options)), ["TodoWrite"]);
	const ui = { mimeTypes: ["text/html;profile=mcp-app"] };
	const extensions = { "io.modelcontextprotocol/ui": ui };
	const apps = await inMemory(t, options, { capabilities: { extensions } });
	assert.deepEqual(await names(apps), ["TodoWrite", "agent_todos_person"]);
	const { tools } = await apps.listTools();
	assert.deepEqual(tools[1]._meta.ui.visibility, ["app"]);
	const { url } = await httpServer(t, []);
	assert.deepEqual(await names(await overHttp(t, url)), ["todo_manager"]);
});

const uri = "todos://todos";

/** Clients of one list, which hear of its changes: the one that listens, and the one that changes it if that is another. */
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
	test(`${way}: the list is a resource, and a client that listens hears of its changes`, async (t) => {
		const [client, other = client] = await connected(t);
		const { resources } = await client.listResources();
		assert.deepEqual(resources.map((one) => one.uri).sort(), [
			uri,
			"ui://agent-todos/list",
		]);
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

test("a person's call that is refused says why, and what is not a call of the list is refused", async (t) => {
	const store = new TodoStore();
	const client = await inMemory(t, { store });
	const call = (args) =>
		client.callTool({ name: "agent_todos_person", arguments: args });
	const added = await call({ method: "addMultiple", args: [["a"]] });
	assert.deepEqual(added.structuredContent.todos, store.getAll());
	const refused = await call({ method: "complete", args: [7] });
	assert.equal(refused.isError, true);
	assert.match(refused.content[0].text, /there is no todo 7/);
	for (const args of [
		{ method: "free" },
		{ method: "constructor" },
		{ args: 1 },
	])
		assert.equal((await call(args)).isError, true);
	assert.equal(store.size, 1);
});
