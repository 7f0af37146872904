// Works on a list in bursts until it is killed: adds todos and finishes them, in several changes at
// once, without waiting for one burst to be stored before the next. Runs in Node, in a page and in
// a service worker.

import { init, persist, TodoStore } from "agent-todos/inline";

/**
 * As Math.random, and the same for each writer: a Lehmer generator that begins with the characters
 * of its name.
 */
function chosenBy(writer) {
	let state = 1;
	const next = () => (state = (state * 48_271) % 2_147_483_647);
	for (const character of writer)
		state = (next() + character.codePointAt(0)) % 2_147_483_647 || 1;
	return () => next() / 2_147_483_647;
}

/**
 * `report` is given `{ found, revision }` when the list was read, and `{ stored }` with the changes
 * of each burst when they are stored. `writer` begins the contents, so that no two starts write the
 * same. `ready` is awaited before the first of them.
 */
export async function work({
	storage,
	name,
	writer,
	report,
	random = chosenBy(writer),
	most = Infinity,
	onConflict,
	ready,
}) {
	await init();
	const store = new TodoStore({ maxTodos: 1000 });
	const saved = await persist(store, storage, { name, onConflict });
	await report({
		found: store.getAll().map(({ content, status }) => [content, status]),
		revision: store.revision,
	});
	await ready?.();
	const open = [];
	const underWay = new Set();
	for (let n = 0; n < most; ) {
		const changes = [];
		for (let size = 1 + Math.floor(random() * 4); size > 0; size--, n++) {
			if (open.length > 3 || store.size > 950) {
				const content = open.shift();
				if (content === undefined) return { store, saved };
				store.complete(
					store.getAll().find((todo) => todo.content === content).id,
				);
				changes.push(["done", content]);
			} else {
				const content = `${writer} ${n}`;
				store.addMultiple([content]);
				open.push(content);
				changes.push(["add", content]);
			}
		}
		const stored = saved.flushed().then(() => report({ stored: changes }));
		underWay.add(stored);
		void stored.finally(() => underWay.delete(stored));
		await (underWay.size > 3
			? stored
			: new Promise((resolve) => setTimeout(resolve, random() * 4)));
	}
	await Promise.all(underWay);
	return { store, saved };
}
