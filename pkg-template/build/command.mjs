// Starts other programs. Node builtins only: this runs before anything is installed.

import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "./places.mjs";

// rustup puts cargo on the PATH of login shells only; CI and editors often start us from others.
export const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
process.env.PATH = `${process.env.PATH ?? ""}${delimiter}${join(cargoHome, "bin")}`;

/** Says one line about what happens next. */
export function say(line) {
	console.log(`• ${line}`);
}

/** Ends the process with a message for a person, without a stack trace. */
export function giveUp(message) {
	console.error(`\n${message}`);
	process.exit(1);
}

/** Runs a program at the root, its output shown; ends this process if it fails. */
export function run(command, args, options = {}) {
	const { status, error, signal } = spawnSync(command, args, {
		cwd: root,
		stdio: "inherit",
		...options,
	});
	if (error) giveUp(`Could not start ${command}: ${error.message}`);
	if (status !== 0)
		giveUp(
			`Failed (${signal ?? `exit code ${status}`}): ${[command, ...args].join(" ")}`,
		);
}

/** Returns what a program prints, or null when it is missing or fails. */
export function output(command, args, options = {}) {
	const { status, stdout } = spawnSync(command, args, {
		cwd: root,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "ignore"],
		...options,
	});
	return status === 0 ? stdout : null;
}

/**
 * The npm that started us where there is one, so that no second version of npm gets involved. On
 * Windows `npm` is a script, which cannot be started without a shell: there it is the program
 * beside Node.
 */
export const npm = npmProgram();

function npmProgram() {
	const beside = join(
		dirname(process.execPath),
		"node_modules",
		"npm",
		"bin",
		"npm-cli.js",
	);
	const script = process.env.npm_execpath?.endsWith(".js")
		? process.env.npm_execpath
		: process.platform === "win32" && beside;
	return script
		? { command: process.execPath, before: [script] }
		: { command: "npm", before: [] };
}
