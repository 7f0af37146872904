// The tools on the browser's own `document.modelContext`, listed and executed through the browser.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium } from "../../www/browsers/playwright.mjs";
import { serve } from "../browsers/server.mjs";
import {
	opened,
	someDialects,
	table,
	withoutHost,
} from "../frameworks/plan.mjs";

let server, browser, plain;

before(async () => {
	server = await serve();
	browser = await launchChromium(["--enable-features=WebMCP"]);
	plain = await launchChromium();
});
after(async () => {
	await Promise.all([browser?.close(), plain?.close()]);
	server?.close();
});

/**
 * Runs a function in a fresh page. Its first argument has `store`, a new list; `register(options,
 * dialect)` for its tools; `context`, `tasksEntry` and `registerWebMcp`; `names()` of the page's
 * tools; `call(name, args)`, and `add()`, which calls the list's; and `failure(promise)`.
 */
async function inPage(of, run, argument) {
	const page = await of.newPage();
	try {
		// A path that the server has nothing for is a page with nothing on it.
		await page.goto(`${server.address}package/package.json`);
		return await page.evaluate(
			async ([source, argument]) => {
				const { init, TodoStore } = await import("/package/index.js");
				await init();
				const tasksEntry = await import("/package/tasks.js");
				const { registerWebMcp } = await import("/package/webmcp.js");
				const context = document.modelContext;
				const store = new TodoStore();
				const call = async (wanted, args) => {
					const tools = await context.getTools();
					const tool = tools.find(({ name }) => name === wanted);
					return context.executeTool(tool, args);
				};
				const given = {
					tasksEntry,
					registerWebMcp,
					context,
					store,
					call,
					register: (options, dialect = "todo_manager") =>
						registerWebMcp(store, { dialect, ...options }),
					names: async () =>
						(await context.getTools()).map(({ name }) => name).sort(),
					add: () =>
						call("todo_manager", {
							action: "add_multiple",
							todos: [{ content: "a" }],
							ids: [],
						}),
					failure: (promise) =>
						promise.then(
							() => "nothing",
							(error) =>
								error.name
									? { name: error.name, message: error.message }
									: error,
						),
				};
				// biome-ignore lint/security/noGlobalEval: the test's function, sent as text
				// biome-ignore lint/complexity/noCommaOperator: hides the names of this scope
				return (0, eval)(`(${source})`)(given, argument);
			},
			[String(run), argument],
		);
	} finally {
		await page.close();
	}
}

/** Those that read alone. */
const readers = ["todo_read", "todoread", "TaskList", "TaskGet", "task_check"];

test("three dialects are the page's tools, until taken off", async () => {
	for (const name of someDialects) {
		const { steps, refused, repaired } = table[name];
		const calls = [refused, ...steps, repaired];
		const [listed, answers, left] = await inPage(
			browser,
			async ({ register, context, call }, [dialect, calls]) => {
				const registration = await register({}, dialect);
				const schema = (value) =>
					typeof value === "string" ? JSON.parse(value) : value;
				const listed = (await context.getTools()).map(
					({ name, description, inputSchema, annotations }) => ({
						name,
						description,
						inputSchema: schema(inputSchema),
						isReader: annotations.readOnlyHint,
						isUntrusted: annotations.untrustedContentHint,
					}),
				);
				const answers = [];
				for (const { tool, args } of calls)
					answers.push(await call(tool, args));
				await registration.stop();
				return [listed, answers, (await context.getTools()).length];
			},
			[name, calls],
		);
		// In which order a page's tools are listed is the browser's.
		const byName = (one, other) => (one.name < other.name ? -1 : 1);
		assert.deepEqual(
			listed.sort(byName),
			opened(name)
				.offered.sort(byName)
				.map(({ name, description, inputSchema }) => ({
					name,
					description,
					inputSchema: { ...inputSchema },
					isReader: readers.includes(name),
					isUntrusted: true,
				})),
			name,
		);
		assert.deepEqual(
			answers,
			withoutHost(name, calls).outcomes.map(({ text, reminder }) =>
				reminder === undefined ? text : `${text}\n${reminder}`,
			),
			name,
		);
		assert.equal(left, 0, name);
	}
});

test("tasks: the browser lists every tool, for one user", async () => {
	const [listed, answers, changes] = await inPage(
		browser,
		async ({ tasksEntry, registerWebMcp, context, call }) => {
			await tasksEntry.init();
			const tasks = new tasksEntry.TaskStore();
			const shared = await registerWebMcp(tasks);
			const listed = (await context.getTools()).map(({ name, annotations }) => [
				name,
				annotations.readOnlyHint,
			]);
			const add = { user_id: "ann", title: "Buy a kettle" };
			const answers = [await call("add_task", add)];
			await shared.stop();
			let changes = 0;
			const onChange = () => changes++;
			await registerWebMcp(tasks, { user: "ann", onChange });
			answers.push(
				await call("add_task", { title: "Pay" }),
				await call("list_tasks", {}),
				await call("list_tasks", { user_id: "bob" }),
			);
			return [listed, answers.map((text) => JSON.parse(text)), changes];
		},
	);
	assert.deepEqual(Object.fromEntries(listed), {
		add_task: false,
		list_tasks: true,
		update_task: false,
		complete_task: false,
		delete_task: false,
	});
	assert.deepEqual(
		answers.map(
			({ success, tasks, error }) => error?.code ?? tasks?.length ?? success,
		),
		[true, true, 2, "invalid_argument"],
	);
	assert.equal(changes, 1);
});

test("a cancelled WebMCP call keeps its change", async () => {
	const [cancelled, events, list, stored, answer] = await inPage(
		browser,
		async ({ register, context, store, add, failure }) => {
			const events = [];
			for (const type of ["toolactivated", "toolcancel"])
				context.addEventListener(type, ({ toolName }) =>
					events.push(`${type} ${toolName}`),
				);
			const isToldOfCancel = new Promise((resolve) => {
				context.addEventListener("toolcancel", resolve);
			});
			let stored = 0;
			let begun;
			const isBegun = new Promise((resolve) => {
				begun = resolve;
			});
			let cancel;
			const isCancelled = new Promise((resolve) => {
				cancel = resolve;
			});
			const onChange = async () => {
				begun();
				await isCancelled;
				stored++;
			};
			await register({ onChange });
			const [tool] = await context.getTools();
			const args = { action: "add_multiple", todos: [{ content: "a" }] };
			const controller = new AbortController();
			const { signal } = controller;
			const call = failure(context.executeTool(tool, args, { signal }));
			await isBegun;
			controller.abort("no longer wanted");
			const cancelled = await call;
			// The page hears of it when it can, also after the call has failed.
			await isToldOfCancel;
			cancel();
			const answer = await add();
			return [cancelled, events, store.getAll().length, stored, answer];
		},
	);
	assert.equal(cancelled, "no longer wanted");
	assert.deepEqual(events.slice(0, 2), [
		"toolactivated todo_manager",
		"toolcancel todo_manager",
	]);
	assert.equal(list, 2);
	assert.equal(stored, 2);
	assert.match(answer, /"ok":true/);
});

test("a signal takes the tools off, or puts none on", async () => {
	const found = await inPage(browser, async ({ register, names, failure }) => {
		const registerBoth = (signal) => register({ signal }, "snapshot");
		const controller = new AbortController();
		await registerBoth(controller.signal);
		const both = await names();
		controller.abort();
		const none = await names();
		const before = await failure(registerBoth(controller.signal));
		const late = new AbortController();
		const during = failure(registerBoth(late.signal));
		late.abort("the reason");
		return [both, none, before.name, await during, await names()];
	});
	assert.deepEqual(found, [
		["todo_read", "todo_write"],
		[],
		"AbortError",
		"the reason",
		[],
	]);
});

test("registerWebMcp() registers all tools or none", async () => {
	const found = await inPage(
		browser,
		async ({ register, names, call, failure, context }) => {
			const taken = new AbortController();
			const others = {
				name: "todo_write",
				description: "of another script",
				execute: async () => "theirs",
			};
			await context.registerTool(others, { signal: taken.signal });
			const error = await failure(register({}, "snapshot"));
			const left = await names();
			const theirs = await call("todo_write", {});
			taken.abort();
			await register({}, "snapshot");
			return { error, left, theirs, after: await names() };
		},
	);
	assert.equal(found.error.name, "TodoError");
	assert.match(
		found.error.message,
		/refused the tool "todo_write" \(InvalidStateError\), so none is registered.*unregister it first/,
	);
	assert.deepEqual([found.left, found.theirs], [["todo_write"], "theirs"]);
	assert.deepEqual(found.after, ["todo_read", "todo_write"]);
});

test("exposedTo goes to the browser, which refuses what is no secure origin", async () => {
	const [error, none, one] = await inPage(
		browser,
		async ({ register, names, failure }) => [
			await failure(register({ exposedTo: ["http://example.com"] })),
			await names(),
			await register({ exposedTo: ["https://example.com"] }).then(names),
		],
	);
	assert.equal(error.name, "TodoError");
	assert.match(
		error.message,
		/refused the tool "todo_manager" \(SecurityError\).*exposedTo takes https origins/,
	);
	assert.deepEqual([none, one], [[], ["todo_manager"]]);
});

test("a WebMCP call waits for onChange, and rejects as it", async () => {
	const [errors, stored, unheard] = await inPage(
		browser,
		async ({ register, add, failure }) => {
			const unheard = [];
			addEventListener("unhandledrejection", () => unheard.push("rejection"));
			addEventListener("error", () => unheard.push("error"));
			let stored = false;
			const errors = [];
			for (const onChange of [
				() => Promise.reject(new Error("full")),
				() => Promise.reject(),
				() => {
					throw new Error("full");
				},
				async () => {
					await new Promise((resolve) => setTimeout(resolve, 20));
					stored = true;
				},
			]) {
				const registration = await register({ onChange });
				const error = await failure(add());
				errors.push(error.name ?? error);
				await registration.stop();
			}
			return [errors, stored, unheard];
		},
	);
	assert.deepEqual(errors, [...Array(3).fill("UnknownError"), "nothing"]);
	assert.equal(stored, true);
	assert.deepEqual(unheard, []);
});

test("reminders: off leaves them out, and onChange hears of changes only", async () => {
	const [answer, heard] = await inPage(
		browser,
		async ({ register, add, call }) => {
			const heard = [];
			const onChange = ({ revision }) => heard.push(revision);
			await register({ reminders: "off", onChange });
			const answer = await add();
			await call("todo_manager", { action: "list", todos: [], ids: [] });
			return [answer, heard];
		},
	);
	assert.deepEqual(Object.keys(JSON.parse(answer)), ["ok", "output"]);
	assert.deepEqual(heard, [1]);
});

test("registerWebMcp() without the feature, or in a worker, says where it works", async () => {
	const { message } = await inPage(plain, ({ register, failure }) =>
		failure(register()),
	);
	assert.match(
		message,
		/there is no WebMCP here.*secure pages and content scripts/,
	);
	const inWorker = await inPage(browser, () => {
		const source = `
      import { init, TodoStore } from "${location.origin}/package/index.js";
      import { registerWebMcp } from "${location.origin}/package/webmcp.js";
      await init();
      postMessage(await registerWebMcp(new TodoStore(), { dialect: "todo_manager" }).then(String, (error) => error.message));`;
		const worker = new Worker(
			URL.createObjectURL(new Blob([source], { type: "text/javascript" })),
			{ type: "module" },
		);
		return new Promise((resolve) => {
			worker.onmessage = ({ data }) => resolve(data);
			worker.onerror = ({ message }) => resolve(message);
		});
	});
	assert.match(inWorker, /there is no WebMCP here/);
});

test("an agent that drives the browser calls a tool", async () => {
	const page = await browser.newPage();
	await page.goto(`${server.address}package/package.json`);
	await page.evaluate(async () => {
		const { init, TodoStore } = await import("/package/index.js");
		const { registerWebMcp } = await import("/package/webmcp.js");
		await init();
		globalThis.store = new TodoStore();
		await registerWebMcp(globalThis.store, { dialect: "snapshot" });
	});
	const listed = await page.webmcp.tools();
	assert.deepEqual(
		Object.fromEntries(
			listed.map(({ name, annotations }) => [name, annotations]),
		),
		{
			todo_read: { readOnly: true, untrustedContent: true },
			todo_write: { untrustedContent: true },
		},
	);
	const added = await page.webmcp.callTool("todo_write", { items: ["Pay"] });
	assert.match(JSON.stringify(added), /browser-state/);
	assert.equal(
		await page.evaluate(() => globalThis.store.getXml()),
		'<todos><todo id="1" status="todo">Pay</todo></todos>',
	);
	await page.close();
});

test("a WebMCP tool of a freed store answers with an error text", async () => {
	const answer = await inPage(browser, async ({ store, register, call }) => {
		await register();
		store.free();
		return call("todo_manager", { action: "list" });
	});
	assert.match(answer, /^this store, run or conversation was freed/);
});

test("a WebMCP tool reports a person's answer once, with the next change", async () => {
	const answers = await inPage(browser, async ({ store, register, call }) => {
		const registration = await register();
		store.addMultiple(["Log in", "Pay", "Rate"]);
		const manage = (action, more) =>
			call("todo_manager", { action, todos: [], ids: [], ...more });
		await manage("wait", { ids: [1], question: "Which code?" });
		store.as("user").answer(1, "1234");
		const answers = [];
		for (const id of [2, 3])
			answers.push(await manage("complete_multiple", { ids: [id] }));
		await registration.stop();
		return answers;
	});
	assert.deepEqual(
		answers.map((text) => String(text).split("1234").length - 1),
		[1, 0],
		answers.join("\n"),
	);
});
