// The corpus of tests/corpus: what models send to each dialect's tools beside what has to come of
// it. tests/core/corpus.rs runs the same cases on the core; here they run through what the
// package exports, wherever that runs.

import { AssertionError, equal, ok, same } from "../assert.mjs";
import { dialects as names } from "../names.mjs";

const dialects = [...names, "plan_update"];

/** Runs cases with their arguments as objects and as JSON text. Returns what went wrong. */
async function runCases({ entry, corpus }, dialect, cases) {
	const plans = await corpus("plans");
	known = new Set(await corpus("sentences"));
	const wrong = [];
	for (const { name, ...steps } of cases) {
		try {
			runCase(entry, dialect, steps, plans, (args) => args);
			runCase(entry, dialect, steps, plans, (args) =>
				typeof args === "string" ? args : JSON.stringify(args),
			);
		} catch (error) {
			wrong.push(`${dialect}, ${name}\n${error?.message}`);
		}
	}
	return wrong;
}

/** What models read. */
let known;

const hold = (wrong) => {
	if (wrong.length > 0) throw new AssertionError(wrong.join("\n"));
};

export const corpus = [
	...dialects.map((dialect) => ({
		name: `corpus: ${dialect}`,
		where: ["node"],
		async run(context) {
			const { cases } = await context.corpus(dialect);
			hold(await runCases(context, dialect, cases));
			return `${dialect} ${cases.length}`;
		},
	})),
	// The module is the same everywhere, so one case shows that each dialect is there.
	{
		name: "corpus: a case of each dialect",
		where: ["page"],
		async run(context) {
			for (const dialect of dialects) {
				const { cases } = await context.corpus(dialect);
				const middle = Math.floor(cases.length / 2);
				const some = cases.slice(middle, middle + 1);
				hold(await runCases(context, dialect, some));
			}
			return `${dialects.length} cases`;
		},
	},
];

/**
 * Runs a case. `sent` says in which form the arguments are handed over: as an object or as JSON
 * text.
 */
function runCase(
	{ Conversation, reporting, TodoStore, tools },
	ofCase,
	{ options, before = [], call, message, callOptions, expect, then = [] },
	plans,
	sent,
) {
	const store = new TodoStore(options);
	// What the model of a plan wrote before, it wrote in the same conversation.
	const written = before.find(
		({ dialect }) => dialect && dialect !== "plan_update",
	)?.dialect;
	const conversation = new Conversation(store, {
		dialect: message ? "xml_call" : written,
	});
	/** Lets the model know today's list. */
	const told = () => {
		conversation.reminder();
		return conversation;
	};
	const toolOf = (dialect, tool) => {
		const isSame = ({ name }) => name === tool;
		const own = ofCase === "plan_update" && conversation.tools.find(isSame);
		return own || tools(store, { dialect }).find(isSame);
	};
	const report = (args) => reporting(told(), { planner: "model" }).take(args);
	const run = ({ dialect = ofCase, tool, arguments: args }) =>
		dialect === "plan_update"
			? (report(sent(args)).outcome ?? silent(store))
			: toolOf(dialect, tool).call(sent(args));
	for (const step of before) {
		const outcome = run(plans[step] ?? step);
		ok(
			outcome.ok && outcome.notes.length === 0,
			`a call before: ${outcome.text}`,
		);
	}
	const [listBefore, revisionBefore] = [list(store), store.revision];
	if (message === undefined) {
		check(run(call), expect, revisionBefore);
		if (expect.revision !== undefined)
			same(store.revision, expect.revision, "revision");
	} else {
		const outcomes = told().callXml(message.join("\n"), callOptions);
		same(outcomes.length, expect.outcomes.length, "calls found");
		let revision = revisionBefore;
		for (const [at, outcome] of outcomes.entries()) {
			check(outcome, expect.outcomes[at], revision);
			revision = outcome.revision;
		}
	}
	equal(list(store), expect.list ?? listBefore, "list");
	for (const step of then) {
		const { text, changed } = run(step);
		ok(known.has(text), `not in sentences.txt: ${text}`);
		same(changed, false, "a call after");
	}
	store.free();
}

/** Returns what comes of arguments that say nothing. */
const silent = ({ revision }) => ({
	ok: true,
	changed: false,
	text: "",
	notes: [],
	revision,
});

/** Holds an outcome against what is expected, and against what is true of every outcome. */
function check(outcome, { ok: isOk, changed, notes = 0 }, revision) {
	same(outcome.ok, isOk, `ok: ${outcome.text}`);
	same(outcome.changed, changed, "changed");
	ok(isOk || !changed, "a refused call changed something");
	same(outcome.revision, revision + (changed ? 1 : 0), "revision");
	same(outcome.notes.length, notes, `notes: ${outcome.notes}`);
	for (const text of [...(isOk ? [] : [outcome.text]), ...outcome.notes])
		ok(known.has(text), `not in sentences.txt: ${text}`);
	for (const note of outcome.notes)
		ok(tells(outcome.text, note), `the answer does not tell a note: ${note}`);
}

/** Returns whether a text has a part in it, as it is or escaped as JSON or XML asks for it. */
function tells(text, part) {
	const inXml = (part) =>
		part
			.replaceAll("&", "&amp;")
			.replaceAll("<", "&lt;")
			.replaceAll(">", "&gt;");
	return [part, JSON.stringify(part).slice(1, -1)].some(
		(part) => text.includes(part) || text.includes(inXml(part)),
	);
}

/** Returns the list in the form of the corpus. */
function list(store) {
	return store.getAll().map(({ id, revision, ...todo }) => todo);
}

/**
 * Returns one line on how many cases ran for each dialect, for those who read what a test run says.
 */
export function countsOfCorpus(results, where) {
	const did = results
		.filter(({ name, did }) => name.startsWith("corpus: ") && did)
		.map(({ did }) => did);
	return `corpus in ${where}: ${did.join(", ")}`;
}
