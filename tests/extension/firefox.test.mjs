// The extension as a temporary add-on in Firefox: its panel, and the agent on a page.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { By } from "selenium-webdriver";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { patience } from "../../www/browsers/patience.mjs";
import { buildExtension, extensionFolder } from "../../www/built.mjs";
import { openFirefox } from "../demo/firefox-panel.mjs";
import { builtAndServed } from "../demo/served-demo.mjs";
import { until } from "../tools/until.mjs";

let shop, firefox;
const { skip } = inBrowser("firefox");
before(async () => {
	if (skip) return;
	await buildExtension();
	shop = await builtAndServed();
	firefox = await openFirefox(join(extensionFolder, "firefox"));
});
after(async () => {
	await firefox?.close();
	await shop?.close();
});

/** Returns what the panel shows, once it shows what is expected, or in the end. */
const shows = (panel, expected, statuses) =>
	panel.run(
		`const now = () => ({
			phase: document.getElementById("phase").textContent,
			failure: document.getElementById("failure").textContent,
			rows: [...document.getElementById("list").shadowRoot.querySelectorAll(".row")].map((row) => row.dataset.status).join(" "),
		});
		for (const end = Date.now() + ${patience}; !(new RegExp(args[0]).test(now().phase) && now().rows === args[1]) && Date.now() < end; ) await new Promise((go) => setTimeout(go, 50));
		return now();`,
		expected,
		statuses,
	);

test("panel and agent order the kettles over a stopped background page", {
	skip,
}, async () => {
	const { client, inBrowser } = firefox;
	await client.get(new URL("shop/index.html?start=over", shop.url).href);
	// The person agreed to the site before: the browser's question is a window of its own.
	const tab = await inBrowser(
		`const { ExtensionPermissions } = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
		await ExtensionPermissions.add(extension.id, { permissions: [], origins: [args[0]], data_collection: [] }, extension);
		const { gBrowser } = Services.wm.getMostRecentWindow("navigator:browser");
		return extension.tabManager.getWrapper(gBrowser.selectedTab).id;`,
		`http://${new URL(shop.url).hostname}/*`,
	);
	const panel = await firefox.openPanel(`?tab=${tab}`);
	await panel.run(
		`await chrome.storage.local.set({ settings: { kind: "scripted", url: "", model: "", pace: 0 } });
		while (!("ready" in document.documentElement.dataset)) await new Promise((go) => setTimeout(go, 20));`,
	);
	// A real click: only then may a page ask for permissions.
	await client.findElement(By.css("#begin button")).click();
	assert.deepEqual(
		await shows(panel, "^$", [...Array(7).fill("todo"), "blocked"].join(" ")),
		{
			phase: "",
			failure: "",
			rows: [...Array(7).fill("todo"), "blocked"].join(" "),
		},
	);
	await firefox.stopBackground();
	// The background page may plan anew, as what it had shown was not stored: a press on the plan of
	// a moment ago approves nothing.
	await until("the plan is approved", async () => {
		// The plan may be drawn anew at any time.
		await client
			.executeScript(
				`return document.getElementById("list").shadowRoot.querySelector("[data-do=start]");`,
			)
			.then((start) => start?.click())
			.catch(() => {});
		return panel.run(`return document.getElementById("list").mode === "list";`);
	});
	await shows(
		panel,
		"^$",
		[...Array(6).fill("done"), "claimed", "blocked"].join(" "),
	);
	/** Returns the badge, once it is the expected one, or in the end. */
	const badge = (expected) =>
		panel.run(
			`for (const end = Date.now() + ${patience}; await chrome.action.getBadgeText({}) !== args[0] && Date.now() < end; ) await new Promise((go) => setTimeout(go, 50));
			return chrome.action.getBadgeText({});`,
			expected,
		);
	assert.equal(await badge("1"), "1", "the badge calls the person");
	await panel.run(
		`const { shadowRoot } = document.getElementById("list");
		// It comes as a line while the pointer is in the panel, and takes no press for a moment.
		while (shadowRoot.querySelector(".arming, .ask.folded")) {
			shadowRoot.querySelector(".ask.folded")?.click();
			await new Promise((go) => setTimeout(go, 50));
		}
		shadowRoot.querySelector("[data-do=confirm]").click();`,
	);
	const { phase, failure, rows } = await shows(
		panel,
		"^Order K-",
		Array(8).fill("done").join(" "),
	);
	assert.match(phase, /^Order K-\d+ is placed/);
	assert.equal(failure, "");
	assert.equal(await badge(""), "");
	assert.equal(rows, Array(8).fill("done").join(" "));
});
