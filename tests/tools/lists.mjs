// What the tests of many suites say of a list, and the promise that a test settles. It runs in
// browsers too.

/** Returns the contents of a store, in order. */
export const contents = (store) => store.getAll().map(({ content }) => content);

/** Returns the statuses of its todos. */
export const statuses = (store) => store.getAll().map(({ status }) => status);

/** Todos in words, of a store or by themselves: "Pay" is open, "Pay: done" is not. */
export const words = (list) =>
	(list.getAll?.() ?? list).map(({ content, status }) =>
		status === "todo" ? content : `${content}: ${status}`,
	);

/** Returns a promise and what settles it. */
export function deferred() {
	let resolve;
	const promise = new Promise((done) => (resolve = done));
	return { promise, resolve };
}
