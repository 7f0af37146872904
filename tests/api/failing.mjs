// Calls that fail, over and over, for the programs of memory.test.mjs.

/**
 * Runs something that must throw a TodoError with a code, many times; without the stacks, whose
 * texts take longest.
 */
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
		throw new Error(`call ${i} went through`);
	}
}

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
		["invalid_argument", () => tools(store, { dialect: "nonsense" })],
	];
}
