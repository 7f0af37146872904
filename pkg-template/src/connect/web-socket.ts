// Between a server, where the agent and its list are, and the browsers of people.

import type { Author } from "../../generated/agent_todos_bg.js";
import { checkMethods, invalid, readOptions } from "../arguments/check.js";
import { type Expectation, expectOneOf } from "../arguments/options.js";
import { expectName, nameChannel } from "./name.js";
import type { Transport, TransportSender } from "./transport.js";

/**
 * Returns a transport over a WebSocket to a server that has the list: see `overSockets`. The
 * address says which list, as the server reads it; one that begins with `http` or has no origin
 * becomes that of a WebSocket. A lost connection is joined again.
 *
 * @example
 * ```ts
 * import { overWebSocket } from "agent-todos/follow";
 *
 * const over = overWebSocket("wss://shop.example/live?chat=7"); // for follow({ over })
 * console.log(typeof over.join); // → function
 * ```
 */
export function overWebSocket(url: string | URL): Pick<Transport, "join"> {
	return {
		join(_channel, receive, onLost) {
			const address = new URL(url, globalThis.location?.href);
			address.protocol = address.protocol.replace("http", "ws");
			const socket = new WebSocket(address);
			const early: string[] = [];
			socket.addEventListener("open", () => {
				for (const text of early) socket.send(text);
			});
			socket.addEventListener("message", ({ data }) => receive(data));
			// An error is followed by this.
			socket.addEventListener("close", onLost);
			return {
				send(text) {
					if (socket.readyState === WebSocket.CONNECTING) early.push(text);
					else socket.send(text);
				},
				close() {
					socket.removeEventListener("close", onLost);
					socket.close();
				},
			};
		},
	};
}

/**
 * A WebSocket at a server: of the package `ws`, of Deno, or of a worker platform after its
 * `accept()`.
 */
export type ServerSocket = {
	/** Sends a text. */
	send(text: string): void;
	/** Closes the connection. */
	close(): void;
	/** Adds a listener. */
	addEventListener(
		type: "message",
		listener: (event: { readonly data: unknown }) => void,
	): void;
	/** Adds a listener. */
	addEventListener(type: "close", listener: () => void): void;
	/** Adds a listener. */
	addEventListener(type: "error", listener: () => void): void;
};

/** What a server decides of a connection. */
export type SocketOptions = {
	/** The name of the list that it follows. Default `"todos"`. */
	readonly name?: string | undefined;
	/**
	 * The only author as which it may write: `"user"` for a person. Default: none, so that it only
	 * reads.
	 */
	readonly author?: Author | undefined;
};

/** The owner's end of `overWebSocket`. */
export type SocketTransport = Transport & {
	/**
	 * Takes a connection, whose other end then follows the list. Closes it if nobody serves that
	 * list.
	 */
	accept(socket: ServerSocket, options?: SocketOptions): void;
};

/**
 * Returns the owner's end of `overWebSocket`, at a server. Pass it as `over` to `openLists`,
 * `openList` or `connect`, and each connection that the server has authenticated to `accept`. Which
 * list a connection follows, and whether it may write as a person, is what the server says there.
 *
 * @example
 * ```ts
 * import { memoryStorage, openLists, overSockets } from "agent-todos";
 *
 * const sockets = overSockets();
 * const lists = openLists({ over: sockets, open: () => ({ storage: memoryStorage() }) });
 *
 * // For each connection, of `new WebSocketServer(…)` of the package ws, for example:
 * function connected(socket: WebSocket, chat: string, isOwner: boolean) {
 *   sockets.accept(socket, { name: chat, author: isOwner ? "user" : undefined });
 * }
 * console.log(connected.length); // → 3
 * await lists.stop();
 * ```
 */
export function overSockets(): SocketTransport {
	type Receive = Parameters<Transport["serve"]>[1];
	interface Channel {
		readonly receive: Receive;
		readonly sockets: Set<ServerSocket>;
	}
	const served = new Map<string, Channel>();
	const listeners = new Set<(channel: string) => void>();
	const send = (socket: ServerSocket, text: string) => {
		try {
			socket.send(text);
		} catch {} // It was closed, and the event is still to come.
	};
	return {
		serve(name, receive) {
			const channel: Channel = { receive, sockets: new Set() };
			served.set(name, channel);
			return {
				send(text) {
					for (const socket of channel.sockets) send(socket, text);
				},
				close() {
					if (served.get(name) === channel) served.delete(name);
					for (const socket of channel.sockets) socket.close();
				},
			};
		},
		join() {
			throw invalid(
				"overSockets() is the end of a server: follow() with overWebSocket(url)",
			);
		},
		listen(onJoin) {
			listeners.add(onJoin);
			return () => void listeners.delete(onJoin);
		},
		accept(socket, options = {}) {
			checkMethods(socket, "accept(): socket", "send", "addEventListener");
			const { name, author } = readOptions(options, "accept()", {
				name: [expectName, "todos"],
				author: [expectAuthor],
			});
			const channel = nameChannel(name);
			for (const onJoin of listeners) onJoin(channel);
			const found = served.get(channel);
			if (!found) return socket.close();
			const sender: TransportSender = { isTrusted: false, author };
			const leave = () => void found.sockets.delete(socket);
			found.sockets.add(socket);
			socket.addEventListener("message", ({ data }) =>
				found.receive(data, (text) => send(socket, text), sender),
			);
			socket.addEventListener("close", leave);
			socket.addEventListener("error", leave);
		},
	};
}

const expectAuthor: Expectation = expectOneOf("user", "model", "agent", "host");
