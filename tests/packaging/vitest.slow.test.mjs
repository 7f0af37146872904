// The packed package in a user's own tests, run by Vitest: in Node, in happy-dom, and in Chromium
// (browser mode).

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { headlessOptions } from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { makeProject } from "./project.mjs";

let folder;
before(() => {
	folder = makeProject("vitest", "agent-todos", {
		"vitest.config.js": "vitest/vitest.config.js",
		"list.test.js": "vitest/list.test.js",
	});
});

test("the package needs no settings in Vitest", () => {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[
			join(root, "node_modules", "vitest", "vitest.mjs"),
			"run",
			"--reporter",
			"json",
		],
		{
			cwd: folder,
			env: {
				...process.env,
				CI: "1",
				LAUNCH_OPTIONS: JSON.stringify(headlessOptions),
			},
			encoding: "utf8",
			timeout: programPatience,
		},
	);
	const [, report] =
		/^(\{"numTotalTestSuites.*\})$/m.exec(stdout) ??
		assert.fail(stdout + stderr);
	const { testResults, numPassedTests, success } = JSON.parse(report);
	const failures = testResults.flatMap(({ message, assertionResults }) => [
		message,
		...assertionResults.flatMap(({ failureMessages }) => failureMessages),
	]);
	assert.deepEqual(failures.filter(Boolean), []);
	// Five in each of the three projects.
	assert.deepEqual([success, numPassedTests], [true, 15]);
});
