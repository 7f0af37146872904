// A model of 135 million parameters, whose answers `npm run test:model -- --record` recorded: it is
// as right to the package today as then.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as entry from "agent-todos";
import { promptWithTools } from "agent-todos/prompt-api";
import { runAgent } from "agent-todos/run";
import { drive, runs } from "../bench/model/runs.mjs";

await entry.init();
const recorded = JSON.parse(
	readFileSync(
		new URL("../bench/model/recorded.json", import.meta.url),
		"utf8",
	),
);

for (const { number, way, said, calls, ended, todos } of recorded)
	test(`SmolLM2, run ${number}, ${way}: ${said.length} turns, then ${ended}`, async () => {
		const left = [...said];
		const result = await drive(
			{ ...entry, promptWithTools, runAgent },
			runs[number],
			async () => {
				assert.ok(left.length > 0, "the model was asked once more than then");
				return left.shift();
			},
		);
		assert.deepEqual(result.problems, []);
		assert.equal(left.length, 0, "the model was asked less often than then");
		assert.deepEqual(
			[result.calls.map(({ is }) => is), result.ended, result.todos],
			[calls, ended, todos],
		);
	});
