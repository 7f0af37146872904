// `npm run lighthouse`: every category on the front page and the docs, on a phone with a slow line
// and on a computer. The front page has to reach 95 for performance, so this is no part of `npm
// test`, which never depends on how fast a machine is.

import { serveSite } from "../site/served-site.mjs";
import { lighthouse } from "../tools/newer-node.mjs";
import { measure } from "./measure.mjs";

const minPerformance = 95;
const categories = "performance,accessibility,best-practices,seo";
const measured = [
	["first-contentful-paint", "FCP"],
	["largest-contentful-paint", "LCP"],
	["total-blocking-time", "TBT"],
	["cumulative-layout-shift", "CLS"],
	["total-byte-weight", "weight"],
];

lighthouse.install();
const site = await serveSite();
for (const path of [
	"index.html",
	"docs/index.html",
	"docs/reference/dialects/TodoWrite.html",
])
	for (const desktop of [false, true]) {
		const { report, scores, faults } = await measure(
			site.url + path,
			categories,
			{ desktop },
		);
		console.log(`\n${path}, ${desktop ? "computer" : "phone"}`);
		for (const line of [
			Object.entries(scores).map((score) => score.join(" ")),
			measured.map(([id, name]) => `${name} ${report.audits[id].displayValue}`),
			...faults,
		])
			console.log(`  ${[line].flat().join(", ")}`);
		if (path === "index.html" && scores.performance < minPerformance)
			process.exitCode = 1;
	}
await site.close();
if (process.exitCode)
	console.error(`\nThe front page is below ${minPerformance} for performance.`);
