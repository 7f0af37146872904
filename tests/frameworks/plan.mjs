// The plan that every host is taken through, in the vocabulary of each dialect.
//
// A call leaves out what a model has nothing to say of, as the schemas allow: LangChain holds calls
// against the schema itself.

import { init, TodoStore, tools } from "agent-todos";
import { readDialects } from "../../pkg-template/build/dialects.mjs";

export { dialects } from "../browsers/names.mjs";

/**
 * The dialects with which an adapter or a transport is tried: the default one, one with several
 * tools, and one whose list is text. The adapters know no dialect, so others differ in data alone,
 * which schemas.test.mjs holds for each.
 */
export const someDialects = ["todo_manager", "Task", "goose"];

const plan = [
	"Open the shop",
	"Compare three kettles",
	"Put the best in the basket",
];
const finished = [
	["Open the shop", "done"],
	["Compare three kettles", "done"],
	["Put the best in the basket", "todo"],
];

/** Returns a call of todo_manager. */
export function manage(action, todos, ids = []) {
	return { tool: "todo_manager", args: { action, todos, ids } };
}

export const add = (...contents) =>
	manage(
		"add_multiple",
		contents.map((content) => ({ content })),
	);
export const complete = (...ids) => manage("complete_multiple", [], ids);

/** What the model writes in the fields of a todo that are neither its text nor its status. */
const texts = {
	priority: "medium",
	activeForm: "Working on it",
	description: "",
};

/**
 * Returns a tool that is sent the whole list each time, as about.json has the call. `reads` are
 * calls that only read.
 */
function rewriting({ call, read }, reads = read ? [read] : []) {
	const { tool, list, item, statuses, rest: more = {}, merges } = call;
	const rest = {
		...more,
		...("explanation" in more && { explanation: "As the shop loads." }),
	};
	const { todo, doing, done } = statuses;
	const fieldOf = (value, content, status, at) =>
		({ content, status, name: `${at + 1}`, position: at + 1, ...texts })[value];
	const itemOf = (content, at, status) =>
		typeof item === "string"
			? item.replace("{status}", status).replace("{content}", content)
			: Object.fromEntries(
					Object.entries(item).map(([field, value]) => [
						field,
						fieldOf(value, content, status, at),
					]),
				);
	const items = (marks, contents = plan) => {
		const all = contents.map((content, at) => itemOf(content, at, marks[at]));
		return typeof item === "string" ? all.join("\n") : all;
	};
	const write = (...parts) => ({
		tool,
		args: { ...rest, [list]: items(...parts) },
	});
	const calls = {
		steps: [
			write([todo, todo, todo]),
			write([doing, todo, todo]),
			write([done, doing, todo]),
			write([done, done, todo]),
			...reads.map(({ tool, arguments: args }) => ({ tool, args })),
		],
		list: finished,
		refused: write([todo, todo, todo], [plan[0], " ", plan[2]]),
		malformed: { tool, args: rest },
		missing: list,
		repaired: {
			tool,
			args: { ...rest, [list]: JSON.stringify(items([done, done, done])) },
		},
	};
	if (typeof item === "string") return asText(calls, tool, list, statuses);
	return merges ? asMerging(calls, tool, statuses) : calls;
}

/**
 * Returns a tool that is sent what changed, by ids of the model's own. Two at least: the tool takes
 * no shorter list.
 */
function asMerging(whole, tool, { todo, doing, done }) {
	const merge = (statuses) =>
		Object.entries(statuses).map(([id, status]) => ({
			id,
			content: plan[id - 1],
			status,
		}));
	const write = (todos) => ({ tool, args: { merge: true, todos } });
	return {
		...whole,
		steps: [
			whole.steps[0],
			write(merge({ 1: doing, 2: todo })),
			write(merge({ 1: done, 2: doing })),
			write(merge({ 1: done, 2: done })),
		],
		malformed: { tool, args: { merge: true } },
		repaired: write(JSON.stringify(merge({ 2: done, 3: done }))),
	};
}

/** Returns a tool whose list is one text in Markdown. */
function asText(whole, tool, list, { todo, done }) {
	const last = whole.steps.at(-1).args[list].replace(todo, done);
	// A box without a text is ignored. Of this text, nothing is left once it is cleaned.
	const text = whole.refused.args[list].replace(
		/^(.*\[ \]) +$/m,
		"$1 \u{e0041}",
	);
	return {
		...whole,
		refused: { tool, args: { [list]: text } },
		repaired: { tool, args: { [list]: last, reason: "All is bought." } },
	};
}

const about = Object.fromEntries(
	readDialects().map((dialect) => [dialect.name, dialect]),
);
/** The dialects whose list one call writes, with statuses. */
const regular = Object.values(about).filter(({ call }) => call?.statuses);

/**
 * What is called in each dialect, as `{tool, args}`:
 *
 *   steps      write the plan, begin its first todo where the dialect can, finish the first and
 *              then the second
 *   list       the list after that, as `[content, status]`
 *   refused    fits the schema, but its second todo is empty, which `validate` refuses, or it needs
 *              a todo on the list, which is empty then
 *   malformed  `validate` refuses it: the list is left out
 *   missing    what is left out, which the model has to be told
 *   repaired   does not fit the schema and is clear all the same: carried out after the steps, with
 *              a note
 */
export const table = {
	...Object.fromEntries(
		regular.map((dialect) => [dialect.name, rewriting(dialect)]),
	),
	todo_manager: {
		steps: [add(...plan), complete(1), complete(2), manage("list", [])],
		list: finished,
		refused: add(plan[0], " "),
		malformed: { tool: "todo_manager", args: { action: "add_multiple" } },
		missing: "todos",
		repaired: manage("complete_multiple", [], 3),
	},
	// It has no statuses: what is done is written no more.
	snapshot: {
		steps: [
			{ tool: "todo_write", args: { items: plan } },
			{ tool: "todo_write", args: { items: plan.slice(1) } },
			{ tool: "todo_write", args: { items: plan.slice(2) } },
			{ tool: "todo_read", args: {} },
		],
		list: [["Put the best in the basket", "todo"]],
		refused: { tool: "todo_write", args: { items: [plan[0], " ", plan[2]] } },
		malformed: { tool: "todo_write", args: {} },
		missing: "items",
		repaired: { tool: "todo_write", args: { items: JSON.stringify(plan) } },
	},
	// Without a list it returns the one that there is.
	SetTodoList: {
		...rewriting(about.SetTodoList, []),
		malformed: { tool: "TodoList", args: { todos: 7 } },
	},
	// A command for each change; no word says that a task is in progress.
	kiro: {
		steps: [
			kiro("create", { tasks: tasksOf(plan) }),
			kiro("complete", { completed_task_ids: ["1"] }),
			kiro("complete", { completed_task_ids: ["2"], context_update: "Seen." }),
			kiro("load", {}),
		],
		list: finished,
		refused: kiro("create", { tasks: tasksOf([plan[0], " ", plan[2]]) }),
		malformed: kiro("create", {}),
		missing: "tasks",
		repaired: kiro("create", { tasks: JSON.stringify(tasksOf(plan)) }),
	},
	// It has no statuses either.
	chrome_plan: {
		steps: [
			present(plan),
			present(plan.slice(1)),
			present(plan.slice(2)),
			present(plan.slice(2), ["shop.example", "pay.example"]),
		],
		list: [["Put the best in the basket", "todo"]],
		refused: present([plan[0], " ", plan[2]]),
		malformed: { tool: "update_plan", args: { domains: [] } },
		missing: "approach",
		repaired: present(JSON.stringify(plan)),
	},
	Task: single(about.Task, (number) => `t${number}`, {
		tool: "TaskGet",
		args: { taskId: "t2" },
	}),
	rpiv: single(about.rpiv, Number, {
		tool: "todo",
		args: { action: "get", id: 2 },
	}),
	// It completes what is open; no word says that a todo is in progress.
	pi: {
		steps: [
			...plan.map((text) => pi("add", { text })),
			pi("toggle", { id: 1 }),
			pi("toggle", { id: 2 }),
			pi("list", {}),
		],
		list: finished,
		refused: pi("toggle", { id: 2 }),
		malformed: pi("add", {}),
		missing: "text",
		repaired: pi("Toggle", { id: 3 }),
	},
	// A tool for each change; no word says that a task is in progress.
	agent_framework: {
		steps: [
			added(plan),
			completed([{ id: 1, reason: "It is open." }]),
			completed([{ id: 2, reason: "Three at most." }]),
			{ tool: "todos_get_remaining", args: {} },
			{ tool: "todos_get_all", args: {} },
		],
		list: finished,
		refused: added([plan[0], " ", plan[2]]),
		malformed: { tool: "todos_add", args: {} },
		missing: "todos",
		repaired: completed('[{"id":3,"reason":"It is there."}]'),
	},
	// Several operations in a call, on positions from 0.
	lobehub: {
		steps: [
			{ tool: "createTodos", args: { adds: plan } },
			operate(["complete", 0], ["processing", 1]),
			operate(["complete", 1]),
		],
		list: finished,
		refused: { tool: "createTodos", args: { adds: [plan[0], " ", plan[2]] } },
		malformed: { tool: "createTodos", args: {} },
		missing: "adds",
		repaired: operate(["Complete", 2]),
	},
	task_write: rewriting(about.task_write, [
		{ tool: "task_complete", arguments: { id: "2" } },
		{ tool: "task_update", arguments: { id: "3", status: "pending" } },
		about.task_write.read,
	]),
};

function kiro(command, args) {
	return { tool: "todo_list", args: { command, ...args } };
}

function tasksOf(contents) {
	return contents.map((content) => ({ task_description: content }));
}

function pi(action, args) {
	return { tool: "todo", args: { action, ...args } };
}

function operate(...operations) {
	const each = operations.map(([type, index]) => ({ type, index }));
	return { tool: "updateTodos", args: { operations: each } };
}

/** Returns the call of Microsoft's Agent Framework that adds todos. */
function added(contents) {
	const todos = contents.map((title) => ({ title }));
	return { tool: "todos_add", args: { todos } };
}

function completed(items) {
	return { tool: "todos_complete", args: { items } };
}

/** Returns a plan that the user is to approve. */
function present(approach, domains = ["shop.example"]) {
	return { tool: "update_plan", args: { approach, domains } };
}

/**
 * Returns a tool whose calls are about one todo each. The third depends on the second, and so is
 * not next. `idOf` is how it names todos, `get` the call that shows one.
 */
function single({ each, read }, idOf, get) {
	const { create, update } = each;
	const fieldOf = ({ item }, value) =>
		Object.keys(item).find((field) => item[field] === value);
	const [subject, description] = ["content", "description"].map((value) =>
		fieldOf(create, value),
	);
	const key = fieldOf(update, "key") ?? fieldOf(update, "number");
	const creates = (content) => ({
		tool: create.tool,
		args: { ...create.rest, [subject]: content, [description]: "" },
	});
	const updates = (number, status, changed) => ({
		tool: update.tool,
		args: { ...update.rest, [key]: idOf(number), status, ...changed },
	});
	const { [subject]: _, ...malformed } = creates("").args;
	return {
		steps: [
			...plan.map(creates),
			updates(3, "pending", { addBlockedBy: [idOf(2)] }),
			updates(1, "in_progress"),
			updates(1, "completed"),
			updates(2, "completed", { description: "Three at most" }),
			{ tool: read.tool, args: read.arguments },
			get,
		],
		list: finished,
		refused: updates(2, "completed"),
		malformed: { tool: create.tool, args: malformed },
		missing: subject,
		repaired: updates(3, "completed", { addBlockedBy: "[]" }),
	};
}

await init();

/** Calls of which each is in a message of its own. */
export const oneByOne = (calls) => calls.map((call) => [call]);

/** A tool that has nothing to do with the list. */
export const browsing = {
	name: "browse",
	description: "Opens a page.",
	inputSchema: {
		type: "object",
		properties: { page: { type: "string" } },
		required: ["page"],
		additionalProperties: false,
	},
};

/** Returns the list as `table` has it. */
export const contentsOf = (store) =>
	store.getAll().map(({ content, status }) => [content, status]);

/** Returns a new store with the tools of a dialect. */
export function opened(dialect, schema = "lean") {
	const store = new TodoStore();
	const offered = tools(store, { dialect, schema });
	return {
		store,
		offered,
		/** The outcome of a call with no host between. */
		call: ({ tool, args }) =>
			offered.find(({ name }) => name === tool).call(args),
		list: () => contentsOf(store),
	};
}

/**
 * Returns what the same calls give with no host between: a host is right when its model sees just
 * these texts.
 */
export function withoutHost(dialect, calls) {
	const { call, list } = opened(dialect);
	const outcomes = calls.map(call);
	return { outcomes, texts: outcomes.map(({ text }) => text), list: list() };
}

/**
 * Returns the sentence with which `validate` refuses a call, fit to be read by a model: one line,
 * and it names what is missing. None for a call that fits.
 */
export function sentenceFor(dialect, { tool, args }) {
	const { malformed, missing } = table[dialect];
	const { inputSchema } = opened(dialect).offered.find(
		({ name }) => name === tool,
	);
	const { issues } = inputSchema["~standard"].validate(args);
	if (issues === undefined) return undefined;
	const [{ message }] = issues;
	const named = args === malformed.args ? missing : "empty";
	if (!/^[^\n]{10,300}$/.test(message) || !message.includes(named))
		throw new Error(`not fit for a model: ${message}`);
	return message;
}
