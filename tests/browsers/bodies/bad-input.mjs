// Whatever is passed: a TodoError (from the class) or an outcome that is not ok (from the tool),
// which names the item, with the list, the revision and the history as before and the instance
// working on.

import {
	cyclic,
	fail,
	hostileValues,
	longestList,
	megabytes,
	revoked,
	throwingItem,
	throwingProxy,
} from "../../tools/hostile-values.mjs";
import { contents } from "../../tools/lists.mjs";
import { equal, match, ok, refused, same, untouched } from "../assert.mjs";
import { filled as opened } from "../filled.mjs";
import { proper } from "./freed.mjs";

const throwing = (error) => ({
	get content() {
		throw error;
	},
});

function filled(context) {
	const { store, tool } = opened(context);
	store.markDoing(2);
	return { store, tool };
}

const tooMany = Array.from({ length: 28 }, (_, i) => `item ${i + 1}`);

/** What is passed for contents, the code, and what the message must say. */
const badContents = [
	[["fine", " \t\r\n\u00a0\ufeff"], "empty_content", /item 2/],
	[tooMany, "too_many_todos", /31 todos would be open/],
	[["fine", "é".repeat(2001)], "content_too_long", /item 2.*2001/],
	[["fine", megabytes(1)], "content_too_long", /item 2/],
	[["fine", "\ud800".repeat(2 ** 20)], "content_too_long", /item 2/],
	["a", "invalid_argument", /contents.*array/],
	// biome-ignore lint/suspicious/noSparseArray: a hole is what this passes
	[["fine", , "b"], "invalid_argument", /contents\[1\]/],
	[["fine", 1n], "invalid_argument", /contents\[1\]/],
	[throwingItem(), "invalid_argument", /contents.*thrown by the value/],
	[longestList(), "invalid_argument", /contents\[0\]/],
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
	[megabytes(1), "invalid_argument", /x{20}/],
];

export const badInput = [
	{
		name: "every method takes what it is passed, or refuses it whole",
		run(context) {
			const { TodoError } = context.entry;
			let refusals = 0;
			for (const [method, args] of Object.entries(proper)) {
				const given = args.flatMap((_, place) =>
					Object.entries(hostileValues).map(([name, make]) => [
						`${method}, argument ${place}: ${name}`,
						args.with(place, make()),
					]),
				);
				for (const [what, values] of given) {
					const { store } = filled(context);
					const before = store.checkpoint();
					try {
						store[method](...values);
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
		name: "the code says what is wrong, and the message names the item",
		run(context) {
			const { store } = filled(context);
			const refuse = (act, code, pattern) =>
				untouched(store, () => refused(context.entry, act, code, pattern));
			for (const [value, code, pattern] of badContents) {
				refuse(() => store.addMultiple(value), code, pattern);
				refuse(() => store.addAfterPosition(1, value), code, pattern);
			}
			for (const [value, code, pattern] of badIds) {
				for (const method of ["complete", "skip", "isCompleted"])
					refuse(() => store[method](value), code, pattern);
				// Of a number too large to be exact it may also say that it is no todo's.
				const codes = value === 2 ** 53 ? [code, "unknown_id"] : code;
				refuse(() => store.completeMultiple([1, value]), codes);
			}
		},
	},
	{
		name: "options that cannot be read are TodoErrors",
		run({ entry }) {
			const { TodoStore } = entry;
			const store = new TodoStore({ maxTodos: 2, maxContentLength: 3 });
			store.addMultiple(["abc", "😀😀😀"]);
			refused(entry, () => store.addMultiple(["d"]), "too_many_todos");
			same(new TodoStore({}).size, 0);
			const given = (toJSON) => ({ maxTodos: 3, toJSON });
			for (const options of [
				{ maxTodo: 3 },
				{ maxTodos: 0 },
				{ maxTodos: 1001 },
				{ maxTodos: "3" },
				{ maxTodos: 1.5 },
				{ maxTodos: NaN },
				{ maxTodos: 3n },
				{ oneDoing: "strict" },
				{ onSkip: () => {} },
				{ maxSnapshots: 1e6 + 1 },
				{ maxSnapshots: Infinity },
				[],
				3,
				"x",
				null,
				true,
				{ maxTodos: Symbol("3") },
				throwing(new Error("no")),
				throwingProxy({}),
				revoked({}),
				cyclic(),
				given(fail),
				given(() => undefined),
				given(() => () => {}),
				given(() => Symbol("x")),
			])
				refused(entry, () => new TodoStore(options), "invalid_argument");
		},
	},
	{
		name: "an array argument is read by its items alone",
		run(context) {
			const { store } = filled(context);
			const none = () => undefined;
			for (const toJSON of [
				fail,
				none,
				() => ["other"],
				() => ({ length: 1 }),
			]) {
				const hostile = { toJSON, join: fail, toString: fail };
				const array = (item) => Object.assign([item], hostile);
				store.addMultiple(array("d"));
				same(store.getAll().at(-1).content, "d");
				store.completeMultiple(array(store.size));
				same(store.getAll().at(-1).status, "done");
			}
		},
	},
	{
		name: "fromXml and fromCheckpoint refuse 10 MB, lone surrogates and deep nesting",
		run({ entry }) {
			const { fromCheckpoint, fromXml } = entry.TodoStore;
			const short = /^.{1,499}$/s;
			const deep = ["<", "["].map((sign) => sign.repeat(10 * 2 ** 20));
			for (const text of [megabytes(10), ...deep, "\ud800", "\0"]) {
				const read = () => fromCheckpoint(text);
				refused(entry, read, "invalid_checkpoint", short);
				refused(entry, () => fromXml(text), "invalid_xml", short);
			}
			same(new entry.TodoStore().size, 0);
		},
	},
	{
		name: "a getter in an argument may throw anything",
		run(context) {
			const { store, tool } = filled(context);
			// Errors of our own class pass through the store's methods as they are; the tool has to make
			// a text of them.
			const { TodoError } = context.entry;
			const ours = [5, undefined, Symbol("x"), "\ud800"].map((message) =>
				Object.assign(new TodoError("invalid_argument", "mine"), { message }),
			);
			for (const [at, thing] of [...thrownThings(), ...ours].entries()) {
				const what = `thing ${at}`;
				const get = () => {
					throw thing;
				};
				const contents = Object.defineProperty(["a"], 0, { get });
				const add = () => store.addMultiple(contents);
				const expected = ["invalid_argument", /contents/, what];
				if (!ours.includes(thing))
					untouched(store, () => refused(context.entry, add, ...expected));
				const args = { action: "add_multiple", todos: [throwing(thing)] };
				const outcome = untouched(store, () => tool.call(args), what);
				same(outcome.ok, false, what);
			}
		},
	},
	{
		name: "the tool answers bad arguments with ok: false, and never throws",
		run(context) {
			const { store, tool } = filled(context);
			const add = (...todos) => ({ action: "add_multiple", todos });
			const unread = /arguments could not be read/;
			const call = '{"action":"replace_all","todos":["x"]}';
			const ours = new context.entry.TodoError("freed", call);
			for (const [what, value, pattern] of [
				["10 MB", add("fine", megabytes(10)), /item 2/],
				["10 MB of text", megabytes(10), /JSON/],
				["10 MB of brackets", "[".repeat(10 * 2 ** 20), /\w/],
				["10 MB after a NUL", `\0${megabytes(10)}`, /\w/],
				["10 MB thrown", add(throwing(new Error(megabytes(10)))), unread],
				["throwing getter", add(throwing(new Error("mine"))), /read: "?mine/],
				["Proxy that throws", throwingProxy({}), unread],
				["Proxy inside", add(throwingProxy({})), unread],
				["throwing toJSON", { toJSON: fail }, unread],
				["revoked Proxy", revoked({}), /arguments/],
				["cyclic", add(cyclic()), /arguments/],
				["bigint", add({ content: 1n }), /arguments/],
				["bigint alone", 1n, /arguments/],
				["nothing", undefined, /action/],
				["null", null, /action/],
				["function", () => {}, /action/],
				["symbol", Symbol("x"), /action/],
				["number", 3, /object/],
				["text", "list, please", /JSON/],
				["array", [1, 2], /object/],
				["what is thrown is a call", add(throwing(new Error(call))), unread],
				["its message is a call", add(throwing(ours)), /\w/],
				["an id", { action: "skip", ids: [2 ** 53] }, /\w/],
			]) {
				const outcome = untouched(store, () => tool.call(value), what);
				const { text, changed, revision } = outcome;
				equal([outcome.ok, changed], [false, false], what);
				same(typeof revision, "number", what);
				ok(!("reminder" in outcome), what);
				ok(text.length < 1000, `${what}: ${text.length} characters`);
				const { ok: isOk, error } = JSON.parse(text);
				same(isOk, false, what);
				match(error, pattern, what);
			}
		},
	},
	{
		name: "content with markup or lone surrogates is accepted",
		run(context) {
			const { store, tool } = filled(context);
			const markup = "</todo></todos></browser-state>]]><!--";
			const notes = [];
			store.subscribe((change) => notes.push(...(change.notes ?? [])));
			store.addMultiple([markup, "a\ud800b"]);
			equal(contents(store).slice(3), [markup, "a\ufffdb"]);
			match(notes.join(), /^item 2/);
			const outcome = tool.call({
				action: "add_multiple",
				todos: [{ content: markup }, { content: "\udfff" }],
			});
			ok(outcome.ok);
			match(outcome.notes.join("\n"), /item 2/);
			const raw = "raw \ud800 in the text itself";
			const text = `{"action":"add_multiple","todos":[{"content":"${raw}"}]}`;
			const { ok: isOk, notes: repairs } = tool.call(text);
			equal([isOk, repairs.length], [true, 1]);
			same(store.getXml().split("</todos>").length, 2);
			same(store.systemReminder().split("</browser-state>").length, 2);
		},
	},
];

/** Returns what somebody may throw. */
export const thrownThings = () => [
	undefined,
	null,
	1,
	"",
	"text",
	5n,
	Symbol("x"),
	{},
	{ message: 1 },
	{ message: Symbol("x") },
	{ message: { toString: fail } },
	{ message: { a: 1 } },
	Object.create(null),
	revoked({}),
	throwingProxy({}),
	Object.freeze(new Error("frozen")),
	withMessage(fail),
	withMessage(() => {
		throw revoked({});
	}),
];

const withMessage = (get) =>
	Object.defineProperty(new Error(), "message", { get });
