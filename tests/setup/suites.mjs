// The suites of `npm test`, in the order in which the queue takes their jobs: those that keep cargo busy first, as they are the
// longest chain.
//
// A suite has a name, a line that says what it checks, what it needs (see set-up.mjs), the paths that concern it (see changed.mjs) and
// `jobs(isQuick)`, each `{run, token?}` (see queue.mjs), where `run` resolves with `{passed, failed, skipped, output}`, counted in tests. A
// check that is no set of tests counts as one. One that `isSlow` runs when it is named, and with `--all`; one that is `isOnDemand`,
// only when it is named. `frozen` are the files that `--update` rewrites, and `full` the variables that `--full` sets for its long run.

import { randomInt } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import { browsers } from "./browsers.mjs";
import { ofLibtest, ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { runElsewhere } from "./elsewhere.mjs";
import { execute } from "./execute.mjs";
import { runWasmTests } from "./wasm-tests.mjs";

const crate = ["src", "Cargo.toml", "Cargo.lock"];
const build = ["pkg-template/build", "pkg-template/package.json"];
const typescript = ["pkg-template/src", "pkg-template/tsconfig.json"];
/** What the package is made of. */
const product = [...crate, ...build, ...typescript];

/**
 * For WebAssembly, cargo is used with one profile, so that what it compiles for one suite serves the next: macros and build scripts are a
 * third of its work.
 */
const wasmTest = ["wasm-test", "--target", wasmTarget];

/** Profiles, and what clippy looks at with them. Natively it sees all of the crate but what `cfg` says of WebAssembly. */
const quickClippy = [["dev", "--lib"]];
const wholeClippy = [
	["dev", "--all-targets"],
	[...wasmTest, "--lib", "--test", "wasm"],
	[...wasmTest, "--lib", "--no-default-features", "--features", "todos"],
	[...wasmTest, "--lib", "--no-default-features", "--features", "tasks"],
];

/** What a suite is where it does not say. */
const usual = ({ name }) => ({
	needs: ["package"],
	concerns: product,
	frozen: [],
	jobs: (isQuick) => nodeTest(`tests/${name}`, isQuick),
});

export const suites = [
	{
		name: "clippy",
		checks:
			"no warning of clippy: of the crate; with --all of its tests, for WebAssembly, and as each module is shipped",
		needs: ["components"],
		concerns: [...crate, "tests/native", "tests/wasm", "tests/fuzz"],
		jobs: (isQuick) =>
			(isQuick ? quickClippy : wholeClippy).map(([profile, ...options]) => ({
				token: profile,
				run: () =>
					check("cargo", [
						"clippy",
						"--quiet",
						"--profile",
						profile,
						...options,
						"--",
						"-D",
						"warnings",
					]),
			})),
	},
	{
		name: "native",
		frozen: ["tests/native/sentences.txt"],
		full: { AGENT_TODOS_HOSTILE: "full" },
		checks: "the core, on this machine: unit, property and documentation tests",
		needs: [],
		concerns: [...crate, "tests/native", "tests/corpus", "tests/fuzz"],
		jobs: () => [
			{
				token: "dev",
				run: async () =>
					ofLibtest(
						await execute("cargo", ["test", "--no-fail-fast"], {
							env: drawn(),
						}),
					),
			},
		],
	},
	{
		name: "wasm-node",
		checks:
			"the core as WebAssembly in Node, beside what JavaScript has of its own",
		needs: [],
		concerns: [...crate, "tests/wasm", "tests/fuzz"],
		jobs: () => [{ token: "wasm-test", run: () => runWasmTests(null) }],
	},
	{
		name: "elsewhere",
		checks:
			"the build, and the package in Node, in a copy at “with a space/agent-todos”",
		concerns: [...build, "tests/setup"],
		isSlow: true,
		jobs: () => [{ run: () => runElsewhere() }],
	},
	{
		name: "site",
		checks:
			"the built site below any path: links, search, accessibility, no request to anywhere else; rustdoc and TypeDoc without a warning; `npm start`",
		needs: ["package", "chromium"],
		concerns: [...product, "pkg-template/reference", "www"],
		jobs: (isQuick) => ofBuiltSite("tests/site", isQuick),
	},
	{
		name: "lighthouse",
		checks:
			"the front page and the documentation score 100 for accessibility, best practices and search engines",
		needs: ["package", "chromium", "lighthouse"],
		concerns: [...product, "pkg-template/reference", "www"],
		isSlow: true,
		jobs: (isQuick) => ofBuiltSite("tests/lighthouse", isQuick),
	},
	...browsers.map((browser) => ({
		name: `package-${browser}`,
		checks: `the packed package in ${browser}: page, dedicated worker and service worker`,
		needs: ["package", browser],
		concerns: [...product, "tests/package", "tests/corpus"],
		jobs: (isQuick) =>
			nodeTest("tests/package", isQuick, { AGENT_TODOS_BROWSER: browser }),
	})),
	{
		name: "e2e",
		full: { AGENT_TODOS_AGENT: "full" },
		checks:
			"the front page with the agent and its shop, and the playground, in Chromium and, on their main path, in Firefox",
		needs: ["package", "chromium", "firefox"],
		concerns: [...product, "www"],
	},
	{
		name: "eval",
		checks:
			"`npm run eval`: the tasks of the shop with a scripted model at an endpoint, with a list and without one",
		needs: ["package", "chromium"],
		concerns: [...product, "www/src", "www/shop"],
	},
	{
		name: "durable",
		full: { AGENT_TODOS_DURABLE: "full" },
		checks:
			"nothing that was acknowledged is lost: kills, stops, tabs at once, no room",
		needs: ["package", ...browsers],
	},
	{
		name: "live",
		full: { AGENT_TODOS_LIVE_WRITES: "2016", AGENT_TODOS_LIVE_STOPS: "200" },
		checks:
			"one owner and its followers: tabs, workers and an extension in Chromium, a page in Firefox and WebKit",
		needs: ["package", ...browsers],
	},
	{
		name: "element",
		full: { AGENT_TODOS_ELEMENT_UPDATES: "10000" },
		checks:
			"<agent-todos> in Chromium, and on its main path in Firefox and WebKit; React, Vue and Svelte around the list",
		needs: ["package", ...browsers],
		concerns: [...product, "pkg-template/custom-elements.json"],
	},
	{
		name: "extension",
		checks:
			"the extension in Chromium, from the task to the order, and in Firefox; what a store's linter says of it",
		needs: ["package", "chromium", "firefox"],
		concerns: [...product, "www/extension", "www/shop", "www/src"],
	},
	{
		name: "readme",
		checks:
			"every code block and link of the READMEs and the documentation is right, and the extensions of the guides work in Chromium and Firefox",
		needs: ["package", "chromium", "firefox"],
		concerns: [
			...product,
			"README.md",
			"pkg-template/README.md",
			"pkg-template/reference",
			".github/CONTRIBUTING.md",
			"tests/README.md",
			"www/docs",
		],
	},
	{
		name: "packaging",
		checks: "apps built on the package with each bundler, and an extension",
		needs: ["package", "chromium"],
		concerns: [...product, "www/docs", "pkg-template"],
	},
	{
		name: "postgres",
		full: { AGENT_TODOS_POSTGRES: "full" },
		checks:
			"lists and tasks in a real PostgreSQL: the contract, what goes wrong, kills, several servers at once",
		needs: ["package", "postgres"],
	},
	{
		name: "mcp",
		checks:
			"the MCP server in memory, over stdio and HTTP, from a page and an extension, and the file that it keeps",
		needs: ["package", "conformance", "chromium"],
	},
	{
		name: "cli",
		checks:
			"the command agent-todos and what its audit reads from session logs",
	},
	{
		name: "hosts",
		checks:
			"the tools and the reminders in LangChain, the AI SDK, OpenAI's Agents SDK and the Prompt API, and what they cost",
		// What a small model answered is replayed.
		concerns: [...product, "tests/model"],
	},
	{
		name: "hostile",
		full: { AGENT_TODOS_HOSTILE: "full" },
		checks:
			"every function of the package with wrong arguments; random calls, and storages that fail and lie, the same each time unless `npm run test:hostile` draws new ones",
	},
	{
		name: "webmcp",
		checks: "the tools of a page, through Chromium's own WebMCP",
		needs: ["package", "chromium"],
	},
	{
		name: "types",
		frozen: ["tests/types/api.txt"],
		checks: "what TypeScript says of right and wrong uses of the package",
	},
	{
		name: "node",
		checks: "the packed package in Node",
		concerns: [...product, "tests/package", "tests/corpus"],
	},
	// By now the program is compiled, and a browser waits for no cargo.
	...browsers.map((browser) => ({
		name: `wasm-${browser}`,
		checks: `the core as WebAssembly in a worker in ${browser}`,
		needs: [browser],
		concerns: [...crate, "tests/wasm", "tests/fuzz"],
		isSlow: browser !== "chromium",
		jobs: () => [{ run: () => runWasmTests(browser) }],
	})),
	{
		name: "setup",
		checks: "this test runner counts nothing as passed that did not run",
		needs: [],
		concerns: ["tests/run.mjs", "tests/README.md"],
	},
	{
		name: "lint",
		checks:
			"Rust is as rustfmt writes it, TypeScript and JavaScript as Biome formats and recommends them, and no file has a conflict marker",
		needs: ["components"],
		concerns: [""],
		jobs: (isQuick) => [
			{ run: () => check("cargo", ["fmt", "--check"]) },
			{
				run: () =>
					check(process.execPath, [
						join("node_modules", "@biomejs", "biome", "bin", "biome"),
						"check",
						"--error-on-warnings",
					]),
			},
			...nodeTest("tests/lint", isQuick),
		],
	},
	{
		name: "size",
		checks:
			"what a user downloads is within the budget, and the pages say what it is",
		concerns: [...product, "README.md", "pkg-template/README.md", "www"],
		frozen: [
			"README.md",
			"pkg-template/README.md",
			"www/index.html",
			"www/docs/how-to/bundlers.md",
			"www/docs/how-to/live-contexts.md",
			"www/docs/guides/element.md",
		],
		jobs: (isQuick) => [
			{ run: () => check(process.execPath, ["pkg-template/build/size.mjs"]) },
			...nodeTest("tests/size", isQuick),
		],
	},
	{
		name: "ecosystem",
		checks:
			"the packed package in extension frameworks, test runners, runtimes, Next.js and hosts of agents, each installed from npm for it",
		needs: ["package", "chromium"],
		concerns: [],
		isOnDemand: true,
	},
	{
		name: "crowd",
		checks:
			"60,000 histories of three models, a person, a host and a run on one list",
		needs: [],
		concerns: [],
		isOnDemand: true,
		jobs: () => [
			{
				token: "wasm-test",
				run: async () =>
					ofLibtest(
						await execute(
							"cargo",
							["test", "--profile", "wasm-test", "--test", "native", "crowd::"],
							{ env: { HISTORIES: "60000" } },
						),
					),
			},
		],
	},
	{
		name: "mcp-kill",
		checks:
			"the MCP server killed 500 times while it writes tasks, and 500 times while it writes a list",
		concerns: [],
		isOnDemand: true,
		jobs: () => [
			{
				run: () =>
					ofNodeTest("tests/mcp/killed.test.mjs", {
						AGENT_TODOS_KILL_RUNS: "500",
					}),
			},
		],
	},
].map((suite) => ({ ...usual(suite), ...suite }));

/** In `npm run test:hostile`, the core's properties are tried with new values, too. */
function drawn() {
	if (process.env.AGENT_TODOS_HOSTILE !== "full") return {};
	const seed = String(randomInt(2 ** 31));
	console.log(`native: PROPTEST_RNG_SEED=${seed}`);
	return { PROPTEST_RNG_SEED: seed };
}

/** One job, which builds the site, and then runs the tests of a folder one after the other. */
function ofBuiltSite(folder, isQuick) {
	const run = async () => {
		const built = await check(process.execPath, ["www/site/build.mjs"]);
		if (built.failed > 0) return built;
		const outcomes = [built];
		for (const { run } of nodeTest(folder, isQuick)) outcomes.push(await run());
		return sum(outcomes);
	};
	// For rustdoc.
	return [{ token: "wasm-test", run }];
}

async function check(command, args) {
	return ofOneCheck(await execute(command, args), [command, ...args]);
}

/** A job for each `*.test.mjs` file of a folder; those named `*.slow.test.mjs` are left out of a quick run. */
function nodeTest(folder, isQuick, env = {}) {
	const path = join(root, folder);
	const files = existsSync(path) ? readdirSync(path) : [];
	return files
		.filter((file) => file.endsWith(".test.mjs"))
		.filter((file) => !isQuick || !file.endsWith(".slow.test.mjs"))
		.sort()
		.map((file) => ({ run: () => ofNodeTest(`${folder}/${file}`, env) }));
}
