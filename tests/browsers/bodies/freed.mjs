// A store that was freed says so, whatever is called, and nothing traps.

import { contents } from "../../tools/lists.mjs";
import { equal, ok, refused, same, thrown } from "../assert.mjs";

const other =
	'["agent-todos",1,{},1,[],[[],[],[],[]],[0,"host",null,"edit",0,null,[],null]]';
/** Arguments that are right, by method. */
export const proper = {
	load: [other],
	merge: ["", other],
	add: ["a"],
	addMultiple: [["a"]],
	addAfterPosition: [0, ["a"]],
	replaceAll: [["a"]],
	completeMultiple: [[1]],
	complete: [1],
	edit: [1, {}],
	move: [1, 0],
	reopen: [1],
	as: ["user"],
	skip: [1],
	fail: [1],
	wait: [1, {}],
	answer: [1],
	remove: [1],
	markDoing: [1],
	isCompleted: [1],
	restoreRevision: [0],
	isAsShown: [0],
	questions: [true],
	readMarkdown: ["- [ ] a"],
	get: [1],
	subscribe: [() => {}],
	letAgent: ["t1", "state"],
	propose: [{ sites: [] }],
	allows: ["https://example.org"],
};

const persons = [
	"approve",
	"letAgent",
	"revoke",
	"answer",
	"undo",
	"redo",
	"restoreRevision",
];

/**
 * Returns every method and getter of the class that is ours to call, with arguments that would be
 * right.
 */
export function calls({ TodoStore }) {
	const freeing = ["constructor", "free", "__destroy_into_raw"];
	return Object.entries(Object.getOwnPropertyDescriptors(TodoStore.prototype))
		.filter(([name]) => !freeing.includes(name))
		.map(([name, { value, get }]) => ({
			name,
			call(store) {
				// Only what waits is answered.
				if (name === "answer") store.wait?.(1, {});
				// Only a person approves, revokes, answers and goes back.
				const handle = persons.includes(name) ? store.as("user") : store;
				try {
					return (get ?? value).apply(handle, proper[name] ?? []);
				} finally {
					if (handle !== store) handle.free();
				}
			},
		}));
}

export const freed = [
	{
		name: "every method refuses a freed store with the code freed",
		run({ entry }) {
			const { TodoStore, tools } = entry;
			const all = calls(entry);
			ok(all.length >= 25, `only ${all.length} calls were found`);
			for (const { name, call } of all) {
				const store = new TodoStore();
				store.addMultiple(["a", "b"]);
				call(store);
				store.free();
				for (let times = 0; times < 2; times++)
					refused(entry, () => call(store), "freed", /freed/, name);
				for (const value of [{}, Object.create(TodoStore.prototype)])
					thrown(() => call(value), name);
			}
			for (const none of [undefined, null, {}, [], "a", Object.create(null)])
				refused(entry, () => tools(none), "invalid_argument", /TodoStore/);
			same(new TodoStore().size, 0);
		},
	},
	{
		name: "a freed conversation or tool throws freed; the rest works",
		run({ entry }) {
			const { Conversation, TodoStore } = entry;
			const store = new TodoStore();
			const conversation = new Conversation(store);
			conversation.free();
			conversation.free();
			for (const call of ["checkpoint", "reminder", "compacted", "prompt"])
				refused(entry, () => conversation[call](), "freed", /freed/, call);
			refused(entry, () => conversation.callXml(""), "freed");
			refused(entry, () => conversation.readProgress(""), "freed");
			refused(entry, () => conversation.rewind(0), "freed");
			store.addMultiple(["goes on"]);
			const tools = [conversation.tools[0], entry.tools(store)[0]];
			store.free();
			const list = { action: "list" };
			for (const tool of tools) {
				for (const args of [list, '{"action":"list"}', undefined, 1n])
					refused(entry, () => tool.call(args), "freed", /freed/);
				const { validate } = tool.inputSchema["~standard"];
				equal(validate(list), { value: list });
			}
		},
	},
	{
		name: "freeing twice, or by Symbol.dispose, traps nothing and harms no other store",
		run({ entry }) {
			const other = new entry.TodoStore();
			other.addMultiple(["other"]);
			for (let i = 0; i < 100; i++) {
				const store = new entry.TodoStore();
				store.addMultiple(["a"]);
				store[(i % 2 && Symbol.dispose) || "free"]();
				freeAgain(entry, store);
				const next = new entry.TodoStore();
				next.addMultiple(["b"]);
				freeAgain(entry, store);
				equal(contents(next), ["b"]);
			}
			same(other.size, 1);
		},
	},
	{
		name: "values that a store returned stay readable after it is freed",
		run({ entry }) {
			const store = new entry.TodoStore();
			store.addMultiple(["a"]);
			const [[todo], history] = [store.getAll(), store.history()];
			const unsubscribe = store.subscribe(() => {});
			store.free();
			equal([todo.content, history.length], ["a", 2]);
			unsubscribe();
		},
	},
];

/** Either nothing happens or a TodoError says that it is freed already. */
function freeAgain({ TodoError }, store) {
	try {
		store.free();
	} catch (error) {
		ok(
			error instanceof TodoError && error.code === "freed",
			`free() again: ${error}`,
		);
	}
}
