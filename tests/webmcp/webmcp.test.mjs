// The tools on the browser's own `document.modelContext`, listed and executed through the browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { table, withoutHost } from "../hosts/plan.mjs";
import { dialects as names } from "../package/names.mjs";
import { serve } from "../package/server.mjs";
import { launchChromium } from "../setup/playwright.mjs";

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

/** Runs a function in a fresh page, which finds `context`, `entry` and `registerWebMcp` in its first argument. */
async function inPage(of, run, argument) {
	const page = await of.newPage();
	try {
		// A path that the server has nothing for is a page with nothing on it.
		await page.goto(`${server.address}package/package.json`);
		return await page.evaluate(
			async ([source, argument]) => {
				const entry = await import("/package/index.js");
				await entry.init();
				const tasksEntry = await import("/package/tasks.js");
				const { registerWebMcp } = await import("/package/webmcp.js");
				// biome-ignore lint/security/noGlobalEval: the test's function, sent as text
				// biome-ignore lint/complexity/noCommaOperator: without it the function would see this one's names
				return (0, eval)(`(${source})`)(
					{
						entry,
						tasksEntry,
						registerWebMcp,
						context: document.modelContext,
					},
					argument,
				);
			},
			[String(run), argument],
		);
	} finally {
		await page.close();
	}
}

/** Those that read alone. */
const readers = ["todo_read", "todoread", "TaskList", "TaskGet", "task_check"];

test("every dialect: its tools are the page's, with their words and schemas, each call is answered as without the browser, until they are taken off", async () => {
	for (const name of names) {
		const { steps, refused, repaired } = table[name];
		const calls = [refused, ...steps, repaired];
		const [listed, expected, answers, left] = await inPage(
			browser,
			async ({ entry, registerWebMcp, context }, [name, calls]) => {
				const store = new entry.TodoStore();
				const registration = await registerWebMcp(store, name);
				const tools = await context.getTools();
				const schema = (value) =>
					typeof value === "string" ? JSON.parse(value) : value;
				const listed = tools.map(
					({ name, description, inputSchema, annotations }) => ({
						name,
						description,
						inputSchema: schema(inputSchema),
						isReader: annotations.readOnlyHint,
						isUntrusted: annotations.untrustedContentHint,
					}),
				);
				const expected = entry
					.tools(store, name)
					.map(({ name, description, inputSchema }) => ({
						name,
						description,
						inputSchema: { ...inputSchema },
					}));
				const answers = [];
				for (const { tool, args } of calls)
					answers.push(
						await context.executeTool(
							tools.find(({ name }) => name === tool),
							args,
						),
					);
				await registration.stop();
				return [listed, expected, answers, (await context.getTools()).length];
			},
			[name, calls],
		);
		// In which order a page's tools are listed is the browser's.
		const byName = (one, other) => (one.name < other.name ? -1 : 1);
		assert.deepEqual(
			listed.sort(byName),
			expected.sort(byName).map((tool) => ({
				...tool,
				isReader: readers.includes(tool.name),
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

test("the tasks of users: the browser lists and calls every tool; with a user no other can be named", async () => {
	const [listed, shared, own] = await inPage(
		browser,
		async ({ tasksEntry, registerWebMcp, context }) => {
			await tasksEntry.init();
			const tasks = new tasksEntry.TaskStore();
			const changed = [];
			const plan = async (user, sent) => {
				const registration = await registerWebMcp(tasks, "tasks", {
					user,
					onChange: (outcome) => changed.push(outcome.changed),
				});
				const tools = Object.fromEntries(
					(await context.getTools()).map((tool) => [tool.name, tool]),
				);
				const call = async (name, args) =>
					JSON.parse(await context.executeTool(tools[name], args));
				const { task } = await call("add_task", {
					...sent,
					title: "Buy a kettle",
				});
				const answers = [
					await call("update_task", {
						...sent,
						task_id: task.id,
						priority: "high",
					}),
					await call("complete_task", { ...sent, task_id: task.id }),
					await call("list_tasks", sent),
					await call("list_tasks", { user_id: "bob" }),
					await call("delete_task", { ...sent, task_id: task.id }),
					await call("add_task", { ...sent, title: " " }),
				];
				await registration.stop();
				return [
					...answers.map(
						({ success, tasks, error }) =>
							error?.code ?? tasks?.length ?? success,
					),
					changed.length,
				];
			};
			const registration = await registerWebMcp(tasks, "tasks");
			const listed = (await context.getTools()).map(({ name, annotations }) => [
				name,
				annotations.readOnlyHint,
			]);
			await registration.stop();
			const shared = await plan(undefined, { user_id: "ann" });
			const own = await plan("ann", {});
			return [listed, shared, own];
		},
	);
	assert.deepEqual(Object.fromEntries(listed), {
		add_task: false,
		list_tasks: true,
		update_task: false,
		complete_task: false,
		delete_task: false,
	});
	assert.deepEqual(shared, [true, true, 1, 0, true, "empty_title", 4]);
	assert.deepEqual(own, [
		true,
		true,
		1,
		"invalid_argument",
		true,
		"empty_title",
		8,
	]);
});

test("a signal takes the tools off; one that is aborted, before or during, puts none on and its reason comes back", async () => {
	const found = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const store = new entry.TodoStore();
			const count = async () => (await context.getTools()).length;
			const thrown = (promise) =>
				promise.then(
					() => "nothing",
					(error) => error.name ?? error,
				);
			const controller = new AbortController();
			await registerWebMcp(store, "snapshot", { signal: controller.signal });
			const both = await count();
			controller.abort();
			const none = await count();
			const before = await thrown(
				registerWebMcp(store, "snapshot", { signal: controller.signal }),
			);
			const late = new AbortController();
			const during = thrown(
				registerWebMcp(store, "snapshot", { signal: late.signal }),
			);
			late.abort("the reason");
			return [both, none, before, await during, await count()];
		},
	);
	assert.deepEqual(found, [2, 0, "AbortError", "the reason", 0]);
});

test("all or none: where the second name is taken, the first is taken off again, and the error names the second", async () => {
	const found = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const store = new entry.TodoStore();
			const names = async () =>
				(await context.getTools()).map(({ name }) => name).sort();
			const taken = new AbortController();
			const others = {
				name: "todo_write",
				description: "of another script",
				execute: async () => "theirs",
			};
			await context.registerTool(others, { signal: taken.signal });
			const error = await registerWebMcp(store, "snapshot").catch(
				({ name, message }) => ({ name, message }),
			);
			const left = await names();
			const [tool] = await context.getTools();
			const theirs = await context.executeTool(tool, {});
			taken.abort();
			await registerWebMcp(store, "snapshot");
			return { error, left, theirs, after: await names() };
		},
	);
	assert.equal(found.error.name, "InvalidStateError");
	assert.match(
		found.error.message,
		/the tool "todo_write" was refused, so none is registered.*unregister it first/,
	);
	assert.deepEqual([found.left, found.theirs], [["todo_write"], "theirs"]);
	assert.deepEqual(found.after, ["todo_read", "todo_write"]);
});

test("exposedTo goes to the browser, which refuses what is no secure origin", async () => {
	const found = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const store = new entry.TodoStore();
			const error = await registerWebMcp(store, "todo_manager", {
				exposedTo: ["http://example.com"],
			}).catch(({ name, message }) => ({ name, message }));
			const none = (await context.getTools()).length;
			await registerWebMcp(store, "todo_manager", {
				exposedTo: ["https://example.com"],
			});
			return { error, none, one: (await context.getTools()).length };
		},
	);
	assert.equal(found.error?.name, "SecurityError");
	assert.match(
		found.error.message,
		/the tool "todo_manager" was refused.*exposedTo takes https origins/,
	);
	assert.deepEqual([found.none, found.one], [0, 1]);
});

test("an answer waits for onChange, and what that rejects with is the call's error", async () => {
	const [errors, stored, unheard] = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const unheard = [];
			addEventListener("unhandledrejection", () => unheard.push("rejection"));
			addEventListener("error", () => unheard.push("error"));
			const store = new entry.TodoStore();
			const call = async (onChange) => {
				const registration = await registerWebMcp(store, "todo_manager", {
					onChange,
				});
				const [tool] = await context.getTools();
				const args = {
					action: "add_multiple",
					todos: [{ content: "a" }],
					ids: [],
				};
				const said = await context.executeTool(tool, args).then(
					() => "answered",
					({ name }) => name,
				);
				await registration.stop();
				return said;
			};
			const errors = [
				await call(() => Promise.reject(new Error("full"))),
				await call(() => Promise.reject()),
				await call(() => {
					throw new Error("full");
				}),
			];
			let stored = false;
			errors.push(
				await call(async () => {
					await new Promise((resolve) => setTimeout(resolve, 20));
					stored = true;
				}),
			);
			return [errors, stored, unheard];
		},
	);
	assert.deepEqual(errors, [
		"UnknownError",
		"UnknownError",
		"UnknownError",
		"answered",
	]);
	assert.equal(stored, true);
	assert.deepEqual(unheard, []);
});

test("reminders: false leaves them out, and onChange hears of changes only", async () => {
	const [withThem, without, heard] = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const store = new entry.TodoStore();
			const heard = [];
			const ask = async (options) => {
				const registration = await registerWebMcp(store, "todo_manager", {
					...options,
					onChange: ({ revision }) => heard.push(revision),
				});
				const [tool] = await context.getTools();
				const answer = await context.executeTool(tool, {
					action: "add_multiple",
					todos: [{ content: "a" }],
					ids: [],
				});
				await context.executeTool(tool, { action: "list", todos: [], ids: [] });
				await registration.stop();
				return answer;
			};
			return [await ask({}), await ask({ reminders: false }), heard];
		},
	);
	const [text, ...reminder] = withThem.split("\n");
	assert.deepEqual(
		[text, without],
		[
			'{"ok":true,"output":"Added 1 TODOs"}',
			'{"ok":true,"output":"Added 1 TODOs"}',
		],
	);
	assert.match(
		reminder.join("\n"),
		/^<browser-state>[\s\S]*<\/browser-state>$/,
	);
	assert.deepEqual(heard, [1, 2]);
});

test("without the feature, and in a worker, it says where there is one", async () => {
	const run = ({ entry, registerWebMcp }) =>
		registerWebMcp(new entry.TodoStore(), "todo_manager").then(
			String,
			(error) => error.message,
		);
	assert.match(
		await inPage(plain, run),
		/there is no WebMCP here.*secure pages and content scripts/,
	);
	const inWorker = await inPage(browser, () => {
		const source = `
      import { init, TodoStore } from "${location.origin}/package/index.js";
      import { registerWebMcp } from "${location.origin}/package/webmcp.js";
      await init();
      postMessage(await registerWebMcp(new TodoStore(), "todo_manager").then(String, (error) => error.message));`;
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

test("an agent that drives the browser lists and calls the tools, and reads their annotations", async () => {
	const page = await browser.newPage();
	await page.goto(`${server.address}package/package.json`);
	for (const dialect of ["Task", "todo_manager"])
		await page.evaluate(async (dialect) => {
			const { init, TodoStore } = await import("/package/index.js");
			const { registerWebMcp } = await import("/package/webmcp.js");
			await init();
			globalThis.store ??= new TodoStore();
			await registerWebMcp(globalThis.store, dialect);
		}, dialect);
	const listed = await page.webmcp.tools();
	assert.deepEqual(
		Object.fromEntries(
			listed.map(({ name, annotations }) => [name, annotations]),
		),
		{
			TaskCreate: { untrustedContent: true },
			TaskGet: { readOnly: true, untrustedContent: true },
			TaskList: { readOnly: true, untrustedContent: true },
			TaskUpdate: { untrustedContent: true },
			todo_manager: { untrustedContent: true },
		},
	);
	const { inputSchema } = listed.find(({ name }) => name === "todo_manager");
	assert.equal(inputSchema.properties.action.type, "string");
	const call = (args) => page.webmcp.callTool("todo_manager", args);
	const added = await call({ action: "add_multiple", todos: ["Pay"] });
	assert.match(JSON.stringify(added), /browser-state/);
	const refused = await call({ action: "complete_multiple", ids: [7] });
	assert.match(JSON.stringify(refused), /there is no todo 7/);
	assert.equal(
		await page.evaluate(() => globalThis.store.getXml()),
		'<todos><todo id="1" status="todo">Pay</todo></todos>',
	);
	await page.close();
});

test("a store that was freed answers with words", async () => {
	const answer = await inPage(
		browser,
		async ({ entry, registerWebMcp, context }) => {
			const store = new entry.TodoStore();
			await registerWebMcp(store, "todo_manager");
			const [tool] = await context.getTools();
			store.free();
			return context
				.executeTool(tool, { action: "list" })
				.then(String, (error) => `${error.name}: ${error.message}`);
		},
	);
	assert.match(answer, /^this store, run or conversation was freed/);
});
