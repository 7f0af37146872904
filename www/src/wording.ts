// Words what an agent means as the calls of a dialect's tool: as a model would that knows this tool
// and the list.

import type { DialectName } from "agent-todos";
import type { Draft, Intent, Planned, Progress } from "./intents";
import { after, isSettled, placeOf, placeToAdd } from "./intents";

/** What a model sends. */
export interface ModelCall {
	readonly tool: string;
	/** The arguments as JSON text; in `xml_call` what the model writes, with the call in it. */
	readonly text: string;
}

export interface Wording {
	readonly calls: readonly ModelCall[];
	/** What the tool has no word for, in a sentence each. */
	readonly unsaid: readonly string[];
}

/** `why` is what made the plan change, for the dialect that says so. */
export function word(
	dialect: DialectName,
	intents: readonly Intent[],
	drafts: readonly Draft[],
	why: string,
): Wording {
	const calls =
		dialect === "todo_manager"
			? actions(intents, drafts)
			: dialect === "Task"
				? taskCalls(intents, drafts)
				: dialect === "kiro"
					? kiroCalls(intents, drafts)
					: writes(dialect, intents, drafts, why);
	return { calls, unsaid: unsaid(dialect, intents, drafts) };
}

// todo_manager: a call for each intent.

function actions(
	intents: readonly Intent[],
	drafts: readonly Draft[],
): ModelCall[] {
	const calls: ModelCall[] = [];
	let list = drafts;
	for (const intent of intents) {
		const call = action(intent, list);
		if (call) calls.push(callOf("todo_manager", call));
		list = after(list, intent);
	}
	return calls;
}

function action(intent: Intent, list: readonly Draft[]): object | undefined {
	const idsOf = (todos: readonly Planned[]) =>
		todos.map((todo) => placeOf(list, todo) + 1).filter((id) => id > 0);
	const onIds = (action: string, ids: number[]) =>
		ids.length > 0 ? { action, todos: [], ids } : undefined;
	const contents = (todos: readonly Planned[]) =>
		todos.map(({ content }) => ({ content }));
	switch (intent.kind) {
		case "plan":
			return { action: "add_multiple", todos: contents(intent.todos), ids: [] };
		case "start":
			return onIds("mark_doing", idsOf([intent.todo]));
		case "finish":
			return onIds("complete_multiple", idsOf(intent.todos));
		case "skip":
			return onIds("skip", idsOf([intent.todo]));
		case "add":
			return {
				action: "add_after_position",
				position: placeToAdd(list, intent),
				todos: contents(intent.todos),
			};
		case "block":
			// Nothing says blocked; going back says at least that it is not in progress, unless that
			// undoes what was done since.
			return list
				.slice(placeOf(list, intent.todo) + 1)
				.some(({ progress }) => isSettled(progress))
				? readList
				: onIds("go_back", idsOf([intent.todo]));
		case "reopen":
			return onIds("go_back", idsOf([intent.todo]));
		case "look":
			return readList;
	}
}

const readList = { action: "list", todos: [], ids: [] };

// Task: a call for each todo.

function taskCalls(
	intents: readonly Intent[],
	drafts: readonly Draft[],
): ModelCall[] {
	// It reopens what it names, not all that comes after that.
	const wanted = intents.reduce<readonly Draft[]>(
		(list, intent) =>
			intent.kind === "reopen" && placeOf(list, intent.todo) >= 0
				? list.map((draft) =>
						draft.content === intent.todo.content
							? { ...draft, progress: "todo" }
							: draft,
					)
				: after(list, intent),
		drafts,
	);
	// A new task goes to the end of the list: what is to come after it is deleted, and created again
	// behind it.
	const firstNew = wanted.findIndex(({ was }) => was === undefined);
	const isAgain = ({ was, progress }: Draft, place: number) =>
		firstNew >= 0 &&
		place > firstNew &&
		was !== undefined &&
		progress === "todo";
	const calls = wanted
		.filter((draft, place) => draft.was === undefined || isAgain(draft, place))
		.map(({ content, description, activeForm }) =>
			callOf("TaskCreate", { subject: content, description, activeForm }),
		);
	const changed = wanted
		.map((draft, place) => ({
			...draft,
			status:
				draft.progress === "skipped" || isAgain(draft, place)
					? "deleted"
					: fewerWords[draft.progress],
		}))
		.filter(
			({ progress, was, status }) =>
				was !== undefined && (progress !== was || status === "deleted"),
		)
		.filter(({ was }) => was !== "skipped");
	// What is no longer in progress makes room for what is.
	const late = changed.filter(({ progress }) => progress === "doing");
	for (const { name: taskId, status } of [
		...changed.filter((one) => !late.includes(one)),
		...late,
	]) {
		calls.push(
			callOf("TaskUpdate", {
				taskId,
				status,
				subject: "",
				description: "",
				activeForm: "",
				addBlockedBy: [],
				addBlocks: [],
			}),
		);
	}
	if (calls.length === 0 || intents.some(({ kind }) => kind === "look"))
		calls.push(callOf("TaskList", {}));
	return calls;
}

// kiro: a call for what is done, one for what is given up, and the whole list for what is new,
// which keeps what is done.

function kiroCalls(
	intents: readonly Intent[],
	drafts: readonly Draft[],
): ModelCall[] {
	const wanted = intents.reduce<readonly Draft[]>(after, drafts);
	const idsOf = (progress: Progress) =>
		wanted
			.filter(({ progress: is, was }) => is === progress && was !== progress)
			.map((draft) => `${placeOf(drafts, draft) + 1}`);
	const settled = [
		["complete", "completed_task_ids", idsOf("done")],
		["remove", "removed_task_ids", idsOf("skipped")],
	] as const;
	const calls = settled
		.filter(([, , ids]) => ids.length > 0)
		.map(([command, name, ids]) =>
			callOf("todo_list", { command, [name]: ids }),
		);
	if (wanted.some(({ was }) => was === undefined))
		calls.push(wholeListOf("kiro", wanted));
	if (calls.length === 0 || intents.some(({ kind }) => kind === "look"))
		calls.push(callOf("todo_list", { command: "load" }));
	return calls;
}

// The others write the list, or what changed in it.

type Words = Readonly<Record<Progress, string>>;
const words: Words = {
	todo: "pending",
	blocked: "pending",
	doing: "in_progress",
	done: "completed",
	skipped: "cancelled",
};
/** Where there is no word for a todo that was given up, the list has it settled. */
const fewerWords: Words = { ...words, skipped: "completed" };
const namedItem = ({ name, content, progress }: Draft) => ({
	id: name,
	content,
	status: words[progress],
});

/**
 * Returns what calls of a dialect name todos by: their positions, names that the model gives them,
 * or what reminders show. A model of the last kind has no name for a todo that it has just written.
 */
export function namesIn(
	dialect: DialectName,
): "positions" | "given" | "derived" {
	switch (dialect) {
		case "xml_call":
		case "merge":
		case "todo_write":
		case "task_write":
		case "qwen":
		case "task_tracker":
			return "given";
		case "Task":
		case "write_todos":
			return "derived";
		default:
			return "positions";
	}
}

interface ListTool {
	readonly tool: string;
	/** The argument that holds the list. */
	readonly list: string;
	readonly item: (draft: Draft, place: number) => unknown;
	/** What goes before the list. */
	readonly rest?: (why: string) => object;
	/** The tool reads when called so. */
	readonly look?: ModelCall;
	/** What it has no word for. */
	readonly lacks: readonly Progress[];
	/** It takes what changed alone. */
	readonly merges?: true;
}

export const listTools: Readonly<
	Record<Exclude<DialectName, "todo_manager" | "Task">, ListTool>
> = {
	xml_call: {
		tool: "todo",
		list: "todos",
		item: (draft) => ({ ...namedItem(draft), priority: draft.priority }),
		look: {
			tool: "todo",
			text: inXml("I look at the list once more.", "<action>read</action>"),
		},
		lacks: ["blocked"],
	},
	snapshot: {
		tool: "todo_write",
		list: "items",
		item: ({ content }) => content,
		look: { tool: "todo_read", text: "{}" },
		lacks: ["doing", "done", "skipped", "blocked"],
	},
	merge: {
		tool: "todo",
		list: "todos",
		item: namedItem,
		rest: () => ({ merge: false }),
		lacks: ["blocked"],
		merges: true,
	},
	TodoWrite: {
		tool: "TodoWrite",
		list: "todos",
		item: ({ content, progress, activeForm }) => ({
			content,
			status: fewerWords[progress],
			activeForm,
		}),
		lacks: ["skipped", "blocked"],
	},
	update_plan: {
		tool: "update_plan",
		list: "plan",
		item: ({ content, progress }) => ({
			step: content,
			status: fewerWords[progress],
		}),
		rest: (explanation) => ({ explanation }),
		lacks: ["skipped", "blocked"],
	},
	write_todos: {
		tool: "write_todos",
		list: "todos",
		item: ({ content, progress }) => ({
			description: content,
			status: progress === "blocked" ? "blocked" : words[progress],
		}),
		lacks: [],
	},
	langchain: {
		tool: "write_todos",
		list: "todos",
		item: ({ content, progress }) => ({
			content,
			status: fewerWords[progress],
		}),
		lacks: ["skipped", "blocked"],
	},
	manage_todo_list: {
		tool: "manage_todo_list",
		list: "todoList",
		item: ({ content, progress }, place) => ({
			id: place + 1,
			title: content,
			status: hyphenated[progress],
		}),
		lacks: ["skipped", "blocked"],
	},
	update_todo_list: {
		tool: "update_todo_list",
		list: "todos",
		item: ({ content, progress }) => `${boxes[progress]} ${content}`,
		lacks: ["skipped", "blocked"],
	},
	todo_write: {
		tool: "todo_write",
		list: "todos",
		item: namedItem,
		rest: () => ({ merge: false }),
		lacks: ["blocked"],
		merges: true,
	},
	task_write: {
		tool: "task_write",
		list: "tasks",
		item: ({ name, content, progress, activeForm }) => ({
			id: name,
			content,
			status: fewerWords[progress],
			activeForm,
		}),
		look: { tool: "task_check", text: "{}" },
		lacks: ["skipped", "blocked"],
	},
	todowrite: {
		tool: "todowrite",
		list: "todos",
		item: ({ content, progress, priority }) => ({
			content,
			status: words[progress],
			priority,
		}),
		look: { tool: "todoread", text: "{}" },
		lacks: ["blocked"],
	},
	qwen: {
		tool: "todo_write",
		list: "todos",
		item: ({ name, content, progress }) => ({
			id: name,
			content,
			status: fewerWords[progress],
		}),
		lacks: ["skipped", "blocked"],
	},
	task_tracker: {
		tool: "task_tracker",
		list: "task_list",
		item: ({ content, description, progress }) => ({
			title: content,
			notes: description,
			status: shortWords[progress],
		}),
		rest: () => ({ command: "plan" }),
		look: { tool: "task_tracker", text: `{"command":"view","task_list":[]}` },
		lacks: ["skipped", "blocked"],
	},
	SetTodoList: {
		tool: "TodoList",
		list: "todos",
		item: ({ content, progress }) => ({
			title: content,
			status: { ...fewerWords, done: "done" }[progress],
		}),
		lacks: ["skipped", "blocked"],
	},
	kiro: {
		tool: "todo_list",
		list: "tasks",
		item: ({ content }) => ({ task_description: content }),
		rest: () => ({ command: "create" }),
		look: { tool: "todo_list", text: `{"command":"load"}` },
		lacks: ["doing", "blocked"],
	},
	todos: {
		tool: "todos",
		list: "todos",
		item: ({ content, progress, activeForm }) => ({
			content,
			status: fewerWords[progress],
			active_form: activeForm,
		}),
		lacks: ["skipped", "blocked"],
	},
	goose: {
		tool: "todo_write",
		list: "content",
		item: ({ content, progress }) => `- ${boxes[progress]} ${content}`,
		lacks: ["skipped", "blocked"],
	},
	zed: {
		tool: "update_plan",
		list: "entries",
		item: ({ content, progress, priority }) => ({
			content,
			status: fewerWords[progress],
			priority,
		}),
		lacks: ["skipped", "blocked"],
	},
	chrome_plan: {
		tool: "update_plan",
		list: "approach",
		item: ({ content }) => content,
		rest: () => ({ domains: ["shop.example"] }),
		lacks: ["doing", "done", "skipped", "blocked"],
	},
};

const shortWords: Words = {
	todo: "todo",
	blocked: "todo",
	doing: "in_progress",
	done: "done",
	skipped: "done",
};

const hyphenated: Words = {
	todo: "not-started",
	blocked: "not-started",
	doing: "in-progress",
	done: "completed",
	skipped: "completed",
};
const boxes: Words = {
	todo: "[ ]",
	blocked: "[ ]",
	doing: "[-]",
	done: "[x]",
	skipped: "[x]",
};

export type ListDialect = keyof typeof listTools;

function writes(
	dialect: ListDialect,
	intents: readonly Intent[],
	drafts: readonly Draft[],
	why: string,
): ModelCall[] {
	const { look, lacks } = listTools[dialect];
	const wanted = intents.reduce<readonly Draft[]>(after, drafts);
	const isNew = ({ progress, was }: Draft) => progress !== was;
	// Without statuses, only what comes and what goes can be said.
	const hasStatuses = !lacks.includes("doing");
	const says = (draft: Draft) =>
		draft.was === undefined ||
		(isNew(draft) && (hasStatuses || isSettled(draft.progress)));
	// What was settled just now and cannot be said so is written no more; what was settled before
	// stays.
	const list = wanted.filter(
		(draft) =>
			!(
				isNew(draft) &&
				isSettled(draft.progress) &&
				lacks.includes(draft.progress)
			),
	);
	const calls: ModelCall[] = [];
	if (wanted.some(says))
		calls.push(
			writeOf(
				dialect,
				list,
				intents.some(({ kind }) => changesPlan.has(kind)) ? why : "",
			),
		);
	if (
		look &&
		(calls.length === 0 || intents.some(({ kind }) => kind === "look"))
	)
		calls.push(look);
	return calls;
}

const changesPlan: ReadonlySet<Intent["kind"]> = new Set([
	"plan",
	"block",
	"skip",
	"add",
	"reopen",
]);

/** Returns the call that makes the list what it is to be. */
function writeOf(
	dialect: ListDialect,
	list: readonly Draft[],
	why: string,
): ModelCall {
	// What is new comes last when merging: if it belongs elsewhere, the whole list has to be written.
	const known = list.findLastIndex(({ was }) => was !== undefined);
	const canMerge =
		known >= 0 && list.slice(0, known).every(({ was }) => was !== undefined);
	if (!listTools[dialect].merges || !canMerge)
		return wholeListOf(dialect, list, why);
	const changed = list.filter(({ progress, was }) => progress !== was);
	return mergeOf(
		dialect,
		changed.map((draft) => (draft.was ? { ...draft, content: "" } : draft)),
	);
}

/** Returns the call that merges these todos into the list. */
export function mergeOf(
	dialect: ListDialect,
	drafts: readonly Draft[],
): ModelCall {
	return callOf(listTools[dialect].tool, {
		merge: true,
		todos: drafts.map(namedItem),
	});
}

/** Returns the call that writes the whole list. */
export function wholeListOf(
	dialect: ListDialect,
	list: readonly Draft[],
	why = "",
): ModelCall {
	const { tool } = listTools[dialect];
	const args = argumentsOf(dialect, list, why);
	if (dialect !== "xml_call") return callOf(tool, args);
	return {
		tool,
		text: inXml(
			"I bring the list up to date.",
			`<action>write</action>\n<todos>${linesOf(args.todos as unknown[])}</todos>`,
		),
	};
}

/** Returns the arguments that hold the whole list. */
export function argumentsOf(
	dialect: ListDialect,
	list: readonly Draft[],
	why = "",
): Record<string, unknown> {
	const { list: name, item, rest } = listTools[dialect];
	const items = list.map(item);
	return {
		...rest?.(why),
		[name]:
			dialect === "update_todo_list" || dialect === "goose"
				? items.join("\n")
				: items,
	};
}

export function inXml(says: string, parameters: string): string {
	return `${says}\n\n<tool_call>\n<tool_name>todo</tool_name>\n<parameters>\n${parameters}\n</parameters>\n</tool_call>`;
}

/** JSON as many models write it: lists with a line for each item. */
export function callOf(tool: string, args: object): ModelCall {
	const parts = Object.entries(args).map(
		([key, value]) =>
			`${JSON.stringify(key)}:${Array.isArray(value) ? linesOf(value) : JSON.stringify(value)}`,
	);
	return { tool, text: `{${parts.join(",")}}` };
}

function linesOf(items: readonly unknown[]): string {
	if (items.every((item) => typeof item === "number"))
		return JSON.stringify(items);
	return `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n]`;
}

// What cannot be said.

/** Returns what a dialect has no word for. */
export function lacksOf(dialect: DialectName): readonly Progress[] {
	switch (dialect) {
		case "todo_manager":
			return ["blocked"];
		case "Task":
			return ["skipped", "blocked"];
		default:
			return listTools[dialect].lacks;
	}
}

function unsaid(
	dialect: DialectName,
	intents: readonly Intent[],
	drafts: readonly Draft[],
): string[] {
	const lacks = lacksOf(dialect);
	const wanted = new Set(
		intents
			.map(({ kind }) => aims[kind])
			.filter((progress) => progress !== undefined),
	);
	const missing = [...wanted].filter((progress) => lacks.includes(progress));
	const lines = missing
		.filter((progress) => !isSettled(progress))
		.map((progress) => `${wordless(progress)}.`);
	const dropped = missing.filter(isSettled);
	if (dropped.length > 0) {
		lines.push(
			`${dropped.map(wordless).join(", ")}: the model takes out what is settled. The history keeps it.`,
		);
	}
	const isThere = (todo: Planned) =>
		placeOf(intents.reduce(after, [...drafts]), todo) >= 0;
	const meant = intents.flatMap((intent) =>
		"todo" in intent
			? [intent.todo]
			: intent.kind === "finish"
				? intent.todos
				: [],
	);
	if (meant.length > 0 && !meant.some(isThere))
		lines.push("What this is about is no longer in the list.");
	return lines;
}

const aims: Readonly<Partial<Record<Intent["kind"], Progress>>> = {
	start: "doing",
	finish: "done",
	skip: "skipped",
	block: "blocked",
};
const spoken: Words = {
	todo: "to do",
	blocked: "blocked",
	doing: "in progress",
	done: "done",
	skipped: "skipped",
};
const wordless = (progress: Progress) =>
	`No word for “${spoken[progress]}” here`;
