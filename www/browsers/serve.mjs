// Serves files over HTTP as a plain web server does, and remembers what was asked for.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, posix } from "node:path";
import { json } from "node:stream/consumers";

/**
 * Headers that let a browser keep a response, as hosts of built pages send them. It neither
 * requests nor compiles it again.
 */
export const cached = { "cache-control": "max-age=600" };

const types = {
	".html": "text/html",
	".css": "text/css",
	".js": "text/javascript",
	".mjs": "text/javascript",
	".svg": "image/svg+xml",
	".json": "application/json",
	".wasm": "application/wasm",
};

/**
 * Returns `{url, requests, close}`. `files` is a folder, or a function that returns the file of a
 * path, or `{text}` as what is in it. `headers` are sent with every answer; `typeOf` has the
 * content types by a file's ending; with `startPage`, the answer for what is not there is
 * `index.html`; `post(path, value, response)` answers what is posted as JSON.
 */
export async function serve(
	files,
	{ headers = {}, typeOf = types, startPage = false, post } = {},
) {
	const fileOf =
		typeof files === "function"
			? files
			: (path) => join(files, path.endsWith("/") ? `${path}index.html` : path);
	const requests = [];
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://localhost");
		const path = posix.normalize(
			decodeURIComponent(pathname).replaceAll("\\", "/"),
		);
		requests.push(path);
		for (const [name, value] of Object.entries(headers))
			response.setHeader(name, value);
		if (post && request.method === "POST") {
			// Who was killed in the middle of it said nothing.
			const value = await json(request).catch(() => {});
			return value === undefined ? undefined : post(path, value, response);
		}
		const asked = fileOf(path);
		const send = (ending) =>
			response.writeHead(200, {
				"Content-Type": typeOf[ending] ?? "application/octet-stream",
			});
		if (asked?.text !== undefined)
			return void send(extname(path) || ".html").end(asked.text);
		const there = statSync(asked, { throwIfNoEntry: false })?.isFile();
		if (!there && !startPage) return void response.writeHead(404).end();
		const file = there ? asked : join(files, "index.html");
		createReadStream(file).pipe(send(extname(file)));
	});
	await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
	return {
		// localhost is a secure context, which service workers and locks ask for.
		url: `http://localhost:${server.address().port}/`,
		requests,
		close: () =>
			new Promise((closed) => {
				server.close(closed);
				server.closeAllConnections();
			}),
	};
}
