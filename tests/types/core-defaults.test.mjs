// What the core does without an option is what its doc comment states as the default. The compiler
// finds the options of the core and their comments, which the build takes from the Rust sources.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { mock, test } from "node:test";
import { Conversation, init, TodoStore, tools } from "agent-todos";
import { runAgent } from "agent-todos/run";
import { TypeFlags } from "typescript/unstable/sync";
import { installed } from "../../pkg-template/build/places.mjs";
import { searchPackedTypes } from "./options.mjs";

await init();
// Snapshots have the time.
mock.timers.enable({ apis: ["Date"] });

/** Texts of a model: with a call in code, and with one of another tool. */
const texts = [
	`\`\`\`
<tool_call><tool_name>todo</tool_name><parameters><action>read</action></parameters></tool_call>
\`\`\``,
	"<tool_call><tool_name>open</tool_name><parameters></parameters></tool_call>",
];

function holding(...contents) {
	const store = new TodoStore();
	store.addMultiple(contents);
	return store;
}

/** Starts a run, and returns its text before its first step. */
function begin(options) {
	const store = holding("Pay");
	const run = runAgent({
		store,
		plan: () => {},
		execute: async () => "done",
		...options,
	});
	const text = run.checkpoint();
	run.abort();
	return text;
}

/** What the core does with options, as text, by the name of their type. */
const behaviours = {
	TodoStoreOptions: (options) => new TodoStore(options).checkpoint(),
	ConversationOptions(options) {
		const conversation = new Conversation(new TodoStore(), options);
		return (
			conversation.checkpoint() +
			JSON.stringify(conversation.tools.map(({ inputSchema }) => inputSchema))
		);
	},
	ToolsOptions: (options) =>
		JSON.stringify(
			tools(new TodoStore(), options).map(({ inputSchema }) => inputSchema),
		),
	TodoRunOptions: ({ driver, start, approve, verify, ...budgets }) =>
		begin({
			driver,
			start,
			...(approve && { approve: "person" }),
			...(verify && { verify: () => true }),
			budgets,
		}),
};

/**
 * Options that are written where they are taken: the name, the default, another value, and what the
 * core does.
 */
const inline = [
	["code", "run", "skip", callXml],
	["otherTools", "refuse", "ignore", callXml],
	[
		"unfinished",
		"keep",
		"archive",
		(options) => {
			const store = holding("Pay");
			store.newTask(options);
			return store.getXml();
		},
	],
];

function callXml(options) {
	const conversation = new Conversation(holding("Pay"));
	return JSON.stringify(
		texts.map((text) => conversation.callXml(text, options)),
	);
}

/**
 * Returns the options of each type of the core: `{type, name, stated, values}`, with the values of
 * a word, a flag or a number.
 */
function readOptions() {
	return searchPackedTypes((checker, program) => {
		const declared = { core: /Options$/, list: /^ToolsOptions$/ };
		return Object.entries(declared).flatMap(([shared, isRead]) => {
			const file = program.getSourceFile(
				join(installed, "types", "shared", `${shared}.d.ts`),
			);
			const symbols = checker
				.getExportsOfModule(checker.getSymbolAtLocation(file))
				.filter(({ name }) => isRead.test(name));
			return symbols.flatMap((symbol) =>
				checker
					.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
					.map((option) => readOption(checker, symbol.name, option)),
			);
		});
	});
}

function readOption(checker, type, option) {
	const of = checker.getTypeOfSymbol(option);
	const parts = of.isUnionType?.() ? of.getTypes() : [of];
	const values = parts.flatMap(({ flags, value }) =>
		flags & TypeFlags.StringLiteral ? [value] : [],
	);
	const has = (flag) => parts.some(({ flags }) => flags & flag);
	const doc = checker
		.getDocumentationCommentOfSymbol(option)
		.replaceAll("\n", " ");
	const [, stated] =
		/\bDefault `?("\w+"|\w+)/.exec(doc) ??
		/`("\w+")`,? (?:\(default\)|the default)/.exec(doc) ??
		[];
	return {
		type,
		name: option.name,
		doc,
		stated: stated === undefined ? undefined : JSON.parse(stated),
		values: has(TypeFlags.BooleanLike) ? [true, false] : values,
		// What may be a text as well is the id of a todo, which has no default.
		isNumber: has(TypeFlags.NumberLike) && !has(TypeFlags.String),
	};
}

const options = readOptions();

test("the compiler finds the options of the core", () => {
	const types = new Set(options.map(({ type }) => type));
	assert.deepEqual([...types].sort(), Object.keys(behaviours).sort());
});

for (const { type, name, doc, stated, values, isNumber } of options) {
	const isValue = values.length > 0 || isNumber;
	if (!isValue) continue;
	test(`${type}.${name}: without it, the core does what its comment states`, () => {
		const behave = behaviours[type];
		const isOff = doc.endsWith("Default: never.");
		if (!isOff) {
			assert.notEqual(stated, undefined, `no default in: ${doc}`);
			assert.equal(behave({ [name]: stated }), behave({}));
		}
		// Otherwise nothing could be seen of the option.
		const number = isOff ? 2 : stated + 1;
		const other = isNumber ? number : values.find((value) => value !== stated);
		assert.notEqual(behave({ [name]: other }), behave({}));
	});
}

for (const [name, stated, other, behave] of inline)
	test(`${name}: without it, the core does what its comment states`, () => {
		assert.equal(behave({ [name]: stated }), behave({}));
		assert.notEqual(behave({ [name]: other }), behave({}));
	});
