// What the benchmark says: the table for README and the bars that issue 2 set.

const contenders = { "agent-todos": "agent-todos", "seed-jit": "seed + zod", "seed-jitless": "seed + zod jitless" };

const labels = {
  step: "step: `markDoing`, XML, complete, XML; 30 todos",
  getAllUnchanged: "`getAll()`, nothing changed",
  getAllChanged: "one change, then `getAll()`",
  markAndAbort: "`markDoing` + `abort`",
  xmlUnchanged: "`getXml()`, nothing changed",
  addAndReset: "`addMultiple` of 5 + `reset`",
  toolComplete: "tool call from JSON text: `complete_multiple`, 30 todos",
  toolAdd: "two tool calls from JSON text: `replace_all`, `add_multiple`, 5 todos each",
  checkpoint: "one change, then `checkpoint()` (seed: `JSON.stringify` of the list)",
  undo: "`markDoing` + `undo`",
};

export function table(results) {
  const lines = [
    `| ns per operation | ${Object.values(contenders).join(" | ")} | jitless : agent-todos |`,
    "|---|--:|--:|--:|--:|",
  ];
  for (const [row, times] of Object.entries(results)) {
    const cells = Object.keys(contenders).map((name) => (times[name] ? written(median(times[name])) : "–"));
    const factor = times["seed-jitless"] ? `${ratio(times, "seed-jitless").toFixed(2)}×` : "–";
    lines.push(`| ${labels[row]} | ${cells.join(" | ")} | ${factor} |`);
  }
  return lines.join("\n");
}

/** `[{kept, text}]` */
export function bars(results) {
  const faster = (row, than, atLeast) => {
    const found = ratio(results[row], than);
    return {
      kept: found >= atLeast,
      text: `${labels[row]}: ${found.toFixed(2)} times as fast as ${contenders[than]}, at least ${atLeast.toFixed(2)} wanted`,
    };
  };
  const getAll = median(results.getAllUnchanged["agent-todos"]);
  return [
    faster("step", "seed-jitless", 3),
    faster("step", "seed-jit", 3),
    { kept: getAll < 100, text: `${labels.getAllUnchanged}: ${written(getAll)} ns, less than 100 wanted` },
    faster("markAndAbort", "seed-jitless", 1),
    faster("markAndAbort", "seed-jit", 1),
    faster("toolComplete", "seed-jitless", 1),
    faster("toolAdd", "seed-jitless", 1),
  ];
}

/** How many times as long `name` takes as agent-todos did in the same round. */
function ratio(times, name) {
  return median(times[name].map((time, round) => time / times["agent-todos"][round]));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function written(nanoseconds) {
  return nanoseconds < 100 ? nanoseconds.toFixed(1) : Math.round(nanoseconds).toLocaleString("en");
}
