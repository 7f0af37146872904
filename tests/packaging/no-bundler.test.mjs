// An extension without a bundler, as the guide says: the files of the package's dist/ are copied
// beside its own, as they are, and imported by relative paths.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installed } from "../../pkg-template/build/places.mjs";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { makeExtension } from "../tools/extension.mjs";

const dist = join(installed, "dist");

const files = {
	"background.js": `
		import { openList, overRuntime } from "./vendor/agent-todos.js";
		import { chromeStorage } from "./vendor/storage-chrome.js";

		const list = openList({
			storage: chromeStorage(),
			over: overRuntime(),
			onOpen: ({ store }) => store.addMultiple(["Find a kettle"]),
		});
	`,
	"panel.html": `<!doctype html><title>panel</title><script type="module" src="panel.js"></script><agent-todos></agent-todos>`,
	"panel.js": `
		import "./vendor/element.js";
		import { follow, overRuntime } from "./vendor/follow.js";

		document.querySelector("agent-todos").list = await follow({ over: overRuntime() });
	`,
};

test("the files of dist/ import nothing", () => {
	const names = readdirSync(dist).sort();
	assert.deepEqual(names, [
		"agent-todos.js",
		"element.js",
		"follow.js",
		"storage-chrome.js",
	]);
	for (const name of names)
		assert.doesNotMatch(
			readFileSync(join(dist, name), "utf8"),
			/^\s*(import|\} from)\b|^export .* from/m,
		);
});

test("an extension of copied files runs in Chromium", async () => {
	const folder = makeExtension("no-bundler", files, {
		background: { service_worker: "background.js", type: "module" },
	});
	cpSync(dist, join(folder, "vendor"), { recursive: true });
	const { context, address, close } = await loadExtension(folder);
	try {
		const panel = await context.newPage();
		await panel.goto(address("panel.html"));
		await panel.getByRole("checkbox", { name: "Done: Find a kettle" }).click();
		await panel.getByRole("heading", { name: "1 done" }).waitFor();
		const { todos } = await panel.evaluate(() =>
			chrome.storage.local.get("todos"),
		);
		assert.match(todos.text, /"done"/);
	} finally {
		await close();
	}
});
