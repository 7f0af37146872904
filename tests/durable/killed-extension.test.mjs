// chrome.storage.local in an unpacked extension under SIGKILL of the whole browser, at random instants while the service worker
// writes; and what the worst of these instants leaves.

import { join } from "node:path";
import { after, test } from "node:test";
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
  args: [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  addressOf: (work) => `${site.address}extension?${new URLSearchParams({ ...work, area: "local" })}`,
};

test(`${kills} browsers killed while an extension writes to chrome.storage.local`, patient, () =>
  killAgainAndAgain({ what: "chrome.storage.local, SIGKILL of Chromium", kills, ...browser }));

test("what is written behind a torn record stays there", patient, async () => {
  const ledger = new Ledger("chrome.storage.local, a torn record");
  await onOneProfile({ ledger, ...browser }, async (run, profile) => {
    await run({ name: "list", writer: "before" }, 50);
    for (let time = 5; time <= times(5, 100); time += 5) {
      tearLog(join(profile, "Default", "Local Extension Settings"));
      // Little is written behind it, so all that would be in its block.
      await run({ name: "list", writer: `${time} ms` }, time);
    }
    await run({ name: "list", writer: "after" });
  });
  ledger.close();
});
