// Random calls to two builds of the package, side by side: what answers differently is printed.
//
//   node tests/bench/same-answers.mjs OLD NEW [CALLS] [SEED]     two package folders; 100,000 calls unless told otherwise

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { dialects } from "../package/names.mjs";

const [older, newer, calls = "100000", seed = "1"] = process.argv.slice(2);
if (newer === undefined) {
	console.error(
		"usage: node tests/bench/same-answers.mjs OLD NEW [CALLS] [SEED]",
	);
	process.exit(2);
}
const entries = await Promise.all(
	[older, newer].map(
		(folder) => import(pathToFileURL(join(resolve(folder), "node.js")).href),
	),
);
await Promise.all(entries.map((entry) => entry.init()));

/** A linear congruential generator: the same numbers for the same seed, everywhere. */
let state = Number(seed);
function below(limit) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 2 ** 32) * limit);
}
const pick = (values) => values[below(values.length)];
const some = (most, make) => Array.from({ length: below(most + 1) }, make);

const texts = [
	"a",
	"Open the shop",
	" padded ",
	"",
	"<b>&\"'",
	"é 文 🫖",
	"a\ud800b",
	"a\u0001b",
	"x".repeat(2001),
];
const text = () => pick(texts);
const id = () => pick([1, 2, 3, 4, 0, -1, 1.5, "1", null, 99]);
const status = () =>
	pick(["pending", "in_progress", "completed", "todo", "done", "nonsense", 3]);
const item = () =>
	pick([
		() => ({ content: text(), status: status(), activeForm: text() }),
		() => ({ id: String(id()), content: text(), status: status() }),
		() => ({ step: text(), status: status() }),
		() => ({ id: 1 + below(4), title: text(), status: "not-started" }),
		() => ({ description: text(), status: status() }),
		text,
	])();
const args = () =>
	pick([
		() => ({
			action: pick(["add_multiple", "replace_all", "list", "mark_doing", "x"]),
			todos: some(4, item),
			ids: some(2, id),
		}),
		() => ({
			action: pick(["complete_multiple", "skip", "go_back"]),
			ids: some(3, id),
		}),
		() => ({ todos: some(4, item) }),
		() => ({ merge: pick([true, false, "yes"]), todos: some(3, item) }),
		() => ({ plan: some(4, item), explanation: text() }),
		() => ({ items: some(4, text) }),
		() => ({
			operation: pick(["read", "write"]),
			todoList: some(4, item),
		}),
		() => ({ todos: "[x] a\n[ ] b\n[-] c" }),
		() => pick([undefined, null, 7, "no JSON", "[]", "{"]),
	])();

/** What may be called: each with arguments, made once for both. */
const makers = [
	() => ["addMultiple", [some(4, text)]],
	() => ["addAfterPosition", [id(), some(2, text)]],
	() => ["replaceAll", [some(4, text)]],
	() => ["completeMultiple", [some(3, id)]],
	...["complete", "skip", "remove", "goBack", "markDoing", "isCompleted"].map(
		(name) => () => [name, [id()]],
	),
	...[
		"getNextTodo",
		"getCurrentDoing",
		"getPending",
		"hasUnfinished",
		"isAllDoneOrSkipped",
		"abort",
		"undo",
		"systemReminder",
	].map((name) => () => [name, []]),
	() => ["restoreRevision", [below(6)]],
	() => ["reminder", [pick(["full", "changes", "off", "x"]), below(4)]],
	() => ["newTask", [pick([undefined, { unfinished: "archive" }])]],
];

function called(action) {
	try {
		return JSON.stringify(action()) ?? "undefined";
	} catch (error) {
		return `${error.name} ${error.code}: ${error.message}`;
	}
}

const differences = new Map();
let made = 0;
let stores = [];
for (; made < Number(calls); made++) {
	if (made % 50 === 0) {
		for (const store of stores) store.free();
		const options = { onSkip: pick(["mark", "remove"]) };
		stores = entries.map(({ TodoStore }) => new TodoStore(options));
	}
	let name;
	let act;
	if (below(2) === 0) {
		const [method, given] = pick(makers)();
		name = method;
		act = (store) => store[method](...given);
	} else {
		const dialect = pick(dialects);
		const tool = below(2);
		const sent = args();
		const given =
			below(2) === 0 && sent !== undefined ? JSON.stringify(sent) : sent;
		name = dialect;
		act = (store, { tools }) => {
			const offered = tools(store, dialect);
			return offered[tool % offered.length].call(given);
		};
	}
	const answers = stores.map((store, i) =>
		called(() => act(store, entries[i])),
	);
	const after = stores.map((store) => `${store.revision} ${store.getXml()}`);
	if (answers[0] !== answers[1] || after[0] !== after[1]) {
		const found = differences.get(name) ?? { count: 0, answers, after };
		found.count++;
		differences.set(name, found);
		// From here on the two lists go apart.
		for (const store of stores) store.free();
		stores = entries.map(({ TodoStore }) => new TodoStore());
	}
}
for (const [name, { count, answers, after }] of differences)
	console.log(
		`${name}: ${count} times, first\n  old ${answers[0].slice(0, 300)}\n  new ${answers[1].slice(0, 300)}${after[0] === after[1] ? "" : `\n  old list ${after[0].slice(0, 200)}\n  new list ${after[1].slice(0, 200)}`}`,
	);
console.log(
	`${made} calls, ${[...differences.values()].reduce((sum, { count }) => sum + count, 0)} answered differently`,
);
