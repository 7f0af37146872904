// What a host gives the element: it shows the todos of other tools, throws for what cannot be
// shown, and ignores what a page added to every object.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPages } from "./chromium.mjs";

const { opened } = listPages();

const texts = (page) => page.locator(".row .text").allTextContents();

test("the element shows todos of other tools, with their statuses", async () => {
	const page = await opened().open();
	await page.evaluate(() => {
		const element = document.createElement("agent-todos");
		document.body.replaceChildren(element);
		element.todos = [
			{ id: "a", content: "Open the shop", status: "in_progress" },
			{ content: "Compare three", status: "pending" },
			{ content: "Pay", status: "completed" },
			{ content: "Call Ann", status: "cancelled" },
		];
	});
	await page.locator(".row").nth(3).waitFor();
	assert.deepEqual(await texts(page), [
		"Open the shop",
		"Compare three",
		"Pay",
		"Call Ann",
	]);
	const parts = await page
		.locator(".row")
		.evaluateAll((rows) => rows.map((row) => row.part.value));
	assert.deepEqual(
		parts.map((part) => part.replace("row ", "")),
		["doing", "todo", "done", "skipped"],
	);
	assert.deepEqual(await page.evaluate("reports"), []);
	await page.context().close();
});

test("wrong lists and todos are refused, and the old stay", async () => {
	const page = await opened().open();
	const errors = await page.evaluate(() => {
		const { store } = globalThis.show(["Pay"]);
		const { element } = globalThis;
		const set = (name, value) => {
			try {
				element[name] = value;
				return "accepted";
			} catch (error) {
				return `${error.name} ${error.code}: ${error.message}`;
			}
		};
		return [
			set("list", []),
			set("list", Promise.resolve(store)),
			set("todos", {}),
			set("todos", [{ title: "Pay", status: "pending" }]),
			set("todos", [{ content: "Pay", status: "finished" }]),
			set("mode", "compact"),
		];
	});
	const said = [
		/list must be a TodoStore or a follower: an array of todos is shown by `todos`$/,
		/list must be a TodoStore or a follower$/,
		/todos must be an array of todos$/,
		/todos\[0\] must be a todo: \{ content, status \}, with the status todo, pend/,
		/todos\[0\] must be a todo: .*, completed, /,
		/mode must be line, list, review, sites$/,
	];
	for (const [place, pattern] of said.entries()) {
		assert.match(errors[place], /^TodoError invalid_argument: /);
		assert.match(errors[place], pattern);
	}
	await page.locator(".row").waitFor();
	assert.deepEqual(await texts(page), ["Pay"]);
	assert.deepEqual(await page.evaluate("reports"), []);
	await page.context().close();
});

test("added properties of every object change no row", async () => {
	const seen = [];
	for (const isPolluted of [false, true]) {
		const page = await opened().open();
		const found = await page.evaluate(async (isPolluted) => {
			const { init, TodoStore, Conversation, connect, follow } =
				globalThis.todos;
			await init();
			if (isPolluted)
				for (const [name, value] of Object.entries({
					data: { tab: 7 },
					options: ["Yes", "No"],
					activeForm: "Paying",
					description: "polluted",
					priority: "high",
					parent: "t1",
					blockedBy: ["t1"],
					owner: "dev",
					confirm: true,
					claimed: true,
					waiting: "user",
					question: "polluted?",
					answer: "polluted!",
					evidence: "polluted",
					reason: "polluted",
					failed: true,
					approved: true,
				}))
					Object.prototype[name] = value;
			const store = new TodoStore();
			store.addMultiple(["Open", "Compare", "Pay"]);
			const [first] = store.todos;
			store.as("user").skip(2, "enough");
			store.as("user").wait(3, { question: "Which?" });
			const done = store.complete({ ...first });
			const conversation = new Conversation(store, { dialect: "TodoWrite" });
			const owner = connect(store, { name: "polluted" });
			const list = await follow({ name: "polluted" });
			await list.add("Call Ann");
			const element = document.createElement("agent-todos");
			document.body.replaceChildren(element);
			element.list = list;
			const restored = TodoStore.fromCheckpoint(store.checkpoint());
			const own = ({ todos }) => todos.map((todo) => Object.entries(todo));
			const result = {
				done,
				own: [own(store), own(list), own(restored)],
				xml: store.getXml(),
				reminder: conversation.reminder(),
				todos: conversation.todos().map((todo) => Object.entries(todo)),
				marked: own({ todos: store.history().at(-1).todos }),
			};
			globalThis.stop = () => list.stop().then(() => owner.stop());
			return JSON.stringify(result);
		}, isPolluted);
		await page.locator(".row").nth(2).waitFor();
		const rows = await page
			.locator(".row")
			.evaluateAll((rows) => rows.map((row) => row.outerHTML));
		seen.push([found, rows, await page.evaluate("reports")]);
		await page.evaluate("globalThis.stop()");
		await page.context().close();
	}
	assert.deepEqual(seen[1], seen[0]);
});
