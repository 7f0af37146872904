// What has to be there before tests run. Takes as arguments what they need, as needs.mjs finds it.
// The Rust and npm tools are always seen to. What cargo compiles and what is downloaded are two
// processes beside each other: `--cargo` and `--downloads` before the needs are these. Browsers and
// PostgreSQL are installed where that needs no question (apt, as root); elsewhere their tests are
// skipped, but with CI=true, where what is missing ends the run. Node builtins only: this installs
// everything else.

import { spawn } from "node:child_process";
import { once } from "node:events";
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
import { compiled } from "./compiled.mjs";
import { conformance, lighthouse } from "./newer-node.mjs";
import { missingPostgres } from "./postgres.mjs";

const parts = {
	"--cargo"(needs) {
		installToolchain();
		if (needs.includes("components")) installComponents();
	},
	"--downloads"(needs) {
		installDependencies();
		const wanted = browsers.filter(
			(browser) => needs.includes(browser) || needs.includes("webdriver"),
		);
		const lacking = wanted.filter(missing);
		const packages = lacking.flatMap(packagesOf);
		if (needs.includes("postgres") && missingPostgres())
			packages.push("postgresql");
		if (packages.length > 0) aptInstall(packages);
		if (process.env.CI === "true") {
			const reasons = [
				...wanted.map(missing),
				needs.includes("postgres") && missingPostgres(),
			].filter(Boolean);
			if (reasons.length > 0) giveUp(reasons.join("\n"));
		}
		if (needs.includes("newer-node"))
			for (const tool of process.env.AGENT_TODOS_QUICK
				? [conformance]
				: [conformance, lighthouse])
				tool.install();
	},
};

const [part, ...rest] = process.argv.slice(2);
if (part in parts) parts[part](rest);
else await setUp(process.argv.slice(2));

async function setUp(needs) {
	const file = fileURLToPath(import.meta.url);
	const ends = await Promise.all(
		Object.keys(parts).map((name) =>
			once(
				spawn(process.execPath, [file, name, ...needs], { stdio: "inherit" }),
				"close",
			),
		),
	);
	// Each has said what it lacks.
	if (ends.some(([status]) => status !== 0)) process.exit(1);
	const compiling = Object.keys(compiled)
		.filter((name) => needs.includes(name))
		.map((name) => once(compile(name), "close"));
	if (needs.includes("package"))
		await import("../../pkg-template/build/build.mjs");
	await Promise.all(compiling);
}

/** Compiles tests. If that fails, the tests compile themselves again, and report why. */
function compile(name) {
	return spawn("cargo", [...compiled[name], "--quiet"], {
		cwd: root,
		stdio: "ignore",
	});
}

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
