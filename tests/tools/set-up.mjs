// What has to be there before tests run, and when: a test waits for what it needs, and for nothing
// else. The Rust and npm tools are always seen to. Browsers, PostgreSQL and valgrind are installed
// where that needs no question (apt, as root); elsewhere their tests are skipped, but with CI=true,
// where what is missing ends the run. Node builtins only: this installs everything else.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { giveUp, output, run, say } from "../../pkg-template/build/command.mjs";
import { installDependencies } from "../../pkg-template/build/dependencies.mjs";
import { root } from "../../pkg-template/build/places.mjs";
import { installToolchain } from "../../pkg-template/build/toolchain.mjs";
import {
	aptInstall,
	browsers,
	missing,
	packagesOf,
} from "../../www/browsers/browsers.mjs";
import { compileWasmTests } from "./compiled.mjs";
import { needsOf } from "./needs.mjs";
import { conformance, lighthouse } from "./newer-node.mjs";
import { missingPostgres } from "./postgres.mjs";
import { missingValgrind } from "./valgrind.mjs";

const parts = {
	"--cargo"(needs) {
		installToolchain();
		if (needs.includes("components")) installComponents();
	},
	"--npm"() {
		installDependencies();
	},
	"--programs"(needs) {
		const wanted = browsers.filter(
			(browser) => needs.includes(browser) || needs.includes("webdriver"),
		);
		const lacking = wanted.filter(missing);
		const packages = lacking.flatMap(packagesOf);
		if (needs.includes("postgres") && missingPostgres())
			packages.push("postgresql");
		if (needs.includes("valgrind") && missingValgrind())
			packages.push("valgrind");
		if (packages.length > 0) aptInstall(packages);
		if (process.env.CI === "true") {
			const reasons = [
				...wanted.map(missing),
				needs.includes("postgres") && missingPostgres(),
				needs.includes("valgrind") && missingValgrind(),
			].filter(Boolean);
			if (reasons.length > 0) giveUp(reasons.join("\n"));
		}
		if (needs.includes("conformance")) conformance.install();
		if (needs.includes("lighthouse")) lighthouse.install();
	},
};

const file = fileURLToPath(import.meta.url);
const [part, ...needed] = process.argv.slice(2);
if (process.argv[1] === file) parts[part](needed);

/**
 * Sets up what test files need, by their paths in tests/. Returns a promise for each thing that
 * they wait for; one that fails has said why. `installed` is what every file waits for.
 */
export function setUp(files) {
	const needs = needsOf(files);
	const run = (part) => node([file, part, ...needs]);
	const cargo = run("--cargo");
	const installed = run("--npm");
	const programs = installed.then(() => run("--programs"));
	const build = join(root, "pkg-template/build/build.mjs");
	const wasmTests = () =>
		ended(spawn("cargo", [...compileWasmTests, "--quiet"], { cwd: root }));
	const compilers = Promise.all([cargo, installed]);
	const built =
		needs.includes("package") && compilers.then(() => node([build]));
	// Most tests wait for the package, so what only few need is compiled after it.
	const afterPackage = Promise.allSettled([cargo, built]);
	// If that fails, the tests compile themselves again, and report why.
	const wasm = needs.includes("wasm") && afterPackage.then(wasmTests);
	return {
		cargo,
		installed,
		chromium: programs,
		webdriver: programs,
		postgres: programs,
		conformance: programs,
		lighthouse: programs,
		// Cargo compiles one thing at a time in a folder.
		components: Promise.all([afterPackage, wasm]),
		valgrind: Promise.all([programs, afterPackage]),
		package: built,
		wasm,
	};
}

/** Runs a script of Node. Rejects if it fails. */
async function node(args) {
	const script = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
	if ((await ended(script)) !== 0) throw new Error(args.join(" "));
}

const ended = async (program) => (await once(program, "close"))[0];

/** A minimal rustup has neither. */
function installComponents() {
	const missing = ["rustfmt", "clippy"].filter(
		(name) =>
			output("cargo", [name === "rustfmt" ? "fmt" : name, "--version"]) ===
			null,
	);
	if (missing.length === 0) return;
	say(
		`rustup components ${missing.join(", ")}: installing, to check the Rust code`,
	);
	run("rustup", ["component", "add", ...missing]);
}
