// A Chromium that is started with an address, and killed by its process id. No driver is in between: what runs is a browser and its
// profile, as a person has them.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, launchOptions } from "../setup/browsers.mjs";
import { Ledger } from "./ledger.mjs";

/**
 * Starts a browser on one profile again and again, lets its program work on a list (workload.mjs), and kills it. Each start holds the
 * list that it reads against all that was acknowledged before.
 *
 * `addressOf(work)` is what is opened for `{ name, writer }`. Kills come up to `longest` milliseconds after the list was read.
 */
export async function killAgainAndAgain({ what, kills, site, args = [], addressOf, longest = 400 }) {
  const ledger = new Ledger(what);
  const profile = mkdtempSync(join(tmpdir(), "agent-todos-durable-"));
  /** Starts it, and kills it some time after the list was read and checked. */
  const run = async (work, longest) => {
    const browser = start(profile, args, addressOf(work));
    try {
      await listRead(site, ledger, work, browser, longest > 0);
      await wait(Math.random() * longest);
    } finally {
      await browser.kill();
    }
  };
  // A new list now and then, as a checkpoint holds every revision.
  const nameAt = (kill) => `list ${Math.floor(kill / 10)}`;
  try {
    for (let kill = 0; kill < kills; kill++) {
      await run({ name: nameAt(kill), writer: `start ${kill}` }, longest);
      ledger.try();
    }
    // Once more each, to read what the last kills left.
    for (let kill = 0; kill < kills; kill += 10) await run({ name: nameAt(kill), writer: `last of ${kill}` }, 0);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  ledger.close();
}

/** Resolves when the program has read the list and nothing is missing; goes on listening to what it stores, where that counts. */
function listRead(site, ledger, { name, writer }, browser, counts) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`nothing was read within a minute: ${browser.errors()}`)), 60_000);
    site.hear(({ from, found, stored, failed }) => {
      if (from !== writer) return;
      if (failed) reject(new Error(failed));
      if (stored && counts) ledger.acknowledge(name, stored);
      if (!found) return;
      clearTimeout(late);
      try {
        ledger.check(name, found);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}

function start(profile, args, address) {
  const child = spawn(chromium, ["--headless", ...launchOptions.args, `--user-data-dir=${profile}`, ...args, address], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors = (errors + chunk).slice(-2000)));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  return {
    errors: () => errors,
    /** By its own process id; what it has started ends of itself, or is ended then. */
    async kill() {
      child.kill("SIGKILL");
      await exited;
      for (let pause = 20; isThere(-child.pid); pause = 100) {
        await wait(pause);
        signal(-child.pid, "SIGKILL");
      }
    },
  };
}

function isThere(group) {
  return signal(group, 0);
}

function signal(group, which) {
  try {
    return process.kill(group, which);
  } catch {
    return false;
  }
}
