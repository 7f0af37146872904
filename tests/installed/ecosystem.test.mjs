// What somebody meets who uses the package with a tool of theirs, and sets what the documentation
// says for it (bundlers.md in www/docs/guides), nothing else. Each is installed from npm into a
// project of its own: minutes, and a gigabyte while it runs.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { resultOf, resultOfExtension } from "../packaging/page-result.mjs";
import { Project } from "./fresh-project.mjs";

const entries = ["agent-todos", "agent-todos/inline"];
const typescript = "5.9.3";
const tsx = "4.23.15";
const nodeTypes = "20.19.43";
const empty = "<todos></todos>";
const tried = [];

/**
 * The tool is the first of the dependencies. Its name and version have to stand so in the
 * documentation's tables.
 */
function tool(name, apps, manifest, body) {
	const [version] = Object.values(manifest.dependencies);
	tried.push(`${name} ${version.split(".").slice(0, 2).join(".")}`);
	describe(`${name} ${version}`, () => {
		const project = new Project();
		before(() => project.install(manifest, apps));
		after(() => project.remove());
		body(project);
	});
}
const esModules = (dependencies) => ({ type: "module", dependencies });

async function assertExtension(folder, page, options) {
	assert.deepEqual(await resultOfExtension(folder, page, options), {
		worker: '{"ok":true,"output":"Added 1 TODOs"}',
		page: empty,
	});
}

/** What these pages find out in Chromium. */
async function assertPages(...urls) {
	const browser = await launchChromium();
	try {
		for (const url of urls) assert.equal(await resultOf(browser, url), empty);
	} finally {
		await browser.close();
	}
}
const textAt = async (url) => (await fetch(url)).text();

const wxt = {
	...esModules({ wxt: "0.21.0", typescript }),
	// cssomnom, which later versions of linkedom need, is not in every registry.
	overrides: { linkedom: "0.18.12" },
};
tool("WXT", ["extension", "wxt"], wxt, (project) => {
	for (const [entry, config] of [
		["agent-todos", "with-file.config.ts"],
		["agent-todos/inline", "inline.config.ts"],
	]) {
		test(entry, async () => {
			project.useEntry(entry, "list.ts", "panel.ts");
			project.run("wxt", ["build", "--config", config]);
			await assertExtension(
				project.path(".output", "chrome-mv3"),
				"popup.html",
			);
		});

		test(`${entry}, while developing`, async () => {
			project.useEntry(entry, "list.ts", "panel.ts");
			const built = project.path(".output", "chrome-mv3-dev");
			rmSync(built, { recursive: true, force: true });
			await project.served(
				"wxt",
				["--config", config, "--port"],
				() => assertExtension(built, "popup.html"),
				() => existsSync(join(built, "manifest.json")),
			);
		});
	}
});

const plasmo = {
	displayName: "agent-todos",
	manifest: {
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
	},
	dependencies: { plasmo: "0.90.5", react: "19.3.1", "react-dom": "19.3.1" },
};
tool("Plasmo", ["extension", "plasmo"], plasmo, (project) => {
	for (const entry of entries)
		test(entry, async () => {
			project.useEntry(entry, "list.ts", "panel.ts");
			project.run("plasmo", ["build"]);
			await assertExtension(
				project.path("build", "chrome-mv3-prod"),
				"popup.html",
			);
		});
});

const parcel = {
	dependencies: { parcel: "2.16.4", "@parcel/config-webextension": "2.16.4" },
};
tool("Parcel", ["extension", "parcel"], parcel, (project) => {
	for (const entry of entries)
		test(entry, async () => {
			project.useEntry(entry, "list.ts", "panel.ts");
			const dist = project.path(`dist of ${entry.replace("/", "-")}`);
			project.run("parcel", [
				"build",
				"manifest.json",
				"--no-cache",
				"--dist-dir",
				dist,
			]);
			const page = readdirSync(dist).find((file) => file.endsWith(".html"));
			// Parcel puts a script of its own into the page, which the extension's policy stops.
			await assertExtension(dist, page, {
				ignored: /Executing inline script violates/,
			});
		});
});

const next = {
	dependencies: {
		next: "16.4.6",
		react: "19.3.1",
		"react-dom": "19.3.1",
		typescript,
		"@types/react": "19.3.0",
		"@types/node": nodeTypes,
	},
};
tool("Next.js", ["next"], next, (project) => {
	before(() => {
		const app = (name) => project.path("app", name);
		cpSync(app("client"), app("inline"), { recursive: true });
		project.useEntry("agent-todos/inline", join("app", "inline", "page.tsx"));
	});
	const assertServed = (command) =>
		project.served("next", [command, "-p"], async (url) => {
			assert.match(await textAt(url), /&lt;todos&gt;&lt;\/todos&gt;/);
			assert.equal(await textAt(`${url}route`), empty);
			assert.equal(await textAt(`${url}tasks`), "[]");
			assert.match(await textAt(`${url}react`), /title="0 todos"/);
			await assertPages(`${url}client`, `${url}inline`, `${url}react`);
		});
	for (const bundler of ["turbopack", "webpack"])
		test(bundler, async () => {
			project.run("next", ["build", `--${bundler}`]);
			await assertServed("start");
		});
	test("while developing", () => assertServed("dev"));
});

tool("Vite", ["vite"], esModules({ vite: "7.3.8" }), (project) => {
	test("the development server", () =>
		project.served("vite", ["--port"], (url) => assertPages(url)));
});

const jest = {
	dependencies: {
		jest: "30.5.2",
		"jest-environment-jsdom": "30.5.2",
		"@types/jest": "30.0.0",
		"@types/node": nodeTypes,
		typescript,
		"ts-jest": "29.4.15",
		"babel-jest": "30.5.2",
		"@babel/core": "7.29.13",
		"@babel/preset-env": "7.29.14",
		"@babel/preset-typescript": "7.29.7",
	},
};
tool("Jest", ["jest"], jest, (project) => {
	for (const [title, config, env] of [
		["CommonJS", "commonjs"],
		["jsdom", "jsdom"],
		["ES modules", "esm", { NODE_OPTIONS: "--experimental-vm-modules" }],
	])
		test(title, () =>
			assert.match(
				project.run("jest", ["--config", `${config}.config.cjs`], env),
				/^Tests: +1 passed, 1 total$/m,
			),
		);
});

/** Runs a program whose last line is JSON. */
const assertPrints = (project, command, args, expected) =>
	assert.deepEqual(
		JSON.parse(project.run(command, args).trim().split("\n").at(-1)),
		expected,
	);
const printed = {
	ok: true,
	isOneClass: true,
	todos: [
		{
			id: 1,
			key: "t1",
			content: "Find a kettle",
			status: "done",
			revision: 2,
		},
	],
	copy: 1,
};

tool("Mocha", ["runtime"], esModules({ mocha: "12.0.3", tsx }), (project) => {
	test("mocha", () =>
		assert.match(project.run("mocha", ["list.test.mjs"]), /1 passing/));
	test("tsx", () => assertPrints(project, "tsx", ["main.ts"], printed));
});

tool("Bun", ["runtime"], esModules({ bun: "1.4.5" }), (project) => {
	test("bun run", () => assertPrints(project, "bun", ["main.ts"], printed));
	test("bun build --compile", () => {
		const args = ["bundled.ts", "--outfile", "bundled"];
		project.run("bun", ["build", "--compile", ...args]);
		assert.equal(project.run(project.path("bundled"), []), `${empty}\n`);
	});
});

tool("Deno", ["runtime"], esModules({ deno: "2.9.6" }), (project) => {
	const args = ["run", "--quiet", "--allow-read", "main.ts"];
	test("deno run", () => assertPrints(project, "deno", args, printed));
});

const wrangler = esModules({ wrangler: "4.86.0" });
tool("Wrangler", ["wrangler"], wrangler, (project) => {
	test("a Cloudflare Worker, on this machine", () =>
		project.served("wrangler", ["dev", "--local", "--port"], async (url) =>
			assert.equal(await textAt(url), empty),
		));
});

const compiler = { dependencies: { typescript } };
tool("TypeScript", ["typescript"], compiler, (project) => {
	before(() => cpSync(project.path("uses.ts"), project.path("uses.mts")));
	for (const [file, module, resolution] of [
		["uses.ts", "commonjs", "node10"],
		["uses.ts", "esnext", "bundler"],
		["uses.ts", "preserve", "bundler"],
		["uses.ts", "nodenext", "nodenext"],
		["uses.mts", "nodenext", "nodenext"],
		["uses.mts", "node16", "node16"],
	])
		test(`${file}, module ${module}, moduleResolution ${resolution}`, () => {
			project.run("tsc", [
				file,
				"--noEmit",
				"--strict",
				"--target",
				"es2022",
				"--lib",
				"es2022,dom,esnext.disposable",
				"--module",
				module,
				"--moduleResolution",
				resolution,
			]);
		});
});

const { devDependencies } = JSON.parse(
	readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
/** The hosts of agents, each with what its users install, alone in its project. */
for (const [name, app, ...packages] of [
	[
		"LangChain",
		"langchain",
		"langchain",
		"@langchain/core",
		"@langchain/langgraph",
		"zod",
	],
	["AI SDK", "ai-sdk", "ai"],
	["OpenAI Agents SDK", "openai-agents", "@openai/agents", "zod"],
	["dom-chromium-ai", "prompt-api", "@types/dom-chromium-ai"],
]) {
	const manifest = esModules({
		...Object.fromEntries(
			packages.map((name) => [name, devDependencies[name]]),
		),
		typescript,
		tsx,
		"@types/node": nodeTypes,
	});
	tool(name, [app], manifest, (project) => {
		test("its types are right in a strict program", () => {
			project.run("tsc", [
				"main.ts",
				"--noEmit",
				"--strict",
				"--skipLibCheck",
				"--target",
				"es2022",
				"--lib",
				"es2023,dom,esnext.disposable",
				"--module",
				"nodenext",
				"--moduleResolution",
				"nodenext",
			]);
		});

		test("it runs", () =>
			assertPrints(project, "tsx", ["main.ts"], ["Find a kettle", "Pay"]));
	});
}

test("the documentation names what was tried here", () => {
	const page = join(root, "www", "docs", "guides", "bundlers.md");
	const text = readFileSync(page, "utf8");
	assert.deepEqual(
		tried.filter((name) => !text.includes(name)),
		[],
	);
});
