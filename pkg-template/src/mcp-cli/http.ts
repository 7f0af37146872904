// Streamable HTTP over Node's own server, for the clients that are meant: Host and Origin must be this machine's, as a web
// page can make a name of its own lead here (DNS rebinding); where a token is set, it must be there too.

import { createHash, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isIPv6 } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StartError } from "./arguments.js";

/** The SDK comes as a value: it is an optional peer, and whether it is there is found out once. */
type Sdk = typeof import("@modelcontextprotocol/server");

export interface HttpOptions {
  readonly port: number;
  readonly host: string;
  readonly tokenFile: string | undefined;
}

/** Listens; gives the address for clients. Throws a `StartError` when it must not or cannot. */
export async function serveHttp(sdk: Sdk, factory: McpServerFactory, options: HttpOptions, log: (line: string) => void): Promise<string> {
  const { port, host } = options;
  const token = options.tokenFile === undefined ? undefined : tokenIn(options.tokenFile);
  if (token === undefined && !isLoopback(host)) {
    throw new StartError(`--host ${host} can be reached from other machines: give --token-file too, or stay on 127.0.0.1`);
  }
  const handler = sdk.createMcpHandler(factory, { onerror: (error) => log(error.message) });
  const refusal = refusing(sdk, host, token);
  const answer = async (request: Request): Promise<Response> =>
    (await refusal(request)) ?? (new URL(request.url).pathname === "/mcp" ? handler.fetch(request) : new Response("The MCP server is at /mcp\n", { status: 404 }));

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing, answer).catch((error: Error) => {
      // A client that went away is none of our business.
      if (!outgoing.destroyed) log(error.message);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new StartError(`cannot listen on ${host} port ${port}: ${error.message}`)));
    server.listen(port, host, resolve);
  });
  return `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`;
}

/** Gives the answer to a request that is refused, and undefined for one that may go on. */
function refusing(sdk: Sdk, host: string, token: string | undefined): (request: Request) => Promise<Response | undefined> {
  const own = isIPv6(host) ? `[${host}]` : host.toLowerCase();
  // Listening on all addresses, it has names that it cannot know; there it is the token that no other page has.
  const hosts = ["0.0.0.0", "::"].includes(host) ? undefined : [...sdk.localhostAllowedHostnames(), own];
  const origins = [...sdk.localhostAllowedOrigins(), own];
  const authenticate = token === undefined ? undefined : sdk.requireBearerAuth({
    verifier: {
      async verifyAccessToken(given) {
        if (!isSame(given, token)) throw new sdk.OAuthError(sdk.OAuthErrorCode.InvalidToken, "Wrong token: send the one in the server's --token-file");
        return { token: given, clientId: "token-file", scopes: [], expiresAt: Infinity };
      },
    },
  });
  return async (request) => {
    const foreign = (hosts && sdk.hostHeaderValidationResponse(request, hosts)) ?? sdk.originValidationResponse(request, origins);
    if (foreign) return foreign;
    const who = await authenticate?.(request);
    return who instanceof Response ? who : undefined;
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function tokenIn(path: string): string {
  let text;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new StartError(`--token-file ${path} cannot be read: ${(error as Error).message}`);
  }
  // https://www.rfc-editor.org/rfc/rfc6750#section-2.1
  if (!/^[\w.~+/-]+=*$/.test(text)) throw new StartError(`--token-file ${path}: a token is one word of A-Z a-z 0-9 - . _ ~ + /; openssl rand -hex 32 makes one`);
  return text;
}

/** In a time that does not tell how much of it was right. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, answer: (request: Request) => Promise<Response>): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => outgoing.writableFinished || gone.abort());
  const request = requestOf(incoming, gone.signal);
  const response = request === null ? new Response("Not a request\n", { status: 400 }) : await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = "GET", headers, url = "/" } = incoming;
  const fields = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
  const body = method === "GET" || method === "HEAD" ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
  try {
    // Only its path matters: the Host header is checked as it came.
    return new Request(new URL(url, "http://localhost"), { method, headers: fields, body, signal, duplex: "half" } as RequestInit);
  } catch {
    return null;
  }
}
