// The browsers that the tests run in: Playwright's own where they are installed, else those of the
// system. Node builtins only, but for playwright-core, which is there once npm's packages are.

import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { giveUp, say } from "../../pkg-template/build/command.mjs";

const isWindows = process.platform === "win32";
const programFiles = process.env.ProgramFiles ?? "C:\\Program Files";

/**
 * Each browser: its programs on the PATH, where macOS and Windows have it, what brings it on
 * Debian, and the command for everybody else. Firefox and WebKitGTK are driven by webdriver.mjs,
 * which needs them from the system.
 */
const known = {
	chromium: {
		title: "Chromium",
		programs: ["chromium"],
		elsewhere: [
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			join(programFiles, "Google", "Chrome", "Application", "chrome.exe"),
		],
		packages: ["chromium", "chromium-headless-shell"],
		command: "npx playwright install chromium",
	},
	// For webdriver.mjs, which drives Chromium where Playwright holds too much in its hands.
	chromedriver: {
		title: "chromedriver",
		programs: ["chromedriver"],
		elsewhere: [],
		packages: ["chromium-driver"],
		command: {
			darwin: "brew install --cask chromedriver",
			win32: "winget install Chromium.ChromeDriver",
		},
	},
	firefox: {
		title: "Firefox",
		programs: ["firefox"],
		elsewhere: [
			"/Applications/Firefox.app/Contents/MacOS/firefox",
			join(programFiles, "Mozilla Firefox", "firefox.exe"),
		],
		packages: ["firefox-esr"],
		command: {
			darwin: "brew install --cask firefox",
			win32: "winget install Mozilla.Firefox",
		},
	},
	webkit: {
		title: "WebKitGTK",
		// It has no headless mode: it gets a display of its own from Xvfb.
		programs: ["WebKitWebDriver", "xvfb-run", "xauth", "dbus-launch"],
		elsewhere: [],
		packages: ["webkit2gtk-driver", "xvfb", "dbus-x11", "xauth"],
		command: {
			darwin: "none: it is for Linux only",
			win32: "none: it is for Linux only",
		},
	},
};

export const browsers = Object.keys(known);
export const packagesOf = (name) => known[name].packages;

/** Returns where a program is on the PATH, or null. */
export function findProgram(program) {
	const file = isWindows ? `${program}.exe` : program;
	for (const folder of (process.env.PATH ?? "").split(delimiter)) {
		const path = join(folder, file);
		try {
			accessSync(path, constants.X_OK);
			return path;
		} catch {}
	}
	return null;
}

/** Returns the path of Playwright's own Chromium, or null. */
function playwrightsChromium() {
	try {
		const { chromium } = createRequire(import.meta.url)("playwright-core");
		const path = chromium.executablePath();
		return existsSync(path) ? path : null;
	} catch {
		return null; // npm's packages are not installed yet.
	}
}

/** Returns the program of a browser, or null. */
export function programOf(name) {
	const { programs, elsewhere } = known[name];
	const found = programs.map(findProgram);
	if (found.every((path) => path !== null)) return found[0];
	return elsewhere.find((path) => existsSync(path)) ?? null;
}

const playwrights = playwrightsChromium();
export const chromium = playwrights ?? programOf("chromium");

/** Returns why a browser is missing, with the command that installs it, or undefined. */
export function missing(name) {
	const isThere =
		name === "chromium"
			? (playwrightsChromium() ?? programOf(name))
			: programOf(name);
	if (isThere) return undefined;
	const { title, command, packages } = known[name];
	const install =
		typeof command === "string"
			? command
			: (command[process.platform] ??
				`sudo apt-get install ${packages.join(" ")}`);
	return `${title} is not installed: ${install}`;
}

/**
 * Options of a test that webdriver.mjs drives in a browser: it is skipped where that is missing,
 * but with CI=true.
 */
export function inBrowser(name) {
	const driver = name === "chromium" && missing("chromedriver");
	const reason = missing(name) || driver || false;
	return { skip: process.env.CI === "true" ? false : reason };
}

/** Installs Debian's packages if that takes no question: as root. */
export function aptInstall(packages) {
	if (findProgram("apt-get") === null || process.getuid?.() !== 0) return;
	say(`${packages.join(" ")}: installing with apt-get, for the tests`);
	const options = {
		env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
		stdio: ["ignore", "ignore", "inherit"],
	};
	spawnSync("apt-get", ["update", "-qq"], options);
	spawnSync(
		"apt-get",
		["install", "-y", "-qq", "--no-install-recommends", ...packages],
		options,
	);
}

/**
 * For `chromium.launch` and `launchPersistentContext` of playwright-core. No network but what the
 * test asks for.
 */
export const launchOptions = {
	executablePath: chromium ?? undefined,
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
 * Those of `chromium.launch` for a browser without extensions: the headless Chromium, which draws
 * nothing on a screen that is not there, and needs a third of the processor time. Playwright finds
 * its own.
 */
export const headlessOptions = {
	...launchOptions,
	executablePath: playwrights
		? undefined
		: (findProgram("chromium-headless-shell") ?? chromium ?? undefined),
};

/** Makes sure that a browser is there, for a program that is nothing without it. */
export function installBrowser(name) {
	if (missing(name)) aptInstall(packagesOf(name));
	const reason = missing(name);
	if (reason) giveUp(reason);
}
