// A Chromium without a driver, which is killed by its process id.

import { setTimeout as wait } from "node:timers/promises";
import { chromium, launchOptions } from "../../www/browsers/browsers.mjs";
import { startGroup } from "./process-group.mjs";

/** Opens an address in a new Chromium on a profile. */
export function startChromium(profile, address, args = []) {
	const own = ["--headless", `--user-data-dir=${profile}`];
	const child = startGroup(
		chromium,
		[...launchOptions.args, ...own, ...args, address],
		{ stdio: ["ignore", "ignore", "pipe"] },
	);
	let errors = "";
	child.stderr.on("data", (chunk) => (errors = (errors + chunk).slice(-2000)));
	const exited = new Promise((resolve) => child.once("exit", resolve));
	return {
		errors: () => errors,
		/** By its own process id; what it has started ends of itself, or is ended then. */
		async kill() {
			child.kill("SIGKILL");
			await exited;
			for (let pause = 20; signal(-child.pid, 0); pause = 100) {
				await wait(pause);
				signal(-child.pid, "SIGKILL");
			}
		},
	};
}

/** Returns whether there was anything left to send it to. */
function signal(group, which) {
	try {
		return process.kill(group, which);
	} catch {
		return false;
	}
}
