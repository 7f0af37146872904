// What a follower does in every test here: it watches, and it writes as much as it can at once. Each write that is carried out
// leaves one trace on the list that no other leaves, so that what was lost would be missed.
//
// Of `total` writes by all, three in four add a todo with a text of their own, and room is for two in four at most; one in four completes
// a todo that no other write completes, if it is there already. So `total` is a multiple of 96: two, three or eight write.

import { follow, TodoError } from "/package/follow.js";

/** Follows a list and notes each revision it hears of. */
export async function watch(options) {
	const follower = await follow({ timeout: 300_000, ...options });
	const watched = { follower, start: follower.revision, seen: [], lists: [] };
	follower.subscribe(({ revision }) => watched.seen.push(revision));
	return watched;
}

/** Writer `number` of `writers` sends its share of `total` writes, all at once. Returns what became of each. */
export async function write({ follower }, number, writers, total) {
	const share = total / writers;
	const results = { added: [], completed: [], refused: {} };
	const sent = Array.from({ length: share }, async (_, n) => {
		const text = `writer ${number}, write ${n}`;
		const id = (number * share) / 4 + Math.floor(n / 4) + 1;
		try {
			if (n % 4 === 3) {
				await follower.call("complete", id);
				results.completed.push(id);
			} else {
				// Now and then as a model does it.
				const outcome =
					n % 20 === 0
						? await follower.callTool("todo_manager", {
								action: "add_multiple",
								todos: [{ content: text }],
							})
						: undefined;
				if (!outcome) await follower.call("addMultiple", [text]);
				if (outcome?.ok === false)
					throw {
						code: outcome.text.includes("one too many")
							? "too_many_todos"
							: outcome.text,
					};
				results.added.push(text);
			}
		} catch ({ code, message }) {
			const why = code ?? message;
			results.refused[why] = (results.refused[why] ?? 0) + 1;
		}
	});
	await Promise.all(sent);
	return { sent: sent.length, ...results };
}

/** How a call is refused: whether with a TodoError, and its code. */
export const refusal = ({ follower }) =>
	follower
		.call("complete", 9999)
		.catch((error) => [error instanceof TodoError, error.code]);

/** What the follower has: to be compared with the others'. */
export const state = ({ follower, start, seen }) => ({
	start,
	seen,
	revision: follower.revision,
	todos: follower.todos,
});
