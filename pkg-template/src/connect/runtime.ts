// Between an extension's service worker and its pages and content scripts: ports of chrome.runtime.

import { invalid } from "../arguments/check.js";
import type { Transport, TransportEnd, TransportSender } from "./transport.js";

type Port = chrome.runtime.Port;
type Runtime = typeof chrome.runtime;

/**
 * Returns a transport over `chrome.runtime`, for an owner in an extension's service worker and
 * followers in its pages and content scripts. It ignores ports of other extensions. What content
 * scripts may call is decided by `ConnectOptions.allow`.
 *
 * The owner must call `connect` while the worker starts, before anything is awaited. Otherwise it
 * misses the port that woke the worker.
 *
 * Throws `invalid_argument` if there is no `chrome.runtime`, and in a content script whose
 * extension was updated or removed.
 *
 * @example
 * ```ts
 * import { connect, init, overRuntime, TodoStore } from "agent-todos";
 *
 * // In the service worker, at start-up. In a page or content script, whose overRuntime is that of agent-todos/follow:
 * // await follow({ over: overRuntime() }).
 * const owner = connect(async () => (await init(), new TodoStore()), { over: overRuntime() });
 * chrome.runtime.onSuspend.addListener(() => owner.stop());
 * ```
 */
export function overRuntime(): Transport {
	/**
	 * The port that is joining, until `listen` has reported it: who then begins to serve its channel
	 * adopts it.
	 */
	let joining: Port | undefined;
	return {
		serve: (name, receive) => serve(name, receive, joining),
		join,
		listen(onJoin) {
			const { onConnect, id } = getRuntime();
			const listener = (port: Port) => {
				if (port.sender?.id !== id) return;
				joining = port;
				onJoin(port.name);
				joining = undefined;
			};
			onConnect.addListener(listener);
			return () => onConnect.removeListener(listener);
		},
	};
}

function serve(
	name: string,
	receive: Parameters<Transport["serve"]>[1],
	joining: Port | undefined,
): TransportEnd {
	const here = getRuntime();
	const { onConnect, id } = here;
	const own = here.getURL("");
	const ports = new Set<Port>();
	const send = (port: Port, text: string) => {
		try {
			port.postMessage(text);
		} catch {
			ports.delete(port); // It was closed, and onDisconnect is still to come.
		}
	};
	const accept = (port: Port) => {
		if (port.name !== name || port.sender?.id !== id) return;
		ports.add(port);
		const sender = readSender(own, port.sender);
		port.onMessage.addListener((text) =>
			receive(text, (answer) => send(port, answer), sender),
		);
		port.onDisconnect.addListener(() => ports.delete(port));
	};
	onConnect.addListener(accept);
	if (joining) accept(joining);
	return {
		send(text) {
			for (const port of ports) send(port, text);
		},
		stop() {
			onConnect.removeListener(accept);
			for (const port of ports) port.disconnect();
		},
	};
}

/**
 * Returns the sender as the browser reports it: the page of a content script, or a page of the
 * extension.
 */
const readSender = (
	own: string,
	{ url, origin, tab, frameId }: chrome.runtime.MessageSender = {},
): TransportSender => ({
	isTrusted: url?.startsWith(own) === true,
	url,
	origin,
	tabId: tab?.id,
	frameId,
});

const findRuntime = () =>
	(globalThis as { chrome?: { runtime?: Runtime } }).chrome?.runtime;

/** Returns `chrome.runtime`. Throws `invalid_argument` if there is none. */
function getRuntime(): Runtime {
	const runtime = findRuntime();
	if (runtime?.id !== undefined) return runtime;
	throw invalid(
		"overRuntime() needs chrome.runtime, which an extension has until it is updated or removed",
	);
}

/** Opens a port to the service worker. */
function join(
	name: string,
	receive: (text: unknown) => void,
	onLost: () => void,
): TransportEnd {
	const port = getRuntime().connect({ name });
	port.onMessage.addListener(receive);
	port.onDisconnect.addListener(() => {
		// Reading it keeps Chrome from logging that nobody listens at the other end.
		void findRuntime()?.lastError;
		onLost();
	});
	return {
		send(text) {
			try {
				port.postMessage(text);
			} catch {} // onDisconnect reports it.
		},
		stop: () => port.disconnect(),
	};
}
