// What happens to the IndexedDB storage when a browser closes a connection and says nothing, as
// that of iPhones does in the background: `close()` behaves as that does, as no event follows. The
// connections are those that the storage opened meanwhile.

import { init, persist, TodoStore } from "agent-todos/inline";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { equal as is } from "../../browsers/assert.mjs";
import { contents } from "../../tools/lists.mjs";

const connections = new Set();

function watchConnections() {
	const { open } = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...given) {
		const request = open.apply(this, given);
		request.addEventListener("success", () => connections.add(request.result));
		return request;
	};
}

function closeAll() {
	is(connections.size > 0, true, "something was open");
	for (const connection of connections) connection.close();
	connections.clear();
}

export function closedTests() {
	watchConnections();
	const prefix = `closed ${Math.random()} `;
	const tests = {
		"is opened again by the next operation": async (name) => {
			const storage = indexedDbStorage();
			is(await storage.write(name, "a", 0), 1);
			closeAll();
			is(await storage.read(name), { text: "a", revision: 1 });
			closeAll();
			is(await storage.write(name, "b", 1), 2);
			closeAll();
			is((await storage.names()).includes(name), true, "names()");
			closeAll();
			const reads = [storage.read(name), storage.read(name)];
			for (const read of reads)
				is(await read, { text: "b", revision: 2 }, "two at once");
		},
		"costs a list nothing, and retry() goes on": async (name) => {
			await init();
			const errors = [];
			const store = new TodoStore();
			const saved = await persist(store, indexedDbStorage(), {
				name,
				onError: ({ code }) => errors.push(code),
			});
			store.addMultiple(["a"]);
			await saved.flushed();
			closeAll();
			store.addMultiple(["b"]);
			await saved.flushed();
			closeAll();
			await saved.retry();
			await saved.refresh();
			await saved.stop();
			is(errors, []);
			const again = new TodoStore();
			await (await persist(again, indexedDbStorage(), { name })).stop();
			is(contents(again), ["a", "b"]);
		},
	};
	return Object.entries(tests).map(([name, run]) => ({
		name: `a connection that was closed ${name}`,
		run: () => run(prefix + name),
	}));
}
