// A worker that keeps its list with `persist`: it answers once what it did is stored.

import { init, persist, TodoStore } from "agent-todos";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import type { Work } from "./lost";

const storage = indexedDbStorage({ database: "agent-todos-front-page" });

addEventListener("message", async ({ data }: MessageEvent<Work>) => {
	try {
		postMessage(await work(data));
	} catch (error) {
		postMessage(String(error));
	}
});

async function work({ begin, complete = [] }: Work) {
	await init();
	const store = new TodoStore();
	const persistence = await persist(store, storage, { name: "lost" });
	if (begin) store.replaceAll([...begin]);
	if (complete.length > 0) store.completeMultiple([...complete]);
	await persistence.flushed();
	return store.getAll().map(({ content: text, status }) => ({ text, status }));
}
