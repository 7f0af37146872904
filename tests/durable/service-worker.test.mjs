// chrome.storage.local in an extension whose service worker the browser stops, at random instants while it writes: what a browser does
// after some thirty idle seconds, and after five minutes in any case. The next message starts it anew, with empty memory.

import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openExtension } from "./extension.mjs";
import { Ledger } from "./ledger.mjs";
import { patient, times } from "./scale.mjs";
import { serveSite } from "./site.mjs";

const stops = times(20, 200);
const site = await serveSite();
after(() => site.close());

test(
	`a service worker stopped ${stops} times while it writes`,
	patient,
	async (t) => {
		const { context, page, close } = await openExtension("service-worker");
		t.after(close);
		const session = await context.newCDPSession(page);
		let stopped = () => {};
		session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
			if (versions.some(({ runningStatus }) => runningStatus === "stopped"))
				stopped();
		});
		await session.send("ServiceWorker.enable");

		const ledger = new Ledger(
			"chrome.storage.local, service worker stopped by the browser",
		);
		const run = async (start, isLast) => {
			const [name, writer] = [
				`list ${Math.floor(start / 10)}`,
				`start ${start} ${isLast}`,
			];
			const read = new Promise((resolve, reject) => {
				site.hear(({ from, found, stored, failed }) => {
					if (from !== writer) return;
					if (failed) reject(new Error(failed));
					if (found) {
						try {
							// At once: what is acknowledged from now on is not in it.
							ledger.check(name, found);
							resolve();
						} catch (error) {
							reject(error);
						}
					}
					if (stored && !isLast) ledger.acknowledge(name, stored);
				});
			});
			await page.evaluate((work) => chrome.runtime.sendMessage({ work }), {
				name,
				writer,
				area: "local",
				address: site.address,
			});
			await Promise.race([
				read,
				wait(30_000, undefined, { ref: false }).then(() =>
					Promise.reject(new Error("nothing was read within half a minute")),
				),
			]);
			if (!isLast) await wait(Math.random() * 150);
			const end = new Promise((resolve) => (stopped = resolve));
			await session.send("ServiceWorker.stopAllWorkers");
			await end;
			if (!isLast) ledger.try();
		};
		for (let start = 0; start < stops; start++) await run(start, false);
		for (let start = 0; start < stops; start += 10) await run(start, true);
		ledger.close();
	},
);
