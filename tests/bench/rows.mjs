// What is measured: one row per thing that an agent's host does. Every contender gets a copy of this file in a bundle of
// its own, so that V8 specialises these loops for each of them alone.
//
// A row has `prepare()`, which is not timed and makes a fresh store, and `run(state)`, which is: it does `operations`
// operations on that store and gives a number that depends on all of them. agent-todos keeps every revision, so how many
// operations a store lives through is the same for everybody and about as long as a session is.

import {
	addFive,
	completeEach,
	five,
	replaceEach,
	replaceWithAll,
	replaceWithFive,
	rewriteDone,
	rewriteEach,
	steps,
} from "./plan.mjs";

/** Reads into a text, so that V8 has to build it: what a template makes is only a promise of a text until then. */
const read = (text) => text.charCodeAt(text.length >> 1);

export function rowsOf({
	create,
	release,
	completeOne,
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
	const row = (operations, prepare, run, end = release) => ({
		operations,
		prepare,
		run,
		release: end,
	});
	const toolRow = (operations, contents, run, toolOf = tool) => ({
		operations,
		prepare: () => {
			const store = listOf(contents);
			return { store, call: toolOf(store) };
		},
		run,
		release: ({ store }) => release(store),
	});
	/** Each call once, on a store with some todos. */
	const callsRow = (calls, contents, toolOf) =>
		toolRow(
			calls.length,
			contents,
			({ call }) => {
				let sink = 0;
				for (const json of calls) {
					const { text, reminder } = call(json);
					sink += read(text) + read(reminder);
				}
				return sink;
			},
			toolOf,
		);

	return {
		// From the first todo to the last: 30 operations are a whole plan.
		step: row(
			30,
			() => listOf(steps),
			(store) => {
				let sink = 0;
				for (let id = 1; id <= 30; id++) {
					store.markDoing(id);
					sink += read(store.getXml());
					completeOne(store, id);
					sink += read(store.getXml());
				}
				return sink;
			},
		),

		getAllUnchanged: row(
			20_000,
			() => listOf(steps),
			(store) => {
				let sink = 0;
				for (let i = 0; i < 20_000; i++) sink += store.getAll().length;
				return sink;
			},
		),

		getAllChanged: row(
			60,
			() => listOf(steps),
			(store) => {
				let sink = 0;
				for (let id = 1; id <= 30; id++) {
					store.markDoing(id);
					sink += store.getAll()[id - 1].status.length;
					completeOne(store, id);
					sink += store.getAll()[id - 1].status.length;
				}
				return sink;
			},
		),

		markAndAbort: row(
			300,
			() => listOf(steps),
			(store) => {
				for (let i = 0; i < 300; i++) {
					store.markDoing((i % 30) + 1);
					store.abort();
				}
				return store.getAll().length;
			},
		),

		xmlUnchanged: row(
			1_000,
			() => listOf(steps),
			(store) => {
				let sink = 0;
				for (let i = 0; i < 1_000; i++) sink += read(store.getXml());
				return sink;
			},
		),

		addAndReset: row(100, create, (store) => {
			for (let i = 0; i < 100; i++) {
				store.addMultiple(five);
				store.reset();
			}
			return store.getAll().length;
		}),

		// Whole sessions: the plan is written to an empty list, and its steps are completed one by one.
		sessionOfSteps: callsRow([replaceWithAll, ...completeEach], [], tool),
		sessionOfLists: callsRow([...rewriteEach, rewriteDone], [], wholeListTool),

		// All that a host does in one turn of its agent.
		turn: row(
			completeEach.length,
			() => {
				const store = listOf(steps);
				const heard = { times: 0 };
				const call = listenedTool(store, () => heard.times++);
				return { store, call, heard };
			},
			({ store, call, heard }) => {
				let sink = 0;
				for (const json of completeEach) {
					const { text, reminder } = call(json);
					sink += read(text) + read(reminder) + store.getAll().length;
				}
				return sink + heard.times;
			},
			({ store }) => release(store),
		),

		toolComplete: callsRow(completeEach, steps, tool),

		// 5 todos after the first call, 10 after the second, whatever was there before.
		toolAdd: toolRow(50, steps.slice(0, 10), ({ call }) => {
			let sink = 0;
			for (let i = 0; i < 50; i++) {
				const replaced = call(replaceWithFive);
				sink += read(replaced.text) + read(replaced.reminder);
				const added = call(addFive);
				sink += read(added.text) + read(added.reminder);
			}
			return sink;
		}),

		rewrite: callsRow(rewriteEach, steps, wholeListTool),
		replace: callsRow(replaceEach, steps, wholeListTool),

		checkpoint: row(
			30,
			() => listOf(steps),
			(store) => {
				let sink = 0;
				for (let id = 1; id <= 30; id++) {
					completeOne(store, id);
					sink += read(store.checkpoint());
				}
				return sink;
			},
		),

		// A model's call upon a list that a person has changed since: 1,000 revisions, of which 400 are the model's.
		...(conversation && {
			staleCall: row(
				20,
				() => {
					const store = listOf(steps);
					const { call, person } = conversation(store);
					for (let i = 0; i < 200; i++) {
						call({ action: "complete", ids: [2] });
						call({ action: "go_back", ids: [2] });
						person.move(30, 0);
						person.move(1, 30);
						person.edit(30, { description: `step ${i}` });
					}
					return { store, call, person };
				},
				({ call, person }) => {
					let sink = 0;
					for (let i = 0; i < 20; i++) {
						person.edit(30, { description: `note ${i}` });
						sink += read(call({ action: "complete", ids: [2 + i] }).text);
					}
					return sink;
				},
				({ store }) => release(store),
			),
		}),

		...(canUndo && {
			undo: row(
				150,
				() => listOf(steps),
				(store) => {
					let sink = 0;
					for (let i = 0; i < 150; i++) {
						store.markDoing((i % 30) + 1);
						sink += store.undo() ? 1 : 0;
					}
					return sink;
				},
			),
		}),
	};
}

/** What contenders have to agree on before it means anything to compare them: the texts that a model is given. */
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
	// Of open todos that a list leaves out, the seed says nothing.
	for (let id = 1; id <= 30; id++) completeOne(store, id);
	say(replaceWithFive);
	say(addFive);
	texts.push(wholeListTool(store)(rewriteEach[2]).reminder);
	release(store);
	return texts;
}
