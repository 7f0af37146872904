// `npm run fuzz -- TARGET [SECONDS]`: cargo-fuzz on one target, for ten minutes unless told
// otherwise. It needs a nightly Rust, and installs cargo-fuzz into target/tools. What it finds new
// goes to target/fuzz/, not into the corpus that is committed.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
	giveUp,
	output,
	run,
	say,
} from "../../../pkg-template/build/command.mjs";
import {
	programOf,
	target,
	tools,
} from "../../../pkg-template/build/places.mjs";

const here = import.meta.dirname;
const cargoFuzz = programOf(tools, "cargo-fuzz");
const targets = readdirSync(join(here, "corpus")).map((file) =>
	basename(file, ".json"),
);
const [name, seconds = "600"] = process.argv.slice(2);
if (!targets.includes(name) || !/^\d+$/.test(seconds))
	giveUp(`npm run fuzz -- TARGET [SECONDS], with ${targets.join(", ")}`);
if (output("rustup", ["run", "nightly", "rustc", "--version"]) === null)
	giveUp(
		"cargo-fuzz needs a nightly Rust: rustup toolchain install nightly --profile minimal",
	);
if (output(cargoFuzz, ["--version"]) === null) {
	say("cargo-fuzz: compiling into target/tools (a minute)");
	run("cargo", ["install", "cargo-fuzz", "--locked", "--root", tools]);
}

const found = join(target, "fuzz", name);
const [corpus, beginnings] = ["corpus", "beginnings"].map((folder) => {
	mkdirSync(join(found, folder), { recursive: true });
	return join(found, folder);
});
const inputs = JSON.parse(
	readFileSync(join(here, "corpus", `${name}.json`), "utf8"),
);
for (const [place, input] of inputs.entries())
	writeFileSync(join(beginnings, String(place)), input);
run(
	"rustup",
	[
		"run",
		"nightly",
		cargoFuzz,
		"run",
		name,
		"--fuzz-dir",
		here,
		"--target-dir",
		join(target, "fuzz", "build"),
		corpus,
		beginnings,
		"--",
		`-max_total_time=${seconds}`,
		`-artifact_prefix=${found}/`,
		"-print_final_stats=1",
		"-timeout=60",
		"-max_len=4096",
	],
	{ stdio: "inherit" },
);
