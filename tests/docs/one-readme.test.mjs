// There is one README: the package's is that of the repository, with its own links and without the
// commands of a clone. `npm test -- docs/one-readme --update` writes it. And its sample is pasted
// into an empty project of Vite, compiles there as strictly as TypeScript can, and runs there
// unchanged.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { npm } from "../../pkg-template/build/command.mjs";
import { root } from "../../pkg-template/build/places.mjs";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { tarball } from "../packaging/project.mjs";
import { slowTest } from "../tools/slow.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

const readme = textOf("README.md");

test("the package's README is the repository's", () => {
	const page = "pkg-template/README.md";
	const expected = readme
		.replace(/^## Work on it\n[\s\S]*?(?=^## )/m, "")
		.replaceAll(/\]\((?=www\/|\.github\/|LICENSE)/g, "](../");
	if (process.env.UPDATE) writeFileSync(join(root, page), expected);
	assert.equal(textOf(page), expected);
	assert.doesNotMatch(expected, /npm (start|test)/);
});

const [install, sample, , work] = snippets(readme);

test("the sample is twelve lines, and the README has two commands", () => {
	const lines = sample.code.split("\n").filter((line) => line !== "");
	assert.ok(lines.length <= 12, `${lines.length} lines`);
	assert.equal(work.code, "npm start\nnpm test\n");
});

slowTest(
	"in an empty Vite project the sample compiles and works",
	async (t) => {
		const above = mkdtempSync(join(tmpdir(), "agent-todos-vite-"));
		t.after(() => rmSync(above, { recursive: true, force: true }));
		const run = (cwd, ...args) =>
			execFileSync(npm.command, [...npm.before, ...args], {
				cwd,
				stdio: ["ignore", "pipe", "pipe"],
				encoding: "utf8",
				env: {
					...process.env,
					npm_config_audit: "false",
					npm_config_fund: "false",
					npm_config_prefer_offline: "true",
				},
			});
		run(
			above,
			"create",
			"--yes",
			"vite@9.3.0",
			"empty",
			"--",
			"--template",
			"vanilla-ts",
			"--no-interactive",
		);
		const folder = join(above, "empty");
		const [, packages] = /^npm install (.*)\n$/.exec(install.code);
		run(
			folder,
			"install",
			...packages
				.split(" ")
				.map((name) => (name === "agent-todos" ? tarball : name)),
		);
		writeFileSync(join(folder, "src", "main.ts"), sample.code);
		run(
			folder,
			"exec",
			"--",
			"tsc",
			"--noEmit",
			"--strict",
			"--noUncheckedIndexedAccess",
			"--exactOptionalPropertyTypes",
		);
		run(folder, "run", "build", "--", "--base=./", "--minify=false");
		const server = await serve(join(folder, "dist"));
		t.after(server.close);
		const browser = await launchChromium();
		t.after(() => browser.close());
		const page = await browser.newPage();
		const troubles = troublesOf(page);
		await page.goto(server.url);
		const list = page.locator("agent-todos");
		await list.getByLabel("Add a todo").fill("Write a review");
		await page.keyboard.press("Enter");
		await list.locator(".row").getByText("Write a review").waitFor();
		// The person's todo is in the store that the agent has.
		const decided = await list.evaluate((element) =>
			element.list.decisions().map(({ by }) => by),
		);
		assert.ok(decided.includes("user"), decided.join());
		assert.deepEqual(troubles, []);
	},
);
