// The sample extension, unpacked in Chromium: its service worker owns the list, its panel plays the task, and the list is
// still there after the browser stopped the worker.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { build } from "vite";
import { root } from "../../pkg-template/build/places.mjs";
import { launchOptions } from "../setup/browsers.mjs";
import { violationsOn } from "./accessibility.mjs";
import { listOn, pace, statusesOn } from "./demo-page.mjs";

const www = join(root, "www");
const extension = join(root, "target", "extension");
let profile;
let context;
let address;

before(async () => {
  await build({ root: join(www, "extension"), configFile: join(www, "vite.extension.config.ts"), logLevel: "warn" });
  profile = await mkdtemp(join(tmpdir(), "agent-todos-extension-"));
  context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...launchOptions.args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  address = new URL("panel.html", worker.url()).href;
});
after(async () => {
  await context?.close();
  if (profile) await rm(profile, { recursive: true, force: true });
});

async function openPanel() {
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  await page.clock.install();
  await page.goto(address);
  return { page, troubles };
}

/** Stops the service worker as the browser does after thirty idle seconds, and waits until it is gone. */
async function stopWorker(page) {
  const session = await context.newCDPSession(page);
  const stopped = new Promise((resolve) => {
    session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === "stopped")) resolve();
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await stopped;
  await session.detach();
}

/** Whether the worker is the one that was marked: memory does not outlive it. */
const mark = () => context.serviceWorkers()[0].evaluate(() => (globalThis.isMarked = true));
const isMarked = () => context.serviceWorkers()[0]?.evaluate(() => globalThis.isMarked === true);

test("plays the task, and the list outlives the service worker", async () => {
  const { page, troubles } = await openPanel();
  await page.getByText("nothing to do yet").waitFor();
  await mark();

  await page.locator("#play").click();
  await page.locator("#list > li").first().waitFor();
  for (let turn = 2; turn <= 7; turn += 1) {
    await page.clock.runFor(pace);
    await page.getByText(`Turn ${turn} of 13`).waitFor();
  }
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator("[data-status=doing]").getByText("kettles.example").waitFor();
  const list = await listOn(page);
  assert.equal(list.length, 10);
  assert.equal(await isMarked(), true);

  await stopWorker(page);
  await page.reload();
  await page.locator("#list > li").first().waitFor();
  assert.deepEqual(await listOn(page), list);
  assert.equal(await isMarked(), false, "a new worker answered");

  // The history is there as well: one step back is the moment before the seventh turn's get_next.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("3 done, 2 skipped, 5 to do").waitFor();
  assert.deepEqual(troubles, []);
  await page.close();
});

test("takes a call, says what it repaired, and shows the change on every open page", async () => {
  const one = await openPanel();
  const other = await openPanel();
  await one.page.getByRole("button", { name: "Restart" }).click();
  await one.page.getByText("nothing to do yet").waitFor();

  await one.page.locator("#args").fill('{"action":"add_multiple","todos":["Buy <b>tea</b>"]}');
  await one.page.getByRole("button", { name: "Send" }).click();
  for (const { page } of [one, other]) {
    await page.locator("#list > li").waitFor();
    assert.deepEqual(await listOn(page), [["1", "Buy <b>tea</b>", "to do"]]);
  }
  const answer = JSON.parse(await one.page.locator("#answer").textContent());
  assert.deepEqual(answer, { ok: true, output: "Added 1 TODOs", notes: ["item 1: bare string read as its content"] });

  await one.page.locator("#args").fill('{"action":"skip","ids":[7]}');
  await one.page.getByRole("button", { name: "Send" }).click();
  await one.page.getByText('"ok":false').waitFor();
  assert.equal(await statusesOn(one.page), "to do");
  assert.deepEqual(await violationsOn(one.page), []);
  assert.deepEqual([...one.troubles, ...other.troubles], []);
});

test("a call that comes while the worker is stopped wakes it and finds the list", async () => {
  const { page } = await openPanel();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByText("nothing to do yet").waitFor();
  await page.locator("#step").click();
  await page.getByText("8 to do").waitFor();
  await stopWorker(page);
  await page.locator("#step").click();
  await page.getByText("1 doing, 7 to do").waitFor();
  await page.close();
});
