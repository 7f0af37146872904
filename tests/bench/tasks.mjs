// What an operation on the tasks of one user costs as the tasks of all users grow, and how much
// memory a task takes. Run it after a build: node tests/bench/tasks.mjs

import { init, TaskStore } from "agent-todos/tasks";
import { median } from "./table.mjs";

await init();

const perUser = 100;
const rounds = 2_000;
const roundsPerBatch = 100;
const rows = [];
// The first one warms up.
for (const total of [1_000, 1_000, 100_000, 1_000_000]) {
	const store = new TaskStore();
	const before = process.memoryUsage().rss;
	const userOf = (number) => `user ${Math.floor(number / perUser)}`;
	for (let number = 0; number < total; number++) {
		store.add(userOf(number), {
			title: `Compare the price of kettle ${number}`,
			priority: "high",
			due_date: "2026-02-05",
		});
	}
	// Of the whole process, so of a thousand tasks it says nothing.
	const bytes =
		total < 100_000 ? null : (process.memoryUsage().rss - before) / total;
	const user = userOf(total >> 1);
	/**
	 * Microseconds, as in the middle one of the batches: others may have had the processor in some.
	 */
	const time = (operation) => {
		const batches = [];
		for (let round = 0; round < rounds; ) {
			const start = performance.now();
			for (const end = round + roundsPerBatch; round < end; round++)
				operation(round);
			batches.push(((performance.now() - start) / roundsPerBatch) * 1000);
		}
		return median(batches);
	};
	const ids = [];
	const add = time(() => ids.push(store.add(user, { title: "x" }).id));
	const complete = time((round) => store.complete(user, ids[round]));
	const remove = time((round) => store.delete(user, ids[round]));
	const list = time(() => store.list(user).length);
	rows.push({ total, add, complete, delete: remove, list, bytes });
	store.free();
}

const [, first, ...others] = rows;
const operations = ["add", "complete", "delete", "list"];
console.log(
	"| tasks in all | add, µs | complete, µs | delete, µs | list 100, µs | bytes per task |\n|--:|--:|--:|--:|--:|--:|",
);
for (const row of [first, ...others])
	console.log(
		`| ${row.total.toLocaleString("en")} | ${operations.map((name) => row[name].toFixed(2)).join(" | ")} | ${row.bytes === null ? "" : Math.round(row.bytes)} |`,
	);
const growth = (name) => (others.at(-1)[name] / first[name]).toFixed(2);
console.log(
	`\na thousand times as many tasks: ${operations.map((name) => `${name} ${growth(name)} times as long`).join(", ")}`,
);
