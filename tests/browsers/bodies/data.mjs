// What a host keeps with a todo, as JavaScript has it: values go in and come out as JSON has them,
// frozen. Its rules are the core's: tests/core/data.rs.

import { equal, ok, refused, same, undo } from "../assert.mjs";
import { filled } from "../filled.mjs";

/** The most bytes of JSON text. */
const maxDataBytes = 4096;
const tab = {
	tab: 7,
	url: "https://shop.example/a?b=c",
	row: [1, { at: "é" }],
};

/** Returns a text whose JSON text has so many bytes. */
const sized = (bytes) => "x".repeat(bytes - 2);

/** Returns every object in a value, itself among them. */
const objectsOf = (value) =>
	typeof value === "object" && value !== null
		? [value, ...Object.values(value).flatMap(objectsOf)]
		: [];

export const data = [
	{
		name: "data comes out frozen, as JSON has it, and copied",
		run(context) {
			const { store } = filled(context);
			const given = structuredClone(tab);
			store.edit(2, { data: given });
			given.row.push("later");
			const kept = store.getAll()[1].data;
			equal(kept, tab);
			for (const object of objectsOf(kept))
				ok(Object.isFrozen(object), "every part is frozen");
			same(objectsOf(kept).length, 3);
			store.complete(1);
			same(store.getAll()[1].data, kept, "the same object until it changes");
			equal(store.getAll()[0].data, undefined);

			const { revision } = store;
			store.edit(2, { data: structuredClone(tab) });
			same(store.revision, revision, "an equal value changes nothing");
			store.edit(2, { content: "d" });
			equal(store.getAll()[1].data, tab, "an edit of another field keeps it");
			for (const value of [0, false, "", [], {}, [[null, { "": "\ud800" }]]]) {
				store.edit(2, { data: value });
				equal(store.getAll()[1].data, value);
			}
			store.edit(2, { data: null });
			ok(!("data" in store.getAll()[1]), "null clears it");
			undo(store);
			equal(store.getAll()[1].data, [[null, { "": "\ud800" }]]);
		},
	},
	{
		name: "data is at most 4,096 bytes of JSON",
		run(context) {
			const { store } = filled(context);
			for (const value of [
				sized(maxDataBytes),
				"é".repeat((maxDataBytes - 2) / 2),
			]) {
				store.edit(1, { data: value });
				same(store.getAll()[0].data, value);
			}
			const { revision } = store;
			const before = store.getAll();
			const cyclic = {};
			cyclic.self = cyclic;
			for (const value of [
				sized(maxDataBytes + 1),
				"é".repeat(maxDataBytes / 2),
				{ text: sized(maxDataBytes) },
				cyclic,
				1n,
				{
					toJSON() {
						throw new RangeError("no");
					},
				},
			]) {
				refused(
					context.entry,
					() => store.edit(1, { content: "changed", data: value }),
					"invalid_argument",
				);
				same(store.revision, revision);
				same(store.getAll(), before, "the list stays as it was");
			}
		},
	},
	{
		name: "data that JSON does not have is refused, with its place",
		run(context) {
			const { store } = filled(context);
			const { revision } = store;
			const cycle = { in: [] };
			cycle.in.push(cycle);
			class Tab {
				id = 1;
			}
			for (const [value, place] of [
				[() => 1, "data"],
				[Symbol("a"), "data"],
				[NaN, "data"],
				[1n, "data"],
				[new Tab(), "data"],
				[new (class {})(), "data"],
				[new Map([["a", 1]]), "data"],
				[{ at: [0, new Date(0)] }, "data.at.1"],
				[{ a: { b: () => 1 }, c: 1 }, "data.a.b"],
				[[{ a: [1] }, Infinity], "data.1"],
				[[undefined], "data.0"],
				[cycle, "data.in.0"],
				[Object.assign(new Array(2), [1]), "data.1"],
				[{ a: new Array(1e6) }, "data.a"],
			]) {
				const { message } = refused(
					context.entry,
					() => store.edit(1, { content: "changed", data: value }),
					"invalid_argument",
				);
				ok(message.includes(`"${place} is not JSON: convert it`), message);
				same(store.revision, revision);
			}
			const nest = (depth) => JSON.parse("[".repeat(depth) + "]".repeat(depth));
			const { message } = refused(
				context.entry,
				() => store.edit(1, { data: nest(50) }),
				"invalid_argument",
			);
			ok(/nested too deeply/.test(message), message);
			store.edit(1, { data: nest(31) });
			// What JSON has: an object in two places, one without a prototype, and a field that is
			// undefined, which counts as missing.
			const shared = Object.assign(Object.create(null), { a: 1 });
			const data = { in: [shared, shared], again: shared, none: undefined };
			store.edit(1, { data });
			const [{ data: kept }] = store.getAll();
			equal(kept, { in: [{ a: 1 }, { a: 1 }], again: { a: 1 } });
		},
	},
	{
		name: "data is in checkpoints, history and merges, and no model reads it",
		run(context) {
			const { TodoStore, Conversation } = context.entry;
			const { store } = filled(context);
			const conversation = new Conversation(store);
			conversation.reminder();
			store.as("user").edit(1, { data: tab });
			same(conversation.reminder(), undefined, "it is no news to a model");
			ok(!store.getXml().includes("shop"), store.getXml());
			ok(!store.systemReminder().includes("shop"), store.systemReminder());
			const [tool] = conversation.tools;
			const listed = tool.call({ action: "list" });
			ok(listed.ok && !listed.text.includes("shop"), listed.text);

			const loaded = new TodoStore();
			loaded.load(store.checkpoint());
			for (const other of [
				TodoStore.fromCheckpoint(store.checkpoint()),
				loaded,
			]) {
				equal(other.getAll()[0].data, tab);
				for (const object of objectsOf(other.getAll()[0].data))
					ok(Object.isFrozen(object), "every part is frozen");
			}
			equal(store.history().at(-1).todos[0].data, tab);
			equal(JSON.parse(JSON.stringify(store))[0].data, tab);
			store.move(1, 3);
			equal(
				store.getAll().map(({ data }) => data),
				[undefined, undefined, tab],
				"it goes where the todo goes",
			);
		},
	},
];
