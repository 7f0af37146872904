// Streamable HTTP over Node's own server. The Host and the Origin of a request must be this
// machine's, as a web page can make its own name lead here (DNS rebinding), or the origin must be
// an allowed one. If there are tokens, a request needs one of them.

import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isIPv6 } from "node:net";
import type {
	AuthInfo,
	McpServer,
	ServerEventBus,
} from "@modelcontextprotocol/server";
import { StartError } from "../start-error.js";
import { isFrom, shareWith } from "./cors.js";
import type { Log } from "./log.js";
import type { Bearer, Tokens } from "./tokens.js";

/** The SDK comes as a value, as it is an optional peer that is imported in one place. */
export type Sdk = typeof import("@modelcontextprotocol/server") &
	Pick<typeof import("@modelcontextprotocol/node"), "toNodeHandler">;

/** What a client may listen to. */
export interface Resource {
	readonly uri: string;
	/** Calls the listener after each change, by any process. Returns the function that ends it. */
	watch(listener: () => void): () => void;
}

export interface HttpOptions {
	readonly port: number;
	readonly host: string;
	/** Without them, the server answers everyone who reaches the port. */
	readonly tokens: Tokens | undefined;
	/** The origins from which browsers may call, besides this machine's. */
	readonly allowedOrigins: readonly string[];
	/** What clients may listen to. */
	readonly resource: Resource | undefined;
	/** Whether persons are asked, through a client that can. */
	readonly asks: boolean;
	/** The answers to GET at other paths than /mcp, by path. They need no token. */
	readonly pages: ReadonlyMap<string, () => Response | Promise<Response>>;
}

/** A server that listens. */
export interface Listening {
	/** The address for clients. */
	readonly url: string;
	/**
	 * Accepts no more calls. Resolves when those in progress are answered, or after `patience`
	 * milliseconds.
	 */
	stop(patience: number): Promise<void>;
}

/** Makes the server for one request. `user` is the one whom its token names, or undefined. */
export type MakeServer = (user: string | undefined) => McpServer;

/**
 * Listens. There are no sessions: each request needs its own token, and has its own server. Throws
 * a `StartError` if it may not or cannot listen.
 */
export async function serveHttp(
	sdk: Sdk,
	makeServer: MakeServer,
	options: HttpOptions,
	log: Log,
): Promise<Listening> {
	const { port, host, tokens, allowedOrigins, resource, asks, pages } = options;
	const onerror = ({ message }: Error) => log(message, { level: "error" });
	if (!isLoopback(host)) {
		if (tokens === undefined)
			throw new StartError(
				`--host ${host} can be reached from other machines: give --token-file too, or stay on 127.0.0.1`,
			);
		tokens.refuseShort();
	}
	let isWarned = !asks;
	const handler = sdk.createMcpHandler(
		({ authInfo, era }) => {
			const made = makeServer(readUser(authInfo));
			if (era === "modern") return made;
			// Before 2026, the server itself sends questions and updates, for which a request that is
			// answered by itself has no connection.
			if (resource) leaveOutUpdates(made);
			if (!isWarned) {
				const text =
					"a client speaks a protocol before 2026-07-28: over HTTP it cannot ask its user, so what needs an answer waits";
				log(text, { level: "warn" });
			}
			isWarned = true;
			return made;
		},
		{ onerror, ...(resource && { bus: makeBus(resource) }) },
	);
	const refuse = makeRefusal(sdk, host, allowedOrigins);
	const authenticate = tokens && makeAuthentication(sdk, tokens);
	const serve = shareWith(allowedOrigins, async (request) => {
		const authInfo = await authenticate?.(request);
		if (authInfo instanceof Response) return authInfo;
		if (new URL(request.url).pathname !== "/mcp")
			return new Response("The MCP server is at /mcp\n", { status: 404 });
		return handler.fetch(request, authInfo && { authInfo });
	});
	const answer = async (request: Request) =>
		refuse(request) ?? findPage(request)?.() ?? serve(request);
	const findPage = ({ method, url }: Request) =>
		method === "GET" ? pages.get(new URL(url).pathname) : undefined;

	const listener = sdk.toNodeHandler(
		{ fetch: answer },
		{ onerror },
		// Its types do not know exactOptionalPropertyTypes.
	) as RequestListener;
	const server = createServer((request, response) => {
		if (!isHost(request.headers.host)) {
			response.writeHead(400).end("The Host header is not a host\n");
			return;
		}
		response.once("close", () => {
			// The client would keep the connection for its next call.
			if (!server.listening) setImmediate(() => server.closeIdleConnections());
		});
		listener(request, response);
	});
	// Longer than clients and load balancers keep a connection: otherwise it may end just as the next
	// call is sent on it.
	server.keepAliveTimeout = 75_000;
	server.listen(port, host);
	await once(server, "listening").catch(({ message }: Error) => {
		throw new StartError(`cannot listen on ${host} port ${port}: ${message}`);
	});
	return {
		url: `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`,
		async stop(patience) {
			const closed = once(server.close(), "close");
			server.closeIdleConnections();
			const timer = setTimeout(() => server.closeAllConnections(), patience);
			await closed;
			clearTimeout(timer);
		},
	};
}

/**
 * Returns whether a Host header has the form of one. Any other would be part of the address that a
 * request is read from.
 */
function isHost(host = ""): boolean {
	return (
		/^[^\s/?#@\\]*$/.test(host) && URL.canParse(`http://${host || "none"}`)
	);
}

/** Leaves out what a client can subscribe to. */
function leaveOutUpdates({ server }: McpServer): void {
	server.registerCapabilities({ resources: { subscribe: false } });
	server.removeRequestHandler("resources/subscribe");
	server.removeRequestHandler("resources/unsubscribe");
}

/** Reports the changes of the list to clients that listen, whichever process made them. */
function makeBus({ uri, watch }: Resource): ServerEventBus {
	return {
		publish() {},
		subscribe: (listener) =>
			watch(() => listener({ kind: "resource_updated", uri })),
	};
}

/**
 * Returns a function that refuses a request of another host or origin, and returns undefined for
 * any other request.
 */
function makeRefusal(
	sdk: Sdk,
	host: string,
	allowedOrigins: readonly string[],
): (request: Request) => Response | undefined {
	const own = isIPv6(host) ? `[${host}]` : host.toLowerCase();
	// On all addresses, the server cannot know its names. There the token keeps other pages out.
	const hosts = ["0.0.0.0", "::"].includes(host)
		? undefined
		: [...sdk.localhostAllowedHostnames(), own];
	const origins = [...sdk.localhostAllowedOrigins(), own];
	return (request) => {
		const foreign = hosts && sdk.hostHeaderValidationResponse(request, hosts);
		if (foreign || isFrom(allowedOrigins, request)) return foreign;
		return sdk.originValidationResponse(request, origins);
	};
}

/**
 * Returns a function that resolves with the sender of a request, or with the answer to one without
 * a valid token.
 */
function makeAuthentication(
	sdk: Sdk,
	tokens: Tokens,
): (request: Request) => Promise<AuthInfo | Response> {
	return sdk.requireBearerAuth({
		verifier: {
			async verifyAccessToken(token) {
				const bearer = tokens.findBearer(token);
				if (!bearer)
					throw new sdk.OAuthError(
						sdk.OAuthErrorCode.InvalidToken,
						"Wrong token: send one of the server's --token-file",
					);
				return {
					token,
					clientId: "token-file",
					scopes: [],
					expiresAt: Infinity,
					extra: { ...bearer },
				};
			},
		},
	});
}

function readUser(authInfo: AuthInfo | undefined): string | undefined {
	return (authInfo?.extra as Partial<Bearer> | undefined)?.user;
}

function isLoopback(host: string): boolean {
	return (
		host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)
	);
}
