// The suites of `npm test`, in the order in which they run in their lane: the quickest to fail first.
//
// A suite has a name, a line that says what it checks, what it needs (see set-up.mjs), its lane (see lanes.mjs; those that
// share a folder of target/ are in one), and how it runs: a function that
// gives `{passed, failed, skipped, output}`, counted in tests. A check that is no set of tests counts as one. One that is
// `isOnDemand` takes long, and runs only when it is named.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import { ofLibtest, ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { runElsewhere } from "./elsewhere.mjs";
import { execute } from "./execute.mjs";
import { runWasmTests } from "./wasm-tests.mjs";

export const suites = [
	{
		name: "setup",
		checks: "this test runner counts nothing as passed that did not run",
		needs: [],
		lane: "terminal",
		run: () => nodeTest("tests/setup"),
	},
	{
		name: "format",
		checks: "the Rust code is as rustfmt writes it",
		needs: ["components"],
		lane: "terminal",
		run: () => check("cargo", ["fmt", "--check"]),
	},
	{
		name: "lint",
		checks:
			"TypeScript and JavaScript are as Biome formats and recommends them, and no file has a conflict marker",
		needs: [],
		lane: "terminal",
		run: async () =>
			sum([
				await check(process.execPath, [
					join("node_modules", "@biomejs", "biome", "bin", "biome"),
					"check",
					"--error-on-warnings",
				]),
				await nodeTest("tests/lint"),
			]),
	},
	{
		name: "clippy-host",
		checks: "no warning of clippy, compiled for this machine",
		needs: ["components"],
		lane: "terminal",
		run: () =>
			check("cargo", [
				"clippy",
				"--quiet",
				"--all-targets",
				"--",
				"-D",
				"warnings",
			]),
	},
	{
		name: "clippy-wasm",
		checks: "no warning of clippy, compiled for WebAssembly",
		needs: ["components"],
		lane: "terminal",
		// With everything there is; and as each module is shipped.
		run: async () => {
			const outcomes = [];
			for (const options of [
				["--all-targets"],
				["--no-default-features", "--features", "todos", "--lib"],
				["--no-default-features", "--features", "tasks", "--lib"],
			]) {
				outcomes.push(
					await check("cargo", [
						"clippy",
						"--quiet",
						"--target",
						wasmTarget,
						...options,
						"--",
						"-D",
						"warnings",
					]),
				);
			}
			return sum(outcomes);
		},
	},
	{
		name: "native",
		checks: "the core, on this machine: unit, property and documentation tests",
		needs: [],
		lane: "terminal",
		run: async () =>
			ofLibtest(await execute("cargo", ["test", "--no-fail-fast"])),
	},
	{
		name: "wasm-node",
		checks:
			"the core as WebAssembly in Node, beside what JavaScript has of its own",
		needs: [],
		lane: "terminal",
		run: () => runWasmTests(null, ["wasm_node"]),
	},
	...["chromium", "firefox", "webkit"].map((browser) => ({
		name: `wasm-${browser}`,
		checks: `the same in ${browser}: page, dedicated worker and service worker`,
		needs: [browser],
		lane: "terminal",
		run: () =>
			runWasmTests(browser, [
				"wasm_page",
				"wasm_worker",
				"wasm_service_worker",
			]),
	})),
	{
		name: "types",
		checks: "what TypeScript says of right and wrong uses of the package",
		needs: ["package"],
		lane: "terminal",
		run: () => nodeTest("tests/types"),
	},
	{
		name: "node",
		checks: "the packed package in Node",
		needs: ["package"],
		lane: "terminal",
		run: () => nodeTest("tests/node"),
	},
	{
		name: "hosts",
		checks:
			"the tools and the reminders in LangChain, the AI SDK, OpenAI's Agents SDK, the Prompt API and the MCP SDK, and what they cost",
		needs: ["package"],
		lane: "terminal",
		run: () => nodeTest("tests/hosts"),
	},
	{
		name: "hostile",
		checks:
			"random calls, damaged input and storages that fail and lie, for as long as half a minute",
		needs: ["package"],
		lane: "terminal",
		// With AGENT_TODOS_HOSTILE=full, as `npm run test:hostile` sets it, for ten minutes.
		run: () => nodeTest("tests/hostile"),
	},
	{
		name: "mcp",
		checks:
			"the MCP server in memory, over stdio and HTTP, from a page and an extension, and the file that it keeps",
		needs: ["package", "conformance", "chromium"],
		lane: "terminal",
		run: () => nodeTest("tests/mcp"),
	},
	{
		name: "cli",
		checks:
			"the command agent-todos and what its audit reads from session logs",
		needs: ["package"],
		lane: "terminal",
		run: () => nodeTest("tests/cli"),
	},
	{
		name: "mcp-kill",
		checks:
			"the MCP server killed 500 times while it writes tasks, and 500 times while it writes a list",
		needs: ["package"],
		lane: "terminal",
		isOnDemand: true,
		run: () =>
			ofNodeTest(join(root, "tests", "mcp", "killed.test.mjs"), {
				AGENT_TODOS_KILL_RUNS: "500",
			}),
	},
	{
		name: "postgres",
		checks:
			"lists and tasks in a real PostgreSQL: the contract, what goes wrong, kills, several servers at once",
		needs: ["package", "postgres"],
		lane: "terminal",
		// With AGENT_TODOS_POSTGRES=full, as `npm run test:postgres` sets it, the counts are those of tests/postgres/scale.mjs.
		run: () => nodeTest("tests/postgres"),
	},
	{
		name: "webmcp",
		checks: "the tools of a page, through Chromium's own WebMCP",
		needs: ["package", "chromium"],
		lane: "browsers",
		run: () => nodeTest("tests/webmcp"),
	},
	{
		name: "live",
		checks:
			"one owner and its followers: tabs, workers and an extension in Chromium, a page in Firefox and WebKit",
		needs: ["package", "chromium", "firefox", "webkit"],
		lane: "browsers",
		run: () => nodeTest("tests/live"),
	},
	{
		name: "element",
		checks:
			"<agent-todos> in Chromium, and on its main path in Firefox and WebKit; React, Vue and Svelte around the list",
		needs: ["package", "chromium", "firefox", "webkit"],
		lane: "browsers",
		run: () => nodeTest("tests/element"),
	},
	{
		name: "durable",
		checks:
			"nothing that was acknowledged is lost: kills, stops, tabs at once, no room",
		needs: ["package", "chromium", "firefox", "webkit"],
		lane: "browsers",
		// With AGENT_TODOS_DURABLE=full, as `npm run test:durable` sets it, the counts are those of tests/durable/scale.mjs, for minutes.
		run: () => nodeTest("tests/durable"),
	},
	...["chromium", "firefox", "webkit"].map((browser) => ({
		name: `package-${browser}`,
		checks: `the packed package in ${browser}: page, dedicated worker and service worker`,
		needs: ["package", browser],
		lane: "browsers",
		run: () => nodeTest("tests/package", { AGENT_TODOS_BROWSER: browser }),
	})),
	{
		name: "readme",
		checks:
			"every code block and link of the READMEs and the documentation is right, and the extensions of the guides work in Chromium and Firefox",
		needs: ["package", "chromium", "firefox"],
		lane: "browsers",
		run: () => nodeTest("tests/readme"),
	},
	{
		name: "site",
		checks:
			"the built site below any path: links, search, accessibility, no request to anywhere else; rustdoc and TypeDoc without a warning",
		needs: ["package", "chromium", "lighthouse"],
		lane: "terminal",
		run: async () => {
			const built = await check(process.execPath, ["www/site/build.mjs"]);
			return built.failed > 0
				? built
				: sum([built, await nodeTest("tests/site")]);
		},
	},
	{
		name: "packaging",
		checks: "apps built on the package with each bundler, and an extension",
		needs: ["package", "chromium"],
		lane: "terminal",
		run: () => nodeTest("tests/packaging"),
	},
	{
		name: "ecosystem",
		checks:
			"the packed package in extension frameworks, test runners, runtimes, Next.js and hosts of agents, each installed from npm for it",
		needs: ["package", "chromium"],
		lane: "browsers",
		isOnDemand: true,
		run: () => nodeTest("tests/ecosystem"),
	},
	{
		name: "e2e",
		checks:
			"the front page with the agent and its shop, and the playground, in Chromium and, on their main path, in Firefox",
		needs: ["package", "chromium", "firefox"],
		lane: "browsers",
		run: () => nodeTest("tests/e2e"),
	},
	{
		name: "extension",
		checks:
			"the extension in Chromium, from the task to the order, and in Firefox; what a store's linter says of it",
		needs: ["package", "chromium", "firefox"],
		lane: "browsers",
		run: () => nodeTest("tests/extension"),
	},
	{
		name: "elsewhere",
		checks:
			"the build, Node and the bundlers in a copy at “with a space/agent-todos”; always in CI",
		needs: ["package", "chromium"],
		lane: "browsers",
		isOnDemand: !process.env.CI,
		run: () => runElsewhere(["setup", "node", "packaging"]),
	},
	{
		name: "size",
		checks: "what a user downloads is within the budget",
		needs: ["package"],
		lane: "browsers",
		run: () => check(process.execPath, ["pkg-template/build/size.mjs"]),
	},
];

async function check(command, args, options) {
	return ofOneCheck(await execute(command, args, options));
}

/** The `*.test.mjs` files of a folder, one process each. */
async function nodeTest(folder, env = {}) {
	const path = join(root, folder);
	const files = existsSync(path)
		? readdirSync(path)
				.filter((file) => file.endsWith(".test.mjs"))
				.sort()
		: [];
	if (files.length === 0)
		return {
			passed: 0,
			failed: 0,
			skipped: 0,
			output: `${folder} holds no *.test.mjs file`,
		};
	const outcomes = [];
	for (const file of files)
		outcomes.push(await ofNodeTest(join(path, file), env));
	return sum(outcomes);
}
