// The packed package in a user's own tests, run by Vitest: in Node, in happy-dom, and in Chromium (browser mode).

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { headlessOptions } from "../setup/browsers.mjs";
import { patience } from "../setup/patience.mjs";
import { makeProject } from "./project.mjs";

let folder;
before(() => {
	folder = makeProject("vitest", "agent-todos", {
		"vitest.config.js": "vitest/vitest.config.js",
		"list.test.js": "vitest/list.test.js",
	});
});

for (const project of ["node", "happy-dom", "chromium"]) {
	test(`Vitest, ${project}: nothing has to be set for it`, () => {
		const args = [
			join(root, "node_modules", "vitest", "vitest.mjs"),
			"run",
			"--project",
			project,
			"--reporter",
			"json",
		];
		const env = {
			...process.env,
			CI: "1",
			LAUNCH_OPTIONS: JSON.stringify(headlessOptions),
		};
		const { stdout, stderr } = spawnSync(process.execPath, args, {
			cwd: folder,
			env,
			encoding: "utf8",
			timeout: patience,
		});
		const [, report] =
			/^(\{"numTotalTestSuites.*\})$/m.exec(stdout) ??
			assert.fail(stdout + stderr);
		const { testResults, numPassedTests, success } = JSON.parse(report);
		const failures = testResults.flatMap(({ message, assertionResults }) => [
			message,
			...assertionResults.flatMap(({ failureMessages }) => failureMessages),
		]);
		assert.deepEqual(failures.filter(Boolean), []);
		assert.deepEqual([success, numPassedTests], [true, 5]);
	});
}
