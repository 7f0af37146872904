// What the results of writers and the states of followers have to be, and the line that says so.

import assert from "node:assert/strict";

/** How many todos the list may hold when there are so many writes. */
export const roomFor = (total) => Math.min(total / 2, 1000);

/** `results` of every writer, `states` of every follower, one of them made after the last write. `room` is for so many todos. */
export function checkAll(what, results, states, room) {
	const all = (name) => results.flatMap((result) => result[name]);
	const sum = (counts) => counts.reduce((total, count) => total + count, 0);
	const refusedFor = (code) =>
		sum(results.map(({ refused }) => refused[code] ?? 0));
	const [sent, added, completed] = [
		sum(all("sent")),
		all("added"),
		all("completed"),
	];
	const accepted = added.length + completed.length;
	const full = refusedFor("too_many_todos");
	const refused = full + refusedFor("unknown_id");
	assert.equal(
		accepted + refused,
		sent,
		`each writer heard of each write: ${JSON.stringify(all("refused"))}`,
	);
	assert.equal(full, (sent * 3) / 4 - room);

	const { todos, revision } = states.at(-1);
	const done = todos.filter(({ status }) => status === "done");
	assert.deepEqual(
		todos.map(({ content }) => content).sort(),
		added.sort(),
		"each todo that was added is there once, and nothing else",
	);
	assert.deepEqual(
		done.map(({ id }) => id).sort(),
		completed.sort(),
		"each that was completed is done",
	);
	assert.equal(revision, accepted, "each made one revision");

	for (const [place, state] of states.entries()) {
		assert.deepEqual(
			state.todos,
			todos,
			`follower ${place} ends with the list of all`,
		);
		assert.equal(state.revision, revision);
		assert.deepEqual(state.troubles, []);
		const expected = Array.from(
			{ length: revision - state.start },
			(_, n) => state.start + n + 1,
		);
		assert.deepEqual(
			state.seen,
			expected,
			`follower ${place} saw each revision once and in order`,
		);
	}
	console.log(
		`live, ${what}: sent ${sent}, accepted ${accepted}, refused ${refused}, found ${accepted}, lost 0`,
	);
}
