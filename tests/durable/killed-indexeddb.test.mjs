// IndexedDB under SIGKILL of the whole browser, at random instants while a page writes.

import { after, test } from "node:test";
import { killAgainAndAgain } from "./killed-chromium.mjs";
import { patient, times } from "./scale.mjs";
import { serveSite } from "./site.mjs";

const kills = times(2, 200);
const site = await serveSite();
after(() => site.close());

test(`${kills} browsers killed while a page writes to IndexedDB`, patient, () =>
  killAgainAndAgain({
    what: "IndexedDB, SIGKILL of Chromium",
    kills,
    site,
    addressOf: (work) => `${site.address}page.html?${new URLSearchParams(work)}`,
  }));
