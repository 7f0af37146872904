// chrome.storage.local in an extension whose service worker the browser stops, at random instants
// while it writes: what a browser does after some thirty idle seconds, and after five minutes in
// any case. The next message starts it anew, with empty memory.

import "../tools/is-built.mjs";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { stopWorker } from "../tools/extension.mjs";
import { openExtension } from "./extension.mjs";
import { Ledger, reached } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { serveSite } from "./site.mjs";

const stops = times(20, 200);
const site = await serveSite();
after(() => site.close());

test(`a worker stopped ${stops} times as it writes`, patient, async (t) => {
	const { context, page, close } = await openExtension("service-worker");
	t.after(close);
	const session = await context.newCDPSession(page);

	const ledger = new Ledger(
		"chrome.storage.local, service worker stopped by the browser",
	);
	const run = async (start, isLast) => {
		const work = {
			name: `list ${Math.floor(start / 10)}`,
			writer: `start ${start} ${isLast}`,
		};
		// Stopped after a number of bursts, not after a time alone: on a busy machine nothing would
		// have been stored by then.
		const bursts = isLast ? undefined : start % 4;
		const begun = reached(ledger, site, work, { bursts });
		await page.evaluate((work) => chrome.runtime.sendMessage({ work }), {
			...work,
			area: "local",
			address: site.address,
		});
		await begun;
		if (!isLast) await wait((start * 47) % 150);
		await stopWorker(session);
		if (!isLast) ledger.try();
	};
	for (let start = 0; start < stops; start++) await run(start, false);
	for (let start = 0; start < stops; start += 10) await run(start, true);
	ledger.close();
});
