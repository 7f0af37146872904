// What somebody meets who uses the package with a tool of theirs, and sets what the documentation says for it (bundlers.md and
// test-runners.md in www/docs/how-to), nothing else. Each is installed from npm into a project of its own: minutes, and a gigabyte while it runs.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { resultOf, resultOfExtension } from "../packaging/page-result.mjs";
import { freePort } from "../setup/free-port.mjs";
import { launchChromium } from "../setup/playwright.mjs";
import { freshProject } from "./fresh-project.mjs";

const entries = ["agent-todos", "agent-todos/inline"];
const typescript = "5.9.3";
const empty = "<todos></todos>";
const extensionResult = {
	worker: '{"ok":true,"output":"Added 1 TODOs"}',
	page: empty,
};
const tried = [];
const answers = (url) => () =>
	fetch(url).then(
		() => true,
		() => false,
	);

/** `body` receives a function that returns the project. The tool's name and version have to stand so in the documentation's tables. */
function tool(name, version, manifest, apps, body) {
	tried.push(`${name} ${version.split(".").slice(0, 2).join(".")}`);
	describe(`${name} ${version}`, () => {
		let project;
		before(() => {
			project = freshProject(manifest, ...apps);
		});
		after(() => project?.remove());
		body(() => project);
	});
}

// cssomnom, which later versions of linkedom need, is not in every registry.
const wxt = {
	type: "module",
	dependencies: { wxt: "0.21.0", typescript },
	overrides: { linkedom: "0.18.12" },
};
tool("WXT", "0.21.0", wxt, ["extension", "wxt"], (project) => {
	for (const [entry, config] of [
		["agent-todos", "with-file.config.ts"],
		["agent-todos/inline", "inline.config.ts"],
	]) {
		test(entry, async () => {
			project().useEntry(entry, "list.ts", "panel.ts");
			project().run("wxt", ["build", "--config", config]);
			assert.deepEqual(
				await resultOfExtension(
					project().path(".output", "chrome-mv3"),
					"popup.html",
				),
				extensionResult,
			);
		});

		test(`${entry}, while developing`, async () => {
			project().useEntry(entry, "list.ts", "panel.ts");
			const port = await freePort();
			const built = project().path(".output", "chrome-mv3-dev");
			rmSync(built, { recursive: true, force: true });
			const stop = await project().serve(
				"wxt",
				["--config", config, "--port", String(port)],
				() => existsSync(join(built, "manifest.json")),
			);
			try {
				assert.deepEqual(
					await resultOfExtension(built, "popup.html"),
					extensionResult,
				);
			} finally {
				await stop();
			}
		});
	}
});

const permissions = {
	manifest: {
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
	},
};
const plasmo = {
	displayName: "agent-todos",
	...permissions,
	dependencies: { plasmo: "0.90.5", react: "19.3.1", "react-dom": "19.3.1" },
};
tool("Plasmo", "0.90.5", plasmo, ["extension", "plasmo"], (project) => {
	for (const entry of entries) {
		test(entry, async () => {
			project().useEntry(entry, "list.ts", "panel.ts");
			project().run("plasmo", ["build"]);
			assert.deepEqual(
				await resultOfExtension(
					project().path("build", "chrome-mv3-prod"),
					"popup.html",
				),
				extensionResult,
			);
		});
	}
});

const parcel = {
	dependencies: { parcel: "2.16.4", "@parcel/config-webextension": "2.16.4" },
};
tool("Parcel", "2.16.4", parcel, ["extension", "parcel"], (project) => {
	for (const entry of entries) {
		test(entry, async () => {
			project().useEntry(entry, "list.ts", "panel.ts");
			const dist = project().path(`dist of ${entry.replace("/", "-")}`);
			project().run("parcel", [
				"build",
				"manifest.json",
				"--no-cache",
				"--dist-dir",
				dist,
			]);
			const page = readdirSync(dist).find((file) => file.endsWith(".html"));
			// Parcel puts a script of its own into the page, which the extension's policy stops.
			assert.deepEqual(
				await resultOfExtension(dist, page, {
					ignored: /Executing inline script violates/,
				}),
				extensionResult,
			);
		});
	}
});

const next = {
	dependencies: {
		next: "16.4.6",
		react: "19.3.1",
		"react-dom": "19.3.1",
		typescript,
		"@types/react": "19.3.0",
		"@types/node": "20.19.43",
	},
};
tool("Next.js", "16.4.6", next, ["next"], (project) => {
	before(() => {
		cpSync(project().path("app", "client"), project().path("app", "inline"), {
			recursive: true,
		});
		project().useEntry("agent-todos/inline", join("app", "inline", "page.tsx"));
	});
	for (const bundler of ["turbopack", "webpack"]) {
		test(bundler, async () => {
			project().run("next", ["build", `--${bundler}`]);
			await assertServed(project(), ["next", ["start"]]);
		});
	}
	test("while developing", () => assertServed(project(), ["next", ["dev"]]));
});

async function assertServed(project, [command, args]) {
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const stop = await project.serve(
		command,
		[...args, "-p", String(port)],
		answers(url),
	);
	const browser = await launchChromium();
	try {
		assert.match(
			await (await fetch(url)).text(),
			/&lt;todos&gt;&lt;\/todos&gt;/,
		);
		assert.equal(await (await fetch(`${url}/route`)).text(), empty);
		for (const page of ["client", "inline"])
			assert.equal(await resultOf(browser, `${url}/${page}`), empty);
	} finally {
		await browser.close();
		await stop();
	}
}

tool(
	"Vite",
	"7.3.8",
	{ type: "module", dependencies: { vite: "7.3.8" } },
	["vite"],
	(project) => {
		test("the development server", async () => {
			const port = await freePort();
			const stop = await project().serve(
				"vite",
				["--port", String(port)],
				answers(`http://localhost:${port}/`),
			);
			const browser = await launchChromium();
			try {
				assert.equal(
					await resultOf(browser, `http://localhost:${port}/`),
					empty,
				);
			} finally {
				await browser.close();
				await stop();
			}
		});
	},
);

const jest = {
	dependencies: {
		jest: "30.5.2",
		"jest-environment-jsdom": "30.5.2",
		"@types/jest": "30.0.0",
		"@types/node": "20.19.43",
		typescript,
		"ts-jest": "29.4.15",
		"babel-jest": "30.5.2",
		"@babel/core": "7.29.13",
		"@babel/preset-env": "7.29.14",
		"@babel/preset-typescript": "7.29.7",
	},
};
tool("Jest", "30.5.2", jest, ["jest"], (project) => {
	const assertPasses = (config, env) =>
		assert.match(
			project().run("jest", ["--config", config], env),
			/^Tests: +1 passed, 1 total$/m,
		);
	test("CommonJS", () => assertPasses("commonjs.config.cjs"));
	test("jsdom", () => assertPasses("jsdom.config.cjs"));
	test("ES modules", () =>
		assertPasses("esm.config.cjs", {
			NODE_OPTIONS: "--experimental-vm-modules",
		}));
});

const printed = {
	ok: true,
	isOneClass: true,
	todos: [{ id: 1, key: "t1", content: "Find a kettle", status: "done" }],
	copy: 1,
};
const lastLine = (text) => JSON.parse(text.trim().split("\n").at(-1));

tool(
	"Mocha",
	"12.0.3",
	{ type: "module", dependencies: { mocha: "12.0.3", tsx: "4.23.15" } },
	["runtime"],
	(project) => {
		test("mocha", () =>
			assert.match(project().run("mocha", ["list.test.mjs"]), /1 passing/));
		test("tsx", () =>
			assert.deepEqual(lastLine(project().run("tsx", ["main.ts"])), printed));
	},
);

tool(
	"Bun",
	"1.4.5",
	{ type: "module", dependencies: { bun: "1.4.5" } },
	["runtime"],
	(project) => {
		test("bun run", () =>
			assert.deepEqual(lastLine(project().run("bun", ["main.ts"])), printed));
		test("bun build --compile", () => {
			project().run("bun", [
				"build",
				"--compile",
				"bundled.ts",
				"--outfile",
				"bundled",
			]);
			assert.equal(project().run(project().path("bundled"), []), `${empty}\n`);
		});
	},
);

tool(
	"Deno",
	"2.9.6",
	{ type: "module", dependencies: { deno: "2.9.6" } },
	["runtime"],
	(project) => {
		test("deno run", () =>
			assert.deepEqual(
				lastLine(
					project().run("deno", ["run", "--quiet", "--allow-read", "main.ts"]),
				),
				printed,
			));
	},
);

tool(
	"Wrangler",
	"4.86.0",
	{ type: "module", dependencies: { wrangler: "4.86.0" } },
	["wrangler"],
	(project) => {
		test("a Cloudflare Worker, on this machine", async () => {
			const port = await freePort();
			const url = `http://localhost:${port}/`;
			const stop = await project().serve(
				"wrangler",
				["dev", "--local", "--port", String(port)],
				answers(url),
			);
			try {
				assert.equal(await (await fetch(url)).text(), empty);
			} finally {
				await stop();
			}
		});
	},
);

tool(
	"TypeScript",
	typescript,
	{ dependencies: { typescript } },
	["typescript"],
	(project) => {
		const settings = [
			["uses.ts", "commonjs", "node10"],
			["uses.ts", "esnext", "bundler"],
			["uses.ts", "preserve", "bundler"],
			["uses.ts", "nodenext", "nodenext"],
			["uses.mts", "nodenext", "nodenext"],
			["uses.mts", "node16", "node16"],
		];
		for (const [file, module, resolution] of settings) {
			test(`${file}, module ${module}, moduleResolution ${resolution}`, () => {
				project().run("tsc", [
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
		}
	},
);

const own = (name) =>
	JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
		.devDependencies[name];
/** The hosts of agents, each with what its users install, alone in its project. */
for (const [name, app, main, ...others] of [
	[
		"LangChain",
		"langchain",
		"langchain",
		...["@langchain/core", "@langchain/langgraph", "zod"],
	],
	["AI SDK", "ai-sdk", "ai"],
	["OpenAI Agents SDK", "openai-agents", "@openai/agents", "zod"],
	["dom-chromium-ai", "prompt-api", "@types/dom-chromium-ai"],
]) {
	const dependencies = Object.fromEntries(
		[main, ...others].map((name) => [name, own(name)]),
	);
	const tools = {
		typescript,
		tsx: "4.23.15",
		"@types/node": "20.19.43",
	};
	const manifest = {
		type: "module",
		dependencies: { ...dependencies, ...tools },
	};
	tool(name, own(main), manifest, [app], (project) => {
		test("its types are right in a strict program", () => {
			project().run("tsc", [
				...["main.ts", "--noEmit", "--strict", "--skipLibCheck"],
				...["--target", "es2022", "--lib", "es2023,dom,esnext.disposable"],
				...["--module", "nodenext", "--moduleResolution", "nodenext"],
			]);
		});

		test("it runs", () =>
			assert.deepEqual(lastLine(project().run("tsx", ["main.ts"])), [
				"Find a kettle",
				"Pay",
			]));
	});
}

test("the documentation names what was tried here", () => {
	const text = ["bundlers", "test-runners"].map((page) =>
		readFileSync(join(root, "www", "docs", "how-to", `${page}.md`), "utf8"),
	);
	assert.deepEqual(
		tried.filter((name) => !text.join("").includes(name)),
		[],
	);
});
