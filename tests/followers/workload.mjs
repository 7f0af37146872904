// What a follower does in every test here: it watches, and it writes as much as it can at once.
// Each write that is carried out leaves one trace on the list that no other leaves, so that what
// was lost would be missed.
//
// Of `total` writes by all, three in four add a todo with a text of their own, and room is for two
// in four at most; one in four completes a todo that no other write completes, if it is there
// already. So `total` is a multiple of 96.

import { follow, TodoError } from "/package/follow.js";

/** What nobody caught. */
const troubles = [];
for (const type of ["error", "unhandledrejection"])
	addEventListener(type, ({ message, reason }) =>
		troubles.push(String(message ?? reason)),
	);

/** Follows a list and notes each revision it hears of. */
export async function watch(options) {
	const follower = await follow({ timeout: 300_000, ...options });
	const watched = { follower, start: follower.revision, seen: [] };
	follower.subscribe(({ revision }) => watched.seen.push(revision));
	return watched;
}

/**
 * Writer `number` of `writers` sends its share of `total` writes, all at once. Returns what became
 * of each.
 */
export async function write({ follower }, number, writers, total) {
	const share = total / writers;
	const results = { added: [], completed: [], refused: {} };
	const sent = Array.from({ length: share }, async (_, n) => {
		const text = `writer ${number}, write ${n}`;
		const id = (number * share) / 4 + Math.floor(n / 4) + 1;
		try {
			if (n % 4 === 3) {
				await follower.complete(id);
				results.completed.push(id);
				return;
			}
			if (n % 20 === 0) {
				// Now and then as a model does it.
				const call = { action: "add_multiple", todos: [{ content: text }] };
				const outcome = await follower.callTool("todo_manager", call);
				const isFull = /at most \d+/.test(outcome.text);
				if (!outcome.ok)
					throw { code: isFull ? "too_many_todos" : outcome.text };
			} else await follower.addMultiple([text]);
			results.added.push(text);
		} catch ({ code, message }) {
			const why = code ?? message;
			results.refused[why] = (results.refused[why] ?? 0) + 1;
		}
	});
	await Promise.all(sent);
	return { sent: sent.length, ...results };
}

/** Returns how a call is refused: whether with a TodoError, and its code. */
export const refusal = ({ follower }) =>
	follower
		.complete(9999)
		.catch((error) => [error instanceof TodoError, error.code]);

/** Returns what the follower has: to be compared with the others'. */
export const state = ({ follower, start, seen }) => ({
	start,
	seen,
	revision: follower.revision,
	todos: follower.todos,
	troubles,
});
