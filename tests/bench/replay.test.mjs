// What `npm run replay` does to recorded sessions, over sessions that are written here.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { emptyFolder } from "../mcp/servers.mjs";
import { replay } from "./replay.mjs";

const steps = [
	"Open the shop",
	"Compare kettles",
	"Pay",
	"Wait for the parcel",
	"Write a review",
];
const words = (done) =>
	steps.map((_, at) =>
		at < done ? "completed" : at === done ? "in_progress" : "pending",
	);
/** Returns a session that goes through the steps, and at its end leaves out what is done. */
function session(name, item, key, model) {
	const events = [];
	const call = (items) => {
		const id = `${events.length}`;
		const list = { [key]: items };
		const input = model === "gpt" ? JSON.stringify(list) : list;
		events.push({ kind: "call", id, name, input });
		events.push({ kind: "result", id, isError: false });
	};
	for (let done = 0; done <= steps.length; done++)
		call(steps.map((step, at) => item(step, words(done)[at])));
	call([item("Something new", "pending")]);
	return JSON.stringify({ session: name, model, events });
}

test("replay finds in sessions of three tools what was recorded in them", (t) => {
	const folder = emptyFolder(t);
	const lines = [
		session(
			"TodoWrite",
			(content, status) => ({ content, status, activeForm: `Now: ${content}` }),
			"todos",
			"claude",
		),
		session("update_plan", (step, status) => ({ step, status }), "plan", "gpt"),
		session(
			"todowrite",
			(content, status) => ({ content, status, priority: "high" }),
			"todos",
			"mimo",
		),
	];
	writeFileSync(join(folder, "sessions.jsonl"), `${lines.join("\n")}\n`);
	const figures = replay(folder, { runs: 60, times: 600 });
	const { calls, compared, edits, pieces, ours, zods } = figures;
	assert.deepEqual([calls, compared], [21, 21]);
	assert.ok(edits > 20);
	assert.ok(pieces > 4000, `${pieces}`);
	assert.equal(ours.read + ours.refused, 600);
	assert.ok(
		zods.wronglyRefused > 300,
		"most that can be read is no JSON of the schema",
	);
});
