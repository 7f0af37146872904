"use client";

import { init, TodoStore } from "agent-todos";
import { useEffect, useState, useSyncExternalStore } from "react";

export default function Page() {
	const [store, setStore] = useState<TodoStore>();
	useEffect(() => void init().then(() => setStore(new TodoStore())), []);
	return store && <List store={store} />;
}

/** Adds a todo and takes it away, each when the list before has been rendered. */
function List({ store }: { store: TodoStore }) {
	const { subscribe, getAll } = store;
	const todos = useSyncExternalStore(subscribe, getAll, getAll);
	useEffect(() => {
		if (store.revision === 0) store.addMultiple(["a"]);
		else if (store.revision === 1 && todos.length === 1) store.reset();
		else if (store.revision === 2 && todos.length === 0)
			Object.assign(globalThis, { result: store.getXml() });
	}, [store, todos]);
	return todos.map(({ key, content }) => <p key={key}>{content}</p>);
}
