// Calls that fail, over and over: an error must not wear the instance out. (One that is thrown from within WebAssembly
// leaves its stack pointer where it was; after some tens of thousands nothing works any more.)

import { equal, fail, ok, same } from "../assert.mjs";

const dot = '<todos><todo id="1" status="todo">a</todo></todos>';

/** Runs something that must throw a TodoError with a code, many times; without the stacks, whose texts take longest. */
export function failing({ TodoError }, times, code, action) {
	const { stackTraceLimit } = Error;
	for (let i = 0; i < times; i++) {
		Error.stackTraceLimit = 0;
		try {
			action();
		} catch (error) {
			if (!(error instanceof TodoError) || error.code !== code) throw error;
			continue;
		} finally {
			Error.stackTraceLimit = stackTraceLimit;
		}
		fail(`call ${i} went through`);
	}
}

function stillWorks({ TodoStore, tools }, store) {
	same(store.getXml(), dot);
	equal([store.revision, store.size, store.history().length], [1, 1, 2]);
	const other = TodoStore.fromCheckpoint(store.checkpoint());
	const long = "é".repeat(2000);
	other.addMultiple(Array.from({ length: 29 }, () => long));
	other.completeMultiple(other.getAll().map(({ id }) => id));
	ok(other.undo() && other.getAll().at(-1).content === long);
	same(TodoStore.fromXml(other.getXml()).getXml(), other.getXml());
	same(
		tools(other)[0].call({ action: "complete_multiple", ids: ["1"] }).notes
			.length,
		1,
	);
	other.free();
}

export const endurance = [
	{
		name: "tens of thousands of calls that fail, of each kind, leave the store and the instance as they were",
		// The module is the same everywhere, and it takes seconds.
		where: ["node", "page of chromium"],
		run({ entry }) {
			const { TodoStore, tools } = entry;
			const [store, gone] = [new TodoStore(), new TodoStore()];
			store.addMultiple(["a"]);
			const [[tool], [ofGone]] = [tools(store), tools(gone)];
			gone.free();
			// So often that its stack of 1 MB would be used up by the 16 bytes that a call takes at least.
			failing(entry, 70_000, "unknown_id", () => store.complete(99));
			for (const [code, call] of [
				...refusedCalls(entry, store),
				["freed", () => gone.complete(1)],
				["freed", () => gone.getAll()],
				["freed", () => gone.size],
				["freed", () => gone.addMultiple(["a"])],
				["freed", () => ofGone.call("{}")],
			])
				failing(entry, 20_000, code, call);
			const never = Object.create(TodoStore.prototype);
			for (const call of [
				() => never.complete(1),
				() => never.addMultiple(["a"]),
				() => never.getXml(),
				() => gone.free(),
				() => never.free(),
				() => tool.call('{"action":"complete","ids":[1,99]}'),
			])
				for (let i = 0; i < 20_000; i++) {
					try {
						call();
					} catch (error) {
						if (error instanceof WebAssembly.RuntimeError) throw error;
					}
				}
			stillWorks(entry, store);
			store.free();
		},
	},
];

/** Calls that are refused after a text crossed over, each with its code. */
export function refusedCalls({ TodoStore, tools }, store) {
	return [
		["empty_content", () => store.addMultiple([""])],
		[
			"empty_content",
			() => store.addMultiple(["fine, as far as it goes", " "]),
		],
		["unknown_id", () => store.completeMultiple([1, 99])],
		["invalid_argument", () => new TodoStore({ maxTodos: 0 })],
		["invalid_argument", () => TodoStore.fromXml("x", { maxTodos: 0 })],
		[
			"invalid_xml",
			() => TodoStore.fromXml("<todos>".repeat(20), { maxTodos: 3 }),
		],
		["invalid_checkpoint", () => TodoStore.fromCheckpoint('["agent-todos",1]')],
		["invalid_argument", () => tools(store, "nonsense")],
	];
}
