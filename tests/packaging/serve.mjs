// Serves a folder over HTTP as a plain web server does, and remembers what was asked for.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { json } from "node:stream/consumers";

const types = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
	".json": "application/json",
	".wasm": "application/wasm",
};

/**
 * `{url, requests, close}`. `headers` are sent with every answer; `typeOf` has the content types by a file's ending;
 * with `startPage`, the answer for what is not there is `index.html`; `post(path, value, response)` answers what is posted as JSON.
 */
export async function serve(
	folder,
	{ headers = {}, typeOf = types, startPage = false, post } = {},
) {
	const requests = [];
	const server = createServer(async (request, response) => {
		const path = normalize(
			decodeURIComponent(new URL(request.url, "http://localhost").pathname),
		);
		requests.push(path);
		if (request.method === "POST")
			return post(path, await json(request), response);
		const asked = join(folder, path.endsWith("/") ? `${path}index.html` : path);
		const there = statSync(asked, { throwIfNoEntry: false })?.isFile();
		if (!there && !startPage) return void response.writeHead(404).end();
		const file = there ? asked : join(folder, "index.html");
		response.writeHead(200, {
			"Content-Type": typeOf[extname(file)] ?? "application/octet-stream",
			...headers,
		});
		createReadStream(file).pipe(response);
	});
	await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
	return {
		url: `http://localhost:${server.address().port}/`,
		requests,
		close: () =>
			new Promise((closed) => {
				server.close(closed);
				server.closeAllConnections();
			}),
	};
}
