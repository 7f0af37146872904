"use client";

// Rendered on the server first: what Next.js leaves out of its bundle finds another React there.

import { init, TodoStore } from "agent-todos";
import { AgentTodos, useTodos } from "agent-todos/react";
import { useEffect, useState } from "react";

export default function Page() {
	const [store, setStore] = useState<TodoStore>();
	const todos = useTodos(store);
	useEffect(() => void init().then(() => setStore(new TodoStore())), []);
	useEffect(() => {
		if (store !== undefined)
			Object.assign(globalThis, { result: store.getXml() });
	}, [store]);
	return <AgentTodos list={store} title={`${todos.length} todos`} />;
}
