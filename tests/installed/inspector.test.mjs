// The MCP server in the command line of the official Inspector, over stdio and HTTP.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { programPatience } from "../../www/browsers/patience.mjs";
import { emptyFolder, httpServer, server } from "../mcp/servers.mjs";
import { toolOnNewerNode } from "../tools/newer-node.mjs";

const inspector = toolOnNewerNode({
	name: "@modelcontextprotocol/inspector",
	version: "2.12.0",
	script: "clients/launcher/build/index.js",
	purpose: "to look at the MCP server as its users do",
});
before(() => inspector.install());

/** Returns what the Inspector prints of one request, as JSON. */
function inspected(target, ...args) {
	const { status, stdout, stderr } = spawnSync(
		inspector.program,
		[...inspector.before, "--cli", ...target, ...args],
		{ encoding: "utf8", timeout: programPatience },
	);
	assert.equal(status, 0, stdout + stderr);
	return JSON.parse(stdout);
}

const call = [
	"--method",
	"tools/call",
	"--tool-name",
	"TodoWrite",
	"--tool-arg",
	'todos=[{"content":"Pay","status":"pending"}]',
];
const uri = "todos://todos";

for (const [way, targetOf] of Object.entries({
	stdio: (_, args) => [process.execPath, ...server, ...args],
	HTTP: async (t, args) => [(await httpServer(t, args)).url],
}))
	test(`over ${way}: tools are portable, list and App are read`, async (t) => {
		const data = join(emptyFolder(t), "todos.json");
		const args = ["--data", data, "--dialect", "TodoWrite"];
		const target = await targetOf(t, args);
		const { tools } = inspected(target, "--method", "tools/list", "--strict");
		assert.deepEqual(
			tools.map(({ name }) => name),
			["TodoWrite"],
		);
		const { content, isError } = inspected(target, ...call);
		assert.equal(isError, false);
		assert.equal(content[0].text, "Todos updated");
		const { contents } = inspected(
			target,
			"--method",
			"resources/read",
			"--uri",
			uri,
		);
		assert.equal(
			contents[0].text,
			'<todos><todo id="1" status="todo">Pay</todo></todos>',
		);
		const app = inspected(
			target,
			"--method",
			"tools/call",
			"--tool-name",
			"TodoWrite",
			"--app-info",
		);
		assert.equal(app.resourceUri, "ui://agent-todos/list");
	});
