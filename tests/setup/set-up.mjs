// What has to be there before suites run. Takes as arguments what they need: `components` (rustfmt and clippy), `package`
// (built and installed into node_modules), `conformance` (the official tests of MCP servers), `lighthouse`, `postgres`, and names of
// browsers. The Rust and npm tools are always seen to. What cargo compiles and what is downloaded are two processes beside each other:
// `--cargo` and `--downloads` before the needs are these.
// Node builtins only: this installs everything else.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { output, run, say } from "../../pkg-template/build/command.mjs";
import { installDependencies } from "../../pkg-template/build/dependencies.mjs";
import { installToolchain } from "../../pkg-template/build/toolchain.mjs";
import { browsers, installBrowsers } from "./browsers.mjs";
import { conformance, lighthouse } from "./newer-node.mjs";
import { installPostgres } from "./postgres.mjs";

const parts = {
	"--cargo"(needs) {
		installToolchain();
		if (needs.includes("components")) installComponents();
	},
	"--downloads"(needs) {
		installBrowsers(needs.filter((need) => browsers.includes(need)));
		if (needs.includes("postgres")) installPostgres();
		installDependencies();
		for (const [need, tool] of Object.entries({ conformance, lighthouse }))
			if (needs.includes(need)) tool.install();
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
	if (needs.includes("package"))
		await import("../../pkg-template/build/build.mjs");
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
