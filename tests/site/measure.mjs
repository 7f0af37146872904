// Lighthouse over one page, in the Chromium of the tests.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, launchOptions } from "../setup/browsers.mjs";
import { execute } from "../setup/execute.mjs";
import { lighthouse } from "../setup/newer-node.mjs";

/**
 * Returns the `scores` of the `categories`, 0 to 100, the `faults` that cost points in them, a line each, and Lighthouse's
 * own `report`. With `desktop`, a fast computer instead of a phone on a slow line.
 */
export async function measure(url, categories, { desktop = false } = {}) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-lighthouse-"));
	const path = join(folder, "report.json");
	const { status, output } = await execute(
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
		{ env: { CHROME_PATH: chromium } },
	);
	if (status !== 0) throw new Error(`Lighthouse failed:\n${output}`);
	const report = JSON.parse(readFileSync(path, "utf8"));
	rmSync(folder, { recursive: true });
	if (report.runtimeError) throw new Error(report.runtimeError.message);
	const results = Object.values(report.categories);
	return {
		report,
		scores: Object.fromEntries(
			results.map(({ id, score }) => [id, Math.round(score * 100)]),
		),
		faults: results.flatMap(({ auditRefs }) =>
			auditRefs
				.filter(
					({ id, weight }) => weight > 0 && (report.audits[id].score ?? 1) < 1,
				)
				.map(({ id }) => {
					const { title, displayValue = "" } = report.audits[id];
					return `${id}: ${title} ${displayValue}`.trimEnd();
				}),
		),
	};
}
