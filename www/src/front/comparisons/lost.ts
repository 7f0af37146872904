// Two workers, each with a list, are stopped and started again.

import { element } from "../../element";
import type { ShownTodo, Side, Sides } from "./sides";

const texts = [
	"Open the shop",
	"Compare three kettles",
	"Pay for the best one",
];

/** What the page asks a worker for. */
export interface Work {
	/** What the new list holds; if missing, the worker goes on with the list that it has. */
	readonly begin?: readonly string[];
	/** The todos to complete. */
	readonly complete?: readonly number[];
}

export async function run(): Promise<Sides> {
	const [plain, ours] = await Promise.all([
		stopped(
			() =>
				new Worker(new URL("./plain.worker.ts", import.meta.url), {
					type: "module",
				}),
		),
		stopped(
			() =>
				new Worker(new URL("./kept.worker.ts", import.meta.url), {
					type: "module",
				}),
		),
	]);
	return { plain, ours };
}

/** Lets a worker do two of three todos, stops it, starts another one, and looks at its list. */
async function stopped(start: () => Worker): Promise<Side> {
	const first = start();
	const before = await ask(first, { begin: texts, complete: [1, 2] });
	first.terminate();
	const second = start();
	const todos = await ask(second, {});
	second.terminate();
	const count = (list: readonly ShownTodo[]) =>
		`${list.length} todos, ${list.filter(({ status }) => status === "done").length} of them done`;
	const isGood = JSON.stringify(todos) === JSON.stringify(before);
	return {
		todos,
		details: [
			element("p", {}, `Before: ${count(before)}.`),
			element("p", {}, `After: ${count(todos)}.`),
		],
		isGood,
		verdict: isGood
			? "The new worker goes on where the old one was stopped."
			: "The plan is gone, and nobody knows what was done.",
	};
}

function ask(worker: Worker, work: Work): Promise<readonly ShownTodo[]> {
	return new Promise((resolve, reject) => {
		worker.onmessage = ({ data }: MessageEvent<ShownTodo[] | string>) =>
			typeof data === "string" ? reject(new Error(data)) : resolve(data);
		worker.onerror = ({ message }) => reject(new Error(message));
		worker.postMessage(work);
	});
}
