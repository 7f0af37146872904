// `npm run tokens`: what a list of 30 todos costs a conversation, in tokens (o200k_base) and in
// turns of the model.
//
// Each run is a real one of generateText or of LangChain's createAgent with the host's mock model,
// over the steps of plan.mjs. The model acts by what it reads: with reminders it knows the list
// from them alone, and would do the wrong step if they left it in the dark. Tokens are those of the
// contents; what an API adds for each message is not counted.

import { pathToFileURL } from "node:url";
import { fakeModel } from "@langchain/core/testing";
import { Conversation, init, reporting, TodoStore, tools } from "agent-todos";
import { todoPrepareStep } from "agent-todos/ai-sdk";
import { scribe } from "agent-todos/scribe";
import { generateText, hasToolCall, isStepCount, jsonSchema, tool } from "ai";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import {
	AIMessage,
	createAgent,
	HumanMessage,
	tool as langchainTool,
	ToolMessage,
	todoListMiddleware,
} from "langchain";
import { generating, isReminder, known } from "../frameworks/conversations.mjs";
import { steps } from "./plan.mjs";

await init();

/** The plan of all steps, as todo_manager takes it. */
const planning = {
	action: "add_multiple",
	todos: steps.map((content) => ({ content })),
};

const task = "Plan a trip to Lisbon for two: flight, hotel, museum, dinner.";

/**
 * Returns the tokens of all reminders while a model plans, and then marks each todo in turn as
 * doing and as done; how many reminders there were, and how many of them held the whole list.
 */
function remindersStepByStep(mode) {
	const store = new TodoStore();
	const conversation = new Conversation(store, { reminders: mode });
	const [todoManager] = conversation.tools;
	let [tokens, count, whole] = [0, 0, 0];
	const act = (args) => {
		const { ok, text } = todoManager.call(args);
		if (!ok) throw new Error(text);
		const reminder = conversation.reminder();
		if (reminder === undefined) return;
		tokens += countTokens(reminder);
		count++;
		if (reminder.includes(store.getXml())) whole++;
	};
	act(planning);
	for (const [at] of steps.entries())
		for (const action of ["mark_doing", "complete_multiple"])
			act({ action, ids: [at + 1] });
	return { tokens, count, whole };
}

/**
 * The agent's tools that have nothing to do with todos: it acts on a page, and says when it is
 * done.
 */
const act = {
	name: "act",
	description: "Does something on the page.",
	properties: { what: { type: "string" } },
};
const finish = {
	name: "finish",
	description: "Ends the task.",
	properties: { summary: { type: "string" } },
};
const schemaOf = ({ properties }) => ({
	type: "object",
	properties,
	required: Object.keys(properties),
	additionalProperties: false,
});
const acting = (at) => ({ tool: act.name, args: { what: steps[at] } });
const finishing = { tool: finish.name, args: { summary: "All is booked." } };

/** The ways to report in the arguments of other tools. */
const reports = {
	progress: (conversation) => reporting(conversation),
	plan: (conversation) => reporting(conversation, { planner: "model" }),
	none: () => ({
		extend: (schema) => schema,
		take: (sent) => ({ args: sent }),
	}),
};

/**
 * One run of generateText. `think({done, messages})` gives the model's next calls: `done` is how
 * many actions it sees done, `messages` what it is sent. Returns how often the model was called,
 * and for what it wrote and read for the list the tokens.
 */
async function run({
	conversation,
	report = reports.none,
	listTools = [],
	record = () => {},
	think,
}) {
	const { store } = conversation;
	const reporter = report(conversation);
	const wrote = [];
	const read = [];
	const performed = [];
	let turns = 0;
	let last;
	const own = ({ name, description, ...rest }) => {
		const schema = schemaOf(rest);
		return [
			name,
			tool({
				description,
				inputSchema: jsonSchema(reporter.extend(schema)),
				async execute(sent) {
					const { args, outcome } = reporter.take(sent);
					wrote.push(difference(sent, args));
					if (name === act.name) performed.push(args.what);
					const result = outcome?.ok === false ? outcome.text : "OK";
					await record({ call: { name, args }, result });
					return result;
				},
			}),
		];
	};
	const listTool = ({ name, description, inputSchema, call }) => [
		name,
		tool({
			description,
			inputSchema,
			execute(args) {
				const { text } = call(args);
				wrote.push(countTokens(JSON.stringify(args)));
				read.push(countTokens(text));
				return text;
			},
		}),
	];
	const model = generating(({ prompt }) => {
		turns++;
		const messages = prompt
			.filter(({ role }) => role !== "system")
			.map(({ role, content }) => ({
				role,
				text: content
					.map((part) => part.text ?? part.output?.value ?? "")
					.join(""),
				content,
			}));
		last = messages;
		const done = messages
			.filter(({ role }) => role === "tool")
			.flatMap(({ content }) => content)
			.filter(({ toolName }) => toolName === act.name).length;
		return think({ done, messages }).map(({ tool, args }, at) => ({
			type: "tool-call",
			toolCallId: `${turns}-${at}`,
			toolName: tool,
			input: JSON.stringify(args),
		}));
	});
	await generateText({
		model,
		prompt: task,
		tools: Object.fromEntries([
			...[act, finish].map(own),
			...listTools.map(listTool),
		]),
		prepareStep: todoPrepareStep(conversation),
		stopWhen: [hasToolCall(finish.name), isStepCount(200)],
	});
	read.push(...last.filter(isReminder).map(({ text }) => countTokens(text)));
	check(performed, store);
	return { turns, wrote: sum(wrote), read: sum(read) };
}

/** Returns the tokens that something written as JSON has more than something else. */
const difference = (more, less) =>
	countTokens(JSON.stringify(more)) - countTokens(JSON.stringify(less));
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** A run counts only when every step was done in its order, and the list knows it. */
function check(performed, store) {
	if (performed.join("\n") !== steps.join("\n"))
		throw new Error(`the agent did something else: ${performed.join("; ")}`);
	if (store.size > 0 && !store.isAllDoneOrSkipped())
		throw new Error(`todos are open: ${store.getXml()}`);
}

/** Returns a conversation over a list of its own. */
const talk = (reminders, dialect) =>
	new Conversation(new TodoStore(), { reminders, dialect });

/**
 * Returns the ids of the todos that the model has said are done, in the messages that it is sent.
 */
const said = (messages) =>
	messages
		.filter(({ role }) => role === "assistant")
		.flatMap(({ content }) => content)
		.flatMap(({ input }) => input?.todo_done ?? []);

const withoutTodos = () =>
	run({
		conversation: talk("off"),
		think: ({ done }) => [done < steps.length ? acting(done) : finishing],
	});

/**
 * The plan is written beside the first action; each action says what the one before it has done.
 */
function progress(reminders) {
	const conversation = talk(reminders);
	const [todoManager] = conversation.tools;
	const plan = { tool: todoManager.name, args: planning };
	return run({
		conversation,
		report: reports.progress,
		listTools: [todoManager],
		think({ done, messages }) {
			if (done === 0) return [plan, acting(0)];
			// What it knows of the list: what it was told, else its plan, and what it said itself since.
			const told = known(messages);
			const list = told ? told.split(",") : steps.map(() => "todo");
			for (const id of said(messages)) list[id - 1] = "done";
			const settled = list.indexOf("todo");
			const next = list.findIndex(
				(status, at) => status === "todo" && at !== settled,
			);
			const { tool, args } = next === -1 ? finishing : acting(next);
			return [{ tool, args: { ...args, todo_done: [settled + 1] } }];
		},
	});
}

/**
 * The plan is written in the first action, and each action says which item it works on. The last
 * call says that all are done.
 */
function planBeside(reminders) {
	return run({
		conversation: talk(reminders),
		report: reports.plan,
		think({ done }) {
			const { tool, args } = done < steps.length ? acting(done) : finishing;
			const plan = done === 0 ? { plan_update: steps } : {};
			return [{ tool, args: { ...args, ...plan, current_plan_item: done } }];
		},
	});
}

/**
 * A second model keeps the list, and the main one has neither a tool nor reminders. `small` has the
 * questions, and the tokens that the second model reads and writes. Each question is answered
 * before the next step, which a host would not wait for.
 */
async function besideScribe() {
	const conversation = talk("changes");
	const small = { questions: 0, wrote: 0, read: 0 };
	const answer = (prompt) => {
		const shown = [...prompt.matchAll(/<todo id="(\d+)"[^>]*>(.*?)<\/todo>/g)];
		if (shown.length === 0) return { add: steps };
		const [, step] = /<step>(.*)<\/step>/.exec(prompt);
		// The arguments of the call are JSON.
		const isIn = ([, , text]) =>
			step.includes(JSON.stringify(text).slice(1, -1));
		const done = Number(shown.find(isIn)?.[1] ?? 0);
		return done === 0 ? {} : { doing: done + 1, done: [done] };
	};
	const keeper = scribe(conversation, {
		task,
		plan: true,
		model(prompt) {
			const nothing = { doing: 0, done: [], failed: [], open: [], add: [] };
			const said = { ...nothing, ...answer(prompt) };
			// There is none after the last.
			if (said.doing > steps.length) said.doing = 0;
			const text = JSON.stringify(said);
			small.questions++;
			small.read += countTokens(prompt);
			small.wrote += countTokens(text);
			return text;
		},
		onAnswer({ error }) {
			if (error !== undefined) throw new Error(error);
		},
	});
	await keeper.idle();
	const main = await run({
		conversation,
		async record(step) {
			keeper.observe(step);
			await keeper.idle();
		},
		think: ({ done }) => [done < steps.length ? acting(done) : finishing],
	});
	keeper.stop();
	return { ...main, small };
}

/**
 * Returns what a model does that settles each todo with a call of the list's tool, in a message of
 * its own.
 */
function byItself({ conversation, plan, settle }) {
	const isSettled = new Set();
	const { store } = conversation;
	const [listTool] = conversation.tools;
	return run({
		conversation,
		listTools: [listTool],
		think({ done }) {
			if (store.size === 0) return [{ tool: listTool.name, args: plan }];
			if (done > 0 && !isSettled.has(done)) {
				isSettled.add(done);
				return [{ tool: listTool.name, args: settle(done) }];
			}
			return [done < steps.length ? acting(done) : finishing];
		},
	});
}

/** Returns the first `done` steps done, the one after them in progress. */
const written = (done) =>
	steps.map((content, at) => ({
		content,
		status: at < done ? "completed" : at === done ? "in_progress" : "pending",
	}));

/** Returns the arguments of TodoWrite for them. Its active form says the same in as many words. */
const rewritten = (done) => ({
	todos: written(done).map((todo) => ({ ...todo, activeForm: todo.content })),
});

/** LangChain's own list and tool, as it comes. */
async function langchainsOwn() {
	let turns = 0;
	const performed = [];
	let settled = -1;
	const model = fakeModel();
	const think = () => {
		if (settled < performed.length) {
			settled = performed.length;
			return { tool: "write_todos", args: { todos: written(settled) } };
		}
		return performed.length < steps.length
			? acting(performed.length)
			: finishing;
	};
	let isOver = false;
	for (let at = 0; at < 100; at++)
		model.respond(() => {
			if (isOver) return new AIMessage("Done.");
			turns++;
			const { tool: name, args } = think();
			const call = { name, args, id: String(turns) };
			return new AIMessage({ content: "", tool_calls: [call] });
		});
	const own = ({ name, description, ...rest }) =>
		langchainTool(
			({ what }) => {
				if (name === act.name) performed.push(what);
				else isOver = true;
				return "OK";
			},
			{
				name,
				description,
				schema: schemaOf(rest),
				returnDirect: name === finish.name,
			},
		);
	const agent = createAgent({
		model,
		tools: [act, finish].map(own),
		middleware: [todoListMiddleware()],
	});
	const { messages, todos } = await agent.invoke(
		{ messages: [new HumanMessage(task)] },
		{ recursionLimit: 500 },
	);
	check(performed, new TodoStore());
	if (!todos.every(({ status }) => status === "completed"))
		throw new Error("todos are open");
	const wrote = messages
		.flatMap((message) => message.tool_calls ?? [])
		.filter(({ name }) => name === "write_todos")
		.map(({ args }) => countTokens(JSON.stringify(args)));
	const read = messages
		.filter(
			(message) =>
				ToolMessage.isInstance(message) && message.name === "write_todos",
		)
		.map(({ text }) => countTokens(text));
	return { turns, wrote: sum(wrote), read: sum(read) };
}

/** Returns every row of the table: `{turns, wrote, read}` by name. */
export async function measureRuns() {
	return {
		"no list": await withoutTodos(),
		"`reporting`, reminders `changes`": await progress("changes"),
		"`reporting`, reminders `full`": await progress("full"),
		"`reporting`, planner `model`, reminders `changes`":
			await planBeside("changes"),
		"`scribe`, for the main model": await besideScribe(),
		"`todo_manager` by itself, reminders `changes`": await byItself({
			conversation: talk("changes"),
			plan: planning,
			settle: (id) => ({ action: "complete_multiple", ids: [id] }),
		}),
		"`TodoWrite` by itself, the whole list each time": await byItself({
			conversation: talk("off", "TodoWrite"),
			plan: rewritten(0),
			settle: rewritten,
		}),
		"LangChain's `todoListMiddleware`": await langchainsOwn(),
	};
}

/** The most that reminders in mode `changes` may have of the tokens in mode `full`. */
export const maxShareOfFull = 0.055;

const number = (value) => Math.round(value).toLocaleString("en-US");

/** Returns the table of www/docs/concepts/figures.md. */
export function table(runs) {
	return [
		"| a task of 30 steps | turns of the model | tokens it writes for the list | tokens it reads |",
		"|---|--:|--:|--:|",
		...Object.entries(runs).map(
			([name, { turns, wrote, read }]) =>
				`| ${name} | ${turns} | ${number(wrote)} | ${number(read)} |`,
		),
	].join("\n");
}

/** Returns what the second model of `scribe` reads and writes, in one sentence. */
export function smallModel(runs) {
	const { questions, read, wrote } = Object.values(runs).find(
		({ small }) => small !== undefined,
	).small;
	return `The second model of \`scribe\` is asked ${questions} times. It reads ${number(read / questions)} tokens for each question, ${number(read)} in all, and writes ${number(wrote / questions)}`;
}

/** Returns what the reminders come to, in one line. */
export function comparison() {
	const [full, changes] = ["full", "changes"].map(remindersStepByStep);
	const share = changes.tokens / full.tokens;
	const text =
		`${full.count} reminders while ${steps.length} todos are marked doing and done: ${number(full.tokens)} tokens in mode full, ${number(changes.tokens)} in mode changes, ` +
		`with what is open told ${changes.count} times, which is ${(100 * share).toFixed(1)} % (at most ${100 * maxShareOfFull} % wanted)`;
	return { full, changes, share, text };
}

/**
 * Returns what the definitions of tools cost, once in a conversation: `reporting` for each tool of
 * the host, and the list's own tool.
 */
export function definitions() {
	const schema = schemaOf(act);
	const tokensOf = (dialect) =>
		sum(
			tools(new TodoStore(), { dialect }).map(
				({ name, description, inputSchema }) =>
					countTokens(JSON.stringify({ name, description, inputSchema })),
			),
		);
	return `\`reporting\` adds ${difference(reporting(new Conversation(new TodoStore())).extend(schema), schema)} tokens to the definition of a tool. The definition of \`todo_manager\` has ${tokensOf("todo_manager")} tokens, that of \`TodoWrite\` ${tokensOf("TodoWrite")}`;
}

/**
 * Returns what the front page says of the runs: the figure, its bar, and two cells of the table.
 */
export function onFrontPage(runs) {
	const tokensOf = (start) => {
		const [, { wrote, read }] = Object.entries(runs).find(([name]) =>
			name.startsWith(start),
		);
		return wrote + read;
	};
	const plan = tokensOf("`reporting`, planner");
	const manager = tokensOf("`todo_manager`");
	const whole = tokensOf("`TodoWrite`");
	return [
		`<p class="figure">${number(plan)} <small>tokens instead of ${number(whole)}</small></p>`,
		`width="${((100 * plan) / whole).toFixed(1)}%" height="22"`,
		`<td role="cell" data-of="LangChain">${number(tokensOf("LangChain"))}</td>`,
		`${number(plan)} without a tool, ${number(manager)} with <code>todo_manager</code>, ${number(whole)} with <code>TodoWrite</code>`,
	];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const { text, share } = comparison();
	const runs = await measureRuns();
	console.log(
		`${text}\n\n${table(runs)}\n\n${definitions()}\n\n${smallModel(runs)}\n\n${onFrontPage(runs).join("\n")}`,
	);
	if (
		share > maxShareOfFull ||
		Object.values(runs)[1].turns > Object.values(runs)[0].turns
	)
		process.exitCode = 1;
}
