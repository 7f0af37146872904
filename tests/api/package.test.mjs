// The packed package in Node: the bodies that browsers run too.

import "../tools/is-built.mjs";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import * as main from "agent-todos";
import * as inline from "agent-todos/inline";
import * as run from "agent-todos/run";
import * as tasks from "agent-todos/tasks";
import { installed } from "../../pkg-template/build/places.mjs";
import { bodies, isFor } from "../browsers/bodies.mjs";
import { readCorpus } from "../tools/corpus.mjs";

const wasmUrl = join(installed, "agent_todos_bg.wasm");
const copies = mkdtempSync(join(tmpdir(), "agent todos "));
let copied = 0;

/** Node keeps a module that it has loaded, so each fresh one is a copy of the package. */
async function fresh() {
	const folder = join(copies, String(++copied));
	cpSync(installed, folder, { recursive: true });
	const load = (file) => import(pathToFileURL(join(folder, file)).href);
	return {
		entry: { ...(await load("node.js")), ...(await load("run-node.js")) },
		tasks: await load("tasks-node.js"),
	};
}

async function freshInline() {
	const folder = join(copies, String(++copied));
	cpSync(installed, folder, { recursive: true });
	const load = (file) => import(pathToFileURL(join(folder, file)).href);
	return { entry: await load("node.js"), inline: await load("inline-node.js") };
}

const wasm = async () => new Uint8Array(await readFile(wasmUrl));
const corpus = async (name) => readCorpus(name);
/** The list and the loop. */
const entry = { ...main, ...run };
const context = {
	entry,
	main,
	inline,
	tasks,
	fresh,
	freshInline,
	wasm,
	wasmUrl,
	corpus,
	where: "node",
};

before(() => Promise.all([entry.init(), tasks.init()]));
after(() => rmSync(copies, { recursive: true }));

for (const body of bodies) {
	if (isFor(body, "node")) test(body.name, () => body.run(context));
}
