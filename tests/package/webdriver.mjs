// As much of WebDriver (https://www.w3.org/TR/webdriver2/) as it takes to open a page in any of the three browsers.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, driver } from "../setup/browsers.mjs";
import { freePort } from "../setup/free-port.mjs";

const capabilities = {
	chromium: {
		browserName: "chrome",
		"goog:chromeOptions": {
			binary: chromium,
			args: [
				"headless",
				"no-sandbox",
				"disable-gpu",
				"disable-background-networking",
				"disable-component-update",
				"disable-sync",
				"no-first-run",
			],
		},
	},
	firefox: {
		browserName: "firefox",
		"moz:firefoxOptions": { args: ["-headless"] },
	},
	webkit: { browserName: "MiniBrowser" },
};

/**
 * Opens an address in a browser. Gives `close`, which ends the browser and its driver again, and `command`, which sends a command
 * of the session: `command("POST", "/url", { url })`. `options` are more arguments of the driver.
 */
export async function open(browser, address, options = []) {
	const port = await freePort();
	const { env, before } = driver(browser);
	const program = env.CHROMEDRIVER ?? env.GECKODRIVER ?? env.SAFARIDRIVER;
	const [command, ...args] = [...before, program, `--port=${port}`, ...options];
	// A process group of its own: xvfb-run and WebKitWebDriver leave others behind.
	const child = spawn(command, args, {
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "inherit"],
		detached: true,
	});
	const ended = once(child, "exit");
	let session = null;
	const close = async () => {
		if (session !== null)
			await send("DELETE", `/session/${session}`).catch(() => {});
		try {
			process.kill(-child.pid, "SIGTERM");
			// Not waited for when it has ended.
			await Promise.race([ended, wait(3000, undefined, { ref: false })]);
			process.kill(-child.pid, "SIGKILL");
		} catch {} // They have ended by themselves.
	};

	async function send(method, path, body) {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, {
			method,
			...(body && {
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify(body),
			}),
			signal: AbortSignal.timeout(60_000),
		});
		const { value } = await response.json();
		if (!response.ok)
			throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
		return value;
	}

	try {
		await listening(() => send("GET", "/status"), child);
		session = (
			await send("POST", "/session", {
				capabilities: { alwaysMatch: capabilities[browser] },
			})
		).sessionId;
		await send("POST", `/session/${session}/url`, { url: address });
		return {
			close,
			command: (method, path, body) =>
				send(method, `/session/${session}${path}`, body),
		};
	} catch (error) {
		await close();
		throw error;
	}
}

async function listening(status, child) {
	for (const until = Date.now() + 30_000; ; await wait(100)) {
		try {
			await status();
			return;
		} catch (error) {
			if (child.exitCode !== null || Date.now() > until)
				throw new Error(`the driver did not come up: ${error.message}`);
		}
	}
}
