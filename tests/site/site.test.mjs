// The built site as a reader uses it, served below a path that the build knows nothing of.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { violationsOn } from "../demo/accessibility.mjs";
import { emptyFolder } from "../tools/folder.mjs";
import { mainTest, slowTest } from "../tools/slow.mjs";
import { crawl } from "./crawl.mjs";
import { builtSite, serveSite } from "./served-site.mjs";

/** Nothing inline, nothing from elsewhere. Search is WebAssembly. */
const strictPolicy =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"worker-src 'self'; base-uri 'none'; form-action 'self'";

const [desktop, phone] = [
	{ width: 1400, height: 900 },
	{ width: 360, height: 740 },
];

let browser;
let site;
let strictSite;
let crawled;
/**
 * The pages whose HTML is this repository's, by their paths; and those of them that are
 * documentation.
 */
let own;
let docs;
/** The files of the site's pages. */
let built;

before(async () => {
	// One after the other: what has started is closed if the next fails.
	browser = await launchChromium();
	site = await serveSite();
	strictSite = await serveSite({
		headers: { "Content-Security-Policy": strictPolicy },
	});
	built = readdirSync(builtSite, { recursive: true })
		.filter((path) => path.endsWith(".html"))
		.map((path) => path.replaceAll("\\", "/"));
	crawled = await crawl(browser, site.url);
	own = crawled.pages
		.map((page) => ({ ...page, path: page.url.slice(site.url.length) }))
		.filter(({ url }) => !isOfOtherTools(url));
	docs = own.filter(({ path }) => path.startsWith("docs/"));
	assert.ok(docs.length > 20, `${docs.length} pages of docs were reached`);
});

after(async () => {
	await browser?.close();
	await Promise.all([site?.close(), strictSite?.close()]);
});

test("every link within the site leads to its place", () => {
	assert.deepEqual(crawled.dead, []);
});

test("every page of the docs can be reached by links", () => {
	const wanted = built.filter(
		(path) => path.startsWith("docs/") && !isOfOtherTools(`/${path}`),
	);
	assert.ok(wanted.length > 20, `${wanted.length} pages`);
	const reached = new Set(docs.map(({ path }) => path));
	assert.deepEqual(
		wanted.filter((path) => !reached.has(path)),
		[],
	);
});

test("the references of TypeScript and Rust are part of it", () => {
	for (const path of [
		"docs/reference/rust/agent_todos/index.html",
		"docs/reference/typescript/classes/agent-todos.TodoStore.html",
	])
		assert.ok(
			crawled.pages.some(({ url }) => url === site.url + path),
			path,
		);
});

test("the crawl finds missing pages, anchors, and what leaves", async (t) => {
	const folder = emptyFolder(t);
	writeFileSync(
		join(folder, "index.html"),
		`<h1 id="here">x</h1><a href="#here">a</a><a href="#gone">b</a><a href="gone.html">c</a><a href="/">d</a><img src="x.png">`,
	);
	const planted = await serveSite({ folder });
	t.after(planted.close);
	const { dead } = await crawl(browser, `${planted.url}index.html`);
	assert.deepEqual(dead, [
		"index.html → index.html#gone: no anchor",
		"index.html → gone.html: 404",
		"index.html → : outside of the site",
		"index.html → x.png: 404",
	]);
});

test("no page speaks of the project's seeds", () => {
	const speaking = built.filter((path) =>
		/\bseeds?\b/i.test(readFileSync(join(builtSite, path), "utf8")),
	);
	assert.deepEqual(speaking, []);
});

test("each page has one h1, a title and unique ids", () => {
	for (const { path, headings, description, language, repeatedIds } of docs) {
		assert.equal(headings, 1, `${path}: h1`);
		assert.ok(
			description?.length >= 20 && description.length <= 200,
			`${path}: description “${description}”`,
		);
		assert.equal(language, "en", path);
		assert.deepEqual(repeatedIds, [], path);
	}
	const titles = docs.map(({ title }) => title);
	assert.deepEqual(
		titles.filter((title, at) => titles.indexOf(title) !== at),
		[],
	);
});

slowTest("each page of the docs is strict, narrow and accessible", async () => {
	const { page, open, close } = await opener({
		viewport: phone,
		colorScheme: "dark",
	});
	const wrong = [];
	for (const { path } of docs) {
		const troubles = await open(strictSite.url + path);
		const isTooWide = await page.evaluate(
			() => document.documentElement.scrollWidth > innerWidth,
		);
		if (isTooWide) troubles.push("wider than the phone");
		// Their colours are those of the pages below.
		troubles.push(...(await violationsOn(page, ["color-contrast"])));
		wrong.push(...troubles.map((trouble) => `${path}: ${trouble}`));
	}
	await close();
	assert.deepEqual(wrong, []);
});

for (const [kind, path, desktopColours, phoneColours] of [
	["a page of prose", "docs/index.html", "light", "dark"],
	["a page of code and tables", "docs/reference/element.html", "dark", "light"],
	["a dialect", "docs/reference/dialects/Task.html", "light", "dark"],
])
	for (const [viewport, colorScheme] of [
		[desktop, desktopColours],
		[phone, phoneColours],
	])
		mainTest(kind === "a page of prose")(
			`axe finds nothing on ${kind}, ${colorScheme}, ${viewport.width} wide`,
			async () => {
				const { page, open, close } = await opener({ viewport, colorScheme });
				const troubles = await open(strictSite.url + path);
				troubles.push(...(await violationsOn(page)));
				// Search and menu are those of every page.
				if (path === "docs/index.html") {
					if (viewport === phone) {
						await page.getByRole("button", { name: "Menu" }).click();
						troubles.push(...(await violationsOn(page)));
						await page.keyboard.press("Escape");
					}
					await page.keyboard.press("/");
					await page.keyboard.type("list");
					await page.locator("#site-search-results a").first().waitFor();
					troubles.push(...(await violationsOn(page)));
				}
				await close();
				assert.deepEqual(troubles, []);
			},
		);

test("search finds “abort”, and the keyboard alone leads there", async () => {
	const { page, open, close } = await opener({ viewport: desktop });
	const troubles = await open(`${strictSite.url}docs/index.html`);
	await page.keyboard.press("/");
	await page.keyboard.type("abort");
	const results = page.locator("#site-search-results a");
	await results.first().waitFor();
	assert.match(
		await page.locator("#site-search-state").textContent(),
		/^\d+ pages? found/,
	);
	// Down to the second, up to the first, then there.
	for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"])
		await page.keyboard.press(key);
	const address = await results.first().evaluate(({ href }) => href);
	assert.equal(await page.evaluate(() => document.activeElement.href), address);
	await Promise.all([page.waitForURL(address), page.keyboard.press("Enter")]);
	assert.match(await page.locator("article").textContent(), /abort/i);

	// A member of the store is found on its own page, before attributes that the element inherits
	// from HTML.
	for (const member of ["reopen", "edit"]) {
		await page.keyboard.press("Control+k");
		await page.locator("#site-search-words").fill(member);
		await page
			.locator("#site-search-results a", { hasText: "TodoStore" })
			.first()
			.waitFor();
		const found = await results.allTextContents();
		const place = (title) => found.findIndex((text) => text.includes(title));
		assert.ok(place("TodoStore") !== -1, found.join());
		assert.ok(
			place("HTMLElement") === -1 || place("TodoStore") < place("HTMLElement"),
			found.join(),
		);
		await page.keyboard.press("Escape");
	}
	// A name of the API leads into TypeDoc's pages.
	await page.keyboard.press("Control+k");
	await page.keyboard.type("getPending");
	await page
		.locator("#site-search-results a", { hasText: /^Class TodoStore(<|$)/ })
		.waitFor();
	await page.keyboard.press("Escape");

	// Escape closes, and what is not there is said.
	await page.keyboard.press("Control+k");
	await page.keyboard.press("Escape");
	assert.equal(await page.locator("#site-search").isVisible(), false);
	await page.keyboard.press("Control+k");
	const field = page.locator("#site-search-words");
	const state = page.locator("#site-search-state");
	await field.fill("");
	await state.filter({ hasText: /^$/ }).waitFor({ state: "attached" });
	// For a word that no page has, Pagefind may find a page with its first letters, as "z". No page
	// has a letter of this alphabet.
	await field.fill("ჩაიდანი");
	await state.filter({ hasText: /./ }).waitFor();
	assert.match(await state.textContent(), /^Nothing found/);
	await close();
	assert.deepEqual(troubles, []);
});

test("search finds words on the page about them", async () => {
	const { page, open, close } = await opener({ viewport: desktop });
	const troubles = await open(`${strictSite.url}docs/index.html`);
	for (const [words, title] of [
		["dark mode", "The panel"],
		["css variables", "The panel"],
		["shrink", "Bundlers and runtimes"],
		["needsApproval", "OpenAI Agents SDK"],
		["notification", "A person and a model on one list"],
		["human in the loop", "A person and a model on one list"],
		["undo", "The list"],
		["skip", "A person and a model on one list"],
		["free", "The list"],
		["test", "Test your agent"],
	]) {
		await page.keyboard.press("Control+k");
		await page.locator("#site-search-words").fill(words);
		await page
			.locator("#site-search-results > li > a:first-child", {
				hasText: new RegExp(`^${title.replace(/[()]/g, "\\$&")}$`),
			})
			.waitFor();
		await page.keyboard.press("Escape");
	}
	await close();
	assert.deepEqual(troubles, []);
});

test("code is copied, and chosen colours stay", async () => {
	const { page, open, close } = await opener({
		viewport: desktop,
		colorScheme: "light",
		permissions: ["clipboard-read", "clipboard-write"],
	});
	const troubles = await open(
		`${strictSite.url}docs/reference/dialects/merge.html`,
	);
	const block = page.locator(".code-frame").first();
	await block.hover();
	await block.getByRole("button", { name: "Copy" }).click();
	await block.getByRole("button", { name: "Copied" }).waitFor();
	assert.equal(
		await page.evaluate(() => navigator.clipboard.readText()),
		await block.locator("pre").textContent(),
	);
	await page.getByRole("button", { name: "Dark colours" }).click();
	await page.getByRole("link", { name: "Start here" }).click();
	await page.getByRole("button", { name: "Light colours" }).waitFor();
	assert.equal(
		await page.evaluate(
			() => getComputedStyle(document.documentElement).colorScheme,
		),
		"dark",
	);
	assert.deepEqual(troubles, []);
	await close();
});

test("the guides' element works, in each of its states", async () => {
	const { page, open, close } = await opener({ viewport: desktop });
	const troubles = await open(`${strictSite.url}docs/guides/element.html`);
	const list = page.locator(".live agent-todos");
	await list.locator('.row[data-status="doing"]').waitFor();
	await list.getByLabel("Add a todo").fill("Tell me the price");
	await page.keyboard.press("Enter");
	await list.locator(".row").filter({ hasText: "Tell me the price" }).waitFor();
	for (const [state, shown] of [
		["Planning", ".head"],
		["To confirm", "[data-do=confirm]"],
		["A plan to review", "[data-do=start]"],
		["Skipped", '.row[data-status="doing"]'],
		["Done", ".head"],
		["One line", ".current"],
		["Working", '.row[data-status="doing"]'],
	]) {
		await page.getByRole("button", { name: state, exact: true }).click();
		await list.locator(shown).first().waitFor();
		assert.equal(
			await page.locator('.live-states [aria-pressed="true"]').textContent(),
			state,
		);
	}
	troubles.push(...(await violationsOn(page)));
	troubles.push(
		...(await open(`${strictSite.url}docs/guides/person-and-model.html`)),
	);
	await list.getByLabel("Your answer").waitFor();
	await close();
	assert.deepEqual(troubles, []);
});

test("no code of a guide is cut off at 1280 pixels", async () => {
	const { page, open, close } = await opener({
		viewport: { width: 1280, height: 800 },
	});
	for (const path of [
		"concepts/conversation",
		"concepts/how-it-works",
		"guides/ai-sdk",
		"guides/server",
		"guides/test-your-agent",
	]) {
		await open(`${site.url}docs/${path}.html`);
		const cutOff = await page
			.locator("pre.code")
			.evaluateAll((blocks) =>
				blocks
					.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
					.map(({ textContent }) => textContent),
			);
		assert.deepEqual(cutOff, [], path);
	}
	await close();
});

for (const viewport of [desktop, phone])
	test(`nothing moves while a guide of the element loads, ${viewport.width} wide`, async () => {
		const { page, open, close } = await opener({ viewport });
		await page.addInitScript(() => {
			globalThis.shifts = 0;
			new PerformanceObserver((list) => {
				for (const { value } of list.getEntries()) globalThis.shifts += value;
			}).observe({ type: "layout-shift", buffered: true });
		});
		for (const name of ["element", "person-and-model"]) {
			await open(`${site.url}docs/guides/${name}.html`);
			await page.locator('.live .row[data-status="doing"]').waitFor();
			await page.evaluate(() => document.fonts.ready);
			const moved = await page.evaluate(() => globalThis.shifts);
			assert.ok(moved < 0.01, `${name}: ${moved}`);
		}
		await close();
	});

test("the shadcn registry is served with the code of its item", async () => {
	const registry = await (await fetch(`${site.url}r/registry.json`)).json();
	for (const { name, files } of registry.items) {
		const item = await (await fetch(`${site.url}r/${name}.json`)).json();
		assert.equal(
			item.files[0].content,
			readFileSync(join(root, "www", "registry", files[0].path), "utf8"),
		);
	}
});

test("no page asks for what is missing, or elsewhere", async () => {
	const others = own.map(({ path }) => path);
	const references = ["rust/agent_todos", "typescript"].map(
		(folder) => `docs/reference/${folder}/index.html`,
	);
	const wrong = [];
	for (const [paths, kinds] of [
		[others.filter((path) => !path.startsWith("docs/"))],
		[references, ["error"]],
	]) {
		const { open, close } = await opener({ viewport: desktop }, kinds);
		for (const path of paths)
			for (const trouble of await open(site.url + path))
				wrong.push(`${path}: ${trouble}`);
		await close();
	}
	assert.deepEqual(wrong, []);
});

/** Pages that rustdoc and typedoc write, which have to answer for all but links and requests. */
function isOfOtherTools(url) {
	return /\/docs\/reference\/(rust|typescript)\//.test(url);
}

/**
 * Returns `{page, open, close}`: one page in a context of its own; `open(url)` loads it and returns
 * the list of what goes wrong from then on, of the console these kinds.
 */
async function opener(options, kinds) {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const troubles = troublesOf(page, kinds);
	let address;
	page.on("response", (response) => {
		if (response.status() >= 400)
			troubles.push(`${response.status()}: ${response.url()}`);
	});
	page.on("request", (request) => {
		const { origin, protocol } = new URL(request.url());
		if (origin !== new URL(address).origin && protocol !== "data:")
			troubles.push(`request to ${request.url()}`);
	});
	const open = async (url) => {
		address = url;
		troubles.length = 0;
		await page.goto(url, { waitUntil: "load" });
		return troubles;
	};
	return { page, open, close: () => context.close() };
}
