// The person's side: the panel, which follows a list and changes it.

import { follow, overRuntime } from "agent-todos/follow";

globalThis.person = {
	/** Adds a todo before all others, then moves the one that was the last to the front. Gives the list as the panel shows it then. */
	async rearrange(name, content) {
		const follower = await follow({ name, over: overRuntime() });
		try {
			await follower.call("addAfterPosition", 0, [content]);
			await follower.call("move", follower.todos.at(-1).key, 0);
			return follower.todos;
		} finally {
			await follower.stop();
		}
	},
};
