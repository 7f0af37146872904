// The follower's end of chrome.runtime: a port to the extension's service worker. Opening it wakes the worker, and it ends when
// the worker does.

import { invalid } from "../core/check.js";
import type { Transport, TransportEnd } from "./transport.js";

type Runtime = typeof chrome.runtime;

/**
 * Returns the transport over `chrome.runtime` for followers in an extension's pages and content scripts. The owner, in the
 * service worker, has `overRuntime` of `agent-todos`.
 *
 * Throws `invalid_argument` if there is no `chrome.runtime`, and in a content script whose extension was updated or
 * removed.
 *
 * @example
 * ```ts
 * import { follow, overRuntime } from "agent-todos/follow";
 *
 * // In a panel of the extension, whose service worker calls connect() or openList().
 * const following = follow({ over: overRuntime(), timeout: 1000 });
 * following.catch(({ code }) => console.log(code)); // no_owner, if chrome.runtime reaches no service worker with the list
 * ```
 */
export function overRuntime(): Pick<Transport, "join"> {
	return { join };
}

const findRuntime = () =>
	(globalThis as { chrome?: { runtime?: Runtime } }).chrome?.runtime;

/** @internal Returns `chrome.runtime`. Throws `invalid_argument` if there is none. */
export function getRuntime(): Runtime {
	const runtime = findRuntime();
	if (runtime?.id !== undefined) return runtime;
	throw invalid(
		"overRuntime() needs chrome.runtime, which an extension has until it is updated or removed",
	);
}

/** @internal Opens a port to the service worker. */
export function join(
	name: string,
	hear: (text: unknown) => void,
	lost: () => void,
): TransportEnd {
	const port = getRuntime().connect({ name });
	port.onMessage.addListener(hear);
	port.onDisconnect.addListener(() => {
		// Reading it keeps Chrome from logging that nobody listens at the other end.
		void findRuntime()?.lastError;
		lost();
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
