// One owner to a name: it is held by a Web Lock, which the browser gives back when its holder ends, however it ends.

import { TodoError } from "../../generated/snippets.js";
import { refuse } from "../check.js";

/** What owners and followers of a name are called to browser and extension. */
export function channelOf(name: string): string {
	if (typeof name !== "string" || name === "")
		refuse("name", "a string that is not empty");
	return `agent-todos/live:${name}`;
}

/**
 * Takes a name, and gives what gives it back. Waits for it, as who had it may be about to end. Where there are no Web Locks
 * (pages without TLS, Node before 24) it is had at once: owners then hear of each other by their messages.
 *
 * Rejects with `owner_exists` when somebody else holds it for all that time.
 */
export function held(
	channel: string,
	timeout: number,
): Promise<{ readonly isHeld: boolean; readonly release: () => void }> {
	// happy-dom says null for what it lacks.
	const locks = (globalThis.navigator as Navigator | undefined)?.locks as
		| LockManager
		| null
		| undefined;
	return new Promise((resolve, reject) => {
		const free = () => resolve({ isHeld: false, release() {} });
		if (!locks) return free();
		const giveUp = new AbortController();
		const timer = setTimeout(() => giveUp.abort(), timeout);
		const hold = () => {
			clearTimeout(timer);
			return new Promise<void>((release) => resolve({ isHeld: true, release }));
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
