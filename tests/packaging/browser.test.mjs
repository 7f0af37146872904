// The package in Chromium without any bundler, as it lies in node_modules: an import map, strict
// content security policies, what importing does, and what servers get wrong.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { expected, expectedOf } from "./expected.mjs";
import { resultOf, resultOfServed } from "./page-result.mjs";
import { entries, makeProject } from "./project.mjs";

let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const files = {
	"page.js": "page.js",
	"plan.js": "plan.js",
	"ready.js": "ready/by-itself.js",
};
const fileOf = { "agent-todos": "index.js", "agent-todos/inline": "inline.js" };

for (const entry of entries) {
	const name = entry.replace("/", "-");
	const path = `/node_modules/agent-todos/${fileOf[entry]}`;

	test(`${entry}: a plain page with an import map`, async () => {
		const folder = makeProject(`import-map-${name}`, entry, files);
		const map = JSON.stringify({ imports: { [entry]: path } });
		page(folder, `<script type="importmap">${map}</script>`);
		assert.deepEqual(await run(folder), expectedOf(entry));
	});

	// Stricter than that of extensions. It forbids an import map in the page itself, so the page's
	// files name the package's file.
	test(`${entry}: a page under the strictest policy that works, with Trusted Types`, async () => {
		const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'${entry === "agent-todos" ? "; connect-src 'self'" : ""}`;
		assert.deepEqual(
			await run(plain(`policy-${name}`, path), policy),
			expectedOf(entry),
		);
	});

	test(`${entry}: importing does nothing but load the package's scripts`, async () => {
		const folder = plain(`import-${name}`, path, {
			"page.js": "page-watched.js",
			"ready.js": "ready/by-itself.js",
		});
		const server = await serve(folder);
		try {
			const { imported, initialised } = await resultOf(browser, server.url, {
				before: (page) => page.addInitScript(watch),
			});
			assert.deepEqual(imported, []);
			// Else the watching would be broken.
			assert.ok(initialised.length > 0);
			const wasm =
				entry === "agent-todos"
					? ["/node_modules/agent-todos/agent_todos_bg.wasm"]
					: [];
			const scripts = [
				"/page.js",
				"/ready.js",
				path,
				"/node_modules/agent-todos/storage/contract.js",
			];
			assert.deepEqual(
				server.requests
					.filter((path) => !/^\/favicon\.ico$|\/shared-\w+\.js$/.test(path))
					.sort(),
				["/", ...scripts, ...wasm].sort(),
			);
		} finally {
			await server.close();
		}
	});
}

test("agent-todos: a server that does not know what .wasm is", async () => {
	const folder = plain("unknown-type");
	const typeOf = { ".html": "text/html", ".js": "text/javascript" };
	assert.deepEqual(await resultOfServed(browser, folder, { typeOf }), expected);
});

test("agent-todos: a server without the file", async () => {
	const folder = plain("no-wasm");
	rmSync(join(folder, "node_modules", "agent-todos", "agent_todos_bg.wasm"));
	await assert.rejects(
		run(folder),
		/agent_todos_bg\.wasm answered 404: is the package's \.wasm file served there\?/,
	);
	// As hosts of single-page apps answer: with the start page and 200.
	await assert.rejects(
		resultOfServed(browser, folder, { startPage: true }),
		/agent_todos_bg\.wasm answered with text\/html: is the package's \.wasm file served/,
	);
});

test("agent-todos: a policy or a network that lets nothing through", async () => {
	const folder = plain("no-answer");
	const policy = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";
	await assert.rejects(
		run(folder, policy),
		/agent_todos_bg\.wasm did not answer: is the package's \.wasm file served there\?/,
	);
});

test("a policy that allows no WebAssembly is what stops it", async () => {
	// The counter-check for the policies above: what a server sends here is in force.
	const folder = plain("no-policy");
	await assert.rejects(
		run(folder, "script-src 'self'"),
		/wasm-unsafe-eval|unsafe-eval/,
	);
});

/**
 * Writes down each use of what importing has no business with. Runs in the page before anything
 * else.
 */
function watch() {
	const seen = [];
	globalThis.seen = seen;
	const watchFunction = (object, name) => {
		const original = object[name];
		if (original === undefined) throw new Error(`there is no ${name} to watch`);
		object[name] = new Proxy(original, {
			apply(target, self, args) {
				seen.push(name);
				return Reflect.apply(target, self, args);
			},
			construct(target, args) {
				seen.push(`new ${name}`);
				return Reflect.construct(target, args);
			},
		});
	};
	for (const [object, names] of [
		[
			WebAssembly,
			"compile compileStreaming instantiate instantiateStreaming validate Module Instance Memory",
		],
		[
			globalThis,
			"fetch XMLHttpRequest Worker atob setTimeout setInterval queueMicrotask addEventListener",
		],
	])
		for (const name of names.split(" ")) watchFunction(object, name);
}

/** Returns a project whose page names the package's file. */
function plain(name, path = "/node_modules/agent-todos/index.js", own = files) {
	const folder = makeProject(name, path, own);
	page(folder);
	return folder;
}

function page(folder, map = "") {
	writeFileSync(
		join(folder, "index.html"),
		`<!doctype html><meta charset="utf-8"><title>packaging</title>${map}<script type="module" src="page.js"></script>\n`,
	);
}

/** Returns what a page finds out, under a content security policy. */
const run = (folder, policy) =>
	resultOfServed(browser, folder, {
		headers: policy && { "Content-Security-Policy": policy },
	});
