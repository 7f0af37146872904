// Gets the build its Rust tools: the wasm32 target and the wasm-bindgen command line, which has to
// be of exactly the version of the wasm-bindgen crate in Cargo.lock. It is compiled once for all
// clones, into the user's folder of caches. Node builtins only.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, output, run, say } from "./command.mjs";
import { programOf, root, toolFolder } from "./places.mjs";

export const wasmTarget = "wasm32-unknown-unknown";

export function installToolchain() {
	if (output("cargo", ["--version"]) === null) {
		giveUp(
			"Rust is missing: this package is compiled from Rust. Install rustup from https://rustup.rs, then run this again.",
		);
	}
	installTarget();
	installWasmBindgen();
}

function installTarget() {
	const installed = output("rustup", ["target", "list", "--installed"]);
	if (installed === null)
		giveUp(
			`rustup is missing: it installs the ${wasmTarget} target. Get it from https://rustup.rs, then run this again.`,
		);
	if (installed.split(/\s+/).includes(wasmTarget)) return;
	say(
		`rustup target ${wasmTarget}: installing, to compile the core to WebAssembly`,
	);
	run("rustup", ["target", "add", wasmTarget]);
}

/** Returns a program of wasm-bindgen's command line, of the version in Cargo.lock. */
export const wasmBindgen = (name) =>
	programOf(
		toolFolder("wasm-bindgen-cli", lockedVersion("wasm-bindgen")),
		name,
	);

function installWasmBindgen() {
	const version = lockedVersion("wasm-bindgen");
	if (existsSync(wasmBindgen("wasm-bindgen-test-runner"))) return;
	// Not --locked: the lock file inside that release names a crate that has since been withdrawn.
	install(
		"wasm-bindgen-cli",
		version,
		["--no-default-features"],
		"to write the JavaScript side of the core (a minute on two idle cores, eight on a busy machine)",
	);
}

const twiggyVersion = "0.8.0";
export const twiggy = programOf(toolFolder("twiggy", twiggyVersion), "twiggy");

/** Installs what `npm run parts` needs. */
export function installTwiggy() {
	if (existsSync(twiggy)) return;
	install(
		"twiggy",
		twiggyVersion,
		["--locked"],
		"to measure the module (two minutes)",
	);
}

/** Compiles a program into its folder, where other clones find it. */
function install(crate, version, options, purpose) {
	const folder = toolFolder(crate, version);
	say(
		`${crate} ${version}: compiling into ${folder}, for all clones, ${purpose}`,
	);
	run(
		"cargo",
		[
			"install",
			crate,
			"--version",
			`=${version}`,
			...options,
			"--force",
			"--root",
			folder,
		],
		// It works for less than a second, and takes twice as long to compile when it is optimised.
		{ env: { ...process.env, CARGO_PROFILE_RELEASE_OPT_LEVEL: "0" } },
	);
}

/** Returns the version of a crate in Cargo.lock. */
function lockedVersion(crate) {
	const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
	const version = new RegExp(`name = "${crate}"\\s+version = "([^"]+)"`).exec(
		lock,
	)?.[1];
	return version ?? giveUp(`Cargo.lock does not list ${crate}.`);
}
