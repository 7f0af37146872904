// The ends of two guides, followed as they stand: from `npm install` of the packed package in an
// empty folder to a panel that shows an agent's progress, without a todo tool, and to a chat whose
// panel shows what the model is still writing.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { npm } from "../../pkg-template/build/command.mjs";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { tarball } from "../packaging/project.mjs";
import { modelEndpoint, plan } from "../setup/model-endpoint.mjs";
import { until } from "../setup/until.mjs";
import { endGroup } from "../setup/windows.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

/**
 * Follows the steps of a section up to `npx vite`, and opens the page in Chromium. Files in which
 * an address of the reader's own stands get another one from `readdress`.
 */
async function followed(t, guide, heading, readdress = (code) => code) {
	const page = textOf(`www/docs/guides/${guide}.md`);
	const [, path] = page.split(new RegExp(`(?=^## ${heading})`, "m"));
	const lines = path.split("\n");
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-newcomer-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const env = {
		...process.env,
		npm_config_audit: "false",
		npm_config_fund: "false",
		npm_config_prefer_offline: "true",
	};
	let server;
	for (const { line, language, code } of snippets(path)) {
		const name = /^`([\w./]+)`$/.exec(lines[line - 3])?.[1];
		if (name) {
			writeFileSync(join(folder, name), readdress(code));
			continue;
		}
		assert.equal(language, "sh");
		for (const command of code.trim().split("\n"))
			if (command === "npx vite") server = served(folder, env);
			else
				execSync(
					command.replace(/(?<=^npm install )agent-todos\b/, `"${tarball}"`),
					{ cwd: folder, env, stdio: "pipe" },
				);
	}
	t.after(async () => {
		const { vite } = await server;
		// Its whole group: npx starts it in a shell.
		endGroup(vite, "SIGTERM");
		await once(vite, "exit");
	});
	const { url } = await server;
	const browser = await launchChromium();
	t.after(() => browser.close());
	return { url, page: await browser.newPage() };
}

test("a panel without a tool: the list is worked through, goes on with what a person did, and Stop stops it", async (t) => {
	const heading = "A panel without a tool";
	const { url, page } = await followed(t, "three-ways", heading);
	const troubles = troublesOf(page);
	// Otherwise it goes on by itself, and the agent with it, however long a click takes.
	await page.clock.install({ time: 0 });
	await page.clock.pauseAt(1000);
	await page.goto(url);
	const list = async () =>
		(
			await page
				.locator(".row")
				.evaluateAll((rows) =>
					rows.map(
						(row) =>
							`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
					),
				)
		).join(" | ");
	const shows = (expected) =>
		until(list, async () => (await list()) === expected);
	await shows("doing: Open the shop | todo: Compare three kettles | todo: Pay");
	await page.clock.runFor(1000);
	await shows("done: Open the shop | doing: Compare three kettles | todo: Pay");
	// The person has paid by now.
	await page.locator(".row", { hasText: "Pay" }).locator(".glyph").click();
	await page.clock.runFor(1000);
	await shows("done: Open the shop | done: Compare three kettles | done: Pay");

	await page.reload();
	await shows("doing: Open the shop | todo: Compare three kettles | todo: Pay");
	const stop = page.getByRole("button", { name: "Stop" });
	await stop.click();
	await page.clock.runFor(1000);
	await shows("todo: Open the shop | todo: Compare three kettles | todo: Pay");
	await until("Stop is gone", () => stop.isHidden());
	await page.clock.runFor(1000);
	await shows("todo: Open the shop | todo: Compare three kettles | todo: Pay");
	assert.deepEqual(troubles, []);
});

test("a chat with a panel: the plan is shown while the model writes it, and the chat goes on", async (t) => {
	const answers = [
		plan("Find a kettle", "Compare three", "Pay"),
		{ text: "I have a plan now." },
		{ text: "You are welcome." },
	];
	const endpoint = await modelEndpoint({
		needsKey: false,
		answer: () => answers.shift(),
	});
	t.after(() => endpoint.close());
	const heading = "A chat with a panel";
	const { url, page } = await followed(t, "ai-sdk", heading, (code) =>
		code.replace("http://localhost:11434/v1", endpoint.url),
	);
	const troubles = troublesOf(page);
	await page.goto(url);
	await page.locator("agent-todos .head").waitFor();
	await page.evaluate(() => {
		globalThis.seen = new Set();
		const { shadowRoot } = document.querySelector("agent-todos");
		new MutationObserver(() => {
			seen.add(shadowRoot.querySelector(".count")?.textContent);
		}).observe(shadowRoot, { subtree: true, childList: true });
	});
	const say = async (text, answer) => {
		await page.getByLabel("Message").fill(text);
		await page.getByRole("button", { name: "Send" }).click();
		await page.locator("ol > li").getByText(answer).waitFor();
	};
	await say("Buy a kettle", "I have a plan now.");
	assert.deepEqual(
		await page.locator("agent-todos .row .content").allTextContents(),
		["Find a kettle", "Compare three", "Pay"],
	);
	const seen = await page.evaluate(() => [...globalThis.seen]);
	assert.ok(
		seen.some((count) => /^[1-3] so far$/.test(count)),
		`${seen}`,
	);
	await say("Thanks", "You are welcome.");
	assert.equal(endpoint.asked.at(-1).messages.at(-1).content, "Thanks");
	assert.deepEqual(troubles, []);
});

/** Starts `npx vite`, and resolves with the process and the address that it prints. */
async function served(folder, env) {
	const vite = spawn(npm.command, [...npm.before, "exec", "vite"], {
		cwd: folder,
		env: { ...env, NO_COLOR: "1" },
		detached: true,
		stdio: ["ignore", "pipe", "inherit"],
	});
	let said = "";
	vite.stdout.setEncoding("utf8").on("data", (text) => {
		said += text;
	});
	const url = await until(
		() => said,
		() => /http:\/\/localhost:\d+\//.exec(said)?.[0],
	);
	return { vite, url };
}
