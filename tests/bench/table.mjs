// What the benchmark says: the table for the READMEs, and the bars of ARCHITECTURE.md.

const contenders = {
	"agent-todos": "agent-todos",
	"typescript-jit": "TypeScript + zod",
	"typescript-jitless": "TypeScript + zod jitless",
	baseline: "baseline",
};

const labels = {
	step: "step: `markDoing`, XML, complete, XML; 30 todos",
	getAllUnchanged: "`getAll()`, nothing changed",
	getAllChanged: "one change, then `getAll()`",
	markAndAbort: "`markDoing` + `abort`",
	xmlUnchanged: "`getXml()`, nothing changed",
	addAndReset: "`addMultiple` of 5 + `reset`",
	sessionOfSteps:
		"a call of a session, from JSON text: `replace_all` of 30 todos, then 30 `complete_multiple`",
	sessionOfLists:
		"a call of a session, from JSON text: `TodoWrite` of 30 new todos, then one step on, 30 times",
	turn: "one agent turn: a call from JSON text, its reminder, `getAll()`, one listener",
	toolComplete: "tool call from JSON text: `complete_multiple`, 30 todos",
	toolAdd:
		"two tool calls from JSON text: `replace_all`, `add_multiple`, 5 todos each",
	listRead: "tool call from JSON text: `list` of `todo_manager`, 30 todos",
	listNew: "`TodoWrite` of 30 todos to an empty list",
	listAgain: "`TodoWrite` of the same list, the next todo started",
	listDecided: "the same, after a person completed one",
	listOthers: "`TodoWrite` of 30 other todos, all dropped",
	rewrite: "tool call from JSON text: `TodoWrite`, all 30 todos, one step on",
	replace: "tool call from JSON text: `TodoWrite`, 30 new todos",
	checkpoint:
		"one change, then `checkpoint()` (TypeScript: `JSON.stringify` of the list)",
	staleCall: "a stale call: a person's edit, then `complete`; 1,000 revisions",
	undo: "`markDoing` + `undo`",
};

export function table(results) {
	const isThere = (name) => Object.values(results).some((times) => times[name]);
	const names = Object.keys(contenders).filter(isThere);
	const compared = ["typescript-jitless", "baseline"].filter(isThere);
	const headings = [
		...names.map((name) => contenders[name]),
		...compared.map((name) => `${contenders[name]} : agent-todos`),
	];
	const lines = [
		`| ns per operation | ${headings.join(" | ")} |`,
		`|---|${headings.map(() => "--:|").join("")}`,
	];
	for (const [row, times] of Object.entries(results)) {
		const cells = names.map((name) =>
			times[name] ? written(median(times[name])) : "–",
		);
		const factors = compared.map((name) =>
			times[name] ? `${ratio(times, name).toFixed(2)}×` : "–",
		);
		lines.push(`| ${labels[row]} | ${[...cells, ...factors].join(" | ")} |`);
	}
	return lines.join("\n");
}

/**
 * How many times as fast as the TypeScript store with zod `jitless` each row has to be, at least.
 */
const wantedFactors = {
	Chromium: {
		step: 0.5,
		sessionOfSteps: 0.35,
		sessionOfLists: 0.7,
		turn: 0.25,
		listNew: 0.6,
		listAgain: 0.75,
	},
	Node: {
		listRead: 1.5,
		listNew: 0.65,
		listAgain: 0.85,
		listDecided: 0.75,
		listOthers: 0.35,
	},
};
/** The nanoseconds that a row may take. */
const wantedTimes = { Chromium: { getAllUnchanged: 150 }, Node: {} };

/** `[{kept, text}]`, for the rows that were measured in Chromium or in Node. */
export function bars(results, platform) {
	const than = "typescript-jitless";
	const faster = ([row, atLeast]) => {
		const found = ratio(results[row], than);
		const [low, high] = [0.25, 0.75].map((share) =>
			quantile(ratios(results[row], than), share).toFixed(2),
		);
		const text = `${labels[row]}: ${found.toFixed(2)} times as fast as ${contenders[than]} (half of the rounds: ${low} to ${high}), at least ${atLeast.toFixed(2)} wanted`;
		return { kept: found >= atLeast, text };
	};
	const below = ([row, limit]) => {
		const found = median(results[row]["agent-todos"]);
		const text = `${labels[row]}: ${written(found)} ns, less than ${limit} wanted`;
		return { kept: found < limit, text };
	};
	const measured = (wanted) =>
		Object.entries(wanted).filter(([row]) => results[row]);
	return [
		...measured(wantedFactors[platform]).map(faster),
		...measured(wantedTimes[platform]).map(below),
	];
}

const ratio = (times, name) => median(ratios(times, name));

/** Returns how many times as long `name` took as agent-todos did, round by round. */
function ratios(times, name) {
	return times[name].map((time, round) => time / times["agent-todos"][round]);
}

export const median = (values) => quantile(values, 0.5);

/** Returns the value below which this share of them lies. */
function quantile(values, share) {
	const sorted = values.toSorted((a, b) => a - b);
	const place = (sorted.length - 1) * share;
	const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
	return low + (high - low) * (place - Math.floor(place));
}

function written(nanoseconds) {
	return nanoseconds < 100
		? nanoseconds.toFixed(1)
		: Math.round(nanoseconds).toLocaleString("en");
}
