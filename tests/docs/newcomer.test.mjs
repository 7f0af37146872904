// The guides that begin in an empty folder, followed as they stand, with the packed package: the
// first agent, a chat whose panel shows what the model is still writing, and a chat whose agent and
// list are on a server.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { npm } from "../../pkg-template/build/command.mjs";
import { launchChromium, troublesOf } from "../../www/browsers/playwright.mjs";
import { tarball } from "../packaging/project.mjs";
import { freePort } from "../tools/free-port.mjs";
import { modelEndpoint, plan } from "../tools/model-endpoint.mjs";
import { endGroup, startGroup } from "../tools/process-group.mjs";
import { until } from "../tools/until.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

/**
 * Follows the steps of a section up to `npx vite`, and opens the page in Chromium. Files in which
 * an address of the reader's own stands get another one from `readdress`.
 */
async function followed(t, guide, heading, readdress = (code) => code) {
	const page = textOf(`www/docs/${guide}.md`);
	const [, path] = page.split(new RegExp(`(?=^## ${heading})`, "m"));
	const [section] = path.split(/^(?=## )/m);
	const lines = section.split("\n");
	let folder = mkdtempSync(join(tmpdir(), "agent-todos-newcomer-"));
	const above = folder;
	t.after(() => rmSync(above, { recursive: true, force: true }));
	const env = {
		...process.env,
		npm_config_audit: "false",
		npm_config_fund: "false",
		npm_config_prefer_offline: "true",
		npm_config_yes: "true",
	};
	const start = (...command) => {
		const child = startGroup(npm.command, [...npm.before, "exec", ...command], {
			cwd: folder,
			env: { ...env, NO_COLOR: "1" },
			stdio: ["ignore", "pipe", "inherit"],
		});
		t.after(async () => {
			// Its whole group: npx starts it in a shell.
			endGroup(child, "SIGTERM");
			await once(child, "exit");
		});
		return child;
	};
	let url;
	for (const { line, language, code } of snippets(section)) {
		const name = /^`([\w./]+)`$/.exec(lines[line - 3])?.[1];
		if (name) {
			writeFileSync(join(folder, name), readdress(code));
			continue;
		}
		assert.equal(language, "sh");
		for (const command of code.trim().split("\n"))
			if (command === "npx vite") url = await addressOf(start("vite"));
			else if (command.startsWith("npx "))
				start(...command.split(" ").slice(1));
			else if (command.startsWith("cd "))
				folder = join(folder, command.slice(3));
			else
				execSync(
					command.replace(/(?<=^npm install )agent-todos\b/, `"${tarball}"`),
					{ cwd: folder, env, stdio: "pipe" },
				);
	}
	const browser = await launchChromium();
	t.after(() => browser.close());
	return { url, page: await browser.newPage() };
}

/** Returns what the rows of the panel show, in one line. */
const listOn = async (page) =>
	(
		await page
			.locator("agent-todos .row")
			.evaluateAll((rows) =>
				rows.map(
					(row) =>
						`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
				),
			)
	).join(" | ");

/** Waits until the panel shows these rows. */
const shows = (page, expected) =>
	until(
		() => listOn(page),
		async () => (await listOn(page)) === expected,
	);

/**
 * Returns a server that a model in another process asks before each turn, and that lets it go on
 * when the test says so: `answer()` one turn, `answerAll()` each from then on.
 */
async function heldTurns(t) {
	const [asked, allowed] = [[], { turns: 0 }];
	const letGo = () => {
		for (; asked.length > 0 && allowed.turns > 0; allowed.turns--)
			asked.shift().end();
	};
	const server = createServer((_, response) => {
		asked.push(response);
		letGo();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.after(() => server.close());
	const allow = (turns) => {
		allowed.turns += turns;
		letGo();
	};
	return {
		url: `http://127.0.0.1:${server.address().port}/`,
		answer: () => allow(1),
		answerAll: () => allow(Number.POSITIVE_INFINITY),
	};
}

const tick = (page, text) =>
	page.locator(".row", { hasText: text }).locator(".glyph").click();

test("the first agent works through its plan, and follows the person", async (t) => {
	const { url, page } = await followed(t, "index", "Run it");
	const troubles = troublesOf(page);
	await page.clock.install({ time: 0 });
	await page.clock.pauseAt(3_600_000);
	await page.goto(url);
	await shows(
		page,
		"doing: Find a kettle | todo: Compare three | todo: Wrap it | todo: Pay",
	);
	await page.clock.runFor(1000);
	await tick(page, "Wrap it");
	await page.clock.runFor(3000);
	await shows(
		page,
		"done: Find a kettle | doing: Compare three | done: Wrap it | todo: Pay",
	);
	await page.clock.runFor(3000);
	await shows(
		page,
		"done: Find a kettle | done: Compare three | done: Wrap it | doing: Pay",
	);
	await page.getByRole("button", { name: "Stop" }).click();
	await page.clock.runFor(3000);
	await shows(
		page,
		"done: Find a kettle | done: Compare three | done: Wrap it | todo: Pay",
	);
	assert.deepEqual(troubles, []);
});

test("an agent on a server: the panel follows, the person holds", async (t) => {
	const port = await freePort();
	const turns = await heldTurns(t);
	const { url, page } = await followed(
		t,
		"guides/server",
		"From an empty folder",
		(code) =>
			code
				.replace("3000", `${port}`)
				.replace("2000", "0")
				.replace(
					"doStream: async () => ({",
					`doStream: async () => (await fetch("${turns.url}"), {`,
				),
	);
	const troubles = troublesOf(page);
	await page.goto(url);
	await page.getByLabel("Message").fill("Buy a kettle");
	await page.keyboard.press("Enter");
	turns.answer();
	await page.locator(".row", { hasText: "Pay" }).waitFor();
	// A row that has just come takes no press.
	await page.locator("agent-todos .scroll:not(.settling)").waitFor();
	await tick(page, "Pay");
	await page.locator('.row[data-status="done"]', { hasText: "Pay" }).waitFor();
	turns.answerAll();
	await page.getByText("It is done.").waitFor();
	await shows(page, "done: Find a kettle | done: Compare three | done: Pay");
	const decided = await page
		.locator("agent-todos")
		.evaluate((element) => element.list.decisions().map(({ by }) => by));
	assert.ok(decided.includes("user"), decided.join());
	assert.deepEqual(troubles, []);
});

test("a chat with a panel: the plan is shown while written", async (t) => {
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
	const { url, page } = await followed(t, "guides/ai-sdk", heading, (code) =>
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

/** Returns the address that Vite prints. */
function addressOf(vite) {
	let said = "";
	vite.stdout.setEncoding("utf8").on("data", (text) => {
		said += text;
	});
	return until(
		() => said,
		() => /http:\/\/localhost:\d+\//.exec(said)?.[0],
	);
}
