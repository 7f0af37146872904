// A real unpacked extension: the owner in its service worker, which the browser stops again and
// again, followers in the panel page and in a content script. `npm run test:live` stops it 200
// times.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { troublesOf } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";
import { stopWorker } from "../tools/extension.mjs";
import { isFull } from "../tools/full.mjs";
import { until } from "../tools/until.mjs";
import { openExtension } from "./extension.mjs";

const stops = isFull ? 200 : 8;

const { context, address, close } = await openExtension(
	"extension",
	"follower.js",
	{
		content_scripts: [{ matches: ["http://localhost/*"], js: ["follower.js"] }],
	},
);
after(close);
const server = await serve({ live: import.meta.dirname });
after(() => server.close());
const [panel, page] = await Promise.all([
	ready(address("panel.html")),
	ready(`${server.address}live/empty.html`),
]);

async function ready(address) {
	const opened = await context.newPage();
	// Chromium writes an unread lastError to the console.
	const troubles = troublesOf(opened);
	await opened.goto(address);
	await opened.locator("html[data-ready=yes]").waitFor();
	return Object.assign(opened, { troubles });
}

let asked = 0;
async function ask(where, what, ...args) {
	const { value, error } = await where.evaluate(
		(request) =>
			new Promise((resolve) => {
				const hear = ({ detail }) => resolve(JSON.parse(detail));
				document.addEventListener(`done ${request.id}`, hear, { once: true });
				const detail = JSON.stringify(request);
				document.dispatchEvent(new CustomEvent("do", { detail }));
			}),
		{ id: ++asked, what, args },
	);
	assert.equal(error, undefined);
	return value;
}

/** Returns what panel and page have when they have heard of everything, which is the same. */
async function equalEnds() {
	let states;
	await until(
		() => `panel and page are at ${states.map(({ revision }) => revision)}`,
		async () => {
			const asked = [panel, page].map((where) => ask(where, "state"));
			states = await Promise.all(asked);
			const [one, other] = states;
			const isConnected = one.isConnected && other.isConnected;
			return isConnected && one.revision === other.revision;
		},
	);
	const [one, other] = states;
	assert.deepEqual(one.todos, other.todos);
	return { states, texts: one.todos.map(({ content }) => content) };
}

test("panel and content script call one owner, and see the same", async () => {
	// As a model may send it.
	const call = '{"action":"add_multiple","todos":["from the panel"]}';
	const { text } = await ask(panel, "tool", call);
	assert.match(text, /"Added 1 TODOs".*bare string/);
	const todos = [{ content: "from the page" }];
	await ask(page, "tool", { action: "add_multiple", todos });
	const { states, texts } = await equalEnds();
	assert.deepEqual(texts, ["from the panel", "from the page"]);
	for (const { start, seen, revision } of states)
		assert.deepEqual(
			seen,
			Array.from({ length: revision - start }, (_, n) => start + n + 1),
		);
	for (const where of [panel, page])
		assert.deepEqual(await ask(where, "refusal"), [true, "unknown_id"]);
});

test("a content script reads a list, and an extension page changes it", async () => {
	for (const [where, written] of [
		[page, "not_allowed"],
		[panel, "done"],
	])
		assert.deepEqual(await ask(where, "guarded"), [
			"precious",
			"done",
			written,
			written,
		]);
});

test("a stopped worker leaves nothing of a call behind", async () => {
	const before = await equalEnds();
	const items = ["being written", "and this"].map((content) =>
		JSON.stringify({ content, status: "pending" }),
	);
	await ask(panel, "model", `{"todos":[${items},{"cont`.match(/.{1,9}/g));
	const writingOf = async (where) => (await ask(where, "state")).writing ?? [];
	for (const where of [panel, page])
		await until("both see it", async () =>
			(await writingOf(where)).includes("and this"),
		);
	const session = await context.newCDPSession(panel);
	await stopWorker(session);
	for (const where of [panel, page])
		await until(
			"it is gone",
			async () => (await writingOf(where)).length === 0,
		);
	// The next worker has the list, and no more.
	const todos = [{ content: "after the stop" }];
	await ask(panel, "tool", { action: "add_multiple", todos });
	const { states, texts } = await equalEnds();
	assert.deepEqual(texts, [...before.texts, "after the stop"]);
	for (const { writing } of states) assert.equal(writing, undefined);
	const stored = await panel.evaluate(() => chrome.storage.session.get("list"));
	assert.ok(!stored.list.includes("being written"));
});

test("an owner ignores foreign messages on a port", async () => {
	const before = await ask(panel, "state");
	const odd = [
		null,
		0,
		"",
		"x",
		[],
		{},
		{ type: "call", method: "reset" },
		'["agent-todos",1,"owner",{"type":"call"}]',
		"[".repeat(1e5),
	];
	await ask(page, "nonsense", odd);
	await ask(panel, "nonsense", odd);
	assert.deepEqual(await ask(panel, "refusal"), [true, "unknown_id"]);
	assert.deepEqual((await ask(panel, "state")).todos, before.todos);
});

test("a stopped worker is woken by followers, and loses nothing", async () => {
	const session = await context.newCDPSession(panel);
	let [stopped, acknowledged, unknown] = [0, 0, 0];
	// The list has room for 1,000, so it is begun anew again and again.
	for (let round = 0; stopped < stops; round++) {
		await ask(panel, "begin");
		let isDone = false;
		const writing = Promise.all([
			ask(panel, "write", `panel ${round}`, 450),
			ask(page, "write", `page ${round}`, 450),
		]).finally(() => (isDone = true));
		for (; stopped < stops && !isDone; stopped++) {
			await wait((stopped * 47) % 120);
			await stopWorker(session);
		}
		const results = await writing;
		const { texts } = await equalEnds();
		for (const { failed } of results) assert.deepEqual(failed, {});
		const answered = results.flatMap(({ acknowledged }) => acknowledged);
		const unanswered = results.flatMap(({ unknown }) => unknown);
		const lost = answered.filter((text) => !texts.includes(text));
		assert.deepEqual(lost, [], "what was acknowledged is there");
		assert.equal(new Set(texts).size, texts.length, "nothing is there twice");
		const sent = ["begun", ...answered, ...unanswered];
		const others = texts.filter((text) => !sent.includes(text));
		assert.deepEqual(others, [], "nothing came from nowhere");
		acknowledged += answered.length;
		unknown += unanswered.length;
	}
	assert.ok(stopped > 0 && acknowledged > 0);
	console.log(
		`live, service worker of an extension stopped ${stopped} times: sent ${acknowledged + unknown}, acknowledged ${acknowledged}, said to be unknown ${unknown}, found ${acknowledged}, lost 0`,
	);
	assert.deepEqual([...panel.troubles, ...page.troubles], []);
});
