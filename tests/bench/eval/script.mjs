// A model for the evaluation that follows a script. It knows no more than a request to its endpoint
// says: the messages and the tools. How far it is, it reads from the pages that it saw, and what
// the person wants from the list, or from the chat where there is none.

import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../pkg-template/build/places.mjs";

const exported = {
	"script-memory": "ScriptMemory",
	"script-moves": "achievedOn, look, move",
	"script-understanding": "aimOf, wishOf",
	"page-seen": "pageIn",
	scenarios: "scenarios",
};
const bundled = await build({
	stdin: {
		contents: Object.entries(exported)
			.map(([file, names]) => `export { ${names} } from "./${file}.ts";`)
			.join("\n"),
		resolveDir: join(root, "www/src/agent"),
	},
	bundle: true,
	format: "esm",
	write: false,
});
const {
	ScriptMemory,
	achievedOn,
	aimOf,
	look,
	move,
	pageIn,
	scenarios,
	wishOf,
} = await import(
	`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`
);

/** Returns the `answer` of an endpoint. */
export function answer({ messages, tools, sent }) {
	const asked = messages.find(({ role }) => role === "user").text;
	if (asked.startsWith("You keep the todo list")) return keep(asked);
	const scenario = scenarios.find(({ task }) => asked === `The task: ${task}`);
	const contents = scenario.plan.map(({ content }) => content);
	const properties = sent.tools.find(
		({ function: { name } }) => name === "click",
	).function.parameters.properties;
	const ownCalls = messages.flatMap(({ calls = [] }) =>
		calls.map(({ name, args }) => ({ name, args: JSON.parse(args) })),
	);
	const say = wordsOf(
		tools.includes("todo_manager")
			? "tool"
			: "plan_update" in properties
				? "plan"
				: "none",
		ownCalls,
	);

	const pages = messages
		.filter(({ role }) => role === "tool")
		.flatMap(({ text }) => pageIn(text) ?? []);
	const page = pages.at(-1);
	if (!page) return say.planned(contents, look);

	const memory = new ScriptMemory(scenario.todos, "todo_manager");
	// What it wrote itself is not repeated to it.
	memory.meant([{ kind: "plan", todos: scenario.plan }]);
	memory.read(messages);
	const chat = messages
		.filter(({ role, text }) => role === "user" && text.startsWith("I changed"))
		.map(({ text }) => text);
	const drafts = draftsOf(memory.drafts, contents, chat);
	const wish = wishOf(scenario, [
		...drafts,
		// "black kettles, please, not green ones": what counts is said first.
		...chat.map((text) => ({
			content: text.replace(/, not .*/, ""),
			progress: "todo",
		})),
	]);
	const achieved = achievedOn(pages, wish);
	const settled = [];
	for (const [at, { content, progress }] of drafts.entries()) {
		if (progress === "skipped") continue;
		const aim = aimOf(content, scenario);
		// What a page said cannot be had is not looked for again.
		const isGivenUp = pages.some(
			(seen) => move(aim, seen, wish, achieved).kind === "give-up",
		);
		let next = isGivenUp
			? { kind: "give-up" }
			: move(aim, page, wish, achieved);
		if (next.kind === "plan-again")
			next = move("choose-other", page, wish, achieved);
		if (next.kind === "act") return say.acts(next, settled, at);
		settled.push({ id: at + 1, isDone: next.kind === "done" });
	}
	return say.ends(settled, drafts.length);
}

/**
 * Returns the model that keeps the list: it plans, says what is in progress, and at the end that
 * everything is done.
 */
function keep(question) {
	const [, task] = /<task>(.*)<\/task>/.exec(question);
	const shown = [
		...question.matchAll(/<todo id="(\d+)" status="(\w+)"/g),
	].filter(([, , status]) => status === "todo" || status === "doing");
	const open = shown.map(([, id]) => Number(id));
	const isOver = question.includes("The agent has ended.");
	const scenario = scenarios.find((known) =>
		known.task.startsWith(task.slice(0, 60)),
	);
	const answer = {
		doing: isOver ? 0 : (open[0] ?? 0),
		done: isOver ? open : [],
		failed: [],
		open: [],
		add: question.includes("<todos>")
			? []
			: scenario.plan.map(({ content }) => content),
	};
	return { text: JSON.stringify(answer) };
}

/** Returns the todos with what the person made of them. */
function draftsOf(known, contents, chat) {
	const isStopped = chat.some((text) => text.includes("do not place"));
	const drafts =
		known.length > 0
			? known
			: contents.map((content) => ({ content, progress: "todo" }));
	return drafts.map((draft) =>
		isStopped && draft.content === "Place the order"
			? { ...draft, progress: "skipped" }
			: draft,
	);
}

const callOf = (name, args) => ({ name, args: JSON.stringify(args) });
const callsOf = (acts, more) =>
	acts.map(({ tool, args }, at) =>
		callOf(tool, { ...args, ...(at === 0 && more) }),
	);

/** Returns how it words what it does, by what it has for its list. */
function wordsOf(way, ownCalls) {
	switch (way) {
		case "none":
			return {
				planned: (_, { acts }) => ({ calls: callsOf(acts) }),
				acts: ({ acts }) => ({ calls: callsOf(acts) }),
				ends: () => ({ text: "The order is placed." }),
			};
		case "tool": {
			// A message of its own for each change of the list.
			const said = new Set(ownCalls.flatMap(({ args }) => args.ids ?? []));
			const settle = (settled) => {
				const news = settled.filter(({ id }) => !said.has(id));
				const ids = (isDone) =>
					news.filter((todo) => todo.isDone === isDone).map(({ id }) => id);
				const calls = [
					["complete_multiple", ids(true)],
					["skip", ids(false)],
				].filter(([, ids]) => ids.length > 0);
				return calls.map(([action, ids]) =>
					callOf("todo_manager", { action, ids, todos: [] }),
				);
			};
			return {
				planned: (contents, { acts }) => ({
					calls: [
						callOf("todo_manager", {
							action: "add_multiple",
							todos: contents.map((content) => ({ content })),
							ids: [],
						}),
						...callsOf(acts),
					],
				}),
				acts(next, settled) {
					const news = settle(settled);
					return { calls: news.length > 0 ? news : callsOf(next.acts) };
				},
				ends(settled) {
					const news = settle(settled);
					return news.length > 0
						? { calls: news }
						: { text: "The order is placed." };
				},
			};
		}
		case "plan": {
			const said = ownCalls.findLast(
				({ args }) => args.current_plan_item !== undefined,
			)?.args.current_plan_item;
			return {
				planned: (contents, { acts }) => ({
					calls: callsOf(acts, { plan_update: contents, current_plan_item: 0 }),
				}),
				acts: (next, _, at) => ({
					calls: callsOf(
						next.acts,
						at === said ? {} : { current_plan_item: at },
					),
				}),
				ends: (_, count) =>
					said === count
						? { text: "The order is placed." }
						: { calls: [callOf("read_page", { current_plan_item: count })] },
			};
		}
	}
}
