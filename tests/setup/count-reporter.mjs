// A reporter for node:test that writes how many tests passed, failed and were skipped, as JSON, once all have ended, and the names of
// the outermost that failed.
// Counted are tests that hold no others. The test that node:test makes up for a file as a whole is none, unless it fails.

import { resolve } from "node:path";

export default async function* count(events) {
	const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
	/** Per nesting: whether a test has ended there since the last one further out. */
	const inside = [];
	for await (const { type, data } of events) {
		if (type !== "test:pass" && type !== "test:fail") continue;
		const { nesting, name, details, file } = data;
		const holdsOthers =
			(inside[nesting + 1] ?? false) || details?.type === "suite";
		inside[nesting + 1] = false;
		inside[nesting] = true;
		const isFile = file !== undefined && resolve(name) === file;
		if (type === "test:fail" && data.todo === undefined) {
			if (nesting === 0 && !isFile) counts.failures.push(name);
			if (!holdsOthers || details?.error?.failureType !== "subtestsFailed")
				counts.failed += 1;
		} else if (!holdsOthers && !isFile) {
			if (data.skip === undefined && data.todo === undefined)
				counts.passed += 1;
			else counts.skipped += 1;
		}
	}
	yield JSON.stringify(counts);
}
