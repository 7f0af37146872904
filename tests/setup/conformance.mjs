// The official conformance tests of MCP servers, and a Node to run them with. They stay in target/tools, as they bring a
// hundred packages that nothing else here needs. Node builtins only.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { giveUp, npm, output, say } from "../../pkg-template/build/command.mjs";
import { root, tools } from "../../pkg-template/build/places.mjs";

const folder = join(tools, "conformance");
const modules = join(folder, "node_modules");
const isNewEnough = Number(process.versions.node.split(".")[0]) >= 22;
/** What npm's package `node` is for this machine; by itself it runs no install script. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const dependencies = {
	"@modelcontextprotocol/conformance": "0.1.16",
	...(!isNewEnough && { [nodePackage]: "22.23.3" }),
};

/** Runs its command line: the program, and the arguments that have to stand before its own. */
export const conformance = {
	program: isNewEnough
		? process.execPath
		: join(
				modules,
				nodePackage,
				"bin",
				process.platform === "win32" ? "node.exe" : "node",
			),
	before: [
		join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js"),
	],
};

export function installConformance() {
	if (
		Object.entries(dependencies).every(
			([name, version]) => versionOf(name) === version,
		)
	)
		return;
	const names = Object.entries(dependencies).map((dependency) =>
		dependency.join("@"),
	);
	say(
		`${names.join(", ")}: installing into ${relative(root, folder)}, to hold the MCP server against the official tests`,
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
			`npm could not install ${names.join(" and ")} (what it says is above): the suite mcp needs them.\n` +
				"Is the npm registry reachable? The other suites run without: name them, as in `npm test -- native node`; --list says what there is.",
		);
	}
}

function versionOf(name) {
	const manifest = join(modules, name, "package.json");
	return existsSync(manifest)
		? JSON.parse(readFileSync(manifest, "utf8")).version
		: null;
}
