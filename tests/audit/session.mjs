// The calls of one session, carried out in the order of their results in the log, and what each
// leads to.

import { Conversation, TodoStore } from "agent-todos";
import { readFields, writeWord } from "./forms.mjs";
import {
	findDialect,
	listTodos,
	parseInput,
	readLoggedList,
	readStatus,
} from "./lists.mjs";
import {
	countTokens,
	findDropped,
	writeInOtherForms,
	writeTaskCalls,
} from "./other-forms.mjs";
import { parseJson } from "./records.mjs";
import { count, getRow } from "./report.mjs";
import { writeCallText } from "./tokens.mjs";

/**
 * Takes the events of a session. `end` carries out the calls of which the log has no result.
 */
export function makeSession(name, report) {
	const pending = [];
	const known = new Set();
	const lists = new Map();
	/** The rows that count a call of this session. */
	const rows = new Set();

	function add(event, model) {
		if (event.kind === "call") {
			const name = event.name.replace(/^mcp__.*?__/, "");
			// Programs write a call again when they resume a session.
			const mark = `${event.id} ${writeCallText(name, event.input).length}`;
			if (!known.has(mark)) pending.push({ ...event, name, model });
			known.add(mark);
		} else if (event.kind === "result") {
			const at = pending.findIndex(({ id }) => id === event.id);
			for (const call of at < 0 ? [] : pending.splice(at, 1)) run(call, event);
		} else
			for (const { conversation, row } of lists.values()) {
				conversation.compacted();
				count(row.counts, "compacted");
				const reminder = conversation.reminder();
				count(row.counts, "reminder", countTokens(reminder ? [reminder] : []));
			}
	}

	function end() {
		for (const call of pending) run(call, undefined);
		if (lists.size > 0) report.sessions++;
		for (const { counts } of rows) count(counts, "sessions");
		const open = [...lists.values()].filter(
			({ conversation }) => !conversation.store.isAllDoneOrSkipped(),
		);
		if (open.length > 0) report.leftOpen++;
		for (const { counts } of new Set(open.map(({ row }) => row)))
			count(counts, "leftOpen");
		for (const { conversation, other } of lists.values())
			for (const each of [conversation, other]) {
				each.store.free();
				each.free();
			}
	}

	/** Returns the list of a call, or undefined for another kind of tool. */
	function findList({ name: tool, input, model }) {
		const dialect = findDialect(tool, input);
		if (!dialect && /todo|^task_|plan/i.test(tool)) count(report.unknown, tool);
		if (!dialect) return undefined;
		const row = getRow(report, model, dialect);
		const list = lists.get(dialect) ?? {
			conversation: new Conversation(new TodoStore(), { dialect }),
			other: new Conversation(new TodoStore()),
			row,
		};
		lists.set(dialect, list);
		list.row = row;
		rows.add(row);
		return list;
	}

	function run(call, result) {
		const { id, name: tool, input } = call;
		const list = findList(call);
		if (!list) return;
		const { conversation, other, row } = list;
		const { counts } = row;
		count(counts, result?.isError ? "failedThere" : "calls");
		if (result?.isError) return;
		const show = (what, says) =>
			report.details?.push({ session: name, call: id, what, says });

		const { store, tools } = conversation;
		const before = store.getAll();
		const named = tools.find(({ name }) => name === tool);
		const isTask = row.tool === "Task";
		const outcome = (named ?? tools[0])?.call(
			isTask ? nameByKey(input) : input,
		);
		const after = store.getAll();
		const {
			ok = false,
			notes = [],
			text = "no such tool",
			dropped = [],
		} = outcome ?? {};
		// Dropped todos are counted separately: if that is the only note, the call was carried out as
		// it was sent.
		const isAsSent = ok && notes.length <= Math.min(dropped.length, 1);
		const says = isAsSent
			? []
			: ok
				? notes
				: [`${readFields(parseJson(text)).error ?? text}`];
		const what = ok ? (says.length > 0 ? "repaired" : "asSent") : "refused";
		count(counts, what);
		for (const note of new Set(says.map((note) => maskValues(note, input))))
			count(ok ? row.notes : row.refusals, note);
		if (what !== "asSent") show(what, says);

		const theirs = isTask
			? readStatus(result?.status)
			: readLoggedList(input, result?.todos);
		const ours = isTask ? findStatus(after, input) : listTodos(after);
		if (theirs) count(counts, "compared");
		if (theirs && ours !== theirs) {
			count(counts, what === "repaired" ? "explained" : "differ");
			show("differs", [`there ${theirs}`, `here ${ours}`]);
		}

		if (dropped.length > 0) {
			count(counts, "dropped", dropped.length);
			count(counts, "dropping");
			const contents = dropped.map(({ content }) => content);
			show("dropped", contents);
		}
		const left = isTask ? [] : findDropped(before, after);
		if (left.length > dropped.length) count(counts, "droppedUnsaid");

		const written = [writeCallText(tool, input)];
		const forms = {
			...(writeInOtherForms(other, after) ?? {
				manager: written,
				progress: written,
			}),
			written,
			task: writeTaskCalls(before, after),
		};
		for (const [form, texts] of Object.entries(forms))
			count(counts, form, countTokens(texts));
	}
	return { add, end };
}

/**
 * Returns a call of Claude's tools that names a task as the tools here do: there ids count up, as
 * keys do here.
 */
function nameByKey(input) {
	const key = (id) => writeWord(id).replace(/^#?(?=\d+$)/, "t");
	const named = Object.entries(readFields(parseInput(input))).map(
		([name, value]) => {
			if (name === "taskId") return [name, key(value)];
			const isIds = /^addBlock/.test(name) && Array.isArray(value);
			return [name, isIds ? value.map(key) : value];
		},
	);
	return Object.fromEntries(named);
}

/** Returns the status of the todo that a call of Claude's tools names. */
function findStatus(todos, input) {
	const taskId = writeWord(readFields(parseInput(input)).taskId);
	const todo = todos.find(({ key }) => key === `t${taskId}`);
	return todo?.status ?? "skipped";
}

/**
 * Returns a note or a refusal without anything of the list: what it quotes, numbers, and words that
 * are values of the call.
 */
function maskValues(text, input) {
	const sent = new Set();
	JSON.stringify(parseInput(input), (_, value) => {
		sent.add(value);
		return value;
	});
	const isSent = (word) => sent.has(word) && !readStatus(word);
	return text
		.replace(/"[^"\n]*"/g, "“…”")
		.replace(/[\w+.-]+/g, (w) => (/\d/.test(w) || isSent(w) ? "…" : w));
}
