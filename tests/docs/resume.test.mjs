// "Resume" of the guides to hosts of agents, as it stands there: the process is killed in the
// middle of its work, and started again.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { init, persist, TodoStore } from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";
import { buildSync, transformSync } from "esbuild";
import { installed } from "../../pkg-template/build/places.mjs";
import { serve } from "../../www/browsers/serve.mjs";
import { emptyFolder, emptyTarget } from "../tools/folder.mjs";
import { startChromium } from "../tools/killed-chromium.mjs";
import { deferred, statuses } from "../tools/lists.mjs";
import { mainTest, slowTest } from "../tools/slow.mjs";
import { textOf } from "./pages.mjs";
import { scriptedModels } from "./scripted-models.mjs";
import { snippets } from "./snippets.mjs";

await init();

/** Makes the folder of a guide's program, with the model beside it. */
function programOf(page, model = scriptedModels[page]) {
	const folder = emptyTarget("resume", page);
	const [{ code }] = snippets(textOf(`www/docs/guides/${page}.md`)).filter(
		({ words }) => words.includes("resume"),
	);
	writeFileSync(
		join(folder, "program.mjs"),
		transformSync(code, { loader: "ts", format: "esm", target: "es2022" }).code,
	);
	writeFileSync(join(folder, "model.mjs"), model);
	return folder;
}

const manage = (action, ids = [], todos = []) => [
	"todo_manager",
	{ action, todos, ids },
];
const found = [{ content: "Find a kettle" }, { content: "Compare three" }];
const plan = manage("add_multiple", [], found);
const begin = manage("mark_doing", [2]);
const list = manage("list");
const complete = manage("complete_multiple", [1]);

/**
 * Runs the program until the model was asked so many times, or to its end, and returns what it was
 * asked, and what it printed.
 */
async function work(folder, answers, kills) {
	const child = spawn(
		process.execPath,
		["--import", "./model.mjs", "program.mjs"],
		{
			cwd: folder,
			env: { ...process.env, ANSWERS: JSON.stringify(answers) },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	const [asked, printed] = [[], []];
	createInterface(child.stdout).on("line", (line) => {
		if (line.startsWith("[")) asked.push(JSON.parse(line));
		else printed.push(line);
		if (kills && asked.length > answers.length) child.kill("SIGKILL");
	});
	const end = await once(child, "close");
	assert.deepEqual(end, kills ? [null, "SIGKILL"] : [0, null]);
	return { asked, printed };
}

/** Lets `act` change the list that the program keeps. Returns its statuses. */
async function kept(folder, act = () => {}) {
	const store = new TodoStore();
	const list = await persist(store, fileStorage(join(folder, "lists")), {
		name: "ann",
	});
	act(store);
	await list.stop();
	return statuses(store);
}

/** Returns the messages without the reminders, which the hosts do not store. */
const withoutReminders = (messages) =>
	messages.filter(([, text]) => !text.startsWith("<browser-state>"));

/**
 * What the model is told at last: that the second todo was skipped. The list, which it wrote
 * itself, stands in its messages.
 */
function assertReminded(reminder) {
	assert.match(
		reminder,
		/The user skipped 2 \("Compare three"\): one is enough\./,
	);
}

for (const page of ["ai-sdk", "openai-agents"])
	mainTest(page === "ai-sdk")(
		`${page}.md: "Resume", killed while the model thinks, after several steps`,
		async () => {
			const folder = programOf(page);
			const first = await work(folder, [plan, begin, list], true);
			await kept(folder, (store) => store.as("user").skip(2, "one is enough"));
			// The model was told of what a person did, and the process is killed before it answers.
			const second = await work(folder, [], true);
			const stored = withoutReminders(second.asked[0]);
			assert.equal(stored.filter(([role]) => role === "tool").length, 3);
			assert.deepEqual(stored.at(-1), ["user", "Go on"]);
			assert.deepEqual(
				stored.slice(0, -1),
				withoutReminders(first.asked.at(-1)),
			);

			const { asked } = await work(folder, [complete, "It is done."], false);
			const [role, reminder] = asked[0].at(-1);
			assert.equal(role, "user");
			assertReminded(reminder);
			assert.deepEqual(await kept(folder), ["done", "skipped"]);
		},
	);

for (const page of ["ai-sdk", "openai-agents"])
	slowTest(
		`${page}.md: "Resume", killed each time that the model thinks, does nothing twice`,
		async () => {
			const folder = programOf(page);
			await work(folder, [], true);
			await work(folder, [plan], true);
			await kept(folder, (store) =>
				store.as("user").edit(2, { content: "Compare four" }),
			);
			await work(folder, [], true);
			await work(folder, [complete], true);
			await kept(folder, (store) => store.as("user").remove(2));
			await work(folder, ["It is done."], false);
			assert.deepEqual(await kept(folder), ["done"]);
		},
	);

slowTest('langchain.md: "Resume", killed while the model thinks', async () => {
	const folder = programOf("langchain");
	const todos = found.map((todo) => ({ ...todo, status: "pending" }));
	const write = (todos) => ["write_todos", { todos }];
	const planned = await work(folder, [write(todos)], true);
	const [first, second] = todos;
	const settled = write([{ ...first, status: "completed" }, second]);
	const done = await work(folder, [settled], true);
	const ended = await work(folder, ["It is done."], false);
	// Each process asks what the one before it was killed over, and carries nothing out again.
	assert.equal(planned.asked[0].at(-1)[1], "Buy a kettle");
	assert.match(planned.asked[1].join("\n"), /Todos updated/);
	assert.deepEqual(done.asked[0], planned.asked[1]);
	assert.notDeepEqual(done.asked[1], done.asked[0]);
	assert.deepEqual(ended.asked, [done.asked[1]]);
	assert.deepEqual(ended.printed, [
		"Find a kettle: completed, Compare three: pending",
	]);
});

/** What stands in the place of the browser's model: it asks the test, over HTTP. */
const promptApi = `
globalThis.LanguageModel = { create: async () => ({
  prompt: async (input) => (await fetch("/ask", { method: "POST", body: JSON.stringify(input) })).json(),
  append: async () => {},
}) };`;

/**
 * A person on the same list, in another page: skips a todo if the address says so, and reports the
 * list.
 */
const person = `
import { init, persist, TodoStore } from "agent-todos";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
await init();
const store = new TodoStore();
const list = await persist(store, indexedDbStorage(), { name: "todos" });
if (location.search === "?skip") store.as("user").skip(2, "one is enough");
await list.stop();
await fetch("/list", { method: "POST", body: JSON.stringify(store.getAll().map(({ status }) => status)) });`;

slowTest(
	'prompt-api.md: "Resume", the browser killed while the model thinks',
	async (t) => {
		const folder = programOf("prompt-api", promptApi);
		writeFileSync(join(folder, "person.mjs"), person);
		const dist = join(folder, "dist");
		buildSync({
			entryPoints: ["model.mjs", "program.mjs", "person.mjs"].map((name) =>
				join(folder, name),
			),
			bundle: true,
			format: "esm",
			outdir: dist,
			logLevel: "error",
		});
		const wasm = "agent_todos_bg.wasm";
		copyFileSync(join(installed, wasm), join(dist, wasm));
		for (const page of ["program", "person"])
			writeFileSync(
				join(dist, `${page}.html`),
				`<!doctype html><link rel="icon" href="data:," /><script type="module" src="model.js"></script><script type="module" src="${page}.js"></script>`,
			);
		let posted;
		const server = await serve(dist, { post: (...given) => posted(...given) });
		t.after(() => server.close());
		const profile = emptyFolder(t);
		/** Opens a page, and kills the browser when `hear` resolves with what it returns. */
		const opened = async (page, hear) => {
			const { promise, resolve } = deferred();
			posted = (_, value, response) => hear(value, response, resolve);
			const browser = startChromium(profile, `${server.url}${page}`);
			try {
				return await promise;
			} finally {
				await browser.kill();
			}
		};
		/**
		 * Resolves with what the model was asked, when it has no answer any more, or has said its last
		 * text.
		 */
		const worked = (answers) => {
			const asked = [];
			return opened("program.html", (messages, response, resolve) => {
				asked.push(messages.map(({ content }) => content));
				if (answers.length === 0) return resolve(asked);
				const answer = answers.shift();
				const isText = typeof answer === "string";
				if (isText) response.on("finish", () => resolve(asked));
				const ids = { callId: "1", callID: "1" };
				const [name, args] = answer;
				const value = { ...ids, name, arguments: args };
				response.end(
					JSON.stringify(isText ? answer : [{ type: "tool-call", value }]),
				);
			});
		};
		const listed = (page) =>
			opened(page, (statuses, response, resolve) => {
				response.end();
				resolve(statuses);
			});
		const [first] = await worked([plan]);
		assert.deepEqual(first, ["Buy a kettle"]);
		assert.deepEqual(await listed("person.html?skip"), ["todo", "skipped"]);
		// The model was told of it, and the browser is killed before it answers.
		await worked([]);
		const [[input, reminder]] = await worked([complete, "It is done."]);
		assert.equal(input, "Go on");
		assertReminded(reminder);
		assert.deepEqual(await listed("person.html"), ["done", "skipped"]);
	},
);
