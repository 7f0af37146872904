// The list with which most bodies begin.

/** Returns a store with these todos and its first tool. */
export function filled(
	{ entry: { TodoStore, tools } },
	texts = ["a", "b", "c"],
	options,
) {
	const store = new TodoStore(options);
	store.addMultiple(texts);
	const [tool] = tools(store);
	return { store, tool };
}
