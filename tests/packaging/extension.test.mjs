// An unpacked MV3 extension on the package, in Chromium: its service worker and its page, under the
// policy that extensions have. Bundled with esbuild, built with CRXJS on Vite, and with the
// package's own files, as one can without any build.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crx } from "@crxjs/vite-plugin";
import * as esbuild from "esbuild";
import * as vite from "vite";
import { slowTest } from "../tools/slow.mjs";
import { expectedOf } from "./expected.mjs";
import { resultOfExtension } from "./page-result.mjs";
import { makeProject } from "./project.mjs";

const files = {
	"manifest.json": "extension/manifest.json",
	"service-worker.js": "extension/service-worker.js",
	"page.js": "extension/page.js",
	"page.html": "index.html",
	"plan.js": "plan.js",
};
const project = (name, entry, ready) =>
	makeProject(`extension-${name}`, entry, {
		...files,
		"ready.js": `ready/${ready}.js`,
	});

for (const [entry, ready] of [
	["agent-todos", "extension-url"],
	["agent-todos/inline", "by-itself"],
])
	test(`${entry}, bundled: service worker and page`, async () => {
		const folder = project(entry.replace("/", "-"), entry, ready);
		await esbuild.build({
			absWorkingDir: folder,
			entryPoints: ["service-worker.js", "page.js"],
			outdir: ".",
			allowOverwrite: true,
			bundle: true,
			minify: true,
			format: "esm",
		});
		// What is bundled has to do without the package's folder; only the wasm file is copied, for the
		// entry that loads it.
		if (entry === "agent-todos") copyWasm(folder);
		rmSync(join(folder, "node_modules"), { recursive: true });
		await assertWorks(folder, entry);
	});

slowTest("built with CRXJS: service worker and page", async () => {
	const folder = project("crxjs", "agent-todos", "by-itself");
	const manifest = {
		...JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")),
		action: { default_popup: "page.html" },
	};
	await vite.build({
		root: folder,
		configFile: false,
		logLevel: "error",
		plugins: [crx({ manifest })],
	});
	await assertWorks(join(folder, "dist"), "agent-todos");
});

test("not bundled: service worker and page", async () => {
	const path = "./node_modules/agent-todos/index.js";
	const folder = project("plain", path, "extension-url");
	copyWasm(folder);
	await assertWorks(folder, "agent-todos");
});

function copyWasm(folder) {
	copyFileSync(
		join(folder, "node_modules", "agent-todos", "agent_todos_bg.wasm"),
		join(folder, "agent_todos_bg.wasm"),
	);
}

async function assertWorks(folder, entry) {
	const [page, serviceWorker] = await resultOfExtension(folder, "page.html");
	assert.deepEqual(page, expectedOf(entry));
	assert.deepEqual(serviceWorker, expectedOf(entry));
}
