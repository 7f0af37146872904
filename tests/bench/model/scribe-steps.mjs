// What a small model reads of the recorded browser task of the demo: each of its steps, with the
// list as it was, and what the list is after it. In Chromium with the model itself (run.mjs), and
// in Node with what it answered then (../../scribe/small-model.test.mjs).

/** The most tokens of an answer. */
const maxTokens = 80;

/** With a grammar that keeps the model to the schema, and without. */
export const ways = ["scribe", "scribe free"];

const statusOf = ({ progress }) => (progress === "blocked" ? "todo" : progress);

/**
 * Returns the recorded steps: `{before, record, after}`, where the lists are `[content, status]`
 * for each todo.
 */
export function recordedSteps({ turns, after }) {
	const steps = [];
	let drafts = [];
	for (const { does, page, intents } of turns) {
		const before = drafts;
		for (const intent of intents) drafts = after(drafts, intent);
		if (before.length === 0) continue;
		const list = (drafts) =>
			drafts.map((draft) => [draft.content, statusOf(draft)]);
		const { address, title, lines = [], products = [] } = page;
		const shown = products.map(({ name, price, rating, mark = "" }) =>
			`${name} ${price} ${rating} ${mark}`.trim(),
		);
		steps.push({
			before: list(before),
			record: [
				{ text: does },
				{ url: address, title },
				{ call: "read_page", result: [...lines, ...shown].join("\n") },
			],
			after: list(drafts),
		});
	}
	return steps;
}

/** Writes a list as it was, with as much in progress. */
function writeList(store, todos) {
	store.addMultiple(todos.map(([content]) => content));
	for (const [at, [, status]] of todos.entries()) {
		if (status === "done") store.complete(at + 1);
		if (status === "skipped") store.skip(at + 1);
		if (status === "doing") store.markDoing(at + 1);
	}
}

/**
 * Lets a model read one step. `ask(messages, {schema, maxTokens, seed, temperature})` resolves with
 * what it says. Returns what it said and what came of it: `right`, the list is as it was after the
 * step; `wrong`; `unchanged`, although it changed; or `unusable`.
 */
export async function readStep(
	{ TodoStore, Conversation, scribe, task },
	step,
	way,
	ask,
) {
	const store = new TodoStore();
	writeList(store, step.before);
	const listed = () =>
		store.getAll().map(({ content, status }) => [content, status]);
	const reports = [];
	const keeper = scribe(new Conversation(store), {
		task,
		every: step.record.length,
		timeout: 10 * 60_000,
		model: (prompt, schema) =>
			ask([{ role: "user", content: prompt }], {
				schema: way.endsWith(" free") ? undefined : schema,
				maxTokens,
				seed: 1,
				temperature: 0,
			}),
		onAnswer: (report) => reports.push(report),
	});
	for (const seen of step.record) keeper.observe(seen);
	await keeper.idle();
	keeper.stop();
	const [{ said, error, changed, milliseconds }] = reports;
	// The order of what it adds is its own.
	const text = (todos) => JSON.stringify(todos.toSorted());
	const known = listed().filter(([content]) =>
		step.before.some(([before]) => before === content),
	);
	const wanted = step.after.filter(([content]) =>
		step.before.some(([before]) => before === content),
	);
	const isRight =
		text(known) === text(wanted) &&
		step.after.length > step.before.length === listed().length > known.length;
	const is = isRight
		? "right"
		: error !== undefined
			? "unusable"
			: changed
				? "wrong"
				: "unchanged";
	const settled = (todos) =>
		text(
			todos.filter(([, status]) => status === "done" || status === "skipped"),
		);
	return {
		way,
		said,
		is,
		isSettledRight: settled(known) === settled(wanted),
		milliseconds: Math.round(milliseconds),
	};
}

/** Returns how many steps were read rightly, each way. */
export function stepsTable(results) {
	const asked = ways.filter((way) => results.some((row) => row.way === way));
	return asked.map((way) => {
		const rows = results.filter((result) => result.way === way);
		const count = (is) => rows.filter((row) => row.is === is).length;
		return {
			way,
			steps: rows.length,
			right: count("right"),
			wrong: count("wrong"),
			unchanged: count("unchanged"),
			unusable: count("unusable"),
			"done and given up right": rows.filter(
				({ isSettledRight }) => isSettledRight,
			).length,
		};
	});
}
