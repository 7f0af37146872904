// Words what an agent means as the calls of a dialect's tool: as a model would that knows this tool
// and the list.

import type { DialectName } from "agent-todos";
import type {
	CallKind,
	DialectFacts,
} from "../../pkg-template/generated/about-dialects.js";
import { dialectNames, dialects } from "./dialects";
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
			: !writesLists(dialect)
				? oneByOne(dialect, intents, drafts)
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

// Task and its like: a call for each todo.

function oneByOne(
	dialect: DialectName,
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
		kindFor(dialect, "deleted") !== undefined &&
		firstNew >= 0 &&
		place > firstNew &&
		was !== undefined &&
		progress === "todo";
	const calls = wanted
		.filter((draft, place) => draft.was === undefined || isAgain(draft, place))
		.map((draft) => oneCall(dialect, "create", draft));
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
	const changes = [...changed.filter((one) => !late.includes(one)), ...late];
	if (namesIn(dialect) === "indices")
		calls.push(...operationsCall(dialect, changes, drafts));
	else
		for (const draft of changes) {
			const kind = kindFor(dialect, draft.status);
			if (kind) calls.push(oneCall(dialect, kind, draft));
		}
	const { read } = dialects[dialect];
	if (
		read &&
		(calls.length === 0 || intents.some(({ kind }) => kind === "look"))
	)
		calls.push(callOf(read.tool, read.arguments));
	return calls;
}

/** Returns one call with all changes, each on the list that those before it have left. */
function operationsCall(
	dialect: DialectName,
	changes: readonly (Draft & { readonly status: string })[],
	drafts: readonly Draft[],
): ModelCall[] {
	let list = drafts;
	const calls = changes.flatMap((draft) => {
		const kind = kindFor(dialect, draft.status);
		if (!kind) return [];
		const name = `${placeOf(list, draft)}`;
		if (kind === "remove")
			list = list.filter(({ content }) => content !== draft.content);
		return [oneCall(dialect, kind, { ...draft, name })];
	});
	const [first] = calls;
	const operations = calls.flatMap(({ text }) => JSON.parse(text).operations);
	return first ? [callOf(first.tool, { operations })] : [];
}

/** Returns which call sets one todo to a status, if a dialect has one that does. */
export function kindFor(
	dialect: DialectName,
	status: string,
): CallKind | undefined {
	const { each } = dialects[dialect];
	if (each?.update) return "update";
	if (status === "deleted") return each?.remove && "remove";
	if (status === "in_progress") return each?.start && "start";
	return status === "completed" ? "complete" : undefined;
}

/** Returns the call that creates or changes one todo. */
export function oneCall(
	dialect: DialectName,
	kind: CallKind,
	draft: Draft & { readonly status?: string },
): ModelCall {
	const { [kind]: call } = dialects[dialect].each ?? {};
	if (call === undefined) throw new Error(`${dialect} writes whole lists`);
	const stands = (value: string) =>
		value.startsWith("=")
			? value.slice(1)
			: value === "number"
				? Number(draft.name)
				: value === "key"
					? draft.name
					: value === "reason"
						? "The page shows it."
						: draft[value as "content" | "status"];
	const item =
		typeof call.item === "string"
			? stands(call.item)
			: Object.fromEntries(
					Object.entries(call.item).map(([field, value]) => [
						field,
						stands(value),
					]),
				);
	const args = call.list ? { [call.list]: [item] } : (item as object);
	return callOf(call.tool, { ...call.rest, ...args });
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
/** Returns how calls of a dialect name todos. */
export const namesIn = (dialect: DialectName): DialectFacts["ids"] =>
	dialects[dialect].ids;

interface ListTool {
	readonly tool: string;
	/** The argument that holds the list. */
	readonly list: string;
	readonly item: (draft: Draft, place: number) => unknown;
	/** The list is one text, a line for each todo. */
	readonly isText: boolean;
	/** What goes before the list. */
	readonly rest: (why: string) => object;
	/** The tool reads when called so. */
	readonly look: ModelCall | undefined;
	/** It takes what changed alone. */
	readonly merges: boolean;
}

/** The dialects in which one call writes the whole list. */
export type ListDialect = Exclude<
	DialectName,
	"todo_manager" | "Task" | "rpiv" | "pi" | "agent_framework" | "lobehub"
>;

/** Returns whether one call of a dialect writes the whole list. */
export const writesLists = (dialect: DialectName): dialect is ListDialect =>
	dialects[dialect].call !== undefined;

export const listTools = Object.fromEntries(
	dialectNames.map((name) => [name, listToolOf(name)]),
) as Readonly<Record<ListDialect, ListTool>>;

function listToolOf(dialect: DialectName): ListTool | undefined {
	const { call, read } = dialects[dialect];
	if (call === undefined) return undefined;
	const { tool, list, item, statuses, rest = {}, sites, merges } = call;
	const words: Words | undefined = statuses && {
		...statuses,
		skipped: statuses.skipped ?? statuses.done,
		blocked: statuses.blocked ?? statuses.todo,
	};
	const textOf = (value: string, draft: Draft, place: number) =>
		value === "position"
			? place + 1
			: value === "status"
				? words?.[draft.progress]
				: draft[value as keyof Draft];
	return {
		tool,
		list,
		item: (draft, place) =>
			typeof item === "string"
				? item.replace(/\{(\w+)\}/g, (_, value) =>
						String(textOf(value, draft, place)),
					)
				: Object.fromEntries(
						Object.entries(item).map(([field, value]) => [
							field,
							textOf(value, draft, place),
						]),
					),
		isText: typeof item === "string" && words !== undefined,
		rest: (why) => ({
			...Object.fromEntries(
				Object.entries(rest).map(([key, value]) => [
					key,
					value === "{why}" ? why : value,
				]),
			),
			...(sites && { [sites]: ["shop.example"] }),
		}),
		look: read && lookOf(dialect, read),
		merges: merges === true,
	};
}

function lookOf(
	dialect: DialectName,
	{ tool, arguments: args }: NonNullable<DialectFacts["read"]>,
): ModelCall {
	if (dialect !== "xml_call") return callOf(tool, args);
	return {
		tool,
		text: inXml("I look at the list once more.", "<action>read</action>"),
	};
}

function writes(
	dialect: ListDialect,
	intents: readonly Intent[],
	drafts: readonly Draft[],
	why: string,
): ModelCall[] {
	const { look } = listTools[dialect];
	const lacks = lacksOf(dialect);
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
		todos: drafts.map(listTools[dialect].item),
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
	const { list: name, item, rest, isText } = listTools[dialect];
	const items = list.map(item);
	return { ...rest(why), [name]: isText ? items.join("\n") : items };
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
export const lacksOf = (dialect: DialectName): readonly Progress[] =>
	dialects[dialect].lacks;

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
