// What apps/page.js, and every other app that plays apps/plan.js, gives wherever it runs.

const reminder = (list) =>
	`<browser-state>TODO list updated. Current state:\n${list}</browser-state>`;
const list = (first, second, third) =>
	`<todos><todo id="1" status="${first}">Open the shop</todo>` +
	`<todo id="2" status="${second}">Compare prices &amp; sizes</todo>` +
	`<todo id="3" status="${third}">Pay</todo></todos>`;
const refusal = {
	ok: false,
	text: null,
	notes: [],
	revision: 4,
	changed: false,
	reminder: null,
};

/** What `new TodoStore()` says before `init()`. */
const tooEarly = {
	code: "not_initialized",
	message: "agent-todos is not ready: await init() first",
	isTodoError: true,
};

/** Where the module is fetched. */
export const expected = {
	before: tooEarly,
	outcomes: [
		{
			ok: true,
			text: '{"ok":true,"output":"Added 3 TODOs"}',
			notes: [],
			revision: 1,
			changed: true,
			reminder: reminder(list("todo", "todo", "todo")),
		},
		{
			ok: true,
			text: '{"ok":true,"output":"Completed TODOs: 1"}',
			notes: [],
			revision: 3,
			changed: true,
			reminder: reminder(list("done", "todo", "todo")),
		},
		{
			ok: true,
			text: '{"ok":true,"output":"Skipped TODO: 3","notes":["ids: a number read as a list of one"]}',
			notes: ["ids: a number read as a list of one"],
			revision: 4,
			changed: true,
			reminder: reminder(list("done", "todo", "skipped")),
		},
		refusal,
		refusal,
	],
	refused: { code: "empty_content", name: "TodoError", isTodoError: true },
	heard: [5, 6, 7],
	todos: [
		{ id: 1, key: "t1", content: "Open the shop", status: "done" },
		// The abort was undone.
		{ id: 2, key: "t2", content: "Compare prices & sizes", status: "doing" },
		{ id: 3, key: "t3", content: "Pay", status: "skipped" },
	],
	same: true,
	copied: true,
	xml: list("done", "doing", "skipped"),
};

/** In Node, and with the module in the script, where the first use needs no `init()`. */
export const expectedInNode = { ...expected, before: "no error" };

/** What an entry gives in a browser. */
export const expectedOf = (entry) =>
	entry === "agent-todos" ? expected : expectedInNode;
