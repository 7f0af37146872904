// A call that a model writes in pieces, and what its conversation shows meanwhile.

import { Conversation, TodoStore } from "agent-todos";

/** The arguments of a call of `TodoWrite`, which has the todos "a 😀" and "b". */
export const text = JSON.stringify({
	todos: ["a 😀", "b"].map((content) => ({ content, status: "pending" })),
});

/** The same in pieces of three UTF-16 units, which cut the emoji. */
export const inPieces = text.match(/.{1,3}/gs);

/**
 * Returns a conversation of `TodoWrite`, and a function that returns each preview that it has shown
 * since the last time: "-" where there was none.
 */
export function watched(options) {
	const conversation = new Conversation(new TodoStore(), {
		dialect: "TodoWrite",
		...options,
	});
	const previews = [];
	conversation.subscribe(() => {
		const { writing } = conversation;
		const shown = writing?.map(({ content }) => content).join(", ") ?? "-";
		if (shown !== (previews.at(-1) ?? "-")) previews.push(shown);
	});
	const shown = () => previews.splice(0);
	return { conversation, shown };
}
