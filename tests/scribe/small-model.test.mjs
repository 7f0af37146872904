// A model of 135 million parameters, which kept the list of the recorded task: `npm run test:model
// -- steps --record` recorded its answers. What comes of each is the same today as then.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as entry from "agent-todos";
import { scribe } from "agent-todos/scribe";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { readStep, recordedSteps } from "../bench/model/scribe-steps.mjs";

await entry.init();
const bundled = await build({
	stdin: {
		contents:
			'export { after } from "./intents.ts"; export { task, turns } from "./recording.ts";',
		resolveDir: join(root, "www/src"),
	},
	bundle: true,
	format: "esm",
	write: false,
});
const { after, task, turns } = await import(
	`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`
);
const steps = recordedSteps({ turns, after });
const recorded = JSON.parse(
	readFileSync(
		new URL("../bench/model/recorded-steps.json", import.meta.url),
		"utf8",
	),
);

test("the recorded task's steps are read rightly", async () => {
	for (const step of steps) {
		const ids = (status) =>
			step.after.flatMap(([content, is]) => {
				const at = step.before.findIndex(([before]) => before === content);
				return at >= 0 && is === status && step.before[at][1] !== status
					? [at + 1]
					: [];
			});
		const isNew = ([content]) =>
			step.before.every(([before]) => before !== content);
		const answer = {
			doing: ids("doing")[0] ?? 0,
			done: ids("done"),
			failed: ids("skipped"),
			open: ids("todo"),
			add: step.after.filter(isNew).map(([content]) => content),
		};
		const read = await readStep(
			{ ...entry, scribe, task },
			step,
			"scribe",
			() => JSON.stringify(answer),
		);
		assert.equal(read.is, "right", JSON.stringify([step, answer]));
	}
});

for (const [at, { way, said, is, isSettledRight }] of recorded.entries())
	test(`SmolLM2, ${way}, step ${(at % steps.length) + 1}: ${is}`, async () => {
		const step = steps[at % steps.length];
		const read = await readStep(
			{ ...entry, scribe, task },
			step,
			way,
			() => said,
		);
		assert.deepEqual([read.is, read.isSettledRight], [is, isSettledRight]);
	});
