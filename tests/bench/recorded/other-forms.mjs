// The same changes to a list in the words of other tools: what a model would have written instead.

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** Returns the tokens of what a model writes. */
export const countAll = (texts) =>
	texts.reduce((sum, text) => sum + countTokens(text), 0);

/** Returns a call as a model writes it: the tool's name and its arguments as JSON. */
export const writeCallText = (name, input) =>
	name + (typeof input === "string" ? input : JSON.stringify(input ?? {}));

const isOpen = ({ status }) => status === "todo" || status === "doing";

/** Returns the open todos of one list that another list no longer has. */
export const findDropped = (before, after) =>
	before.filter(
		(todo) => isOpen(todo) && after.every(({ key }) => key !== todo.key),
	);

/**
 * Changes the list of a conversation with `todo_manager` into `target`, and returns what a model
 * writes for that: with `todo_manager` alone, and with `reporting` for todos that are only settled.
 * Open todos that are not in `target` are skipped; settled ones may stay. Returns undefined if the
 * list does not become `target`.
 */
export function writeInOtherForms(conversation, target) {
	const { store, tools } = conversation;
	const todos = target.map(({ content }) => ({ content }));
	const rewrite = { action: "replace_all", todos };
	const writeCall = (action) => writeCallText("todo_manager", action);
	const step = listSteps(store.getAll(), target);
	const open = target.map((todo) => ({ ...todo, status: "todo" }));
	const whole = [rewrite, ...listSteps(open, target)];
	// Takes whichever is shorter. If a todo was opened again, for which there is no action, the list
	// is written as a whole.
	const isShorter =
		countAll(step.map(writeCall)) <= countAll(whole.map(writeCall));
	for (const actions of isShorter ? [step, whole] : [whole]) {
		for (const action of actions) tools[0]?.call(action);
		if (listSteps(store.getAll(), target).length > 0) continue;
		return {
			manager: actions.map(writeCall),
			progress: actions.map((action) => {
				const field = actions === step && settling.get(action.action);
				// One member more in the arguments of a call that is made anyway.
				return field
					? `,"${field}":${JSON.stringify(action.ids)}`
					: writeCall(action);
			}),
		};
	}
	return undefined;
}

const settling = new Map([
	["complete_multiple", "todo_done"],
	["skip", "todo_skip"],
]);

/**
 * Returns the actions on single todos that change a list into the target. If they cannot, there
 * still are some.
 */
function listSteps(list, target) {
	/** A todo as it is, and as it is wanted, each undefined if it is absent. */
	const rows = [];
	let at = 0;
	for (const want of target) {
		const hasContent = ({ content }) => content === want.content;
		const found = list.slice(at).findIndex(hasContent);
		for (; at <= list.length && found >= 0; at++) {
			const now = list[at];
			if (hasContent(now)) break;
			rows.push({ now });
		}
		rows.push({ now: found < 0 ? undefined : list[at++], want });
	}
	rows.push(...list.slice(at).map((now) => ({ now })));
	const adding = rows.flatMap(({ now }, position) => {
		const isFirst = position === 0 || rows[position - 1]?.now;
		if (now || !isFirst) return [];
		const rest = rows.slice(position);
		const end = rest.findIndex((row) => row.now);
		const run = end < 0 ? rest : rest.slice(0, end);
		const todos = run.map(({ want }) => ({ content: want?.content }));
		return end < 0
			? [{ action: "add_multiple", todos }]
			: [{ action: "add_after_position", position, todos }];
	});
	const findIds = (status) =>
		rows.flatMap(({ now, want }, place) => {
			const wanted =
				want?.status ?? (now && isOpen(now) ? "skipped" : now?.status);
			const isSo = (now?.status ?? "todo") === status;
			return wanted === status && !isSo ? [place + 1] : [];
		});
	const done = findIds("done");
	const makeActions = (action, ids) => ids.map((id) => ({ action, ids: [id] }));
	return [
		...adding,
		...(done.length > 0 ? [{ action: "complete_multiple", ids: done }] : []),
		...makeActions("skip", findIds("skipped")),
		...makeActions("mark_doing", findIds("doing")),
		...makeActions("reopen", findIds("todo")),
	];
}

const words = {
	todo: "pending",
	doing: "in_progress",
	done: "completed",
	skipped: "deleted",
};

/**
 * Returns the calls of Claude's `Task` tools that change one list into another, each with only what
 * changes.
 */
export function writeTaskCalls(before, after) {
	const writeUpdate = ({ key }, changes) =>
		writeCallText("TaskUpdate", { taskId: key.slice(1), ...changes });
	return [
		...findDropped(before, after).map((todo) =>
			writeUpdate(todo, { status: "deleted" }),
		),
		...after.flatMap((todo) => {
			const { content: subject, status } = todo;
			const was = before.find(({ key }) => key === todo.key);
			const changes = {
				...(was && was.content !== subject && { subject }),
				...(status !== (was?.status ?? "todo") && { status: words[status] }),
			};
			const isChanged = Object.keys(changes).length > 0;
			return [
				...(was ? [] : [writeCallText("TaskCreate", { subject })]),
				...(isChanged ? [writeUpdate(todo, changes)] : []),
			];
		}),
	];
}
