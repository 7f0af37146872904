// Runs in the page: measures every row for every contender and gives the times back.
//
// The machine's speed changes while we look, by half for seconds at a time, and not by the same
// factor for everybody. So rows and contenders take turns in many short rounds that are spread over
// the whole run, and everything said later is a median over rounds, ratios included: both sides of
// a ratio come from the same moment.

/**
 * Milliseconds. A round is shorter than the turn that the system gives a process, so most are not
 * interrupted.
 */
const warmUpMs = 200;
const roundMs = 2;

/**
 * Returns `{row: {contender: [ns per operation, one per round]}}` for the wanted rows, or all.
 * Contenders: `{name: {rows, texts}}`, the first one leads.
 */
export function measure(contenders, wanted, rounds) {
	assertSameTexts(contenders);
	const results = {};
	const measured = chosen(contenders, wanted).map((name) => {
		// Who can do this row, warmed up.
		const able = Object.entries(contenders)
			.filter(([, { rows }]) => rows[name])
			.map(([contender, { rows }]) => {
				const row = rows[name];
				return { contender, row, repeats: warmUp(row), times: [] };
			});
		results[name] = Object.fromEntries(
			able.map(({ contender, times }) => [contender, times]),
		);
		return able;
	});
	for (let round = 0; round < rounds; round++) {
		for (const turns of measured) {
			// Whoever comes first meets the caches that another row left: that changes from round to
			// round.
			for (let turn = 0; turn < turns.length; turn++) {
				const { row, repeats, times } = turns[(round + turn) % turns.length];
				times.push(nanosecondsPerOperation(row, repeats));
			}
		}
	}
	return results;
}

function chosen(contenders, wanted) {
	const rows = Object.keys(Object.values(contenders)[0].rows);
	const unknown = wanted.filter((row) => !rows.includes(row));
	if (unknown.length > 0)
		throw new Error(
			`there is no row ${unknown.join(", ")}: there are ${rows.join(", ")}`,
		);
	return wanted.length === 0 ? rows : wanted;
}

/** A contender that answers something else is not the same thing made faster. */
function assertSameTexts(contenders) {
	const [[lead, { texts: wanted }], ...others] = Object.entries(contenders);
	for (const [name, { texts }] of others) {
		// An earlier build may have said it otherwise.
		if (name === "baseline") continue;
		const differs = wanted.findIndex((text, index) => text !== texts[index]);
		if (differs !== -1)
			throw new Error(
				`${lead} and ${name} do not give the same text:\n${wanted[differs]}\n${texts[differs]}`,
			);
	}
}

/**
 * Until V8 has compiled this side with its best compiler; gives how often to repeat a row so that
 * it fills a round.
 */
function warmUp(row) {
	const until = performance.now() + warmUpMs;
	let repeats = 1;
	let elapsed = 0;
	while (performance.now() < until || elapsed < roundMs) {
		elapsed =
			(nanosecondsPerOperation(row, repeats) * repeats * row.operations) / 1e6;
		if (elapsed < roundMs) repeats = Math.ceil(repeats * 1.5);
	}
	return repeats;
}

function nanosecondsPerOperation(row, repeats) {
	let elapsed = 0;
	for (let i = 0; i < repeats; i++) {
		const state = row.prepare();
		const start = performance.now();
		const sink = row.run(state);
		elapsed += performance.now() - start;
		row.release(state);
		// Somebody has to look at the result, or V8 may find out that nobody does.
		globalThis.sink = (globalThis.sink ?? 0) + sink;
	}
	return (elapsed * 1e6) / (repeats * row.operations);
}
