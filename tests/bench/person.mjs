// `npm run replay -- --person`: a person's decision against what recorded models sent next. Each
// list is carried out again with a decision put right before it: where the list says the todo in
// other words, the decision has to hold, and no new todo may be taken for it.

import assert from "node:assert/strict";
import { Conversation, TodoStore } from "agent-todos";
import { carryOutAll, sessionsOf } from "./recorded/sessions.mjs";
import { answerTokens, dialectOf, textOf } from "./replay.mjs";

/** Dialects whose calls name one todo each. */
const single = ["Task", "kiro"];
const isOpen = ({ status }) => status === "todo" || status === "doing";
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const spelled = (text) => wordsOf(text).join(" ");

/** What a person puts in place of a text. */
const persons = "As a person put it";
const acts = {
	skip: (person, key) => person.skip(key),
	complete: (person, key) => person.complete(key),
	remove: (person, key) => person.remove(key),
	edit: (person, key) => person.edit(key, { content: persons }),
};

/**
 * Returns the runs of whole lists in a folder of logs: the calls of one dialect in a row, each with
 * its tool, its input and whether it begins a message.
 */
function runsIn(folder) {
	const runs = [];
	for (const events of sessionsOf(folder)) {
		let latest;
		for (const { kind, name, input, message } of events) {
			const dialect = kind === "call" && dialectOf(name, textOf(input));
			if (!dialect || single.includes(dialect)) continue;
			if (latest?.events !== events || runs.at(-1)?.dialect !== dialect)
				runs.push({ dialect, calls: [] });
			const isFirst = message === undefined || message !== latest?.message;
			runs.at(-1).calls.push({ name, input, isFirst });
			latest = { events, message };
		}
	}
	return runs;
}

/**
 * Carries out the calls of a run up to an index, the last one after `act` with the todo of a text.
 * Returns the lists before and after the last one, and its notes; undefined if it was refused.
 */
function carryOut({ dialect, calls }, last, { act, content, isTold } = {}) {
	const store = new TodoStore({ maxTodos: 1000 });
	const conversation = new Conversation(store, { dialect });
	try {
		for (const [index, { name, input, isFirst }] of calls
			.slice(0, last + 1)
			.entries()) {
			const decide = () => {
				const todo = store.getAll().find((todo) => todo.content === content);
				acts[act](store.as("user"), todo.key);
			};
			const isDecided = act !== undefined && index === last;
			if (isDecided && isTold) decide();
			if (isFirst) conversation.reminder();
			if (isDecided && !isTold) decide();
			const before = store.getAll();
			const tool = conversation.tools.find((tool) => tool.name === name);
			const { ok, notes } = tool.call(input);
			if (index === last)
				return ok ? { before, after: store.getAll(), notes } : undefined;
		}
	} finally {
		conversation.free();
		store.free();
	}
}

/**
 * Returns which open todos a list says in other words: the pairs of one that is not on it and of a
 * text that was not. They share three fifths of the words of the shorter text, and at least two.
 * The most alike come first.
 */
function rewordings({ before, after }) {
	const has = (list, { content }) =>
		list.some((todo) => spelled(todo.content) === spelled(content));
	const left = before.filter((todo) => isOpen(todo) && !has(after, todo));
	const added = after.filter((todo) => !has(before, todo));
	const likeness = (one, other) => {
		const [words, others] = [one, other].map(
			({ content }) => new Set(wordsOf(content)),
		);
		const shared = [...words].filter((word) => others.has(word)).length;
		const isAlike =
			shared >= 2 && shared * 5 >= Math.min(words.size, others.size) * 3;
		return isAlike ? shared / (words.size + others.size) : 0;
	};
	const pairs = left
		.flatMap((from) =>
			added.map((to) => ({ from, to, likeness: likeness(from, to) })),
		)
		.filter(({ likeness }) => likeness > 0)
		.sort((one, other) => other.likeness - one.likeness);
	const taken = new Set();
	return pairs.filter(({ from, to }) => {
		if (taken.has(from) || taken.has(to)) return false;
		taken.add(from).add(to);
		return true;
	});
}

/** Returns whether a decision about a todo held against its rewording. */
function held(act, { after }, to) {
	const said = after.filter(({ content }) => content === to.content);
	if (act === "edit")
		return (
			said.length === 0 && after.some(({ content }) => content === persons)
		);
	return !said.some(isOpen);
}

/**
 * Returns how often each decision held, told and not, of how many rewordings; and of how many new
 * items beside a decision about another todo how many were not taken as new.
 */
export function decisions(folder) {
	const counts = { rewordings: 0, held: {}, newItems: 0, denied: [] };
	for (const run of runsIn(folder)) {
		for (const index of run.calls.keys()) {
			const plain = carryOut(run, index);
			if (plain === undefined) continue;
			const pairs = rewordings(plain);
			counts.rewordings += pairs.length;
			for (const act of Object.keys(acts)) {
				for (const isTold of [true, false]) {
					const name = `${act}, ${isTold ? "told" : "not told"}`;
					counts.held[name] ??= 0;
					for (const { from, to } of pairs) {
						const { content } = from;
						const decided = carryOut(run, index, { act, content, isTold });
						if (decided && held(act, decided, to)) counts.held[name]++;
					}
				}
			}
			countDenied(run, index, plain, pairs, counts);
		}
	}
	return counts;
}

/**
 * Counts the new items of a list, once for each open todo that a person skips before it, and those
 * which that denies although they are no rewording of it.
 */
function countDenied(run, index, { before, after }, pairs, counts) {
	const isNew = ({ content }) =>
		before.every((todo) => spelled(todo.content) !== spelled(content));
	const added = after.filter((todo) => isNew(todo) && isOpen(todo));
	if (added.length === 0) return;
	for (const todo of before.filter(isOpen)) {
		const { content } = todo;
		const skipped = { act: "skip", content, isTold: true };
		const decided = carryOut(run, index, skipped)?.after ?? [];
		for (const item of added) {
			if (pairs.some(({ from, to }) => from === todo && to === item)) continue;
			counts.newItems++;
			const isThere = decided.some(
				(other) => other.content === item.content && isOpen(other),
			);
			if (!isThere)
				counts.denied.push({ decided: content, item: item.content });
		}
	}
}

/** The tokens of the notes at commit e0934a81, in the calls of ../shared/recorded. */
const earlier = { calls: 3036, notes: 2091 };

/** Measures a folder of logs, checks what must hold, and prints the figures. */
export function printDecisions(folder) {
	const { rewordings, held, newItems, denied } = decisions(folder);
	const share = (count) => count / rewordings;
	for (const [act, count] of Object.entries(held))
		console.log(
			`${act}: held against ${count} of ${rewordings} rewordings of open todos, ${(100 * share(count)).toFixed(0)} %`,
		);
	console.log(
		`${denied.length} of ${newItems} new items beside a skipped todo denied`,
		...denied.map((pair) => `\n  ${JSON.stringify(pair)}`),
	);
	const { sumOfAll } = carryOutAll(folder);
	const calls = sumOfAll("calls");
	console.log(
		`${sumOfAll("droppedUnsaid")} unsaid differences in ${calls} calls`,
	);
	const notes = Object.values(answerTokens(folder)).reduce(
		(sum, row) => sum + row.notes,
		0,
	);
	const isSame = calls === earlier.calls;
	const beside = isSame
		? `, ${((100 * notes) / earlier.notes).toFixed(0)} % of e0934a81`
		: "";
	console.log(`${notes} tokens of notes${beside}`);
	for (const act of ["skip", "complete"])
		for (const told of ["told", "not told"])
			assert.ok(share(held[`${act}, ${told}`]) >= 0.6, act);
	assert.ok(share(held["remove, told"]) >= 0.51);
	assert.ok(denied.length <= 1);
	assert.equal(sumOfAll("droppedUnsaid"), 0);
	if (isSame) assert.ok(notes <= 0.6 * earlier.notes);
}
