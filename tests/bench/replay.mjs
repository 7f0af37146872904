// `npm run replay`: real calls of models, carried out again. Over ../shared/recorded, or over the
// folder of session logs that AGENT_TODOS_RECORDED names, in the form that
// ../shared/recorded/README.md describes. What must hold is checked, and the figures printed.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Conversation, init, TodoStore } from "agent-todos";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";
import { carryOutAll, recorded, sessionsOf } from "./recorded/sessions.mjs";

await init();

const item = (content, more = {}) =>
	z.strictObject({
		[content]: z.string().min(1),
		status: z.enum(["pending", "in_progress", "completed"]),
		...more,
	});
/**
 * The tools that write whole lists: the dialect, the field of the list and of the content, and the
 * arguments as a host checks them with zod.
 */
const tools = {
	TodoWrite: {
		dialect: "TodoWrite",
		list: "todos",
		content: "content",
		item: item("content", { activeForm: z.string() }),
	},
	update_plan: {
		dialect: "update_plan",
		list: "plan",
		content: "step",
		item: item("step"),
		rest: { explanation: z.string().optional() },
	},
	todowrite: {
		dialect: "todowrite",
		list: "todos",
		content: "content",
		item: item("content", {
			status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
			priority: z.enum(["high", "medium", "low"]),
		}),
	},
};

const statuses = {
	pending: "todo",
	in_progress: "doing",
	completed: "done",
	cancelled: "skipped",
};

/**
 * Returns the calls of whole lists in a folder of logs, by session: each with its tool, its input
 * and the list that it means.
 */
function sessionsIn(folder) {
	return sessionsOf(folder)
		.map((events) =>
			events
				.filter(({ kind, name }) => kind === "call" && tools[name])
				.map(({ name, input }) => {
					const args = typeof input === "string" ? JSON.parse(input) : input;
					return { name, args, means: meant(name, args) };
				}),
		)
		.filter((calls) => calls.length > 0);
}

const meant = (name, args) =>
	args[tools[name].list].map((todo) => [
		todo[tools[name].content],
		statuses[todo.status],
	]);
const listed = (store) =>
	store.getAll().map(({ content, status }) => [content, status]);

/** What a person does to a list; returns what must still hold after the model's next call. */
const edits = [
	(person, key) => {
		person.complete(key);
		return (todo) => todo?.status === "done" || todo === undefined;
	},
	(person, key) => {
		person.skip(key, "not now");
		return (todo) => todo?.status === "skipped" || todo === undefined;
	},
	(person, key) => {
		person.remove(key);
		return (todo) => todo === undefined;
	},
	(person, key, turn) => {
		const content = `As a person put it ${turn}`;
		person.edit(key, { content });
		return (todo) => todo?.content === content;
	},
	(person, _, turn) => {
		const content = `What a person added ${turn}`;
		person.addMultiple([content]);
		return (_todo, list) => list.some((todo) => todo.content === content);
	},
];

/**
 * Sessions with a person's edits between their calls: how many edits there were, and which were
 * lost.
 */
function withPerson(sessions, runs) {
	/** For each turn whether the person edits, which todo, and how. */
	const turns = fc.record({
		isEditing: fc.boolean(),
		place: fc.nat(),
		edit: fc.constantFrom(...edits),
	});
	let made = 0;
	const lost = [];
	for (let run = 0; run < runs; run++) {
		const store = new TodoStore();
		const person = store.as("user");
		const calls = sessions[run % sessions.length];
		const edited = fc.sample(turns, { seed: run, numRuns: calls.length });
		const conversation = new Conversation(store, {
			dialect: tools[calls[0].name].dialect,
		});
		for (const [turn, { args }] of calls.entries()) {
			conversation.reminder();
			const open = store
				.getAll()
				.filter(({ status }) => status === "todo" || status === "doing");
			const { isEditing, place, edit } = edited[turn];
			const { key } = open[place % open.length] ?? {};
			const holds =
				key !== undefined && isEditing ? edit(person, key, turn) : undefined;
			if (holds) made++;
			conversation.tools[0].call(args);
			const list = store.getAll();
			const todo = list.find((todo) => todo.key === key);
			if (holds && !holds(todo, list)) lost.push({ run, turn, key });
		}
		conversation.free();
		store.free();
	}
	return { made, lost };
}

const inList = (name, args, change) => ({
	...args,
	[tools[name].list]: change(args[tools[name].list]),
});
/**
 * Malformations that models were seen to send (tests/corpus/README.md), whose meaning can be told.
 */
const readable = {
	"the list as a JSON string": (name, args) =>
		inList(name, args, JSON.stringify),
	"the arguments encoded twice": (_, args) =>
		JSON.stringify(JSON.stringify(args)),
	"a code fence": (_, args) => `\`\`\`json\n${JSON.stringify(args)}\n\`\`\``,
	"a trailing comma": (_, args) => JSON.stringify(args).replace(/\}$/, ",}"),
	"a key that there is not": (name, args) =>
		inList(name, args, (list) => list.map((todo) => ({ ...todo, note: 1 }))),
	"null for what is left out": (name, args) =>
		inList(name, args, (list) =>
			list.map((todo) => ({ ...todo, owner: null })),
		),
	"words of other tools": (name, args) =>
		inList(name, args, (list) =>
			list.map((todo) => ({
				...todo,
				status: todo.status === "completed" ? "done" : todo.status,
			})),
		),
	"a list by itself": (name, args) => args[tools[name].list],
};
/** Those whose meaning cannot be told: they must be refused. */
const unreadable = {
	"JSON that breaks off": (_, args) => JSON.stringify(args).slice(0, -9),
	"no list": () => ({}),
	"a word instead of the list": (name, args) =>
		inList(name, args, () => "none"),
	"a status that means nothing": (name, args) =>
		inList(name, args, ([todo, ...rest]) => [
			{ ...todo, status: "sideways" },
			...rest,
		]),
	"a blank content": (name, args) =>
		inList(name, args, ([todo, ...rest]) => [
			{ ...todo, [tools[name].content]: " " },
			...rest,
		]),
};

/**
 * Damaged calls, read by us and by zod: how many of each were read as meant, refused for good
 * reason, refused wrongly and misread.
 */
function damaged(sessions, times) {
	const calls = sessions
		.flat()
		.filter(({ means }) => means.length > 0 && oneDoing(means));
	const ours = { read: 0, refused: 0, wronglyRefused: 0, misread: 0 };
	const zods = { ...ours };
	const count = (of, isReadable, list, means) => {
		const isRight = JSON.stringify(list) === JSON.stringify(means);
		if (list === undefined) of[isReadable ? "wronglyRefused" : "refused"]++;
		else of[isReadable && isRight ? "read" : "misread"]++;
	};
	const damages = (table, isReadable) =>
		fc
			.constantFrom(...Object.values(table))
			.map((damage) => ({ damage, isReadable }));
	const sample = fc.tuple(
		fc.constantFrom(...calls),
		fc.oneof(
			{ weight: 2, arbitrary: damages(readable, true) },
			{ weight: 1, arbitrary: damages(unreadable, false) },
		),
	);
	for (const [call, { damage, isReadable }] of fc.sample(sample, {
		seed: 1,
		numRuns: times,
	})) {
		const { name, args, means } = call;
		const sent = damage(name, args);
		const store = new TodoStore();
		const conversation = new Conversation(store, {
			dialect: tools[name].dialect,
		});
		const { ok } = conversation.tools[0].call(sent);
		count(ours, isReadable, ok ? listed(store) : undefined, means);
		conversation.free();
		store.free();
		count(zods, isReadable, byZod(name, sent), means);
	}
	return { ours, zods };
}

const oneDoing = (means) =>
	means.filter(([, status]) => status === "doing").length < 2 &&
	new Set(means.map(([content]) => content)).size === means.length;

/**
 * Returns the list that a host has which parses JSON and checks it with zod; undefined where it
 * refuses.
 */
function byZod(name, sent) {
	const { list, item, rest = {} } = tools[name];
	try {
		const value = typeof sent === "string" ? JSON.parse(sent) : sent;
		const args = z
			.strictObject({ [list]: z.array(item), ...rest })
			.parse(value);
		return meant(name, args);
	} catch {
		return undefined;
	}
}

/**
 * Returns how many written pairs of texts are taken for one todo, reworded: of those that are, and
 * of those that only look alike.
 */
function reworded(folder) {
	const file = join(folder, "reworded.jsonl");
	const counts = { found: 0, same: 0, wrong: 0, other: 0 };
	if (!existsSync(file)) return counts;
	for (const line of readFileSync(file, "utf8").trim().split("\n")) {
		const { a, b, same } = JSON.parse(line);
		const store = new TodoStore();
		const conversation = new Conversation(store, { dialect: "update_plan" });
		for (const step of [a, b])
			conversation.tools[0].call({ plan: [{ step, status: "pending" }] });
		const isTaken = store.getAll()[0].key === "t1";
		counts[same ? "same" : "other"]++;
		if (isTaken) counts[same ? "found" : "wrong"]++;
		conversation.free();
		store.free();
	}
	return counts;
}

/** The dialects of tools whose recorded answers have the list. */
const answering = {
	todo: ({ action }) => (action === undefined ? "merge" : "xml_call"),
	todo_list: () => "kiro",
};

/**
 * Returns the list in a recorded answer, as contents and statuses; undefined where the answer is
 * not JSON.
 */
function answeredList(text) {
	try {
		const answer = JSON.parse(text);
		const { todos, tasks } = answer[0]?.data ?? answer;
		return (todos ?? tasks).map((todo) =>
			todos
				? [todo.content, statuses[todo.status]]
				: [todo.task_description, todo.completed ? "done" : "todo"],
		);
	} catch {
		return undefined;
	}
}

/**
 * Carries out the recorded calls of the tools that answer with their list, and holds each list
 * against the recorded one. Returns how many.
 */
function compareAnswers(folder) {
	let count = 0;
	for (const events of sessionsOf(folder)) {
		const calls = events.filter(
			({ kind, name }) => kind === "call" && answering[name],
		);
		if (calls.length === 0) continue;
		const parse = ({ input }) =>
			typeof input === "string" ? JSON.parse(input) : input;
		const dialect = answering[calls[0].name](parse(calls[0]));
		const store = new TodoStore();
		const conversation = new Conversation(store, { dialect });
		for (const call of calls) {
			const args = parse(call);
			assert.ok(conversation.tools[0].call(args).ok);
			const { text } = events.find(
				({ kind, id }) => kind === "result" && id === call.id,
			);
			const written = args.todos?.map(({ content, status }) => [
				content,
				statuses[status],
			]);
			const list = answeredList(text) ?? written;
			// Kiro forgets a list that is finished.
			const isForgotten = list.length === 0 && store.isAllDoneOrSkipped();
			if (!isForgotten) assert.deepEqual(listed(store), list);
			count++;
		}
		conversation.free();
		store.free();
	}
	return count;
}

/** The dialects of the tools whose calls are cut. */
const dialects = {
	TaskCreate: "Task",
	TaskUpdate: "Task",
	TaskList: "Task",
	TaskGet: "Task",
	todo_list: "kiro",
	TodoWrite: "TodoWrite",
	todo_write: "todo_write",
	todowrite: "todowrite",
	update_plan: "update_plan",
	update_todo_list: "update_todo_list",
};
/** Returns the dialect of a call: tools of one name have their own fields. */
function dialectOf(name, text) {
	if (name === "todo") return answering.todo(JSON.parse(text));
	if (name === "write_todos")
		return text.includes('"description"') ? "write_todos" : "langchain";
	return dialects[name];
}
const textOf = (input) =>
	typeof input === "string" ? input : JSON.stringify(input);

/**
 * Writes each recorded call character by character, and holds each preview against what the call
 * does then. Returns how many pieces there were, and what was wrong with them.
 */
function cutCalls(folder) {
	let pieces = 0;
	const faults = [];
	for (const events of sessionsOf(folder)) {
		const refused = events
			.filter(({ kind, isError }) => kind === "result" && isError)
			.map(({ id }) => id);
		const calls = events
			.filter(({ kind, id }) => kind === "call" && !refused.includes(id))
			.map(({ name, input }) => {
				const text = textOf(input);
				return { name, text, dialect: dialectOf(name, text) };
			});
		const { dialect } = calls.find(({ dialect }) => dialect) ?? {};
		if (dialect === undefined) continue;
		const store = new TodoStore();
		const conversation = new Conversation(store, { dialect });
		for (const call of calls.filter((call) => call.dialect === dialect)) {
			pieces += call.text.length;
			faults.push(...cutCall(conversation, call));
		}
		conversation.free();
		store.free();
	}
	return { pieces, faults };
}

/**
 * Writes a call character by character, carries it out, and returns what was wrong with its
 * previews.
 */
function cutCall(conversation, { name, text }) {
	const { store, tools } = conversation;
	conversation.reminder();
	const before = store.getAll();
	const previews = new Set();
	for (let end = 1; end < text.length; end++)
		previews.add(conversation.preview(name, text.slice(0, end)));
	const last = conversation.preview(name, text);
	const { ok } = tools.find((tool) => tool.name === name).call(text);
	const after = store.getAll();
	const faults = [];
	const isSame =
		JSON.stringify(last.map(asWritten)) ===
		JSON.stringify(after.map(asWritten));
	if (!ok || !isSame || conversation.writing) faults.push({ last, after });
	for (const preview of previews) {
		const gone = before.find(
			({ key }) => !preview.some((todo) => todo.key === key),
		);
		const wrong = preview.find(
			(todo) => todo.changed && !after.some((made) => isMade(todo, made)),
		);
		if (gone || wrong) faults.push({ gone, wrong, text });
	}
	return faults;
}
/** Returns what a preview and the list say alike of a todo. */
const asWritten = ({ key, changed, revision, ...todo }) =>
	Object.entries(todo).sort();
/** Returns whether a call makes what was shown of it. */
const isMade = ({ content, status }, made) =>
	content === made.content && status === made.status;

/** A recorded answer is cut at this many characters. */
const maxRecorded = 600;
/** What a program put around the answer of `update_plan`, with those of other tools. */
const wrapped = /^Script (completed|running)/;

/**
 * Carries out the recorded calls, and returns the tokens of our answers beside those of the
 * original tools, by tool: `{calls, ours, originals, notes}`, where `notes` are those of our notes.
 * Compared are answers of calls that were carried out.
 */
function answerTokens(folder) {
	const rows = {};
	for (const events of sessionsOf(folder)) {
		let [conversation, spoken, latest] = [];
		const results = new Map(
			events
				.filter(({ kind }) => kind === "result")
				.map((result) => [result.id, result]),
		);
		for (const { kind, name, input, id, message } of events) {
			const dialect = kind === "call" && dialectOf(name, textOf(input));
			if (!dialect) continue;
			if (spoken !== dialect)
				conversation = new Conversation(new TodoStore({ maxTodos: 1000 }), {
					dialect,
				});
			spoken = dialect;
			if (message === undefined || message !== latest) conversation.reminder();
			latest = message;
			const tool = conversation.tools.find((tool) => tool.name === name);
			const { ok, text, notes } = tool.call(input);
			const original = results.get(id);
			if (!ok || !original || original.isError || wrapped.test(original.text))
				continue;
			rows[name] ??= { calls: 0, ours: 0, originals: 0, notes: 0 };
			rows[name].calls++;
			rows[name].ours += countTokens(text.slice(0, maxRecorded));
			rows[name].originals += countTokens(original.text);
			for (const note of notes) rows[name].notes += countTokens(note);
		}
	}
	return rows;
}

/** Returns the tokens of answers as a table. */
function answerTable(rows) {
	const line = ([name, { calls, ours, originals, notes }]) =>
		`| \`${name}\` | ${calls} | ${originals} | ${ours} | ${notes} | ${(ours / originals).toFixed(2)} |`;
	const sum = (column) =>
		Object.values(rows).reduce((total, row) => total + row[column], 0);
	const all = Object.fromEntries(
		["calls", "ours", "originals", "notes"].map((column) => [
			column,
			sum(column),
		]),
	);
	return [
		"| answers, tokens | calls | of the original | ours | of them notes | ratio |",
		"|---|--:|--:|--:|--:|--:|",
		...Object.entries(rows).map(line),
		line(["all", all]),
	].join("\n");
}

/** Replays a folder of logs, checks what must hold, and returns the figures. */
export function replay(folder, { runs, times }) {
	const { calls, refused, compared, dropped, droppedUnsaid } =
		carryOutAll(folder);
	assert.deepEqual([refused, droppedUnsaid], [0, 0]);
	const lists = sessionsIn(folder);
	const person = withPerson(lists, runs);
	assert.deepEqual(person.lost, []);
	const answered = compareAnswers(folder);
	const { pieces, faults } = cutCalls(folder);
	assert.deepEqual(faults, []);
	const { ours, zods } = damaged(lists, times);
	assert.equal(ours.misread, 0);
	assert.equal(ours.wronglyRefused, 0);
	return {
		calls,
		sessions: sessionsOf(folder).length,
		compared,
		edits: person.made,
		answered,
		pieces,
		ours,
		zods,
		dropped,
		pairs: reworded(folder),
	};
}

/** Replays a folder of logs, and prints the figures. */
function printFigures(folder) {
	const figures = replay(folder, { runs: 1000, times: 10_000 });
	const { calls, sessions, compared, edits } = figures;
	const { ours, zods } = figures;
	const { answered, dropped, pairs, pieces } = figures;
	const said = ({ read, refused, wronglyRefused, misread }) =>
		`read as meant ${read}, refused for good reason ${refused}, refused though readable ${wronglyRefused}, misread ${misread}`;
	console.log(`${calls} calls of ${sessions} sessions, none refused; ${compared} lists and statuses, each as the original tool had it
${answered} calls of tools that answer with their list, each list as recorded
${pieces} characters of calls written one by one, no preview of which shows what its call does not do
1,000 sessions with ${edits} edits of a person between the calls, none lost
${dropped} open todos named as left out; of ${pairs.same} written pairs of one todo in other words ${pairs.found} taken for one, of ${pairs.other} that look alike ${pairs.wrong}
10,000 damaged calls: ${said(ours)}
the same through zod: ${said(zods)}

${answerTable(answerTokens(folder))}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const folder = recorded();
	if (folder === undefined) {
		console.error(
			`There are no recorded sessions. AGENT_TODOS_RECORDED names a folder of .jsonl files, a session a line: {session, model, events}. An event is {kind: "call", id, name, input} or {kind: "result", id, isError, text}. The sessions of the pages belong to others and are not published.`,
		);
		process.exit(2);
	}
	printFigures(folder);
}
