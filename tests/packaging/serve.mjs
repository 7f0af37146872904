// Serves a folder over HTTP as a plain web server does, and remembers what was asked for.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

/** `{url, requests, close}`; `headers` are sent with every answer and may replace the type by `Content-Type` per ending. */
export async function serve(folder, { headers = {}, typeOf = types } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    requests.push(path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": typeOf[extname(file)] ?? "application/octet-stream", ...headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://localhost:${server.address().port}/`,
    requests,
    close: () => new Promise((closed) => (server.close(closed), server.closeAllConnections())),
  };
}
