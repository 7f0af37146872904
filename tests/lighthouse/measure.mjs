// Lighthouse over one page, in the Chromium of the tests.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, launchOptions } from "../../www/browsers/browsers.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { lighthouse } from "../tools/newer-node.mjs";

/**
 * Returns the `scores` of the `categories`, 0 to 100, the `faults` that cost points in them, a line
 * each, and Lighthouse's own `report`. With `desktop`, a fast computer instead of a phone on a slow
 * line.
 */
export async function measure(url, categories, { desktop = false } = {}) {
	const path = join(emptyTarget("lighthouse"), "report.json");
	await promisify(execFile)(
		lighthouse.program,
		[
			...lighthouse.before,
			url,
			"--quiet",
			"--output=json",
			`--output-path=${path}`,
			`--only-categories=${categories}`,
			`--chrome-flags=--headless=new ${launchOptions.args.join(" ")}`,
			...(desktop ? ["--preset=desktop"] : []),
		],
		{ env: { ...process.env, CHROME_PATH: chromium } },
	);
	const report = JSON.parse(readFileSync(path, "utf8"));
	if (report.runtimeError) throw new Error(report.runtimeError.message);
	const scores = {};
	const faults = [];
	for (const { id, score, auditRefs } of Object.values(report.categories)) {
		scores[id] = Math.round(score * 100);
		for (const { id, weight } of auditRefs) {
			const { score, title, displayValue = "" } = report.audits[id];
			if (weight > 0 && (score ?? 1) < 1)
				faults.push(`${id}: ${title} ${displayValue}`.trimEnd());
		}
	}
	return { report, scores, faults };
}
