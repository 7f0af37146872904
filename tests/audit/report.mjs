// What the audit counts, per model and tool, and the table of it.

import { printable } from "./printable.mjs";

export function count(counts, name, by = 1) {
	counts[name] = (counts[name] ?? 0) + by;
}

/** Returns the row of a model's calls in one dialect. Adds it if there is none. */
export function getRow({ rows }, model, tool) {
	const found = rows.find((row) => row.model === model && row.tool === tool);
	if (found) return found;
	const row = { model, tool, counts: {}, notes: {}, refusals: {} };
	rows.push(row);
	return row;
}

/**
 * Returns the rows, most calls first, and their sum. A session with several tools is in several
 * rows, and is one in the sum.
 */
export function addTotal({ rows, sessions, leftOpen }) {
	const all = getRow({ rows: [] }, "all", "");
	for (const row of rows)
		for (const name of ["counts", "notes", "refusals"])
			for (const [what, times] of Object.entries(row[name]))
				count(all[name], what, times);
	Object.assign(all.counts, { sessions, leftOpen });
	const calls = ({ counts }) => counts.calls ?? 0;
	return { rows: [...rows].sort((a, b) => calls(b) - calls(a)), all };
}

const formatNumber = (value = 0) => Math.round(value).toLocaleString("en-US");
const showCount = (name) => (of) => formatNumber(of[name]);
const showShare = (name) => (of) =>
	`${formatNumber((100 * (of[name] ?? 0)) / (of.written || 1))} %`;
const showBoth = (name, other, between) => (of) =>
	of[name]
		? `${formatNumber(of[name])}${between}${formatNumber(of[other])}`
		: "0";

const columns = [
	["sessions", showCount("sessions")],
	["calls", showCount("calls")],
	["as sent", showCount("asSent")],
	["repaired", showCount("repaired")],
	["refused", showCount("refused")],
	["compared", showCount("compared")],
	["differ", showCount("differ")],
	["with a note", showCount("explained")],
	["dropped", showBoth("dropped", "dropping", " in ")],
	["unsaid", showCount("droppedUnsaid")],
	["left open", showCount("leftOpen")],
	["compacted", showBoth("compacted", "reminder", ": ")],
	["tokens", showCount("written")],
	["Task", showShare("task")],
	["todo_manager", showShare("manager")],
	["progress", showShare("progress")],
];

/** What the columns are, in a paragraph. */
export const legend = `Calls: those that the original tool carried out; repaired are those whose answer has a note. Compared: lists and statuses that the log or the call itself tells; differ: those that are not as there, without a note or with a note that says why. Dropped: open todos that a whole list left out, and in how many calls; unsaid: in how many the answer did not name them. Left open: sessions that ended with open todos. Compacted: how often, and the tokens of all reminders after it. Tokens (estimated): of the calls as they were written, and the share of it that the same changes take by Claude's Task tools with only what changes, by todo_manager, and by reporting for what is settled and todo_manager for the rest.`;

/** Returns what the report lists by number below its table. */
export const collectLists = (report) => {
	const { notes, refusals } = addTotal(report).all;
	const lists = [
		["Repaired, by note", notes],
		["Refused, by reason", refusals],
		["Tools that no dialect reads", report.unknown],
	];
	return lists.filter(([, counts]) => Object.keys(counts).length > 0);
};

export const sortByCount = (counts) =>
	Object.entries(counts).sort(([, a], [, b]) => b - a);

/** Returns the cells of the table, its head first. */
export function makeCells(report) {
	const { rows, all } = addTotal(report);
	return [
		["model", "tool", ...columns.map(([head]) => head)],
		...(rows.length > 1 ? [...rows, all] : rows).map(
			({ model, tool, counts }) => [
				model,
				tool,
				...columns.map(([, cell]) => cell(counts)),
			],
		),
	];
}

/** Says in a sentence what was read. */
export const summarize = (report) => {
	const { files, sessions, damaged, unreadable } = report;
	const read = `${formatNumber(sessions)} sessions in ${formatNumber(files)} files; ${formatNumber(damaged)} damaged lines left out`;
	return unreadable > 0
		? `${read}; ${formatNumber(unreadable)} files that cannot be read`
		: read;
};

/** Returns a call as a line. */
export const writeDetail = ({ session, call, what, says }) =>
	`${session} ${call} ${what}: ${says.join("; ")}`;

/** How many columns a terminal has. */
const terminalColumns = 80;

/** How much of a model's or a tool's name is printed. */
const maxNameLength = 28;

/**
 * Returns the lines of tables that fit a terminal: each has the names, and as many of the columns
 * as fit beside them.
 */
function writeTables(report) {
	const lines = makeCells(report).map((line) =>
		line.map((cell, at) => (at < 2 ? shorten(printable(cell)) : cell)),
	);
	const widths = (lines[0] ?? []).map((_, at) =>
		Math.max(...lines.map((line) => line[at]?.length ?? 0)),
	);
	const padded = lines.map((line) =>
		line.map((cell, at) => {
			const width = widths[at] ?? 0;
			return at < 2 ? cell.padEnd(width) : cell.padStart(width);
		}),
	);
	const names = padded.map(([model, tool]) => `${model}  ${tool}`);
	const printed = [];
	let table = names;
	for (let at = 2; at < widths.length; at++) {
		const isFull = `${table[0]}  `.length + (widths[at] ?? 0) > terminalColumns;
		if (isFull) printed.push(...table, "");
		const left = isFull ? names : table;
		table = left.map((line, row) => `${line}  ${padded[row]?.[at]}`);
	}
	return [...printed, ...table];
}

function shorten(name) {
	return name.length > maxNameLength
		? `${name.slice(0, maxNameLength - 1)}…`
		: name;
}

/** Returns a text behind a head, in lines that fit a terminal. */
function wrap(text, head = "") {
	const indent = " ".repeat(head.length);
	const [first = "", ...words] = text.split(" ");
	const lines = [head + first];
	for (const word of words) {
		const line = `${lines.at(-1)} ${word}`;
		if (line.length > terminalColumns) lines.push(indent + word);
		else lines[lines.length - 1] = line;
	}
	return lines.join("\n");
}

/** Returns the report for people. What comes from a log is in it as plain text. */
export function writeTable(report) {
	return [
		wrap(summarize(report)),
		"",
		...writeTables(report),
		"",
		wrap(legend),
		...collectLists(report).flatMap(([title, counts]) => [
			"",
			title,
			...sortByCount(counts).map(([name, times]) =>
				wrap(printable(name), `${formatNumber(times).padStart(8)}  `),
			),
		]),
		...(report.details
			? ["", "Calls", ...report.details.map(writeDetail).map(printable)]
			: []),
		"",
	].join("\n");
}
