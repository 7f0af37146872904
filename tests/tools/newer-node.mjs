// Development tools that need a newer Node than the package does, each in a folder of target/tools
// with its own node_modules, as it brings a hundred packages that nothing else here needs. Node
// builtins only.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { giveUp, npm, output, say } from "../../pkg-template/build/command.mjs";
import { root, tools } from "../../pkg-template/build/places.mjs";
import { isWindows } from "./windows.mjs";

const [major, minor] = process.versions.node.split(".").map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 19);
/** What npm's package `node` is for this machine; by itself it runs no install script. */
const nodePackage = `node-${isWindows ? "win" : process.platform}-${process.arch}`;

/**
 * Returns an npm package as a program on Node 22.19 or later: `{program, before, install}`, where
 * `before` are the arguments that have to stand before its own. `script` is its path in the
 * package, `purpose` what it is installed for.
 */
export function toolOnNewerNode({ name, version, script, purpose }) {
	const folder = join(tools, name.split("/").at(-1));
	const modules = join(folder, "node_modules");
	const dependencies = {
		[name]: version,
		...(!isNewEnough && { [nodePackage]: "22.23.3" }),
	};
	return {
		program: isNewEnough
			? process.execPath
			: join(modules, nodePackage, "bin", isWindows ? "node.exe" : "node"),
		before: [join(modules, name, script)],
		install: () => install(folder, modules, dependencies, purpose),
	};
}

/** The official conformance tests of MCP servers. */
export const conformance = toolOnNewerNode({
	name: "@modelcontextprotocol/conformance",
	version: "0.1.16",
	script: "dist/index.js",
	purpose: "to hold the MCP server against the official tests",
});

/** What measures the pages of the site. */
export const lighthouse = toolOnNewerNode({
	name: "lighthouse",
	version: "13.5.0",
	script: "cli/index.js",
	purpose: "to measure the pages of the site",
});

function install(folder, modules, dependencies, purpose) {
	const wanted = Object.entries(dependencies);
	if (wanted.every(([name, version]) => versionOf(modules, name) === version))
		return;
	const names = wanted.map((dependency) => dependency.join("@"));
	say(
		`${names.join(", ")}: installing into ${relative(root, folder)}, ${purpose}`,
	);
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		join(folder, "package.json"),
		`${JSON.stringify({ private: true, dependencies }, null, 2)}\n`,
	);
	const installed = output(
		npm.command,
		[...npm.before, "install", "--no-audit", "--no-fund", "--loglevel=error"],
		{
			cwd: folder,
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	if (installed === null) {
		giveUp(
			`npm could not install ${names.join(" and ")} (what it says is above), ${purpose}.\n` +
				"Is the npm registry reachable? The other suites run without: name them, as in `npm test -- native node`; --list says what there is.",
		);
	}
}

function versionOf(modules, name) {
	const manifest = join(modules, name, "package.json");
	return existsSync(manifest)
		? JSON.parse(readFileSync(manifest, "utf8")).version
		: null;
}
