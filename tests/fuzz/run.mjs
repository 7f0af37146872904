// `npm run fuzz -- TARGET [SECONDS]`: cargo-fuzz on one target, for ten minutes unless told otherwise. It needs a nightly Rust, and
// installs cargo-fuzz into target/tools. What it finds new goes to target/fuzz/, not into the corpus that is committed.

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { giveUp, output, run, say } from "../../pkg-template/build/command.mjs";
import { target, tool, tools } from "../../pkg-template/build/places.mjs";

const here = import.meta.dirname;
const targets = readdirSync(join(here, "corpus"));
const [name, seconds = "600"] = process.argv.slice(2);
if (!targets.includes(name) || !/^\d+$/.test(seconds))
	giveUp(`npm run fuzz -- TARGET [SECONDS], with ${targets.join(", ")}`);
if (output("rustup", ["run", "nightly", "rustc", "--version"]) === null)
	giveUp(
		"cargo-fuzz needs a nightly Rust: rustup toolchain install nightly --profile minimal",
	);
if (output(tool("cargo-fuzz"), ["--version"]) === null) {
	say("cargo-fuzz: compiling into target/tools (a minute)");
	run("cargo", ["install", "cargo-fuzz", "--locked", "--root", tools]);
}

const found = join(target, "fuzz", name);
mkdirSync(join(found, "corpus"), { recursive: true });
run(
	"rustup",
	[
		...["run", "nightly", tool("cargo-fuzz"), "run", name],
		...["--fuzz-dir", here, "--target-dir", join(target, "fuzz", "build")],
		...[join(found, "corpus"), join(here, "corpus", name)],
		...["--", `-max_total_time=${seconds}`, `-artifact_prefix=${found}/`],
		...["-print_final_stats=1", "-timeout=60", "-max_len=4096"],
	],
	{ stdio: "inherit" },
);
