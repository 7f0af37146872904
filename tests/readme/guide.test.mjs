// The guide "An extension from nothing", followed as it stands: its commands in an empty folder, its files under their names, on
// the packed package. What comes of it works in Chromium and in Firefox.

import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openFirefox } from "../e2e/firefox-panel.mjs";
import { tarball } from "../packaging/project.mjs";
import { patience } from "../setup/patience.mjs";
import { launchWithProfile, serviceWorkerOf } from "../setup/playwright.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

const markdown = textOf("www/docs/guides/extension.md");
const lines = markdown.split("\n");
/** What a reader does, in order: files to write, and commands. */
const steps = snippets(markdown).map(({ line, language, code }) => {
	const name = /^`([\w./]+)`$/.exec(lines[line - 3])?.[1];
	assert.ok(name !== undefined || language === "sh", `line ${line}`);
	return { name, code };
});

const temporary = mkdtempSync(join(tmpdir(), "agent-todos-guide-"));
let folder = temporary;

function follow({ name, code }) {
	if (name) return writeFileSync(join(folder, name), code);
	for (const command of code.trim().split("\n")) {
		const [, entered] = /^cd (\S+)$/.exec(command) ?? [];
		if (entered) folder = join(folder, entered);
		// Quoted: the repository may be in a folder with a space in its name.
		else
			execSync(
				command.replace(/(?<=^npm install )agent-todos$/, `"${tarball}"`),
				{
					cwd: folder,
					stdio: "pipe",
					env: {
						...process.env,
						npm_config_audit: "false",
						npm_config_fund: "false",
						npm_config_prefer_offline: "true",
					},
				},
			);
	}
}

async function until(isSo, state) {
	for (const end = Date.now() + patience; !(await isSo()); await wait(50))
		assert.ok(Date.now() < end, await state());
}

const isFile = ({ name }) => name === "model.js";
const [scripted, real] = [steps.find(isFile), steps.findLast(isFile)];

/** What is in the panel, as `status: text`, one after the other. */
const listIn = () =>
	[
		...document
			.querySelector("agent-todos")
			.shadowRoot.querySelectorAll(".row"),
	].map(
		(row) =>
			`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
	);
const shows = (panel, ...list) =>
	until(
		async () => (await panel.evaluate(listIn)).join("|") === list.join("|"),
		() => panel.evaluate(listIn),
	);
const finished = [
	"done: Open the shop",
	"done: Compare three kettles",
	"done: Put the best one into the basket",
];

let context, profile;

/** The panel of the extension in a new Chromium. */
async function openPanel() {
	await closeChromium();
	profile = mkdtempSync(join(tmpdir(), "agent-todos-guide-profile-"));
	context = await launchWithProfile(profile, join(folder, "dist"));
	const worker = await serviceWorkerOf(context);
	const panel = await context.newPage();
	panel.on("pageerror", (error) => assert.fail(error));
	await panel.goto(new URL("panel.html", worker.url()).href);
	return panel;
}
async function closeChromium() {
	await context?.close();
	if (profile) rmSync(profile, { recursive: true, force: true });
}

before(() => {
	for (const step of steps) {
		if (step !== real) follow(step);
	}
});
after(async () => {
	await closeChromium();
	rmSync(temporary, { recursive: true, force: true });
});

test("it is short enough to be read in ten minutes", () => {
	const code = steps.map(({ code }) => code).join("");
	assert.ok(code.split("\n").length <= 150, code.split("\n").length);
});

test("Chromium: the panel shows the agent's list, and what a person adds", async () => {
	const panel = await openPanel();
	await panel.fill("input[name=task]", "Buy a kettle");
	await panel.click("form button");
	await shows(panel, ...finished);
	await panel.fill("agent-todos >> .add input", "Pay");
	await panel.press("agent-todos >> .add input", "Enter");
	await shows(panel, ...finished, "todo: Pay");
	// It is the worker's: the panel that opens next has it too.
	await panel.reload();
	await shows(panel, ...finished, "todo: Pay");
});

test("Firefox: the same extension", async () => {
	const firefox = await openFirefox(join(folder, "dist"), "My agent");
	try {
		const panel = await firefox.openPanel();
		await panel.run(`
			document.querySelector("input[name=task]").value = "Buy a kettle";
			document.querySelector("form button").click();`);
		await shows(
			{ evaluate: (read) => panel.run(`return (${read})();`) },
			...finished,
		);
	} finally {
		await firefox.close();
	}
});

test("the last step: a real model, which hears what the person changed", async () => {
	const asked = [];
	let release = () => {};
	const call = (args) => ({
		role: "assistant",
		content: null,
		tool_calls: [
			{
				id: `call ${asked.length}`,
				type: "function",
				function: { name: "todo_manager", arguments: JSON.stringify(args) },
			},
		],
	});
	const answers = [
		call({
			action: "add_multiple",
			todos: [{ content: "Find a kettle" }, { content: "Pay" }],
			ids: [],
		}),
		call({ action: "complete_multiple", todos: [], ids: [1] }),
		{ role: "assistant", content: "Done." },
	];
	const server = createServer(async (request, response) => {
		let text = "";
		for await (const part of request) text += part;
		asked.push(JSON.parse(text));
		// The person acts before the second answer.
		if (asked.length === 2)
			await new Promise((resolve) => {
				release = resolve;
				response.on("close", resolve);
			});
		const message = answers[asked.length - 1];
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ choices: [{ message }] }));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	try {
		const address = "http://localhost:11434/v1/chat/completions";
		assert.ok(real.code.includes(address) && real !== scripted);
		follow({
			...real,
			code: real.code.replace(
				address,
				`http://localhost:${server.address().port}/`,
			),
		});
		follow(steps.findLast(({ name }) => name === undefined));
		const panel = await openPanel();
		await panel.fill("input[name=task]", "Buy a kettle");
		await panel.click("form button");
		await shows(panel, "todo: Find a kettle", "todo: Pay");
		await until(
			() => asked.length >= 2,
			() => "it asked once",
		);
		await panel.click("agent-todos >> [data-key=t2] .check");
		await shows(panel, "todo: Find a kettle", "done: Pay");
		release();
		await shows(panel, "done: Find a kettle", "done: Pay");
		await until(
			() => asked.length >= 3,
			() => "it asked twice",
		);
		assert.deepEqual(
			asked[0].tools.map((tool) => tool.function.name),
			["todo_manager"],
		);
		assert.match(
			JSON.stringify(asked[2].messages),
			/The user completed 2 \(\\"Pay\\"\)/,
		);
	} finally {
		server.closeAllConnections();
		server.close();
	}
});
