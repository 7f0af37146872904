// The recorded task in the words of every dialect, without a page: playground.test.mjs shows some
// of them in one.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { init, TodoStore } from "agent-todos";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { dialects, isRepair, sawEnd } from "./demo-page.mjs";

const outfile = join(emptyTarget("recording"), "recording.mjs");
await build({
	stdin: {
		contents:
			'export { Model } from "./model.ts"; export { turns } from "./recording.ts";',
		resolveDir: join(root, "www/src"),
	},
	outfile,
	bundle: true,
	external: ["agent-todos"],
	format: "esm",
	logLevel: "warning",
});
const { Model, turns } = await import(pathToFileURL(outfile));
await init();

for (const dialect of dialects)
	test(`${dialect} plays the whole plan, every call well-formed`, () => {
		const store = new TodoStore();
		const model = new Model(store, dialect);
		for (const turn of turns) {
			const { calls } = model.word(turn);
			for (const call of calls) {
				const outcomes = model.send(call);
				assert.ok(outcomes.length > 0, call.text);
				for (const { ok, text, notes } of outcomes) {
					assert.ok(ok, `${call.text}: ${text}`);
					assert.deepEqual(notes.filter(isRepair), [], call.text);
				}
			}
		}
		const list = store.getAll().map(({ content, status }) => [content, status]);
		sawEnd(list, dialect);
	});
