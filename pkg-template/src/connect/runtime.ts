// Between an extension's service worker and its pages and content scripts: ports of chrome.runtime. A port that is opened
// wakes the worker, and ends when the worker does.

import { invalid } from "../check.js";
import type { Transport, TransportEnd, TransportSender } from "./transport.js";

/** What is used here of `chrome.runtime`. */
interface Runtime {
	readonly id?: string;
	readonly lastError?: object;
	readonly onConnect: Event<Port>;
	connect(info: { name: string }): Port;
	getURL(path: string): string;
}
interface Port {
	readonly name: string;
	readonly sender?: MessageSender;
	readonly onMessage: Event<unknown>;
	readonly onDisconnect: Event<Port>;
	postMessage(message: unknown): void;
	disconnect(): void;
}
interface MessageSender {
	readonly id?: string;
	readonly url?: string;
	readonly origin?: string;
	readonly tab?: { readonly id?: number };
	readonly frameId?: number;
}
interface Event<T> {
	addListener(listener: (value: T) => void): void;
	removeListener(listener: (value: T) => void): void;
}

/**
 * Returns a transport over `chrome.runtime`, for an owner in an extension's service worker and followers in its
 * pages and content scripts. It ignores ports of other extensions. What content scripts may call is decided by
 * `ConnectOptions.allow`.
 *
 * The owner must call `connect` while the worker starts, before anything is awaited. Otherwise it misses the port
 * that woke the worker.
 *
 * Throws `invalid_argument` if there is no `chrome.runtime`, and in a content script whose extension was updated or
 * removed.
 *
 * @example
 * ```ts
 * import { connect, init, overRuntime, TodoStore } from "agent-todos";
 *
 * // In the service worker, at start-up. In a page or content script: await follow({ over: overRuntime() }).
 * const owner = connect(async () => (await init(), new TodoStore()), { over: overRuntime() });
 * chrome.runtime.onSuspend.addListener(() => owner.stop());
 * ```
 */
export function overRuntime(): Transport {
	return { serve, join };
}

const known = () =>
	(globalThis as { chrome?: { runtime?: Runtime } }).chrome?.runtime;

function runtime(): Runtime {
	const runtime = known();
	if (runtime?.id !== undefined) return runtime;
	throw invalid(
		"overRuntime() needs chrome.runtime, which an extension's pages, workers and content scripts have until it is updated or removed",
	);
}

function serve(
	name: string,
	hear: Parameters<Transport["serve"]>[1],
): TransportEnd {
	const here = runtime();
	const { onConnect, id } = here;
	const own = here.getURL("");
	const ports = new Set<Port>();
	const send = (port: Port, text: string) => {
		try {
			port.postMessage(text);
		} catch {
			ports.delete(port); // It was closed, and nobody has said so yet.
		}
	};
	const accept = (port: Port) => {
		if (port.name !== name || port.sender?.id !== id) return;
		ports.add(port);
		const sender = senderOf(own, port.sender);
		port.onMessage.addListener((text) =>
			hear(text, (answer) => send(port, answer), sender),
		);
		port.onDisconnect.addListener(() => ports.delete(port));
	};
	onConnect.addListener(accept);
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

/** The browser says where a port comes from: the page of a content script, or one of the extension's own. */
const senderOf = (
	own: string,
	{ url, origin, tab, frameId }: MessageSender = {},
): TransportSender => ({
	isTrusted: url?.startsWith(own) === true,
	url,
	origin,
	tabId: tab?.id,
	frameId,
});

function join(
	name: string,
	hear: (text: unknown) => void,
	lost: () => void,
): TransportEnd {
	const port = runtime().connect({ name });
	port.onMessage.addListener(hear);
	port.onDisconnect.addListener(() => {
		// Reading it says that it is known: nobody may listen at the other end.
		void known()?.lastError;
		lost();
	});
	return {
		send(text) {
			try {
				port.postMessage(text);
			} catch {} // onDisconnect says it.
		},
		stop: () => port.disconnect(),
	};
}
