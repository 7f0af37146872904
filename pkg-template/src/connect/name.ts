// A name has one owner, which holds a Web Lock. The browser releases the lock when its holder ends
// in any way.

import { TodoError } from "../../generated/snippets.js";
import type { Expectation } from "../arguments/options.js";

export const expectName: Expectation = (value) =>
	(typeof value !== "string" || value === "") && "a string that is not empty";

/** Returns the name of the channel and of the Web Lock for the name of a list. */
export const nameChannel = (name: string): string => `${prefix}${name}`;

/** Returns the name of the list of a channel, or undefined if it is not one of ours. */
export const readChannel = (channel: string): string | undefined =>
	channel.startsWith(prefix) ? channel.slice(prefix.length) : undefined;

const prefix = "agent-todos/live:";

/**
 * Takes a name. Resolves with the function that releases it. Waits up to `timeout`, as the owner
 * before may be about to end. Without Web Locks (pages without TLS, Node before 24) it resolves at
 * once: nothing keeps two contexts from owning a name.
 *
 * Rejects with `owner_exists` if another context holds the name for all that time.
 */
export function holdName(
	channel: string,
	timeout: number,
): Promise<() => void> {
	// It is null in happy-dom.
	const locks = (globalThis.navigator as Navigator | undefined)?.locks as
		| LockManager
		| null
		| undefined;
	return new Promise((resolve, reject) => {
		const free = () => resolve(() => {});
		if (!locks) return free();
		const giveUp = new AbortController();
		const timer = setTimeout(() => giveUp.abort(), timeout);
		const hold = () => {
			clearTimeout(timer);
			return new Promise<void>((release) => resolve(release));
		};
		locks
			.request(channel, { signal: giveUp.signal }, hold)
			.catch((error: unknown) => {
				clearTimeout(timer);
				// A sandboxed frame may not use them.
				if ((error as Error).name === "SecurityError") return free();
				reject(
					new TodoError(
						"owner_exists",
						"another context owns the list of this name: follow() it, or choose another name",
						{ cause: error },
					),
				);
			});
	});
}
