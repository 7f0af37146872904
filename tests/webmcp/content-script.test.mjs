// An unpacked MV3 extension whose content script keeps the list and puts its tools on the page, and
// whose own page is told that it cannot.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as esbuild from "esbuild";
import { loadExtension } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";
import { makeExtension } from "../tools/extension.mjs";

const script = `
  import { init, TodoStore } from "agent-todos/inline";
  import { registerWebMcp } from "agent-todos/webmcp";
  const say = (text) => (document.documentElement.dataset.said = text);
  init().then(() => registerWebMcp(new TodoStore(), { dialect: "todo_manager" })).then(() => say("registered"), (error) => say(error.name + ": " + error.message));
`;
const manifest = {
	content_scripts: [{ matches: ["http://localhost/*"], js: ["script.js"] }],
};
let server, extension;

before(async () => {
	const { outputFiles } = await esbuild.build({
		stdin: { contents: script, resolveDir: import.meta.dirname },
		bundle: true,
		format: "iife",
		write: false,
	});
	const folder = makeExtension(
		"webmcp",
		{
			"script.js": outputFiles[0].text,
			"page.html": '<!doctype html><script src="script.js"></script>',
		},
		manifest,
	);
	server = await serve();
	extension = await loadExtension(folder, ["--enable-features=WebMCP"]);
});
after(async () => {
	await extension?.close();
	server?.close();
});

/** Returns what the script said in the page at an address, and the page. */
async function said(address) {
	const page = await extension.context.newPage();
	await page.goto(address);
	const said = await page.waitForFunction(
		() => document.documentElement.dataset.said,
	);
	return { page, text: await said.jsonValue() };
}

test("the page's agent uses the list of a content script", async () => {
	const { page, text } = await said(`${server.address}package/package.json`);
	assert.equal(text, "registered");
	// The page's own world, which has neither the store nor the package.
	const answers = await page.evaluate(async () => {
		const [tool] = await document.modelContext.getTools();
		const add = { action: "add_multiple", todos: [{ content: "a" }], ids: [] };
		return [tool.name, await document.modelContext.executeTool(tool, add)];
	});
	assert.equal(answers[0], "todo_manager");
	assert.match(answers[1], /"ok":true[\s\S]*<browser-state>[\s\S]*>a<\/todo>/);
});

test("a page of the extension is told: no WebMCP here", async () => {
	const { text } = await said(extension.address("page.html"));
	assert.match(text, /not (for|in) extension pages/);
});
