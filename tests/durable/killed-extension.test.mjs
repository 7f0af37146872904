// chrome.storage.local in an unpacked extension under SIGKILL of the whole browser, at random instants while the service worker
// writes.

import { after, test } from "node:test";
import { killAgainAndAgain } from "./killed-chromium.mjs";
import { patient, times } from "./scale.mjs";
import { makeExtension, serveSite } from "./site.mjs";

const kills = times(2, 100);
const site = await serveSite();
after(() => site.close());

test(`${kills} browsers killed while an extension writes to chrome.storage.local`, patient, async () => {
  const extension = await makeExtension("extension-killed");
  await killAgainAndAgain({
    what: "chrome.storage.local, SIGKILL of Chromium",
    kills,
    site,
    args: [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    addressOf: (work) => `${site.address}extension?${new URLSearchParams({ ...work, area: "local" })}`,
  });
});
