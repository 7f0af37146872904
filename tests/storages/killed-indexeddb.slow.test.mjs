// IndexedDB under SIGKILL of the whole browser, at random instants while a page writes; and what
// the worst of these instants leaves.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { killAgainAndAgain, onOneProfile } from "./killed-chromium.mjs";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { serveSite } from "./site.mjs";
import { tearLog } from "./torn-log.mjs";

const kills = times(2, 200);
const site = await serveSite();
after(() => site.close());
const addressOf = (work) =>
	`${site.address}page.html?${new URLSearchParams(work)}`;

test(`${kills} browsers killed while a page writes to IndexedDB`, patient, () =>
	killAgainAndAgain("IndexedDB, SIGKILL of Chromium", kills, {
		site,
		addressOf,
	}),
);

// And the copy from it.
test(
	"indexedDbStorage restores a lost database from its copy",
	patient,
	async () => {
		const ledger = new Ledger("IndexedDB, a torn record in either database");
		let starts = 0;
		const givenUp = await onOneProfile(
			{ ledger, site, addressOf },
			async (run, profile) => {
				const next = (until) =>
					run({ name: "list", writer: `start ${++starts}` }, until);
				await next({ bursts: 3, wait: 100 });
				for (const database of ["IndexedDB", "WebStorage"]) {
					tearLog(join(profile, "Default", database));
					// The first start after it writes on; the second finds it.
					await next({ bursts: 1, wait: 50 });
					await next({ bursts: 1, wait: 50 });
				}
				await next();
			},
		);
		assert.equal(givenUp, 2, "databases that Chromium gave up");
		ledger.close();
	},
);
