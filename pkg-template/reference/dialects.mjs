// The reference of the dialects as Markdown pages, taken from the package itself: what a model
// reads of each (descriptions, schemas, the prompt's section) and what its calls do, run here on
// the cases of its corpus that are examples.

import { Conversation, init, TodoStore, tools } from "agent-todos";
import {
	init as initTasks,
	TaskStore,
	tools as taskTools,
} from "agent-todos/tasks";
import stringify from "json-stringify-pretty-compact";
import { readCases, readDialects } from "../build/dialects.mjs";

const dialects = readDialects();
const plans = Object.fromEntries(
	dialects.map(({ name: dialect, plan }) => [dialect, { dialect, ...plan }]),
);

/** Returns the pages as `{path, text}`, the overview first. */
export async function dialectPages() {
	await Promise.all([init(), initTasks()]);
	return [
		{ path: "reference/dialects/index.md", text: overview() },
		...dialects.map((dialect) => ({
			path: `reference/dialects/${dialect.name}.md`,
			text: dialectPage(dialect),
		})),
		{ path: "reference/dialects/tasks.md", text: tasksPage() },
	];
}

function overview() {
	const rows = dialects.map(
		({ name, agent, tools, says }) =>
			`| [${code(name)}](${name}.md) | ${agent} | ${tools.map(code).join(", ")} | ${says} |`,
	);
	return page(
		"All dialects",
		"Every todo tool that agent-todos speaks: its schema, what it tells the model, and examples of calls with their answers.",
		[
			"A dialect is one todo tool as a model already knows it. All of them work on the same list, several at once if need be. Choose",
			"the one that the model was trained with or that its agent ships; `todo_manager` is the default.",
			"",
			"| Dialect | Known from | Tools | Peculiar to it |",
			"|---|---|---|---|",
			...rows,
			"",
			"Lists of tasks for many users have tools of their own: [tasks](tasks.md).",
		],
	);
}

function dialectPage({ name, folder, agent, says }) {
	const store = new TodoStore();
	const ofDialect = tools(store, { dialect: name });
	store.free();
	return page(
		name,
		`The dialect ${name}${agent && ` of ${agent}`}: schema, description, prompt section, and example calls with their answers.`,
		[
			`${agent && `Known from ${agent}. `}${says}`,
			"",
			...fence("ts", [
				'import { Conversation, init, TodoStore } from "agent-todos";',
				"",
				"await init();",
				`const conversation = new Conversation(new TodoStore(), { dialect: "${name}" });`,
				"conversation.tools; // the tools below",
			]),
			...toolSections(ofDialect),
			"## Section of the system prompt",
			"",
			"`conversation.prompt()` returns:",
			"",
			...fence("text", [
				new Conversation(new TodoStore(), { dialect: name }).prompt(),
			]),
			"## Examples",
			"",
			"The calls come from the project's corpus of what models send. The answers are the package's own.",
			"",
			...readCases(folder)
				.filter(({ example }) => example)
				.flatMap((example) => exampleSection(name, example)),
		],
	);
}

function tasksPage() {
	const store = new TaskStore();
	const ofTasks = taskTools(store);
	const answers = tasksAnswers(ofTasks);
	store.free();
	return page(
		"tasks",
		"The five tools over the tasks of many users: schemas, descriptions, and example calls with their answers.",
		[
			"The tools of `agent-todos/tasks`: tasks of many users, each with a title, a priority and a due date.",
			"",
			...fence("ts", [
				'import { init, TaskStore, tools } from "agent-todos/tasks";',
				"",
				"await init();",
				"tools(new TaskStore()); // the tools below",
			]),
			...toolSections(ofTasks),
			"## Examples",
			"",
			"The calls run one after another on the same tasks.",
			"",
			...answers,
		],
	);
}

/**
 * Returns each call with its answer. The ids of tasks are random, so the later calls take theirs
 * from the first answer.
 */
function tasksAnswers(ofTasks) {
	const run = (title, tool, args) => {
		const outcome = ofTasks.find(({ name }) => name === tool).call(args);
		return {
			outcome,
			lines: [
				`### ${title}`,
				"",
				...callLines(tool, args),
				...answerLines(outcome),
			],
		};
	};
	const added = run("A task for a user", "add_task", {
		user_id: "ada",
		title: "Renew the passport",
		priority: "high",
		due_date: "2027-03-01",
	});
	const task_id = JSON.parse(added.outcome.text).task.id;
	return [
		added,
		run("What the user has to do", "list_tasks", { user_id: "ada" }),
		run("Completed", "complete_task", { user_id: "ada", task_id }),
		run("Another user's task", "complete_task", { user_id: "bob", task_id }),
	].flatMap(({ lines }) => lines);
}

function toolSections(ofDialect) {
	return [
		ofDialect.length > 1 ? "## Tools" : "## Tool",
		"",
		...ofDialect.flatMap(({ name, description, inputSchema, outputSchema }) => [
			`### ${code(name)}`,
			"",
			"What the model reads of it:",
			"",
			...fence("text", [description]),
			"Its input schema:",
			"",
			...fence("json", [stringify(inputSchema, { maxLength: 100 })]),
			...(outputSchema
				? [
						"Its output schema:",
						"",
						...fence("json", [stringify(outputSchema, { maxLength: 100 })]),
					]
				: []),
		]),
	];
}

/** Runs the calls in a text of a model that knows today's list. */
function callXml(store, text, options) {
	const conversation = new Conversation(store, { dialect: "xml_call" });
	conversation.reminder();
	return conversation.callXml(text, options);
}

/** Runs the case on a store of its own and shows what came of it. */
function exampleSection(
	dialect,
	{ name, options, before = [], call, message, callOptions },
) {
	const store = new TodoStore(options);
	const run = (step) =>
		tools(store, { dialect: step.dialect ?? dialect })
			.find((tool) => tool.name === step.tool)
			.call(step.arguments);
	for (const step of before) run(plans[step] ?? step);
	const listBefore = listText(store);
	const outcomes = message
		? callXml(store, message.join("\n"), callOptions)
		: [run(call)];
	const listAfter = listText(store);
	store.free();
	return [
		`### ${titleOf(name)}`,
		"",
		...(before.length > 0
			? ["The list before:", "", ...fence("text", [listBefore])]
			: []),
		...(message
			? ["The model writes:", "", ...fence("xml", message)]
			: callLines(call.tool, call.arguments)),
		...outcomes.flatMap(answerLines),
		...(listAfter === listBefore
			? ["The list is as it was before.", ""]
			: ["The list after it:", "", ...fence("text", [listAfter])]),
	];
}

function callLines(tool, args) {
	return [
		`The model calls ${code(tool)} with:`,
		"",
		...(typeof args === "string"
			? fence("text", [args])
			: fence("json", [stringify(args, { maxLength: 90 })])),
	];
}

function answerLines({ ok, text, notes }) {
	return [
		ok ? "The answer:" : "The call is refused:",
		"",
		...fence(text.startsWith("{") ? "json" : "text", [text]),
		...(notes.length > 0
			? [
					notes.length > 1 ? "The notes in it:" : "The note in it:",
					"",
					...fence("text", notes),
				]
			: []),
	];
}

function listText(store) {
	const lines = store
		.getAll()
		.map(({ id, status, content }) => `${id}. ${status.padEnd(7)}  ${content}`);
	return lines.join("\n") || "(empty)";
}

/** Returns a case's name as a heading: without the corpus's own prefix. */
function titleOf(name) {
	const plain = name.replace(/^text: /, "");
	return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function page(title, description, lines) {
	return [
		"---",
		`title: ${JSON.stringify(title)}`,
		`description: ${JSON.stringify(description)}`,
		"---",
		"",
		`# ${title}`,
		"",
		...lines,
	].join("\n");
}

const code = (text) => `\`${text}\``;

/** Long enough for the backticks within. */
function fence(language, lines) {
	const text = lines.join("\n");
	const longest = Math.max(
		2,
		...(text.match(/`+/g) ?? []).map((run) => run.length),
	);
	const marks = "`".repeat(longest + 1);
	return [`${marks}${language}`, text, marks, ""];
}
