// The package in Node's own module loader, in a project that has nothing else.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { expectedInNode } from "./expected.mjs";
import { makeProject } from "./project.mjs";

let folder;
before(() => {
	folder = makeProject("node", "agent-todos", {
		"main.js": "node/main.js",
		"worker.js": "node/worker.js",
		"plan.js": "plan.js",
	});
});

for (const way of ["nothing", "no argument", "path", "bytes", "inline"]) {
	test(`every entry in one program, made ready by: ${way}`, () =>
		assert.deepEqual(printed(["main.js", way]), expectedInNode));
}

test("init() in a worker thread takes a module that was compiled elsewhere", () =>
	assert.deepEqual(printed(["worker.js"]), expectedInNode));

test("the package works in a program started from another working directory", () => {
	const program = join(folder, "main.js");
	assert.deepEqual(printed([program, "no argument"], "/"), expectedInNode);
});

test("the AI SDK's hook knows the main entry's Conversation", () => {
	const program = `
    import { Conversation, init, TodoStore } from "agent-todos";
    import { todoPrepareStep } from "agent-todos/ai-sdk";
    await init();
    const store = new TodoStore();
    store.addMultiple(["a"]);
    const reminders = new Conversation(store);
    const { messages } = todoPrepareStep(reminders)({ messages: [] });
    console.log(JSON.stringify([messages.length, reminders.reminder() ?? null]));`;
	assert.deepEqual(run("hooks.js", program), [1, null]);
});

test("fileStorage and memoryStorage work where nothing else is installed", () => {
	const project = makeProject("node-persist", "agent-todos", {
		"persist.js": "node/persist.js",
	});
	assert.deepEqual(printed(["persist.js"], project), {
		again: ["a", "b"],
		isStorageError: true,
		files: ["list", "list~revision"],
	});
});

test("the package works without Response, navigator and fetch, as in Jest's jsdom", () => {
	const program = `
    for (const name of ["Response", "navigator", "fetch"]) delete globalThis[name];
    const { init, TodoStore } = await import("agent-todos/inline");
    await init();
    console.log(new TodoStore().size);`;
	assert.equal(run("bare.js", program), 0);
});

test("CommonJS can require it, where Node can require modules at all", {
	skip: !process.features.require_module,
}, () => {
	const program = `
    const { TodoStore } = require("agent-todos");
    const inline = require("agent-todos/inline");
    console.log(new TodoStore() instanceof inline.TodoStore);`;
	assert.equal(run("required.cjs", program), true);
});

test("a bundler that left the WebAssembly behind is told what to do", () => {
	const project = makeProject("node-without-wasm", "agent-todos", {});
	rmSync(join(project, "node_modules", "agent-todos", "agent_todos_bg.wasm"));
	const program = `
    import { init, TodoStore } from "agent-todos";
    const { message, cause } = await init().catch((error) => error);
    try {
      new TodoStore();
    } catch (error) {
      console.log(JSON.stringify([message, cause.code, error.message]));
    }`;
	const [message, code, ofFirstUse] = run("main.js", program, project);
	assert.equal(ofFirstUse, message);
	assert.match(
		message,
		/^agent-todos: cannot read file:.*agent_todos_bg\.wasm: import "agent-todos\/inline", give module_or_path, or /,
	);
	assert.equal(code, "ENOENT");
});

test("a script without an address says so, until told one", async () => {
	const program = `
    import { readFileSync } from "node:fs";
    import { init, TodoStore } from "agent-todos";
    (async () => {
      const { code, message } = await init().catch((error) => error);
      await init({ module_or_path: readFileSync("node_modules/agent-todos/agent_todos_bg.wasm") });
      console.log(JSON.stringify([code, /pass module_or_path/.test(message), new TodoStore().size]));
    })();`;
	const { outputFiles } = await build({
		stdin: { contents: program, resolveDir: folder },
		bundle: true,
		// As Workers and classic scripts take it, and the entry of browsers.
		format: "iife",
		conditions: ["browser"],
		external: ["node:fs"],
		write: false,
		logLevel: "error",
	});
	const made = run("iife.cjs", outputFiles[0].text);
	assert.deepEqual(made, ["init_failed", true, 0]);
});

test("a bundle with its own React renders inside, not outside", async () => {
	const project = makeProject("node-two-reacts", "agent-todos", {});
	const react = join(root, "node_modules", "react");
	cpSync(react, join(project, "node_modules", "react"), { recursive: true });
	const program = `
    import { init, TodoStore } from "agent-todos/inline";
    import { AgentTodos, useTodos } from "agent-todos/react";
    import { createElement } from "react";
    import { renderToString } from "react-dom/server";
    const Page = ({ store }) => createElement(AgentTodos, { store, title: String(useTodos(store).length) });
    init().then(() => {
      const rendered = () => {
        try {
          return renderToString(createElement(Page, { store: new TodoStore() }));
        } catch ({ message }) {
          return message;
        }
      };
      console.log(JSON.stringify(rendered()));
    });`;
	const rendered = async (name, external) => {
		const { outputFiles } = await build({
			stdin: { contents: program, resolveDir: project },
			bundle: true,
			format: "esm",
			platform: "node",
			alias: { react, "react-dom": join(root, "node_modules", "react-dom") },
			banner: {
				js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); console.error = () => {};',
			},
			external,
			write: false,
			logLevel: "error",
		});
		return run(name, outputFiles[0].text, project);
	};
	assert.equal(
		await rendered("inside.mjs", []),
		'<agent-todos title="0"></agent-todos>',
	);
	// What `serverExternalPackages: ["agent-todos"]` does, of which bundlers.md warns.
	assert.match(
		await rendered("outside.mjs", ["agent-todos/*"]),
		/Cannot read properties of null/,
	);
});

test("files that the package does not export cannot be imported", () => {
	const program = `
    const { code } = await import("agent-todos/storage/contract.js").catch((error) => error);
    console.log(JSON.stringify(code));`;
	assert.equal(run("inside.js", program), "ERR_PACKAGE_PATH_NOT_EXPORTED");
});

/** Returns what a program of this text prints. */
function run(name, text, project = folder) {
	writeFileSync(join(project, name), text);
	return printed([name], project);
}

/** Returns what Node prints for these arguments, as JSON; it may not print a warning. */
function printed(args, cwd = folder) {
	const { status, stdout, stderr } = spawnSync(process.execPath, args, {
		cwd,
		encoding: "utf8",
	});
	// Node 20 says that importing JSON is experimental; that is this program's doing, not the
	// package's.
	const warnings = stderr
		.split("\n")
		.filter(
			(line) =>
				!/^\(node:\d+\) ExperimentalWarning: Importing JSON|^\(Use `node --trace-warnings/.test(
					line,
				),
		);
	assert.equal(warnings.join("\n"), "");
	assert.equal(status, 0);
	return JSON.parse(stdout);
}
