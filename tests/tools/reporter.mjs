// A reporter of node:test for one file: what failed, and in its last line how many tests passed,
// failed and were skipped, and why, as JSON. Counted are tests that hold no others. A line that
// begins with ▷ names the test that runs, for a file that is ended before its last line.

import { resolve } from "node:path";
import { inspect } from "node:util";

export default async function* report(events) {
	const counts = { passed: 0, failed: 0, skipped: 0, reasons: [] };
	/** Whether a test has ended at each depth since the last one further out. */
	const inside = [];
	/** The names of the test that runs and of those that hold it. */
	const running = [];
	for await (const { type, data } of events) {
		const { nesting, name, details, file, skip, todo } = data;
		if (type === "test:dequeue") {
			running.splice(nesting, Infinity, name);
			yield `▷ ${running.join(" › ")}\n`;
		}
		if (type !== "test:pass" && type !== "test:fail") continue;
		running.splice(nesting);
		yield `▷ nothing, after ${name}\n`;
		const holdsOthers = inside[nesting + 1] || details?.type === "suite";
		inside[nesting + 1] = false;
		inside[nesting] = true;
		// The test that node:test makes up for a file as a whole.
		const isFile = file !== undefined && resolve(name) === file;
		if (type === "test:fail" && todo === undefined) {
			const { failureType, cause } = details.error;
			if (holdsOthers && failureType === "subtestsFailed") continue;
			counts.failed += 1;
			yield `✖ ${name}\n${inspect(cause ?? details.error)}\n`;
		} else if (!holdsOthers && !isFile) {
			const isSkipped = skip !== undefined || todo !== undefined;
			counts[isSkipped ? "skipped" : "passed"] += 1;
			if (typeof skip === "string") counts.reasons.push(skip);
		}
	}
	yield `\n${JSON.stringify(counts)}\n`;
}
