// The guide "A browser extension", followed as it stands: its commands in an empty folder, its
// files under their names, on the packed package. What comes of it works in Chromium and in
// Firefox, and goes on when its worker is stopped.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { openFirefox } from "../demo/firefox-panel.mjs";
import { tarball } from "../packaging/project.mjs";
import { stopWorker } from "../tools/extension.mjs";
import { deferred } from "../tools/lists.mjs";
import { callOf, modelEndpoint, plan } from "../tools/model-endpoint.mjs";
import { slowTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";
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
					// What a command writes is in the error if it fails.
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

const isFile = ({ name }) => name === "model.ts";
const [scripted, real] = [steps.find(isFile), steps.findLast(isFile)];

/** Returns what is in the panel, as `status: text`, one after the other. */
const listIn = () =>
	[
		...document
			.querySelector("agent-todos")
			.shadowRoot.querySelectorAll(".row"),
	].map(
		(row) =>
			`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
	);
const shows = (page, ...list) =>
	until(
		list.join(" | "),
		async () => (await page.evaluate(listIn)).join("|") === list.join("|"),
	);

let chromium, panel, session;

/** Opens the panel of the extension in Chromium. */
async function openPanel() {
	chromium = await loadExtension(join(folder, "dist"));
	panel = await chromium.context.newPage();
	panel.on("pageerror", (error) => assert.fail(error));
	await panel.goto(chromium.address("panel.html"));
	session = await chromium.context.newCDPSession(panel);
}
async function begin() {
	await panel.fill("input[name=task]", "Buy a kettle");
	await panel.click("form button");
}

before(() => {
	for (const step of steps) {
		if (step !== real) follow(step);
	}
});
after(async () => {
	await chromium?.close();
	await model?.close();
	rmSync(temporary, { recursive: true, force: true });
});

slowTest(
	"Firefox: the panel survives a stop of the background page",
	inBrowser("firefox"),
	async () => {
		const firefox = await openFirefox(join(folder, "dist"), "My agent");
		try {
			const { run } = await firefox.openPanel();
			const page = { evaluate: (read) => run(`return (${read})();`) };
			await run(`
			document.querySelector("input[name=task]").value = "Buy a kettle";
			document.querySelector("form button").click();`);
			await until("the first todo is done", async () =>
				(await page.evaluate(listIn)).includes("done: Open the shop"),
			);
			await firefox.stopBackground();
			await shows(
				page,
				"done: Open the shop",
				"done: Compare three kettles",
				"done: Put the best one into the basket",
			);
		} finally {
			await firefox.close();
		}
	},
);

/**
 * A model that plans three todos, reads a page for each, and then says that it is done. `turns` are
 * what it was told to do; it waits before it answers what `holds` matches, until `go()`: what it
 * was told to do, and how many tools have answered since. So does the page, if `holds` matches
 * "page".
 */
let model;
async function endpoint() {
	const model = { turns: [], held: deferred(), released: deferred() };
	const { url, asked, close } = await modelEndpoint({
		needsKey: false,
		async answer({ said, answers, gone }) {
			if (answers.length === 0) model.turns.push(said);
			await waitAt(`${said} ${answers.length}`, gone);
			if (answers.length > 0) return { text: "Done." };
			return said.startsWith("Plan")
				? plan(...planned)
				: { calls: [callOf("read_page", { url: model.pages })] };
		},
	});
	async function waitAt(place, gone) {
		if (!model.holds?.test(place)) return;
		model.held.resolve();
		await Promise.race([gone, model.released.promise]);
	}
	let read = 0;
	const pages = createServer(async (_, response) => {
		read++;
		await waitAt("page", once(response, "close"));
		response.end("A page about kettles.");
	});
	await once(pages.listen(0, "127.0.0.1"), "listening");
	return Object.assign(model, {
		address: `${url}/chat/completions`,
		asked,
		pages: `http://127.0.0.1:${pages.address().port}/`,
		read: () => read,
		close: () => Promise.all([close(), pages.close()]),
	});
}

/** Begins, until the model waits. */
async function beginUntil(holds) {
	const [held, released] = [deferred(), deferred()];
	Object.assign(model, { turns: [], holds, held, released });
	await begin();
	await held.promise;
}
const go = () => {
	model.holds = undefined;
	model.released.resolve();
};
const planned = ["Find a kettle", "Compare three", "Pay"];
/** Returns the plan in the panel, a status for each todo, and what comes after it. */
const showsPlan = (statuses, ...more) =>
	shows(
		panel,
		...statuses.split(" ").map((status, at) => `${status}: ${planned[at]}`),
		...more,
	);
const timesAsked = (matches) =>
	model.turns.filter((said) => matches.test(said)).length;

test("the last step: a real model learns what the person did", async () => {
	model = await endpoint();
	const address = "http://localhost:11434/v1/chat/completions";
	assert.ok(real.code.includes(address) && real !== scripted);
	follow({ ...real, code: real.code.replace(address, model.address) });
	follow(steps.findLast(({ name }) => name === undefined));
	await openPanel();
	await beginUntil(/^Do todo 1/);
	await showsPlan("doing todo todo");
	await panel.click("agent-todos >> [data-key=t2] .glyph");
	await showsPlan("doing done todo");
	const row = panel.locator("agent-todos >> [data-key=t2]");
	const dot = row.locator(".meta .pill:not(.read)");
	await dot.waitFor({ state: "attached" });
	go();
	await dot.waitFor({ state: "detached" });
	await showsPlan("done done done");
	const { messages, tools } = model.asked.at(-1);
	assert.match(
		messages.map(({ content }) => content).join("\n"),
		/2 \("Compare three"\)/,
	);
	assert.deepEqual(
		tools.map((tool) => tool.function.name),
		["todo_manager", "read_page"],
	);
	assert.equal(timesAsked(/^Do todo 2/), 0);
	assert.equal(model.read(), 2);
	await panel.fill("agent-todos >> .add input", "Write a review");
	await panel.press("agent-todos >> .add input", "Enter");
	await showsPlan("done done done", "todo: Write a review");
	// It is the worker's: the panel that opens next has it too.
	await panel.reload();
	await showsPlan("done done done", "todo: Write a review");
});

slowTest("stopped and told to go on, it goes on where it was", async () => {
	await beginUntil(/^Do todo 2/);
	await showsPlan("done doing todo");
	await panel.click("agent-todos >> text=Stop");
	await showsPlan("done todo todo");
	// The worker may end in between, when the run has ended and is stored.
	const resume = panel.locator("agent-todos >> text=Continue");
	await resume.waitFor();
	await stopWorker(session);
	go();
	await resume.click();
	await showsPlan("done done done");
	assert.equal(timesAsked(/^Do todo 1/), 1);
});

slowTest(
	"a worker killed within a step repeats nothing that was done",
	async () => {
		await beginUntil(/^Do todo 2/);
		await stopWorker(session);
		model.holds = undefined;
		// The panel's own port wakes it.
		await showsPlan("done done done");
		assert.equal(timesAsked(/^Do todo 1/), 1);
		assert.equal(timesAsked(/^Do todo 2/), 2);
		assert.equal(timesAsked(/^Do todo 3/), 1);
	},
);

test("a second Begin ends the first run", async () => {
	await beginUntil(/^Do todo 1/);
	model.holds = undefined;
	await begin();
	await showsPlan("done done done");
	assert.equal(timesAsked(/^Plan/), 2);
	assert.equal(timesAsked(/^Do todo 2/), 1);
});

/** Returns what is stored of the list and of everything beside it. */
const isStored = (text) =>
	until(`${text} is stored`, () =>
		panel.evaluate(
			async (text) =>
				JSON.stringify(await chrome.storage.local.get()).includes(text),
			text,
		),
	);

for (const [where, holds] of [
	["before the model has planned", /^Plan.* 0$/],
	["after it has planned", /^Plan.* 1$/],
	["before the model has answered in a step", /^Do todo 2.* 0$/],
	["while a tool works in a step", /^page$/],
	["after the tools of a step", /^Do todo 2.* 1$/],
])
	(where === "after it has planned" ? test : slowTest)(
		`a worker that is killed ${where} ends with the plan, once`,
		async () => {
			await beginUntil(holds);
			if (!where.startsWith("before the model has planned")) {
				await until(
					"the plan is there",
					async () => (await panel.evaluate(listIn)).length > 0,
				);
				await isStored(planned[2]);
			}
			await stopWorker(session);
			go();
			await panel.reload();
			await showsPlan("done done done");
			assert.equal(timesAsked(/^Do todo 3/), 1);
		},
	);

for (const [what, act, statuses, ...more] of [
	["skips", ({ key }) => ["skip", key, "too expensive"], "skipped done done"],
	["removes", ({ key }) => ["remove", key], "- done done"],
	[
		"rewords",
		({ key }) => ["edit", key, { content: "Find a teapot" }],
		"- done done",
		"Find a teapot",
	],
	[
		"adds a todo before",
		() => ["addAfterPosition", 0, ["Write to Ann"]],
		"done done done",
		"Write to Ann",
	],
	["completes", ({ key }) => ["complete", key], "done done done"],
])
	(what === "rewords" ? test : slowTest)(
		`a person ${what} the todo that the agent works on`,
		async () => {
			await beginUntil(/^Do todo 1.* 0$/);
			await showsPlan("doing todo todo");
			const [todo] = await panel.evaluate(
				() => document.querySelector("agent-todos").list.todos,
			);
			await panel.evaluate(
				([method, ...args]) =>
					document.querySelector("agent-todos").list[method](...args),
				act(todo),
			);
			go();
			const expected = statuses
				.split(" ")
				.map((status, at) => `${status}: ${planned[at]}`)
				.filter((line) => !line.startsWith("-"));
			await shows(panel, ...more.map((text) => `done: ${text}`), ...expected);
			// What the person wrote was worked on.
			for (const text of more)
				assert.ok(timesAsked(new RegExp(text)) > 0, text);
		},
	);
