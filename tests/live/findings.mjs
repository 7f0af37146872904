// What the results of writers and the states of followers have to be, and the line that says so.

import assert from "node:assert/strict";

/** How many todos the list may hold when there are so many writes. */
export const roomFor = (total) => Math.min(total / 2, 1000);

/** `results` of every writer, `states` of every follower, one of them made after the last write. `room` is for so many todos. */
export function checkAll(what, results, states, room) {
	const sum = (count) =>
		results.reduce((total, result) => total + count(result), 0);
	const refusals = results.flatMap(({ refused }) => Object.entries(refused));
	const refused = refusals.reduce((total, [, count]) => total + count, 0);
	const [sent, added, completed] = [
		sum(({ sent }) => sent),
		sum(({ added }) => added.length),
		sum(({ completed }) => completed.length),
	];
	const accepted = added + completed;
	assert.deepEqual(
		Object.keys(Object.fromEntries(refusals)).filter(
			(code) => !["too_many_todos", "unknown_id"].includes(code),
		),
		[],
		"refused for what they were",
	);
	assert.equal(accepted + refused, sent, "each writer heard of each write");
	assert.equal(
		refusals
			.filter(([code]) => code === "too_many_todos")
			.reduce((total, [, count]) => total + count, 0),
		(sent * 3) / 4 - room,
	);

	const { todos, revision } = states.at(-1);
	const found = results.flatMap(({ added, completed }) => [
		...added.filter(
			(text) => todos.filter(({ content }) => content === text).length === 1,
		),
		...completed.filter((id) => todos[id - 1]?.status === "done"),
	]).length;
	assert.equal(found, accepted, "each write that was carried out is there");
	assert.equal(todos.length, added, "and nothing else");
	assert.equal(
		todos.filter(({ status }) => status === "done").length,
		completed,
	);
	assert.equal(revision, accepted, "each made one revision");

	for (const [place, state] of states.entries()) {
		assert.deepEqual(
			state.todos,
			todos,
			`follower ${place} ends with the list of all`,
		);
		assert.equal(state.revision, revision);
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
		`live, ${what}: sent ${sent}, accepted ${accepted}, refused ${refused}, found ${found}, lost ${accepted - found}`,
	);
}
