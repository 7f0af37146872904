// Tiny apps on the packed package, built with each bundler for production and run in Chromium, for both entries.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createServer } from "vite";
import { launchChromium } from "../setup/playwright.mjs";
import { serve } from "../setup/serve.mjs";
import { bundlers } from "./bundlers.mjs";
import { expected } from "./expected.mjs";
import { resultOf } from "./page-result.mjs";
import { entries, makeProject } from "./project.mjs";

let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const page = {
	"index.html": "index.html",
	"page.js": "page.js",
	"plan.js": "plan.js",
};
const [list, inline] = entries;
const folderName = (...parts) => parts.join("-").replaceAll("/", "-");

for (const [name, { build, ready }] of Object.entries(bundlers)) {
	test(`${name}, ${list}: a page and its dedicated worker`, async () => {
		const folder = makeProject(folderName(name, list), list, {
			...page,
			"ready.js": `ready/${ready}`,
			"page.js": "page-with-worker.js",
			"worker.js": "worker.js",
		});
		await build(folder);
		assert.deepEqual(await run(folder), { page: expected, worker: expected });
		assertWasmFiles(folder, 1);
	});

	test(`${name}, ${list}: nothing stays of an import that is not used`, async () => {
		const folder = makeProject(folderName(name, list, "unused"), list, {
			...page,
			"ready.js": `ready/${ready}`,
			"page.js": "page-without-use.js",
		});
		await build(folder);
		assert.equal(await run(folder), "nothing used");
		// What Vite and webpack add of their own is below 1 kB. Vite and Rollup leave the wasm file in dist/, because they copy
		// files before they know what is used, but nothing there asks for it.
		const scripts = filesIn(folder).filter((file) => file.endsWith(".js"));
		const text = scripts.map((file) => readFileSync(file, "utf8")).join("");
		assert.ok(
			text.length < 1_500,
			`${text.length} characters of JavaScript are left`,
		);
		assert.doesNotMatch(text, /TodoStore|agent.todos|WebAssembly/);
	});
}

for (const [name, ready] of [
	["vite", "question-mark-url.js"],
	["webpack", "new-url.js"],
]) {
	test(`${name}, agent-todos: a page that gives the URL of the WebAssembly itself`, async () => {
		const folder = makeProject(folderName(name, "url"), "agent-todos", {
			...page,
			"ready.js": `ready/${ready}`,
		});
		await bundlers[name].build(folder);
		assert.deepEqual(await run(folder), expected);
	});
}

// It has no file to look for: one bundler does, and esbuild in extension.test.mjs.
test(`webpack, ${inline}: a page`, async () => {
	const folder = makeProject("webpack-inline", inline, {
		...page,
		"ready.js": "ready/by-itself.js",
	});
	await bundlers.webpack.build(folder);
	assert.deepEqual(await run(folder), expected);
	assertWasmFiles(folder, 0);
});

test(`vite's development server, ${list}: a page`, async () => {
	const folder = makeProject("vite-dev", list, {
		...page,
		"ready.js": "ready/by-itself.js",
	});
	const server = await createServer({
		root: folder,
		configFile: false,
		logLevel: "error",
		server: { port: 0, hmr: false },
	});
	try {
		await server.listen();
		assert.deepEqual(
			await resultOf(browser, server.resolvedUrls.local[0]),
			expected,
		);
	} finally {
		await server.close();
	}
});

async function run(folder) {
	const server = await serve(join(folder, "dist"));
	try {
		return await resultOf(browser, server.url);
	} finally {
		await server.close();
	}
}

/** Here `.` comes with its wasm file, whatever it is called by now; `./inline` without one. */
function assertWasmFiles(folder, count) {
	const found = filesIn(folder).filter((file) => file.endsWith(".wasm"));
	assert.equal(found.length, count, found.join(", "));
}

function filesIn(folder) {
	return readdirSync(join(folder, "dist"), { recursive: true })
		.map((file) => join(folder, "dist", file))
		.filter((file) => statSync(file).isFile());
}
