// The executable called from a browser: which origins it answers, and that a page's client reads
// what it answers.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	launchChromium,
	loadExtension,
} from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { resultOf } from "../packaging/page-result.mjs";
import { makeExtension } from "../tools/extension.mjs";
import { writePage } from "../tools/page.mjs";
import { slowTest } from "../tools/slow.mjs";
import { emptyFolder, httpServer, ran, tokenFile } from "./servers.mjs";

const token = "a-token-of-enough-characters";
const app = "https://app.example";
const extension = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";

const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const posted = (url, headers) =>
	fetch(url, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			Accept: "application/json, text/event-stream",
			...headers,
		},
		body: list,
	});
const preflight = (url, origin, headers = "authorization, mcp-method") =>
	fetch(url, {
		method: "OPTIONS",
		headers: {
			Origin: origin,
			"Access-Control-Request-Method": "POST",
			"Access-Control-Request-Headers": headers,
		},
	});
const shared = ({ headers }) => headers.get("access-control-allow-origin");

test("an allowed origin's preflight is answered without a token", async (t) => {
	const { url } = await httpServer(t, [
		"--allow-origin",
		app,
		"--allow-origin",
		extension,
		"--token-file",
		tokenFile(t, token),
	]);
	for (const origin of [app, extension]) {
		const response = await preflight(url, origin);
		assert.equal(response.status, 204);
		assert.equal(shared(response), origin);
		assert.equal(
			response.headers.get("access-control-allow-headers"),
			"authorization, mcp-method",
		);
		assert.match(
			response.headers.get("access-control-allow-methods"),
			/\bPOST\b/,
		);
		assert.match(response.headers.get("vary"), /\bOrigin\b/);
		assert.equal(
			response.headers.get("access-control-allow-credentials"),
			null,
		);
	}
	for (const origin of [
		"https://attacker.example",
		"http://app.example",
		"https://app.example:8443",
		"https://app.example.attacker.example",
		"https://APP.example",
		"chrome-extension://abcdefghijklmnopabcdefghijklmnoo",
		"null",
	]) {
		const response = await preflight(url, origin);
		assert.equal(response.status, 403, origin);
		assert.equal(shared(response), null);
	}
	// This machine's own origins are served as ever, and read nothing across origins.
	assert.equal(shared(await preflight(url, "http://localhost:5173")), null);
});

test("an allowed origin's request needs token and Host", async (t) => {
	const { url } = await httpServer(t, [
		"--allow-origin",
		app,
		"--token-file",
		tokenFile(t, token),
	]);
	const known = { Origin: app, Authorization: `Bearer ${token}` };
	const answer = await posted(url, known);
	const refusal = await posted(url, { Origin: app });
	const lost = await posted(`${url}/elsewhere`, known);
	assert.deepEqual(
		[answer, refusal, lost].map(({ status }) => status),
		[200, 401, 404],
	);
	for (const response of [answer, refusal, lost]) {
		assert.equal(shared(response), app);
		assert.match(
			response.headers.get("access-control-expose-headers"),
			/WWW-Authenticate/,
		);
	}
	assert.match(await answer.text(), /todo_manager/);
	const local = await posted(url, { ...known, Origin: "http://localhost:1" });
	assert.deepEqual([local.status, shared(local)], [200, null]);
});

test("--allow-origin refuses what is no origin", () => {
	for (const [given, message] of [
		["*", /give an origin such as https:\/\/app\.example/],
		["null", /give an origin such as/],
		["app.example", /give an origin such as/],
		["https://app.example/", /give the origin alone, https:\/\/app\.example\n/],
		["https://app.example/path", /give the origin alone/],
		["https://ann@app.example", /give the origin alone/],
		[
			"https://App.example:443",
			/give the origin alone, https:\/\/app\.example/,
		],
		["", /--allow-origin needs a value|give an origin such as/],
	]) {
		const { status, stderr } = ran([
			"--http",
			"0",
			"--allow-origin",
			app,
			"--allow-origin",
			given,
		]);
		assert.equal(status, 2, given);
		assert.match(stderr, message);
	}
	const { status, stderr } = ran(["--allow-origin", app]);
	assert.equal(status, 2);
	assert.match(stderr, /--allow-origin is for HTTP/);
});

/** Returns a page with the official client, which calls the server that its address names. */
const page = (folder) =>
	writePage(
		folder,
		`
		import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
		const url = new URL(new URLSearchParams(location.search).get("url"));
		const client = new Client({ name: "page", version: "1.0.0" });
		const requestInit = { headers: { Authorization: "Bearer ${token}" } };
		globalThis.result = await client
			.connect(new StreamableHTTPClientTransport(url, { requestInit }))
			.then(() => client.callTool({ name: "todo_manager", arguments: { action: "add_multiple", todos: ["a"], ids: [] } }))
			.then(({ content }) => content[0].text, (error) => "refused: " + error.message);`,
	);

const added = /^{"ok":true,"output":"Added 1 TODOs"/;
const refused = /^refused: .*Failed to fetch/;
const ignored = { ignored: /blocked by CORS policy|Failed to load resource/ };

/** Opens the page at `address` once for each set of options of the server. */
async function calledFrom(t, browser, address, cases) {
	for (const [origins, expected] of cases) {
		const { url } = await httpServer(t, [
			...origins.flatMap((origin) => ["--allow-origin", origin]),
			"--token-file",
			tokenFile(t, token),
		]);
		const opened = `${address}?url=${encodeURIComponent(url)}`;
		assert.match(await resultOf(browser, opened, ignored), expected);
	}
}

test("a web page calls it if its origin is allowed", async (t) => {
	const folder = emptyFolder(t);
	await page(folder);
	const pages = await serve(folder);
	t.after(() => pages.close());
	const browser = await launchChromium();
	t.after(() => browser.close());
	await calledFrom(t, browser, pages.url, [
		[[new URL(pages.url).origin], added],
		[[app], refused],
		[[], refused],
	]);
});

slowTest("an extension's page calls it if it is allowed", async (t) => {
	const folder = makeExtension("mcp-client", {});
	await page(folder);
	const { context, address, close } = await loadExtension(folder);
	t.after(close);
	const origin = `chrome-extension://${new URL(address("")).host}`;
	await calledFrom(t, context, `${origin}/index.html`, [
		[[origin], added],
		[[extension], refused],
		[[], refused],
	]);
});
