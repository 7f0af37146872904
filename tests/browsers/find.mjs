// The packed package in a real browser: every body in a page, in a dedicated worker and in a
// service worker.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { open } from "../tools/webdriver.mjs";
import { countsOfCorpus } from "./bodies/corpus.mjs";
import { bodies, isFor } from "./bodies.mjs";
import { serve } from "./server.mjs";

/** Returns what page.mjs reports: for each place its results, or why there are none. */
async function find(browser, server) {
	const opened = await open(browser, server.address);
	try {
		const late = wait(programPatience, undefined, { ref: false }).then(() =>
			Promise.reject(new Error("no results")),
		);
		return await Promise.race([server.results, late]);
	} finally {
		await opened.close();
	}
}

/** Registers a test for each body and place. */
export async function testIn(browser) {
	const { skip } = inBrowser(browser);
	if (skip) {
		test(`the package in ${browser}`, { skip }, () => {});
		return;
	}
	const server = await serve();
	after(() => server.close());
	const found = await find(browser, server);
	for (const place of ["page", "worker", "service-worker"]) {
		const results = found[place];
		if (place === "page" && Array.isArray(results))
			console.log(countsOfCorpus(results, `${browser}, ${place}`));
		for (const body of bodies) {
			if (!isFor(body, place, browser)) continue;
			const { name } = body;
			test(`${place}: ${name}`, () => {
				assert.ok(Array.isArray(results), `nothing ran there: ${results}`);
				const result = results.find((result) => result.name === name);
				assert.ok(result, "it did not run");
				const { error } = result;
				if (error !== null)
					throw Object.assign(new Error("it failed there"), { stack: error });
			});
		}
	}
}
