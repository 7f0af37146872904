// Runs in the page: measures every row for every contender and gives the times back.
//
// The machine's speed changes while we look, so contenders take turns in many short rounds and everything said later is
// a median over rounds, ratios included: both sides of a ratio come from the same moment.

const minimumWarmUp = 200;
const minimumTime = 4;

/** `{row: {contender: [ns per operation, one per round]}}` for the wanted rows, or all. Contenders: `{name: {rows, texts}}`, the first one leads. */
export function measure(contenders, wanted, rounds) {
  assertSameTexts(contenders);
  const names = Object.keys(contenders);
  const rows = Object.keys(contenders[names[0]].rows);
  const unknown = wanted.filter((row) => !rows.includes(row));
  if (unknown.length > 0) throw new Error(`there is no row ${unknown.join(", ")}: there are ${rows.join(", ")}`);
  const results = {};
  for (const row of wanted.length === 0 ? rows : wanted) {
    const able = names.filter((name) => contenders[name].rows[row]);
    const repeats = Object.fromEntries(able.map((name) => [name, warmUp(contenders[name].rows[row])]));
    results[row] = Object.fromEntries(able.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      // Whoever comes first meets the caches that the last one left: that changes from round to round.
      for (let turn = 0; turn < able.length; turn++) {
        const name = able[(round + turn) % able.length];
        results[row][name].push(nanosecondsPerOperation(contenders[name].rows[row], repeats[name]));
      }
    }
  }
  return results;
}

/** A contender that answers something else is not the same thing made faster. */
function assertSameTexts(contenders) {
  const [[lead, { texts: wanted }], ...others] = Object.entries(contenders);
  for (const [name, { texts }] of others) {
    const differs = wanted.findIndex((text, index) => text !== texts[index]);
    if (differs !== -1) throw new Error(`${lead} and ${name} do not give the same text:\n${wanted[differs]}\n${texts[differs]}`);
  }
}

/** Until V8 has compiled this side with its best compiler; gives how often to repeat a row so that it fills a round. */
function warmUp(row) {
  const until = performance.now() + minimumWarmUp;
  let repeats = 1;
  let elapsed = 0;
  while (performance.now() < until || elapsed < minimumTime) {
    elapsed = (nanosecondsPerOperation(row, repeats) * repeats * row.operations) / 1e6;
    if (elapsed < minimumTime) repeats = Math.ceil(repeats * 1.5);
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
