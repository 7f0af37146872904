// A Chromium that is started with an address, and killed by its process id. No driver is in
// between: what runs is a browser and its profile, as a person has them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startChromium } from "../tools/killed-chromium.mjs";
import { Ledger, reached } from "./ledger.mjs";

/**
 * Starts a browser on one profile again and again, lets its program work on a list (workload.mjs),
 * and kills it. Each start holds the list that it reads against all that was acknowledged before.
 *
 * `browser` has the `site`, more arguments, and `addressOf(work)`, which is what is opened for `{
 * name, writer }`. Kills come up to 400 milliseconds after up to four bursts were stored: how much
 * that is does not depend on the machine.
 */
export async function killAgainAndAgain(what, kills, browser) {
	const ledger = new Ledger(what);
	// A new list now and then, as a checkpoint holds every revision.
	const nameAt = (kill) => `list ${Math.floor(kill / 10)}`;
	const givenUp = await onOneProfile({ ledger, ...browser }, async (run) => {
		for (let kill = 0; kill < kills; kill++)
			await run(
				{ name: nameAt(kill), writer: `start ${kill}` },
				{ bursts: (kill + 1) % 5, wait: Math.random() * 400 },
			);
		// Once more each, to read what the last kills left.
		for (let kill = 0; kill < kills; kill += 10)
			await run({ name: nameAt(kill), writer: `last of ${kill}` });
	});
	ledger.close(
		givenUp > 0 ? `; Chromium gave a database up ${givenUp} times` : "",
	);
}

/**
 * Calls `use` with a function that runs the program on a list once, and with the profile's folder,
 * which is kept when something fails. The program is killed `wait` milliseconds after the list was
 * read and checked and `bursts` bursts were stored; without these two as soon as the list was
 * checked, and what it still did does not count. Returns how many databases were given up.
 */
export async function onOneProfile(
	{ ledger, site, args = [], addressOf },
	use,
) {
	const profile = mkdtempSync(join(tmpdir(), "agent-todos-durable-"));
	let givenUp = 0;
	const run = async (work, until) => {
		const browser = startChromium(profile, addressOf(work), args);
		try {
			await reached(ledger, site, work, {
				bursts: until?.bursts,
				whyLate: browser.errors,
				onLost: () => (givenUp += 1),
			});
			if (until !== undefined) await wait(until.wait);
		} finally {
			await browser.kill();
		}
		if (until !== undefined) ledger.try();
	};
	await use(run, profile).catch((error) => {
		console.log(`durable: the profile is kept as ${profile}`);
		throw error;
	});
	rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	return givenUp;
}
