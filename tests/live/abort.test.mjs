// `run.abort()` in the service worker of a real extension, from listeners of `chrome.*`, inside whose dispatch Chromium runs
// microtasks: the run ends, and the worker goes on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openExtension } from "./extension.mjs";

let extension, panel;
before(async () => {
	extension = await openExtension("extension-abort", "panel.js");
	panel = await extension.context.newPage();
	await panel.goto(extension.address("panel.html"));
});
after(() => extension?.close());

for (const way of ["runtime.onMessage", "a port", "storage.onChanged"]) {
	test(`a run that is aborted from ${way} ends`, async () => {
		assert.deepEqual(await panel.evaluate((way) => aborted(way), way), {
			status: "aborted",
			cause: "stop",
			todos: ["todo"],
		});
	});
}
