// Serves what a browser needs to run the bodies: the packed package, the bodies, and nothing else.
//
//   /                     an empty page that runs page.mjs
//   /package/…            the installed package
//   /fresh/<n>/…          the same under another address, so that a browser loads it anew
//   /tests/…              the files of this folder
//   /corpus/…, /setup/…   those of tests/corpus and tests/setup
//   /<name>/…             those of the folders that a test adds
//   /tests/fresh.mjs      written here: the first few of /fresh imported statically, as a service worker has to
//   POST /results         what page.mjs found; `results` resolves with it

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { installed } from "../../pkg-template/build/places.mjs";
import { freshUses } from "./bodies.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const folders = {
	tests: here,
	corpus: join(here, "../corpus"),
	setup: join(here, "../setup"),
	package: installed,
	fresh: installed,
};
const types = {
	".js": "text/javascript",
	".mjs": "text/javascript",
	".json": "application/json",
	".wasm": "application/wasm",
	".html": "text/html",
};

/** Returns `{address, results, close}`. `more` maps names to folders. */
export async function serve(more = {}) {
	let report;
	const results = new Promise((resolve) => (report = resolve));
	const server = createServer(async (request, response) => {
		const send = (status, type, body) =>
			response
				.writeHead(status, {
					"Content-Type": type,
					"Cache-Control": "no-store",
					"Service-Worker-Allowed": "/",
				})
				.end(body);
		const path = decodeURIComponent(
			new URL(request.url, "http://localhost").pathname,
		);
		if (request.method === "POST") {
			let body = "";
			for await (const chunk of request) body += chunk;
			send(200, "text/plain", "");
			return report(JSON.parse(body));
		}
		if (path === "/")
			return send(
				200,
				"text/html",
				'<!doctype html><title>agent-todos</title><script type="module" src="/tests/page.mjs"></script>',
			);
		if (path === "/tests/fresh.mjs")
			return send(200, "text/javascript", freshModule());
		const file = fileOf(path, { ...folders, ...more });
		try {
			send(200, types[extname(file)] ?? "text/plain", await readFile(file));
		} catch {
			send(404, "text/plain", "not found");
		}
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	// localhost is a secure context, which service workers ask for.
	return {
		address: `http://localhost:${server.address().port}/`,
		results,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

function fileOf(path, folders) {
	const [, folder, ...rest] = path.split("/");
	const parts = folder === "fresh" ? rest.slice(1) : rest;
	return join(folders[folder] ?? installed, normalize(`/${parts.join("/")}`));
}

function freshModule() {
	const numbers = Array.from({ length: freshUses }, (_, n) => n);
	const imports = numbers.map(
		(n) =>
			`import * as entry${n} from "/fresh/${n}/index.js";\nimport * as inline${n} from "/fresh/${n}/inline.js";\nimport * as tasks${n} from "/fresh/${n}/tasks.js";\n`,
	);
	return `${imports.join("")}export const loaded = [${numbers.map((n) => `{ entry: entry${n}, inline: inline${n}, tasks: tasks${n} }`).join(", ")}];\n`;
}
