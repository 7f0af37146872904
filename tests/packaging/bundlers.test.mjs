// Tiny apps on the packed package, built with each bundler for production and run in Chromium, for
// both entries.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createServer } from "vite";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { mainTest, slowTest } from "../tools/slow.mjs";
import { bundlers } from "./bundlers.mjs";
import { expected } from "./expected.mjs";
import { resultOf, resultOfServed } from "./page-result.mjs";
import { entries, makeProject } from "./project.mjs";

let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const [list, inline] = entries;
/**
 * Returns a project with a page, which `ready` makes the package ready for; `files` are more files
 * of it, or others.
 */
const project = (name, ready, files = {}, entry = list) =>
	makeProject(name, entry, {
		"index.html": "index.html",
		"page.js": "page.js",
		"plan.js": "plan.js",
		"ready.js": `ready/${ready}`,
		...files,
	});

for (const [name, { build, ready }] of Object.entries(bundlers)) {
	test(`${name}, ${list}: a page and its dedicated worker`, async () => {
		const folder = project(name, ready, {
			"page.js": "page-with-worker.js",
			"worker.js": "worker.js",
		});
		await build(folder);
		const [page, worker] = await run(folder);
		assert.deepEqual(page, expected);
		assert.deepEqual(worker, expected);
		assertWasmFiles(folder, 1);
	});

	mainTest(name === "esbuild")(
		`${name}, ${list}: nothing stays of an import that is not used`,
		async () => {
			const folder = project(`${name}-unused`, ready, {
				"page.js": "page-without-use.js",
			});
			await build(folder);
			assert.equal(await run(folder), "nothing used");
			// What Vite and webpack add of their own is below 1 kB. Vite and Rollup leave the wasm file
			// in dist/, because they copy files before they know what is used, but nothing there asks for
			// it.
			const text = filesIn(folder, ".js")
				.map((file) => readFileSync(file, "utf8"))
				.join("");
			assert.ok(
				text.length < 1_500,
				`${text.length} characters of JavaScript are left`,
			);
			assert.doesNotMatch(text, /TodoStore|agent.todos|WebAssembly/);
		},
	);
}

for (const [name, ready] of [
	["vite", "question-mark-url.js"],
	["webpack", "new-url.js"],
]) {
	slowTest(
		`${name}, agent-todos: a page that gives the URL of the WebAssembly itself`,
		async () => {
			const folder = project(`${name}-url`, ready);
			await bundlers[name].build(folder);
			assert.deepEqual(await run(folder), expected);
		},
	);
}

// It has no file to look for: one bundler does, and esbuild in extension.test.mjs.
slowTest(`webpack, ${inline}: a page`, async () => {
	const folder = project("webpack-inline", "by-itself.js", {}, inline);
	await bundlers.webpack.build(folder);
	assert.deepEqual(await run(folder), { ...expected, before: "no error" });
	assertWasmFiles(folder, 0);
});

test(`vite's development server, ${list}: a page`, async () => {
	const folder = project("vite-dev", "by-itself.js");
	const server = await createServer({
		root: folder,
		configFile: false,
		logLevel: "error",
		server: { port: 0, hmr: false },
	});
	try {
		await server.listen();
		const [address] = server.resolvedUrls.local;
		assert.deepEqual(await resultOf(browser, address), expected);
	} finally {
		await server.close();
	}
});

const run = (folder) => resultOfServed(browser, join(folder, "dist"));

/** Here `.` comes with its wasm file, whatever it is called by now; `./inline` without one. */
function assertWasmFiles(folder, count) {
	const found = filesIn(folder, ".wasm");
	assert.equal(found.length, count, found.join(", "));
}

/** Returns the files of a build that end so. */
const filesIn = (folder, ending) =>
	readdirSync(join(folder, "dist"), { recursive: true })
		.filter((file) => file.endsWith(ending))
		.map((file) => join(folder, "dist", file));
