// Two contexts keep one list, without `connect` and without `refresh()`: each hears of what the
// other stored.

import { init, persist, TodoStore } from "agent-todos/inline";

/**
 * Adds a todo to the stored list, and waits for the other context's. Resolves with the list that
 * has both.
 */
export async function exchange(storage, own, others) {
	await init();
	const store = new TodoStore();
	const list = await persist(store, storage, { name: "shared" });
	const contents = () => store.getAll().map(({ content }) => content);
	store.addMultiple([own]);
	await list.flushed();
	if (!contents().includes(others))
		await new Promise((resolve) => {
			const unsubscribe = store.subscribe(() => {
				if (!contents().includes(others)) return;
				unsubscribe();
				resolve();
			});
		});
	await list.stop();
	return contents().sort();
}
