// What the results of writers and the states of followers have to be, and the line that says so.

import assert from "node:assert/strict";

/** Returns how many todos the list may hold when there are so many writes. */
export const roomFor = (total) => Math.min(total / 2, 1000);

/**
 * `results` of every writer, `states` of every follower, one of them made after the last write.
 * `room` is for so many todos.
 */
export function checkAll(what, results, states, room) {
	const all = (name) => results.flatMap((result) => result[name]);
	const sum = (counts) => counts.reduce((total, count) => total + count, 0);
	const refusedFor = (code) =>
		sum(all("refused").map((refused) => refused[code] ?? 0));
	const [added, completed] = [all("added"), all("completed")];
	const sent = sum(all("sent"));
	const accepted = added.length + completed.length;
	const full = refusedFor("too_many_todos");
	const refused = full + refusedFor("unknown_id");
	assert.equal(
		accepted + refused,
		sent,
		`each writer heard of each write: ${JSON.stringify(all("refused"))}`,
	);
	// What is completed makes room again.
	const open = states.at(-1).todos.filter(({ status }) => status !== "done");
	assert.ok(
		full > 0 && open.length <= room,
		`${full} full, ${open.length} open`,
	);

	const { todos, revision } = states.at(-1);
	const there = todos.map(({ content }) => content);
	const done = todos.filter(({ status }) => status === "done");
	const ids = done.map(({ id }) => id);
	assert.deepEqual(there.sort(), added.sort(), "each todo added, once");
	assert.deepEqual(ids.sort(), completed.sort(), "each completed is done");
	assert.equal(revision, accepted, "each made one revision");

	for (const [place, { start, seen, ...state }] of states.entries()) {
		const who = `follower ${place}`;
		const ends = { todos, revision, troubles: [] };
		assert.deepEqual(state, ends, `${who} ends with the list of all`);
		const each = Array.from({ length: revision - start }, (_, n) => start + n);
		assert.deepEqual(
			seen,
			each.map((before) => before + 1),
			`${who} saw each revision once and in order`,
		);
	}
	console.log(
		`live, ${what}: sent ${sent}, accepted ${accepted}, refused ${refused}, found ${accepted}, lost 0`,
	);
}
