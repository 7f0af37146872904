// What somebody tests of an agent that uses the package, and the ways of Vitest that reach into a
// package's modules and timers.

import {
	connect,
	init,
	persist,
	reporting,
	TodoError,
	TodoStore,
	tools,
} from "agent-todos";
import { follow } from "agent-todos/follow";
import * as inline from "agent-todos/inline";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

vi.mock("agent-todos", async (original) => ({
	...(await original()),
	reporting: vi.fn(() => "mocked"),
}));

beforeAll(() => init());
afterEach(() => void vi.useRealTimers());

test("todos and outcomes are compared, cloned and printed as plain objects are", () => {
	const store = new TodoStore();
	store.addMultiple(["Find a kettle"]);
	const todos = [
		{
			id: 1,
			key: "t1",
			content: "Find a kettle",
			status: "todo",
			revision: 1,
		},
	];
	expect(store.getAll()).toStrictEqual(todos);
	expect(structuredClone(store.getAll())).toStrictEqual(todos);
	const outcome = tools(store)[0].call({
		action: "complete_multiple",
		todos: [],
		ids: [1],
	});
	expect(structuredClone(outcome)).toEqual(outcome);
	expect({ todos: store.getAll(), text: outcome.text }).toMatchInlineSnapshot(`
    {
      "text": "{"ok":true,"output":"Completed TODOs: 1"}",
      "todos": [
        {
          "content": "Find a kettle",
          "id": 1,
          "key": "t1",
          "revision": 2,
          "status": "done",
        },
      ],
    }
  `);
	expect(() => store.complete(9)).toThrow(TodoError);
});

test("a method can be spied upon, and an export mocked", () => {
	const store = new TodoStore();
	const added = vi.spyOn(store, "addMultiple");
	store.addMultiple(["a"]);
	expect(added).toHaveBeenCalledExactlyOnceWith(["a"]);
	expect(store.size).toBe(1);
	expect(reporting(store)).toBe("mocked");
});

test("agent-todos and agent-todos/inline are one module, also after the modules were reset", async () => {
	await inline.init();
	expect(new inline.TodoStore().size).toBe(0);
	vi.resetModules();
	const again = await import("agent-todos");
	await again.init();
	expect(new again.TodoStore().size).toBe(0);
});

test("connect() and follow() work under fake timers", async () => {
	vi.useFakeTimers();
	const owner = connect(new TodoStore(), { name: "kettle" });
	const joining = follow({ name: "kettle" });
	await vi.advanceTimersByTimeAsync(10);
	const follower = await joining;
	await follower.addMultiple(["a"]);
	expect(follower.todos.map(({ content }) => content)).toEqual(["a"]);
	await follower.stop();
	await owner.stop();
	const nobody = follow({ name: "nobody" }).catch(({ code }) => code);
	await vi.advanceTimersByTimeAsync(5000);
	expect(await nobody).toBe("no_owner");
});

test("a list in IndexedDB", async () => {
	const [first, second] = [new TodoStore(), new TodoStore()];
	const saved = await persist(first, indexedDbStorage(), { name: "list" });
	first.addMultiple(["a"]);
	await saved.stop();
	await (await persist(second, indexedDbStorage(), { name: "list" })).stop();
	expect(second.getAll()).toEqual(first.getAll());
});
