// What has to be there before suites run. Takes as arguments what they need: `components` (rustfmt and clippy), `package`
// (built and installed into node_modules), `conformance` (the official tests of MCP servers), `lighthouse`, `postgres`, and names of
// browsers. The Rust and npm tools are always seen to.
// Node builtins only: this installs everything else.

import { output, run, say } from "../../pkg-template/build/command.mjs";
import { installDependencies } from "../../pkg-template/build/dependencies.mjs";
import { installToolchain } from "../../pkg-template/build/toolchain.mjs";
import { installBrowsers } from "./browsers.mjs";
import { conformance } from "./conformance.mjs";
import { lighthouse } from "./lighthouse.mjs";
import { installPostgres } from "./postgres.mjs";

const needs = process.argv.slice(2);

installToolchain();
if (needs.includes("components")) installComponents();
installBrowsers(
	needs.filter(
		(need) =>
			![
				"components",
				"package",
				"conformance",
				"lighthouse",
				"postgres",
			].includes(need),
	),
);
if (needs.includes("postgres")) installPostgres();
installDependencies();
for (const [need, tool] of Object.entries({ conformance, lighthouse }))
	if (needs.includes(need)) tool.install();
if (needs.includes("package"))
	await import("../../pkg-template/build/build.mjs");

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
