// Whatever is passed: a TodoError (from the class) or an outcome that is not ok (from the tool), which names the item, with
// the list, the revision and the history as before and the instance working on. From the list in the issue.

import { match, ok, refused, same, untouched } from "../assert.mjs";
import { filled as opened } from "../filled.mjs";
import { proper } from "./freed.mjs";

const megabytes = (count) => "x".repeat(count * 2 ** 20);
const cyclic = () => {
	const value = { content: "a" };
	value.self = value;
	return value;
};
const cyclicArray = () => {
	const value = ["a"];
	value.push(value);
	return value;
};
const revoked = (target) => {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
};
const throwing = (error) => ({
	get content() {
		throw error;
	},
});
const throwingItem = () =>
	Object.defineProperty(["a", "b"], 1, { enumerable: true, get: () => fail() });
const fail = () => {
	throw new Error("thrown by a getter");
};
const hostileProxy = (target) =>
	new Proxy(target, {
		get: fail,
		ownKeys: fail,
		has: fail,
		getOwnPropertyDescriptor: fail,
	});

function filled(context) {
	const { store, tool } = opened(context);
	store.markDoing(2);
	return { store, tool };
}

const thirtyOne = Array.from({ length: 28 }, (_, i) => `item ${i + 1}`);

/** What may be passed in the place of anything. */
const hostile = [
	...[undefined, null, true, 0, -1, 4, 1.5, NaN, Infinity, 2 ** 53, -(2 ** 63)],
	...[1n, "", "x", "1", Symbol("x"), megabytes(1), {}, cyclic(), [], ["a", 3]],
	...[["a", { content: "a" }], ["a", Symbol("a")], [new String("a")]],
	...[new Number(1), new Date(0), Promise.resolve(1), { valueOf: () => 1 }],
	...[new Array(2 ** 32 - 1), { length: 1, 0: "a" }, cyclicArray()],
	...[throwingItem(), hostileProxy(["a"]), hostileProxy({})],
	...[revoked([1]), revoked({}), revoked(() => {}), { toJSON: fail }],
	Object.assign(() => {}, { toString: fail }),
];

/** What is passed for contents, the code, and what the message must say. */
const badContents = [
	[["fine", ""], "empty_content", /item 2/],
	[["fine", " \t\r\n\u00a0\ufeff"], "empty_content", /item 2/],
	[["fine", "\u{e0041}"], "empty_content", /item 2/],
	[thirtyOne, "too_many_todos", /item 28/],
	[["fine", "é".repeat(2001)], "content_too_long", /item 2.*2001/],
	[["fine", megabytes(10)], "content_too_long", /item 2/],
	[["fine", "\ud800".repeat(5 * 2 ** 20)], "content_too_long", /item 2/],
	["a", "invalid_argument", /contents.*array/],
	// biome-ignore lint/suspicious/noSparseArray: a hole is what this passes
	[["fine", , "b"], "invalid_argument", /contents\[1\]/],
	[["fine", 1n], "invalid_argument", /contents\[1\]/],
	[throwingItem(), "invalid_argument", /contents.*thrown by a getter/],
	[new Array(2 ** 32 - 1), "invalid_argument", /contents\[0\]/],
];

/** What is passed for an id, the code, and what the message must say. */
const badIds = [
	[-1, "unknown_id", /-1/],
	[4, "unknown_id", /4.*1 to 3/],
	[1.5, "invalid_argument", /1\.5/],
	[NaN, "invalid_argument", /NaN/],
	["1", "invalid_argument", /"1"/],
	[2 ** 53, "invalid_argument", /9007199254740992/],
	[1n, "invalid_argument", /1n/],
	[undefined, "invalid_argument", /undefined/],
	[[1], "invalid_argument", /an array/],
	[Symbol("1"), "invalid_argument", /symbol/i],
	[megabytes(10), "invalid_argument", /x{20}/],
];

const jsonOfBadIds = [0, -1, 4, 1.5, "x", 2 ** 53, true, {}, [], "1.5", null];

export const badInput = [
	{
		name: "every method takes what it is passed or refuses it with a TodoError, and has done nothing then",
		// Workers differ in their stack, which none of these needs.
		where: ["node", "page"],
		run(context) {
			const { TodoError } = context.entry;
			let refusals = 0;
			for (const [method, args] of Object.entries(proper)) {
				for (const [place, value] of args.flatMap((_, place) =>
					hostile.map((value) => [place, value]),
				)) {
					const { store } = filled(context);
					const before = store.checkpoint();
					const given = [...args];
					given[place] = value;
					const what = `${method}, argument ${place}: ${typeof value}`;
					try {
						store[method](...given);
					} catch (error) {
						ok(error instanceof TodoError, `${what}: ${error}`);
						ok(error.message.length < 500, what);
						same(store.checkpoint(), before, what);
						store.addMultiple(["goes on"]);
						refusals += 1;
					}
					store.free();
				}
			}
			ok(refusals > 500, `only ${refusals} were refused`);
		},
	},
	{
		name: "the code says what is wrong with contents and ids, and the message names the item",
		where: ["node", "page"],
		run(context) {
			const { store } = filled(context);
			for (const [value, code, pattern] of badContents) {
				for (const act of [
					() => store.addMultiple(value),
					() => store.addAfterPosition(1, value),
				])
					untouched(store, () => refused(context.entry, act, code, pattern));
			}
			for (const [value, code, pattern] of badIds) {
				for (const method of ["complete", "skip", "isCompleted"])
					untouched(store, () =>
						refused(context.entry, () => store[method](value), code, pattern),
					);
				untouched(store, () =>
					refused(
						context.entry,
						() => store.completeMultiple([1, value]),
						// Of a number too large to be exact it may also say that it is no todo's.
						[code, ...(value === 2 ** 53 ? ["unknown_id"] : [])],
					),
				);
			}
			// It clears the list first, so there is room for 30.
			const most = [...thirtyOne, "29", "30", "31"];
			untouched(store, () =>
				refused(
					context.entry,
					() => store.replaceAll(most),
					"too_many_todos",
					/item 31/,
				),
			);
		},
	},
	{
		name: "options that throw, cycle or are revoked are TodoErrors",
		run(context) {
			const { TodoStore } = context.entry;
			for (const value of [
				throwing(new Error("no")),
				hostileProxy({}),
				revoked({}),
				cyclic(),
				{ toJSON: fail },
				{ maxTodos: Symbol("3") },
			]) {
				refused(
					context.entry,
					() => new TodoStore(value),
					"invalid_argument",
					/option|maxTodos/,
				);
			}
		},
	},
	{
		name: "options whose toJSON gives nothing are refused, and not taken for the defaults",
		run({ entry }) {
			for (const toJSON of [
				() => undefined,
				() => () => {},
				() => Symbol("x"),
			]) {
				refused(
					entry,
					() => new entry.TodoStore({ maxTodos: 3, toJSON }),
					"invalid_argument",
				);
			}
		},
	},
	{
		name: "of an array its items count, whatever else it has",
		run(context) {
			const { store } = filled(context);
			for (const toJSON of [
				fail,
				() => undefined,
				() => ["other"],
				() => ({ length: 1 }),
			]) {
				const array = (item) =>
					Object.assign([item], {
						toJSON,
						join: fail,
						toString: fail,
						length: 1,
					});
				store.addMultiple(array("d"));
				same(store.getAll().at(-1).content, "d");
				store.completeMultiple(array(store.size));
				same(store.getAll().at(-1).status, "done");
			}
		},
	},
	{
		name: "fromXml and fromCheckpoint refuse 10 MB, lone surrogates and deep nesting",
		run(context) {
			const { TodoStore } = context.entry;
			for (const text of [
				megabytes(10),
				"<".repeat(10 * 2 ** 20),
				"[".repeat(10 * 2 ** 20),
				'{"a":'.repeat(2 ** 20),
				"\ud800",
				"\0",
			]) {
				refused(
					context.entry,
					() => TodoStore.fromCheckpoint(text),
					"invalid_checkpoint",
					/\w/,
				);
				const error = refused(
					context.entry,
					() => TodoStore.fromXml(text),
					"invalid_xml",
					/\w/,
				);
				ok(error.message.length < 500);
			}
			same(new TodoStore().size, 0);
		},
	},
	{
		name: "a getter may throw anything at all",
		run(context) {
			const { store, tool } = filled(context);
			const thrownThings = [
				undefined,
				null,
				1,
				"text",
				Symbol("x"),
				{},
				{ message: 1 },
				{ message: Symbol("x") },
				{ message: { toString: fail } },
				withoutMessage(),
				revoked({}),
				hostileProxy({}),
				Object.create(null),
			];
			for (const [at, thing] of thrownThings.entries()) {
				const contents = Object.defineProperty(["a"], 0, {
					enumerable: true,
					get() {
						throw thing;
					},
				});
				untouched(store, () =>
					refused(
						context.entry,
						() => store.addMultiple(contents),
						"invalid_argument",
						/contents/,
						`thing ${at}`,
					),
				);
				const outcome = untouched(
					store,
					() => tool.call({ action: "add_multiple", todos: [throwing(thing)] }),
					`thing ${at}`,
				);
				same(outcome.ok, false);
			}
			// Errors of our own class pass through the store's methods as they are; the tool has to make a text of them.
			for (const message of [5, undefined, Symbol("x"), "\ud800"]) {
				const error = Object.assign(
					new context.entry.TodoError("invalid_argument", "mine"),
					{ message },
				);
				same(
					untouched(store, () =>
						tool.call({ action: "add_multiple", todos: [throwing(error)] }),
					).ok,
					false,
				);
			}
		},
	},
	{
		name: "the tool answers every kind of bad arguments with ok: false and never throws",
		run(context) {
			const { store, tool } = filled(context);
			const add = (todos) => ({ action: "add_multiple", todos });
			const unread = /arguments could not be read/;
			const call = '{"action":"replace_all","todos":["x"]}';
			const cases = [
				["empty", add([{ content: "fine" }, { content: "" }]), /item 2/],
				["10 MB", add(["fine", megabytes(10)]), /item 2/],
				["10 MB of text", megabytes(10), /JSON/],
				["10 MB of brackets", "[".repeat(10 * 2 ** 20), /\w/],
				["10 MB after a NUL", `\0${megabytes(10)}`, /\w/],
				["10 MB thrown", add([throwing(new Error(megabytes(10)))]), unread],
				["throwing getter", add([throwing(new Error("mine"))]), /read: "?mine/],
				["Proxy that throws", hostileProxy({}), unread],
				["Proxy inside", add([hostileProxy({})]), unread],
				["throwing toJSON", { toJSON: fail }, unread],
				["revoked Proxy", revoked({}), /arguments/],
				["cyclic", add([cyclic()]), /arguments/],
				["bigint", add([{ content: 1n }]), /arguments/],
				["bigint alone", 1n, /arguments/],
				["nothing", undefined, /action/],
				["null", null, /action/],
				["function", () => {}, /action/],
				["symbol", Symbol("x"), /action/],
				["number", 3, /object/],
				["text", "list, please", /JSON/],
				["array", [1, 2], /object/],
				["what is thrown is a call", add([throwing(new Error(call))]), unread],
				[
					"what is thrown is the message of a call",
					add([
						throwing(
							Object.assign(new context.entry.TodoError("freed", ""), {
								message: call,
							}),
						),
					]),
					/\w/,
				],
				...["complete_multiple", "skip", "mark_doing", "go_back"].flatMap(
					(action) =>
						jsonOfBadIds.map((id) => [
							`${action} ${JSON.stringify(id)}`,
							{ action, ids: [id] },
							/\w/,
						]),
				),
			];
			for (const [what, value, pattern] of cases) {
				const {
					ok: carriedOut,
					text,
					changed,
					revision,
					reminder,
				} = untouched(store, () => tool.call(value), what);
				same(carriedOut, false, `${what}: ${text.slice(0, 200)}`);
				const { ok, error } = JSON.parse(text);
				same(ok, false, what);
				match(error, pattern, what);
				same(
					text.length < 1000,
					true,
					`${what}: the answer has ${text.length} characters`,
				);
				same(changed, false, what);
				same(reminder, undefined, what);
				same(typeof revision, "number");
				same(store.size, 3, what);
			}
		},
	},
	{
		name: "what only looks bad is taken: markup and lone surrogates in content",
		run(context) {
			const { store, tool } = filled(context);
			const markup = "</todo></todos></browser-state>]]><!--";
			const notes = store.addMultiple([markup, "a\ud800b"]);
			same(store.getAll()[3].content, markup);
			same(store.getAll()[4].content, "a\ufffdb");
			same(notes.length, 1);
			match(notes[0], /item 2/);
			const outcome = tool.call({
				action: "add_multiple",
				todos: [{ content: markup }, { content: "\udfff" }],
			});
			same(outcome.ok, true);
			match(outcome.notes.join("\n"), /item 2/);
			match(outcome.text, /item 2/);
			const text = tool.call(
				'{"action":"add_multiple","todos":[{"content":"raw \ud800 in the text itself"}]}',
			);
			same(text.ok, true);
			same(text.notes.length, 1);
			same(store.getXml().split("</todos>").length, 2);
			same(store.systemReminder().split("</browser-state>").length, 2);
		},
	},
];

/** An error whose message cannot be read. */
function withoutMessage() {
	return {
		get message() {
			throw new Error("no message");
		},
	};
}
