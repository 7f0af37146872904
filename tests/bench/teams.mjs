// `npm run tokens:team`: what a team on one list reads, in tokens (o200k_base). Each agent carries
// out a session of its own, and the messages of all interleave on one list.
//
// The sessions are random ones, and those of ../shared/recorded where it is there.

import { pathToFileURL } from "node:url";
import { Conversation, init, TodoStore } from "agent-todos";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { recorded, sessionsOf } from "./recorded/sessions.mjs";

const taskTools = ["TaskCreate", "TaskUpdate", "TaskList", "TaskGet"];

/** Returns a random number generator that repeats itself from the same seed. */
export function dice(seed) {
	let state = (seed * 2654435761 + 1) >>> 0;
	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}

/**
 * Returns the messages of the recorded sessions with `Task` tools or `TodoWrite`. A message is an
 * array of calls; a call has the id of the task that its answer named, if it created one.
 */
export function recordedSessions(folder) {
	return sessionsOf(folder)
		.map((events) => {
			const answers = new Map(
				events
					.filter(({ kind }) => kind === "result")
					.map(({ id, text }) => [id, text]),
			);
			const messages = [];
			let latest;
			for (const { kind, id, name, input, message } of events) {
				if (kind !== "call") continue;
				if (name !== "TodoWrite" && !taskTools.includes(name)) continue;
				const args = typeof input === "string" ? JSON.parse(input) : input;
				const created = /^Task #(\d+) created/.exec(answers.get(id) ?? "")?.[1];
				const call = { name, args, created };
				if (message !== undefined && message === latest)
					messages.at(-1).push(call);
				else messages.push([call]);
				latest = message;
			}
			return messages;
		})
		.filter((messages) => messages.length > 0);
}

const verbs = ["Add", "Fix", "Test", "Review", "Document", "Move", "Measure"];
const things = [
	"the parser",
	"the login",
	"the cache",
	"the export",
	"the API",
];

/**
 * Returns the messages of a random session with `TodoWrite` or the `Task` tools: a plan, and then
 * one todo after the other.
 */
export function randomSession(draw, name) {
	const tasks = Array.from({ length: 3 + draw(8) }, (_, at) => `${at + 1}`);
	const contents = tasks.map(
		(task) =>
			`${verbs[draw(verbs.length)]} ${things[draw(things.length)]} of ${name}, part ${task}`,
	);
	if (draw(2)) {
		const write = (done, status) => {
			const todos = contents.map((content, at) => ({
				content,
				status: at < done ? "completed" : at === done ? status : "pending",
				activeForm: content,
			}));
			return [{ name: "TodoWrite", args: { todos } }];
		};
		const works = contents.map((_, at) => write(at, "in_progress"));
		return [write(0, "pending"), ...works, write(contents.length, "pending")];
	}
	const plan = tasks.map((created, at) => ({
		name: "TaskCreate",
		created,
		args: { subject: contents[at], description: "As agreed." },
	}));
	const update = (taskId, status) => [
		{ name: "TaskUpdate", args: { taskId, status } },
	];
	return [
		...(draw(2) ? [plan] : plan.map((call) => [call])),
		...tasks.flatMap((task) => [
			update(task, "in_progress"),
			update(task, "completed"),
		]),
	];
}

/**
 * Carries out the sessions of a team, each by an agent with a name, on one list. Returns the tokens
 * of its reminders and of its answers, the number of calls, the answers of the refused ones, and
 * the list in the end.
 */
export function teamUp(sessions, draw, options = { maxTodos: 1000 }) {
	const store = new TodoStore(options);
	const agents = sessions.map((messages, at) => {
		const dialect = messages.flat().some(({ name }) => name === "TodoWrite")
			? "TodoWrite"
			: "Task";
		const conversation = new Conversation(store, {
			dialect,
			name: `agent-${at + 1}`,
		});
		return { left: [...messages], conversation, ids: new Map() };
	});
	const total = { calls: 0, reminders: 0, answers: 0, refused: [], texts: [] };
	for (;;) {
		const busy = agents.filter(({ left }) => left.length > 0);
		if (busy.length === 0) break;
		const { left, conversation, ids } = busy[draw(busy.length)];
		const reminder = conversation.reminder();
		if (reminder !== undefined) {
			total.reminders += countTokens(reminder);
			total.texts.push(reminder);
		}
		for (const { name, args, created } of left.shift()) {
			const tool = conversation.tools.find((tool) => tool.name === name);
			if (!tool) continue;
			const { ok, text } = tool.call(renamed(args, ids));
			total.calls++;
			total.answers += countTokens(text);
			if (!ok) total.refused.push(text);
			const id = /#(\d+)/.exec(text)?.[1];
			if (created && ok && id) ids.set(created, id);
		}
	}
	return { ...total, todos: store.getAll() };
}

/** Returns the arguments of a call with the ids that this list has given the tasks of the agent. */
function renamed(args, ids) {
	const rename = (id) => ids.get(String(id)) ?? id;
	const more = {};
	if (args.taskId !== undefined) more.taskId = rename(args.taskId);
	for (const links of ["addBlockedBy", "addBlocks"])
		if (Array.isArray(args[links])) more[links] = args[links].map(rename);
	return { ...args, ...more };
}

/** Puts sessions into teams of 2 to 15, and returns what all of them read. */
export function measureTeams(sessions, seed = 1) {
	const draw = dice(seed);
	const sum = {
		calls: 0,
		reminders: 0,
		answers: 0,
		refused: [],
		texts: [],
		todos: [],
	};
	for (let size = 2, at = 0; at < sessions.length; at += size, size++) {
		if (size > 15) size = 2;
		const team = teamUp(sessions.slice(at, at + size), draw);
		for (const [name, value] of Object.entries(team))
			if (Array.isArray(value)) sum[name].push(...value);
			else sum[name] += value;
	}
	return sum;
}

/** Returns random sessions for teams of each size from 2 to 15. */
export function randomSessions(seed = 1) {
	const draw = dice(seed);
	return Array.from({ length: 119 }, (_, at) => randomSession(draw, at));
}

const print = (title, { calls, reminders, answers, refused }) =>
	console.log(
		`${title}: ${calls} calls, ${reminders} tokens of reminders, ${answers} of answers, ${refused.length} refused`,
	);

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	await init();
	print("random teams", measureTeams(randomSessions()));
	const folder = recorded();
	if (folder !== undefined) {
		const measured = measureTeams(recordedSessions(folder));
		print("recorded sessions", measured);
		if (process.env.SHOW) {
			console.log(measured.texts.join("\n\n"));
			console.log(measured.refused.join("\n"));
		}
	}
}
