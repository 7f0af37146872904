// The browsers that the tests run in, and how to get them: Chromium, Firefox and WebKitGTK as the system's packages, with
// their drivers where they need one (see webdriver.mjs). Never downloaded by Playwright.
// Tests that drive Chromium themselves take `chromium` and `launchOptions` from here. Node builtins only.

import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { giveUp, run, say } from "../../pkg-template/build/command.mjs";

/** What each browser needs: the programs looked for on the PATH, and the Debian packages that bring them. */
const needs = {
	chromium: {
		programs: ["chromium", "chromedriver"],
		packages: ["chromium", "chromium-driver", "chromium-headless-shell"],
	},
	firefox: { programs: ["firefox"], packages: ["firefox-esr"] },
	webkit: {
		// WebKitGTK has no headless mode: it gets a display of its own from Xvfb.
		programs: ["WebKitWebDriver", "xvfb-run", "xauth", "dbus-launch"],
		packages: ["webkit2gtk-driver", "xvfb", "dbus-x11", "xauth"],
	},
};

export const browsers = Object.keys(needs);

const headlessShell = "chromium-headless-shell";

/** Where a program lies on the PATH, or null. */
export function findProgram(program) {
	for (const folder of (process.env.PATH ?? "").split(delimiter)) {
		const path = join(folder, program);
		try {
			accessSync(path, constants.X_OK);
			return path;
		} catch {}
	}
	return null;
}

/** Makes sure that these browsers (keys of `needs`) are there: installs them where it can, says what to install where not. */
export function installBrowsers(names) {
	const missing = names.filter((name) =>
		needs[name].programs.some((program) => findProgram(program) === null),
	);
	if (missing.length > 0) installPackages(missing);
	if (names.includes("chromium")) installHeadlessShell();
}

const canInstall = () =>
	findProgram("apt-get") !== null && process.getuid?.() === 0;

function installPackages(missing) {
	const packages = missing.flatMap((name) => needs[name].packages);
	const programs = missing
		.flatMap((name) => needs[name].programs)
		.filter((program) => findProgram(program) === null);
	if (!canInstall()) {
		giveUp(
			`The tests run in real browsers, and these programs are not on the PATH: ${programs.join(", ")}.\n` +
				`On Debian and its relatives:  sudo apt-get install ${packages.join(" ")}\n` +
				"Elsewhere install them as your system does it. `npm test -- native wasm-node node types` needs no browser.",
		);
	}
	say(
		`${packages.join(" ")}: installing with apt-get, to run the tests in ${missing.join(", ")}`,
	);
	for (const args of aptGet(packages)) run("apt-get", args, quietly);
}

const aptGet = (packages) => [
	["update", "-qq"],
	["install", "-y", "-qq", "--no-install-recommends", ...packages],
];
const quietly = {
	env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
	stdio: ["ignore", "ignore", "inherit"],
};

/** Where Chromium was there before. Without it the tests take Chromium itself, and longer. */
function installHeadlessShell() {
	if (findProgram(headlessShell) !== null || !canInstall()) return;
	say(`${headlessShell}: installing with apt-get, as it runs tests faster`);
	for (const args of aptGet([headlessShell]))
		spawnSync("apt-get", args, quietly);
}

export const chromium = findProgram("chromium") ?? "/usr/bin/chromium";

/** For `chromium.launch` and `launchPersistentContext` of playwright-core. No network but what the test asks for. */
export const launchOptions = {
	executablePath: chromium,
	headless: true,
	args: [
		"--no-sandbox",
		"--disable-gpu",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		"--no-first-run",
	],
};

/**
 * Those of `chromium.launch` for a browser without extensions: the headless Chromium that Playwright takes, too. It draws nothing on a
 * screen that is not there, and needs a third of the processor time.
 */
export const headlessOptions = {
	...launchOptions,
	executablePath: findProgram(headlessShell) ?? chromium,
};
