// pnpm without hoisting and Yarn's Plug'n'Play resolve what a package imports by its manifest
// alone. Each adapter finds its framework there.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm } from "../../pkg-template/build/command.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { slowTest } from "../tools/slow.mjs";
import { installTool } from "./npm-project.mjs";
import { tarball } from "./project.mjs";

const read = (path) =>
	JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const { exports, peerDependenciesMeta } = read(
	"../../pkg-template/package.json",
);
const versions = {
	...read("../../package.json").devDependencies,
	...read("../package.json").devDependencies,
};
/** The frameworks that adapters import, and the one that LangChain wants beside it. */
const frameworks = [...Object.keys(peerDependenciesMeta), "@langchain/core"];
const entries = Object.entries(exports)
	.filter(([, { types }]) => types)
	.map(([path]) => path.replace(".", "agent-todos"));

const program = `
	const entries = ${JSON.stringify(entries)};
	for (const entry of entries) await import(entry);
	const { Conversation, TodoStore } = await import("agent-todos");
	const { agentTodosMiddleware } = await import("agent-todos/langchain");
	const conversation = new Conversation(new TodoStore());
	const used = [agentTodosMiddleware().tools.length];
	for (const sdk of ["ai-sdk", "openai-agents"]) {
		const { todoTools } = await import(\`agent-todos/\${sdk}\`);
		used.push(Object.keys(todoTools(conversation)).length);
	}
	console.log(entries.length, ...used);`;

const registry = spawnSync(
	npm.command,
	[...npm.before, "config", "get", "registry"],
	{ encoding: "utf8" },
).stdout.trim();

for (const { title, tool, version, script, files, env, install, node } of [
	{
		title: "pnpm 10 with hoist=false",
		tool: "pnpm",
		version: "10.34.8",
		script: "bin/pnpm.cjs",
		files: { ".npmrc": "hoist=false\n" },
		env: { npm_config_registry: registry },
		install: ["install", "--ignore-scripts"],
		node: ["exec", "node"],
	},
	{
		title: "Yarn 4 with Plug'n'Play",
		tool: "@yarnpkg/cli-dist",
		version: "4.18.1",
		script: "bin/yarn.js",
		files: { "yarn.lock": "" },
		env: {
			YARN_NPM_REGISTRY_SERVER: registry,
			YARN_NODE_LINKER: "pnp",
			YARN_ENABLE_SCRIPTS: "0",
			YARN_ENABLE_TELEMETRY: "0",
			YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
		},
		install: ["install"],
		node: ["node"],
	},
])
	slowTest(`${title}: each adapter finds its framework`, (t) => {
		const tools = installTool(t, { [tool]: version });
		const folder = mkdtempSync(join(tmpdir(), "agent-todos-outside-"));
		t.after(() => rmSync(folder, { recursive: true, force: true }));
		const written = {
			...files,
			"main.mjs": program,
			"package.json": JSON.stringify({
				name: "host",
				private: true,
				dependencies: {
					...Object.fromEntries(
						frameworks.map((name) => [name, versions[name]]),
					),
					"agent-todos": `file:${tarball}`,
				},
			}),
		};
		for (const [name, text] of Object.entries(written))
			writeFileSync(join(folder, name), text);
		const run = (args) => {
			const { status, stdout, stderr } = spawnSync(
				process.execPath,
				[join(tools, "node_modules", tool, script), ...args],
				{
					cwd: folder,
					encoding: "utf8",
					env: { ...process.env, ...env },
					timeout: programPatience,
				},
			);
			assert.equal(status, 0, stdout + stderr);
			return stdout.trim();
		};
		run(install);
		assert.equal(run([...node, "main.mjs"]), `${entries.length} 1 1 1`);
	});
