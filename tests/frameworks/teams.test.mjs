// What a team on one list reads, and that its agents leave each other's todos alone.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init } from "agent-todos";
import { measureTeams, randomSessions } from "../bench/teams.mjs";

await init();

/** Returns the number of todos that the agent of a session plans. */
const planned = (messages) =>
	messages[0][0].name === "TodoWrite"
		? messages[0][0].args.todos.length
		: messages.flat().filter(({ name }) => name === "TaskCreate").length;

for (const seed of [1, 2, 3])
	test(`teams of 2 to 15 finish their todos (seed ${seed})`, () => {
		const sessions = randomSessions(seed);
		const { calls, reminders, answers, refused, todos } = measureTeams(
			sessions,
			seed,
		);
		assert.deepEqual(refused, []);
		const all = sessions.reduce((sum, messages) => sum + planned(messages), 0);
		assert.equal(todos.length, all);
		assert.ok(todos.every(({ status }) => status === "done"));
		// Tokens for each call.
		const read = (reminders + answers) / calls;
		assert.ok(read < 35, `${read}`);
	});
