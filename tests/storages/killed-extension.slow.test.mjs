// chrome.storage.local in an unpacked extension under SIGKILL of the whole browser, at random
// instants while the service worker writes; and what the worst of these instants leaves.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { emptyFolder } from "../tools/folder.mjs";
import { openExtension } from "./extension.mjs";
import { killAgainAndAgain, onOneProfile } from "./killed-chromium.mjs";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { makeExtension, serveSite } from "./site.mjs";
import { tearLog } from "./torn-log.mjs";

const kills = times(2, 100);
const site = await serveSite();
after(() => site.close());
const extension = await makeExtension("extension-killed");
const browser = {
	site,
	args: [
		`--disable-extensions-except=${extension}`,
		`--load-extension=${extension}`,
	],
	addressOf: (work) =>
		`${site.address}extension?${new URLSearchParams({ ...work, area: "local" })}`,
};

test(`${kills} browsers killed while an extension writes`, patient, () =>
	killAgainAndAgain(
		"chrome.storage.local, SIGKILL of Chromium",
		kills,
		browser,
	),
);

test(
	"chrome.storage: what is written after a torn record of LevelDB stays",
	patient,
	async () => {
		const ledger = new Ledger("chrome.storage.local, a torn record");
		await onOneProfile({ ledger, ...browser }, async (run, profile) => {
			await run({ name: "list", writer: "before" }, { bursts: 1, wait: 0 });
			for (let wait = 0; wait < times(5, 100); wait += 5) {
				tearLog(join(profile, "Default", "Local Extension Settings"));
				// Little is written behind it, so all that would be in its block.
				await run({ name: "list", writer: `${wait} ms` }, { bursts: 1, wait });
			}
			await run({ name: "list", writer: "after" });
		});
		ledger.close();
	},
);

test(
	"chrome.storage: what is written after a torn filler of LevelDB stays",
	patient,
	async (t) => {
		const profile = emptyFolder(t);
		const start = async (use) => {
			const { page, close } = await openExtension(
				"killed-filling",
				{},
				profile,
			);
			try {
				return await page.evaluate(use);
			} finally {
				await close();
			}
		};
		// What fills it is still there when `remove` is torn: Chromium does not write again what is
		// there.
		await start(async () => {
			const { remove } = chrome.storage.local;
			chrome.storage.local.remove = () => new Promise(() => {});
			void chromeStorage({ area: "local" }).write("list", "killed before", 0);
			while (Object.keys(await chrome.storage.local.get()).length === 0);
			chrome.storage.local.remove = remove;
		});
		tearLog(join(profile, "Default", "Local Extension Settings"));
		assert.equal(
			await start(() =>
				chromeStorage({ area: "local" }).write("list", "acknowledged", 0),
			),
			1,
		);
		const { list, ...others } = await start(() => chrome.storage.local.get());
		assert.deepEqual(
			[list, Object.keys(others)],
			[{ text: "acknowledged", revision: 1 }, []],
		);
	},
);
