// What is measured: one row per thing that an agent's host does. Every contender gets a copy of
// this file in a bundle of its own, so that V8 specialises these loops for each of them alone.
//
// A row has `prepare()`, which is not timed and makes a fresh store, and `run(state)`, which is: it
// does `operations` operations on that store and gives a number that depends on all of them.
// agent-todos keeps every revision, so how many operations a store lives through is the same for
// everybody and about as long as a session is.

import {
	addFive,
	completeEach,
	five,
	listAll,
	replaceEach,
	replaceWithAll,
	replaceWithFive,
	rewriteDone,
	rewriteEach,
	steps,
} from "./plan.mjs";

/**
 * Reads into a text, so that V8 has to build it: what a template makes is only a promise of a text
 * until then.
 */
const read = (text) => text.charCodeAt(text.length >> 1);

export function rowsOf({
	create,
	release,
	completeOne,
	completeAsPerson,
	tool,
	wholeListTool,
	listenedTool,
	conversation,
	canUndo,
}) {
	const listOf = (contents) => {
		const store = create();
		store.addMultiple(contents);
		return store;
	};
	/** `run(state)` and `act(state, i)` work on `{store, ...}`, of a list with these contents. */
	const row = (operations, contents, run, more = () => ({})) => ({
		operations,
		prepare() {
			const store = listOf(contents);
			return { store, ...more(store) };
		},
		run,
		release({ store, person }) {
			// A handle that is not freed keeps the list in memory.
			if (person) release(person);
			release(store);
		},
	});
	/**
	 * Acts so many times. What takes less than a microsecond has a loop of its own, as a call would
	 * weigh.
	 */
	const repeated = (times, contents, act, more) =>
		row(
			times,
			contents,
			(state) => {
				let sink = 0;
				for (let i = 0; i < times; i++) sink += act(state, i);
				return sink;
			},
			more,
		);
	const readCall = ({ text, reminder }) => read(text) + read(reminder);
	/** Each call once, on a store with some todos. */
	const callsRow = (calls, contents, toolOf) =>
		repeated(
			calls.length,
			contents,
			({ call }, i) => readCall(call(calls[i])),
			(store) => ({ call: toolOf(store) }),
		);
	/**
	 * Returns one call that writes the whole list, on 20 lists of which each was prepared with
	 * `before(store, write)`.
	 */
	const writeRow = (before, call) => ({
		operations: 20,
		prepare: () =>
			Array.from({ length: 20 }, () => {
				const store = create();
				const write = wholeListTool(store);
				before(store, write);
				return { store, write };
			}),
		run(lists) {
			let sink = 0;
			for (const { write } of lists) sink += readCall(write(call));
			return sink;
		},
		release: (lists) => {
			for (const { store } of lists) release(store);
		},
	});
	const [first, second] = rewriteEach;

	return {
		// From the first todo to the last: 30 operations are a whole plan.
		step: repeated(30, steps, ({ store }, i) => {
			store.markDoing(i + 1);
			const doing = read(store.getXml());
			completeOne(store, i + 1);
			return doing + read(store.getXml());
		}),

		getAllUnchanged: row(20_000, steps, ({ store }) => {
			let sink = 0;
			for (let i = 0; i < 20_000; i++) sink += store.getAll().length;
			return sink;
		}),

		getAllChanged: repeated(60, steps, ({ store }, i) => {
			const at = i >> 1;
			if (i % 2 === 0) store.markDoing(at + 1);
			else completeOne(store, at + 1);
			return store.getAll()[at].status.length;
		}),

		markAndAbort: repeated(300, steps, ({ store }, i) => {
			store.markDoing((i % 30) + 1);
			store.abort();
			return i;
		}),

		xmlUnchanged: row(1_000, steps, ({ store }) => {
			let sink = 0;
			for (let i = 0; i < 1_000; i++) sink += read(store.getXml());
			return sink;
		}),

		addAndReset: repeated(100, [], ({ store }, i) => {
			store.addMultiple(five);
			store.reset();
			return i;
		}),

		// Whole sessions: the plan is written to an empty list, and its steps are completed one by one.
		sessionOfSteps: callsRow([replaceWithAll, ...completeEach], [], tool),
		sessionOfLists: callsRow([...rewriteEach, rewriteDone], [], wholeListTool),

		// All that a host does in one turn of its agent.
		turn: repeated(
			completeEach.length,
			steps,
			({ store, call, heard }, i) =>
				readCall(call(completeEach[i])) + store.getAll().length + heard.times,
			(store) => {
				const heard = { times: 0 };
				return { call: listenedTool(store, () => heard.times++), heard };
			},
		),

		toolComplete: callsRow(completeEach, steps, tool),

		// 5 todos after the first call, 10 after the second, whatever was there before.
		toolAdd: repeated(
			50,
			steps.slice(0, 10),
			({ call }) => readCall(call(replaceWithFive)) + readCall(call(addFive)),
			(store) => ({ call: tool(store) }),
		),

		listRead: repeated(
			100,
			steps,
			({ call }) => read(call(listAll).text),
			(store) => ({ call: tool(store) }),
		),

		listNew: writeRow(() => {}, first),
		listAgain: writeRow((_store, write) => write(first), second),
		listDecided: writeRow((store, write) => {
			write(first);
			completeAsPerson(store, 30);
		}, second),
		listOthers: writeRow((_store, write) => write(first), replaceEach[0]),

		rewrite: callsRow(rewriteEach, steps, wholeListTool),
		replace: callsRow(replaceEach, steps, wholeListTool),

		checkpoint: repeated(30, steps, ({ store }, i) => {
			completeOne(store, i + 1);
			return read(store.checkpoint());
		}),

		// A model's call upon a list that a person has changed since: 1,000 revisions, of which 400 are
		// the model's.
		...(conversation && {
			staleCall: repeated(
				20,
				steps,
				({ call, person }, i) => {
					person.edit(30, { description: `note ${i}` });
					return read(call({ action: "complete", ids: [2 + i] }).text);
				},
				(store) => {
					const { call, person } = conversation(store);
					for (let i = 0; i < 200; i++) {
						call({ action: "complete", ids: [2] });
						call({ action: "go_back", ids: [2] });
						person.move(30, 0);
						person.move(1, 30);
						person.edit(30, { description: `step ${i}` });
					}
					return { call, person };
				},
			),
		}),

		...(canUndo && {
			undo: repeated(150, steps, ({ store }, i) => {
				store.markDoing((i % 30) + 1);
				return store.as("host").undo() ? 1 : 0;
			}),
		}),
	};
}

/**
 * Returns what contenders have to agree on before it means anything to compare them: the texts that
 * a model is given.
 */
export function textsOf({ create, release, completeOne, tool, wholeListTool }) {
	const store = create();
	store.addMultiple(steps);
	store.markDoing(3);
	const texts = [store.getXml()];
	const call = tool(store);
	const say = (json) => {
		const { text, reminder } = call(json);
		texts.push(text, reminder);
	};
	say(completeEach[2]);
	// Of open todos that a list leaves out, the original says nothing.
	for (let id = 1; id <= 30; id++) completeOne(store, id);
	say(replaceWithFive);
	say(addFive);
	texts.push(wholeListTool(store)(rewriteEach[2]).reminder);
	release(store);
	return texts;
}
