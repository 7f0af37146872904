// Any of the three browsers, driven by Selenium's WebDriver client. The driver is the one that is
// installed: it is started here, as WebKitGTK needs a display around it and leaves processes
// behind, and Selenium never looks for one to download. Firefox needs none.

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Builder } from "selenium-webdriver";
import {
	headlessOptions,
	launchOptions,
	programOf,
} from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { freePort } from "./free-port.mjs";
import { firefoxClient } from "./marionette.mjs";
import { endGroup, startGroup } from "./process-group.mjs";
import { until } from "./until.mjs";

let displays = 0;
/**
 * Where xvfb-run begins to look for a display that is free: two that begin at one number at the
 * same time take the same.
 */
const display = () => 100 + ((process.pid * 7 + displays++) % 30_000);

/**
 * How each browser is started: the command, more of its environment, `isUp()`, and `connect()`,
 * which resolves with a client then.
 */
const starts = {
	chromium: () =>
		byDriver(["chromedriver"], {
			browserName: "chrome",
			"goog:chromeOptions": {
				binary: headlessOptions.executablePath,
				args: ["--headless", ...launchOptions.args],
			},
		}),
	webkit: async () => ({
		...(await byDriver(
			["xvfb-run", "-a", "-n", String(display()), "WebKitWebDriver"],
			{ browserName: "MiniBrowser" },
		)),
		env: {
			// There is no graphics card, no accessibility bus and, for root, no sandbox where tests run.
			WEBKIT_DISABLE_COMPOSITING_MODE: "1",
			WEBKIT_DISABLE_DMABUF_RENDERER: "1",
			WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
			NO_AT_BRIDGE: "1",
			// Otherwise each run starts a session bus that outlives it.
			DBUS_SESSION_BUS_ADDRESS: "disabled:",
		},
	}),
	firefox(profile) {
		const port = () => {
			try {
				return readFileSync(join(profile, "MarionetteActivePort"), "utf8");
			} catch {} // It is still starting.
		};
		// It chooses one that is free.
		writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);');
		return {
			command: [
				programOf("firefox"),
				"--headless",
				"--no-remote",
				"--profile",
				profile,
				// Its own code may be run, too: see demo/firefox-panel.mjs.
				"--marionette",
				"--remote-allow-system-access",
			],
			isUp: port,
			connect: () => firefoxClient(Number(port())),
		};
	},
};

async function byDriver(command, capabilities) {
	const port = await freePort();
	const server = `http://127.0.0.1:${port}`;
	return {
		command: [...command, `--port=${port}`],
		isUp: () => fetch(`${server}/status`).catch(() => false),
		connect: () =>
			new Builder()
				.disableEnvironmentOverrides()
				.usingServer(server)
				.withCapabilities(capabilities)
				.build(),
	};
}

/**
 * Opens an address in a browser. Returns `client`, Selenium's `WebDriver`, and `close`, which ends
 * the browser and its driver.
 */
export const open = (...given) =>
	// A driver or browser may not come up on a busy machine. Nothing has run yet, so a second try
	// hides nothing.
	openOnce(...given).catch(() => openOnce(...given));

async function openOnce(browser, address) {
	const profile = mkdtempSync(join(tmpdir(), `agent-todos-${browser}-`));
	const { command, env, isUp, connect } = await starts[browser](profile);
	// xvfb-run and WebKitWebDriver leave others behind.
	const child = startGroup(command[0], command.slice(1), {
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "inherit"],
	});
	const ended = once(child, "exit");
	let client;
	const close = async () => {
		await client?.quit().catch(() => {});
		// Not waited for when it has ended.
		if (endGroup(child, "SIGTERM"))
			await Promise.race([ended, wait(3000, undefined, { ref: false })]);
		endGroup(child, "SIGKILL");
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		await until(`${command[0]} comes up`, () => {
			if (child.exitCode !== null) throw new Error(`${command[0]} has ended`);
			return isUp();
		});
		client = await connect();
		await client.manage().setTimeouts({ script: programPatience });
		await client.get(address);
		return { client, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Runs the body of an async function in a page, and returns what it returns. The body finds its
 * arguments in `args`.
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
