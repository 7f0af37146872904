// The packages that a host brings along. npm installs this one beside any version of them, so each
// adapter checks at its first use that what it needs is there.

import { TodoError } from "../../generated/snippets.js";

/** Throws `init_failed` unless the package has what an adapter needs of it. */
export function requirePeer(
	isFit: boolean,
	entry: string,
	name: string,
	needed: string,
	found: string,
): void {
	if (!isFit)
		throw new TodoError(
			"init_failed",
			`agent-todos/${entry} needs ${name} ${needed}, and found ${found}: install another version of ${name}, or use the tools of agent-todos without this adapter`,
		);
}
