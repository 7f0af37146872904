// The end of the guide "Three ways to use the list", followed as it stands: from `npm install` of the packed package in an empty folder to a
// panel that shows an agent's progress, without a todo tool.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { tarball } from "../packaging/project.mjs";
import { until } from "../setup/until.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

const [, path] = textOf("www/docs/guides/three-ways.md").split(
	/(?=^## A panel without a tool)/m,
);
const lines = path.split("\n");
const steps = snippets(path).map(({ line, language, code }) => ({
	name: /^`([\w./]+)`$/.exec(lines[line - 3])?.[1],
	language,
	code,
}));

test("a panel without a tool: the list is worked through, goes on with what a person did, and Stop stops it", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-newcomer-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const env = {
		...process.env,
		npm_config_audit: "false",
		npm_config_fund: "false",
		npm_config_prefer_offline: "true",
	};
	let server;
	for (const { name, language, code } of steps) {
		if (name) {
			writeFileSync(join(folder, name), code);
			continue;
		}
		assert.equal(language, "sh");
		for (const command of code.trim().split("\n"))
			if (command === "npx vite") server = served(folder, env);
			else
				execSync(
					command.replace(/(?<=^npm install )agent-todos$/, `"${tarball}"`),
					{ cwd: folder, env, stdio: "pipe" },
				);
	}
	t.after(async () => {
		const { vite } = await server;
		// Its whole group: npx starts it in a shell.
		process.kill(-vite.pid);
		await once(vite, "exit");
	});
	const { url } = await server;
	const browser = await launchChromium();
	t.after(() => browser.close());
	const page = await browser.newPage();
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

/** Starts `npx vite`, and resolves with the process and the address that it prints. */
async function served(folder, env) {
	const vite = spawn("npx", ["vite"], {
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
