// What the browsers of these tests load: the programs in apps/, each bundled into one file with the packed package, as a web page
// or as an unpacked extension; and a server that hears what they report.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { target } from "../../pkg-template/build/places.mjs";

const apps = join(import.meta.dirname, "apps");

/** Programs of apps/, bundled: a map from file names to texts. */
async function bundled(programs) {
	const { outputFiles } = await esbuild.build({
		absWorkingDir: apps,
		entryPoints: programs,
		outdir: apps,
		bundle: true,
		format: "iife",
		logLevel: "warning",
		write: false,
	});
	return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Makes the unpacked extension that works on lists in chrome.storage; gives its folder. */
export async function makeExtension(name, manifest = {}) {
	const folder = join(target, "durable", name);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const [file, text] of await bundled([
		"extension-worker.js",
		"extension-page.js",
		"content-script.js",
	]))
		writeFileSync(join(folder, file), text);
	copyFileSync(join(apps, "extension-page.html"), join(folder, "page.html"));
	const whole = {
		manifest_version: 3,
		name: "agent-todos durable",
		version: "1",
		permissions: ["storage"],
		host_permissions: ["http://localhost/*"],
		content_scripts: [
			{ matches: ["http://localhost/*"], js: ["content-script.js"] },
		],
		background: { service_worker: "extension-worker.js" },
		content_security_policy: {
			extension_pages:
				"script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
		},
		...manifest,
	};
	writeFileSync(join(folder, "manifest.json"), JSON.stringify(whole));
	return folder;
}

/** Serves the web programs. Returns `{address, hear, close}`; `hear(listener)` makes `listener` the one who gets what programs report. */
export async function serveSite() {
	const files = await bundled([
		"page.js",
		"conformance-page.js",
		"conformance-worker.js",
		"conformance-service-worker.js",
	]);
	let listener = () => {};
	const server = createServer(async (request, response) => {
		const headers = {
			"Access-Control-Allow-Origin": "*",
			"Access-Control-Allow-Headers": "*",
			"Cache-Control": "no-store",
		};
		const send = (type, body) =>
			response.writeHead(200, { ...headers, "Content-Type": type }).end(body);
		const { pathname } = new URL(request.url, "http://localhost");
		if (request.method === "POST") {
			let body = "";
			try {
				for await (const chunk of request) body += chunk;
			} catch {
				return; // Killed in the middle of it: nothing was said.
			}
			send("text/plain", "");
			listener(JSON.parse(body));
		} else if (pathname.endsWith(".js"))
			send("text/javascript", files.get(pathname.slice(1)));
		else if (pathname.endsWith(".html"))
			send(
				"text/html",
				`<!doctype html><title>durable</title><script src="${pathname.replace(".html", ".js")}"></script>`,
			);
		// Until an extension that was loaded with the browser has taken notice of it.
		else if (pathname === "/extension")
			send(
				"text/html",
				"<!doctype html><script>setTimeout(() => document.title || location.reload(), 1000)</script>",
			);
		else send("text/plain", "");
	});
	await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
	return {
		// localhost is a secure context, which locks and service workers ask for.
		address: `http://localhost:${server.address().port}/`,
		hear(told) {
			listener = told;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
