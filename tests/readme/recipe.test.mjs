// The extension of the guide, made of the very text that is there, in Chromium, with a model's endpoint on this machine.

import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildSync } from "esbuild";
import { target } from "../../pkg-template/build/places.mjs";
import { stopWorker } from "../live/extension.mjs";
import { launchWithProfile, serviceWorkerOf } from "../setup/playwright.mjs";
import { textOf } from "./pages.mjs";
import { snippets } from "./snippets.mjs";

/** The files of the extension: each is the block below the line that names it. */
function recipe() {
	const markdown = textOf("www/docs/guides/extension-that-survives.md");
	const lines = markdown.split("\n");
	const files = new Map();
	for (const { line, code } of snippets(markdown)) {
		const name = /^`([\w.]+)`$/.exec(lines[line - 3] ?? "")?.[1];
		if (name) files.set(name, code);
	}
	return files;
}

/**
 * A model that plans three todos, reads a page for each, and then says that it is done. What it was asked is in `asked`; it
 * waits before it answers what `holds` says yes to, until `release()`.
 */
async function endpoint() {
	const model = { asked: [], pages: 0, holds: () => false, release() {} };
	const server = createServer(async (request, response) => {
		if (request.method === "GET") {
			model.pages += 1;
			return response.end("A page about kettles.");
		}
		let text = "";
		for await (const part of request) text += part;
		const { messages, tools } = JSON.parse(text);
		const at = messages.findLastIndex(
			({ role, content }) => role === "user" && !content.startsWith("<"),
		);
		const { content } = messages[at];
		const isAnswered = messages.slice(at).some(({ role }) => role === "tool");
		model.asked.push({ content, isAnswered, messages, tools });
		if (model.holds(content, isAnswered))
			await new Promise((resolve) => {
				model.release = resolve;
				response.on("close", resolve);
			});
		const call = (name, args) => ({
			role: "assistant",
			content: null,
			tool_calls: [
				{
					id: `call ${model.asked.length}`,
					type: "function",
					function: { name, arguments: JSON.stringify(args) },
				},
			],
		});
		const todos = ["Find a kettle", "Compare three", "Pay"];
		const message = isAnswered
			? { role: "assistant", content: "Done." }
			: content.startsWith("Plan")
				? call("todo_manager", {
						action: "add_multiple",
						todos: todos.map((content) => ({ content })),
						ids: [],
					})
				: call("read_page", { url: `${model.address}page` });
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ choices: [{ message }] }));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	model.address = `http://127.0.0.1:${server.address().port}/`;
	model.close = () => {
		server.closeAllConnections();
		server.close();
	};
	return model;
}

let model, context, panel, session, profile;

before(async () => {
	model = await endpoint();
	const files = recipe();
	assert.deepEqual(
		[...files.keys()],
		["manifest.json", "worker.js", "panel.html", "panel.js"],
	);
	// Below the project, so that esbuild finds the installed package.
	const source = join(target, "readme-extension");
	const dist = join(source, "dist");
	rmSync(source, { recursive: true, force: true });
	mkdirSync(dist, { recursive: true });
	const address = "http://localhost:11434/v1/chat/completions";
	for (const [name, code] of files)
		writeFileSync(join(source, name), code.replace(address, model.address));
	assert.ok(files.get("worker.js").includes(address));
	buildSync({
		entryPoints: ["worker.js", "panel.js"].map((name) => join(source, name)),
		bundle: true,
		format: "esm",
		outdir: dist,
		logLevel: "error",
	});
	for (const name of ["manifest.json", "panel.html"])
		cpSync(join(source, name), join(dist, name));
	profile = mkdtempSync(join(tmpdir(), "agent-todos-readme-"));
	context = await launchWithProfile(profile, dist);
	const worker = await serviceWorkerOf(context);
	panel = await context.newPage();
	await panel.goto(new URL("panel.html", worker.url()).href);
	session = await context.newCDPSession(panel);
	await session.send("ServiceWorker.enable");
});
after(async () => {
	await context?.close();
	model?.close();
	if (profile) rmSync(profile, { recursive: true, force: true });
});

/** Waits until the panel shows these todos. */
const shows = (...todos) =>
	panel.waitForFunction(
		(text) =>
			[...document.querySelectorAll("li")]
				.map(({ textContent }) => textContent)
				.join("|") === text,
		todos.join("|"),
	);
const held = (matches) => {
	const reached = new Promise((resolve) => {
		model.holds = (content, isAnswered) => {
			const isIt = matches.test(content) && !isAnswered;
			if (isIt) resolve();
			return isIt;
		};
	});
	return { reached };
};
const go = () => {
	model.holds = () => false;
	model.release();
};
const timesAsked = (matches) =>
	model.asked.filter(
		({ content, isAnswered }) => matches.test(content) && !isAnswered,
	).length;
const begin = async () => {
	model.asked.length = 0;
	await panel.fill("input", "Buy a kettle");
	await panel.click("form button");
};

test("a task is planned and done, and what the person skips meanwhile the model hears of", async () => {
	const { reached } = held(/^Do todo 1/);
	await begin();
	await reached;
	await shows("doing: Find a kettle", "todo: Compare three", "todo: Pay");
	await panel.click("li:nth-child(2)");
	await shows(
		"doing: Find a kettle",
		"skipped: Compare three (not needed)",
		"todo: Pay",
	);
	go();
	await shows(
		"done: Find a kettle",
		"skipped: Compare three (not needed)",
		"done: Pay",
	);
	const reminders = model.asked
		.at(-1)
		.messages.filter(({ content }) => content?.startsWith("<browser-state>"));
	assert.match(
		reminders.map(({ content }) => content).join("\n"),
		/The user skipped 2 \("Compare three"\): not needed\./,
	);
	assert.equal(timesAsked(/^Do todo 2/), 0);
	assert.equal(model.pages, 2);
});

test("stopped and told to go on, it goes on where it was", async () => {
	const { reached } = held(/^Do todo 2/);
	await begin();
	await reached;
	await shows("done: Find a kettle", "doing: Compare three", "todo: Pay");
	await panel.click("#abort");
	await shows("done: Find a kettle", "todo: Compare three", "todo: Pay");
	// The worker may end in between.
	await stopWorker(session);
	go();
	await panel.click("#resume");
	await shows("done: Find a kettle", "done: Compare three", "done: Pay");
	assert.equal(timesAsked(/^Do todo 1/), 1);
});

test("a worker that is killed in the middle of a step goes on with that step, and nothing that was done is done again", async () => {
	const { reached } = held(/^Do todo 2/);
	await begin();
	await reached;
	await stopWorker(session);
	model.holds = () => false;
	// The panel's own port wakes it.
	await shows("done: Find a kettle", "done: Compare three", "done: Pay");
	assert.equal(timesAsked(/^Do todo 1/), 1);
	assert.equal(timesAsked(/^Do todo 2/), 2);
	assert.equal(timesAsked(/^Do todo 3/), 1);
});
