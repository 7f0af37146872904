import { init, memoryStorage, TodoError, TodoStore, tools } from "agent-todos";

beforeAll(() => init());

test("a list", () => {
	const store = new TodoStore();
	store.addMultiple(["Find a kettle"]);
	expect(store.getAll()).toStrictEqual([
		{
			id: 1,
			key: "t1",
			content: "Find a kettle",
			status: "todo",
			revision: 1,
		},
	]);
	const outcome = tools(store)[0].call({
		action: "complete_multiple",
		todos: [],
		ids: [1],
	});
	expect(outcome).toMatchObject({
		ok: true,
		text: '{"ok":true,"output":"Completed TODOs: 1"}',
	});
	expect(() => store.complete(9)).toThrow(TodoError);
	expect(memoryStorage()).toBeDefined();
});
