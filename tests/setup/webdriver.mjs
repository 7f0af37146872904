// Any of the three browsers, driven by Selenium's WebDriver client. The driver is the one that is installed: it is started here, as
// WebKitGTK needs a display around it and leaves processes behind, and Selenium never looks for one to download.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Builder } from "selenium-webdriver";
import { chromium, driver, launchOptions } from "./browsers.mjs";
import { freePort } from "./free-port.mjs";
import { patience } from "./patience.mjs";

const capabilities = {
	chromium: {
		browserName: "chrome",
		"goog:chromeOptions": {
			binary: chromium,
			args: ["--headless", ...launchOptions.args],
		},
	},
	firefox: {
		browserName: "firefox",
		"moz:firefoxOptions": { args: ["-headless"] },
	},
	webkit: { browserName: "MiniBrowser" },
};

/**
 * Opens an address in a browser. Returns `client`, Selenium's `WebDriver`, and `close`, which ends the browser and its driver.
 * `options` are more arguments of the driver.
 */
export const open = (...given) =>
	// A driver or browser may not come up on a busy machine. Nothing has run yet, so a second try hides nothing.
	openOnce(...given).catch(() => openOnce(...given));

async function openOnce(browser, address, options = []) {
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
	let client;
	const close = async () => {
		await client?.quit().catch(() => {});
		try {
			process.kill(-child.pid, "SIGTERM");
			// Not waited for when it has ended.
			await Promise.race([ended, wait(3000, undefined, { ref: false })]);
			process.kill(-child.pid, "SIGKILL");
		} catch {} // They have ended by themselves.
	};
	try {
		const server = `http://127.0.0.1:${port}`;
		await listening(server, child);
		client = await new Builder()
			.disableEnvironmentOverrides()
			.usingServer(server)
			.withCapabilities(capabilities[browser])
			.build();
		await client.manage().setTimeouts({ script: patience });
		await client.get(address);
		return { client, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function listening(server, child) {
	for (const end = Date.now() + patience; ; await wait(100)) {
		try {
			await fetch(`${server}/status`);
			return;
		} catch (error) {
			if (child.exitCode !== null || Date.now() > end)
				throw new Error(`the driver did not come up: ${error.message}`);
		}
	}
}

/**
 * Runs the body of an async function in a page, and returns what it returns. The body finds its arguments in `args`.
 */
export async function runAsync(client, body, ...args) {
	const { value, error } = await client.executeAsyncScript(
		`const [given, done] = [[...arguments].slice(0, -1), arguments[arguments.length - 1]];
		(async (...args) => { ${body} })(...given).then((value) => done({ value }), (error) => done({ error: error.name + ": " + error.message }));`,
		...args,
	);
	if (error !== undefined) throw new Error(error);
	return value;
}
