// What cannot be trusted any more says so: an instance in which a call was cut off, a copy of a
// store, a Proxy around one.

import { contents } from "../../tools/lists.mjs";
import { equal, fail, ok, refused, same, undo } from "../assert.mjs";

/**
 * Runs something at every depth from where the stack is full upwards; returns what was thrown each
 * time. How far up the first call comes to its end is the engine's: what it compiles only then
 * needs more stack than the call itself.
 */
function atTheEndOfTheStack(action) {
	const thrown = [];
	let ended = 0;
	const descend = () => {
		try {
			descend();
		} catch (error) {
			// Here the stack is full but for a few frames, and a few more each time.
			if (ended < 50) {
				try {
					action();
					thrown.push(null);
					ended++;
				} catch (inner) {
					thrown.push(inner);
					if (!(inner instanceof RangeError)) ended++;
				}
				throw error;
			}
		}
	};
	try {
		descend();
	} catch {
		// The stack that was full.
	}
	return thrown;
}

export const broken = [
	{
		name: "a full stack breaks an instance, until init() makes another",
		async run({ fresh, wasm }) {
			const { entry } = await fresh();
			await entry.init({ module_or_path: await wasm() });
			const store = new entry.TodoStore();
			const bystander = new entry.TodoStore();
			bystander.addMultiple(["kept"]);
			const checkpoint = bystander.checkpoint();
			const [tool] = entry.tools(store);
			const call = '{"action":"add_multiple","todos":[{"content":"a"}]}';
			// Where the stack ends within a call depends on what the engine has compiled by then.
			const isCutOff = () =>
				[() => tool.call(call), () => store.addMultiple(["a"])].some((action) =>
					atTheEndOfTheStack(action).some((error) => error?.code === "broken"),
				);
			let rounds = 0;
			while (!isCutOff()) ok(++rounds < 200, "nothing was cut off");
			for (const [what, action] of [
				["the store", () => store.size],
				["another store", () => bystander.getAll()],
				["a tool", () => tool.call({ action: "list" })],
				["a new store", () => new entry.TodoStore()],
				["a checkpoint", () => entry.TodoStore.fromCheckpoint(checkpoint)],
			])
				refused(entry, action, "broken", /await init\(\)/, what);
			bystander.free();
			await entry.init({ module_or_path: await wasm() });
			const next = entry.TodoStore.fromCheckpoint(checkpoint);
			equal(contents(next), ["kept"]);
			// The old ones stay broken, and freeing them harms nothing.
			refused(entry, () => store.size, "broken");
			store.free();
			for (let i = 0; i < 1000; i++) next.addMultiple(["b"]) && undo(next);
			equal(contents(next), ["kept"]);
			const [again] = entry.tools(next);
			same(again.call(call).ok, true);
		},
	},
	{
		name: "at any stack depth a call throws TodoError or RangeError",
		async run({ fresh, wasm }) {
			const { entry } = await fresh();
			const bytes = await wasm();
			const kinds = new Map();
			for (let round = 0; round < 8; round++) {
				await entry.init({ module_or_path: bytes });
				const store = new entry.TodoStore();
				store.addMultiple(["a", "b"]);
				const getters = {
					get action() {
						return "list";
					},
				};
				const [tool] = entry.tools(store);
				for (const action of [
					() => store.complete(1),
					() => store.addMultiple(["c"]),
					() => store.history(),
					() => tool.call(getters),
				]) {
					for (const error of atTheEndOfTheStack(action)) {
						if (error === null) continue;
						const kind =
							error instanceof entry.TodoError ? error.code : error?.name;
						kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
						if (error instanceof WebAssembly.RuntimeError)
							fail(`a trap: ${error.message}`);
						if (/in another call/.test(error?.message)) fail(error.message);
					}
				}
				try {
					store.size;
				} catch (error) {
					same(error.code, "broken");
				}
			}
			ok(kinds.has("broken"), "nothing was cut off");
			return [...kinds].map(([kind, count]) => `${kind} ${count}`).join(", ");
		},
	},
	{
		name: "a copy of a store is no store; freeing it harms nothing",
		run({ entry }) {
			const store = new entry.TodoStore();
			store.addMultiple(["a"]);
			const { prototype } = entry.TodoStore;
			same(Object.keys(store).length, 0);
			for (const copy of [
				Object.assign(Object.create(prototype), store),
				Object.create(store),
				Object.create(prototype, Object.getOwnPropertyDescriptors(store)),
				new Proxy(store, {}),
			]) {
				for (const action of [
					() => copy.getXml(),
					() => copy.addMultiple(["b"]),
					() => copy.free(),
					() => entry.tools(copy)[0].call({ action: "list" }),
				])
					refused(entry, action, "invalid_argument", /markRaw/);
			}
			equal(contents(store), ["a"]);
			store.addMultiple(["b"]);
			equal(contents(store), ["a", "b"]);
		},
	},
	{
		name: "a method refuses an object of another class, and an address",
		run({ entry, tasks }) {
			const store = new entry.TodoStore();
			const others = new tasks.TaskStore();
			const { prototype } = entry.TodoStore;
			for (const action of [
				() => prototype.addMultiple.call(others, ["x"]),
				() => prototype.getAll.call(others),
				() => prototype.free.call(others),
			])
				refused(entry, action, "invalid_argument");
			const forged = new entry.TodoStore();
			forged.__wbg_ptr = 8;
			refused(entry, () => forged.size, "freed");
			for (const [value, said] of [
				[undefined, /: store must be a TodoStore/],
				[{}, /: store must be a TodoStore/],
				[others, /: store must be a TodoStore/],
				[Object.create(prototype), /^this is not a store or run of/],
			])
				refused(
					entry,
					() => new entry.Conversation(value),
					"invalid_argument",
					said,
				);
			same(store.size, 0);
			same(others.size, 0);
		},
	},
];
