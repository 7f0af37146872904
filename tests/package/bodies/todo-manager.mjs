// The todo_manager tool: seed 002's results to the letter, repairs with notes, and the schema that models are shown.

import { equal, match, ok, refused, same, untouched } from "../assert.mjs";

function filled(
	{ entry: { TodoStore, tools } },
	texts = ["a", "b", "c"],
	options,
) {
	const store = new TodoStore(options);
	if (texts.length > 0) store.addMultiple(texts);
	const [tool] = tools(store, "todo_manager");
	return { store, tool, call: (args) => tool.call(args) };
}

const statuses = (store) => store.getAll().map(({ status }) => status);

/** The outcome of a call that went through without a note: its output. */
function plain(outcome) {
	same(outcome.ok, true, outcome.text);
	equal(outcome.notes, []);
	const { output } = JSON.parse(outcome.text);
	same(
		outcome.text,
		JSON.stringify({ ok: true, output }),
		"exactly the seed's form",
	);
	return output;
}

/** Arguments, what was repaired (a pattern for the one note that must say so), and the output. */
const repairs = [
	[{ action: "add_multiple", todos: ["d"] }, /item 1.*string/, "Added 1 TODOs"],
	[
		{ action: "add_multiple", todos: "d" },
		/todos.*list of one|item 1/,
		"Added 1 TODOs",
	],
	[
		{ action: "add_multiple", todos: { content: "d" } },
		/todos.*list of one/,
		"Added 1 TODOs",
	],
	[
		{ action: "add_multiple", todos: '[{"content":"d"}]' },
		/todos.*JSON string/,
		"Added 1 TODOs",
	],
	[
		{ action: "add_multiple", todos: [{ content: "d", id: 4 }] },
		/item 1.*"id"/,
		"Added 1 TODOs",
	],
	[
		{ action: "add_multiple", todos: [{ content: "d" }], reason: "x" },
		/reason/,
		"Added 1 TODOs",
	],
	[
		{ action: "complete_multiple", ids: ["1"] },
		/ids.*"1".*1/,
		"Completed TODOs: 1",
	],
	[
		{ action: "complete_multiple", ids: "[1,2]" },
		/ids.*JSON string/,
		"Completed TODOs: 1, 2",
	],
	[
		{ action: "complete_multiple", ids: 1 },
		/ids.*list of one/,
		"Completed TODOs: 1",
	],
	[
		{ action: "Complete-Multiple", ids: [1] },
		/action.*complete_multiple/,
		"Completed TODOs: 1",
	],
	[{ action: " SKIP ", ids: [2] }, /action.*skip/, "Skipped TODO: 2"],
	[{ action: "skip", ids: null, id: 2 }, /ids.*null/, "Skipped TODO: 2"],
	[
		'```json\n{"action":"skip","ids":[2]}\n```',
		/arguments: not quite JSON, repaired/,
		"Skipped TODO: 2",
	],
	[
		'{"action":"skip","ids":[2,]}',
		/arguments: not quite JSON, repaired/,
		"Skipped TODO: 2",
	],
	[
		"{'action':'skip','ids':[2]}",
		/arguments: not quite JSON, repaired/,
		"Skipped TODO: 2",
	],
	[
		JSON.stringify('{"action":"skip","ids":[2]}'),
		/arguments.*JSON string/,
		"Skipped TODO: 2",
	],
	[[{ action: "skip", ids: [2] }], /arguments.*list of one/, "Skipped TODO: 2"],
];

export const todoManager = [
	{
		name: "exact results of seed 002",
		run(context) {
			const { store, call } = filled(context, []);
			const [a, b, c] = ["a", "b", "c"].map((content) => ({ content }));
			same(
				plain(call({ action: "add_multiple", todos: [a, b, c] })),
				"Added 3 TODOs",
			);
			same(
				plain(call({ action: "complete_multiple", ids: [1, 2] })),
				"Completed TODOs: 1, 2",
			);
			same(plain(call({ action: "skip", ids: [3] })), "Skipped TODO: 3");
			same(
				plain(call({ action: "list" })),
				'<todos><todo id="1" status="done">a</todo><todo id="2" status="done">b</todo><todo id="3" status="skipped">c</todo></todos>',
			);
			same(
				plain(
					call({
						action: "replace_all",
						todos: [a, b, { content: "</todo>" }],
					}),
				),
				"Replaced all TODOs with 3 new items",
			);
			same(plain(call({ action: "skip", ids: [2] })), "Skipped TODO: 2");
			equal(statuses(store), ["todo", "skipped", "todo"]);
			match(plain(call({ action: "list" })), /&lt;\/todo&gt;/);
		},
	},
	{
		name: "arguments as an object and as the model's JSON text give the same outcome",
		run(context) {
			for (const args of [
				{ action: "add_multiple", todos: [{ content: "d" }, "e"] },
				{ action: "skip", ids: [1] },
				{ action: "skip", ids: [1, 2] },
				{ action: "list" },
				{ action: "nonsense" },
			]) {
				const [one, other] = [filled(context), filled(context)];
				equal(one.call(args), other.call(JSON.stringify(args)));
				equal(one.store.getAll(), other.store.getAll());
			}
		},
	},
	{
		name: "an outcome tells everything: revision, change, list, reminder",
		run(context) {
			const { store, call } = filled(context);
			const written = call({ action: "complete_multiple", ids: [1] });
			equal(Object.keys(written).sort(), [
				"changed",
				"notes",
				"ok",
				"reminder",
				"revision",
				"text",
			]);
			equal(
				[written.ok, written.changed, written.revision, written.reminder],
				[true, true, 2, store.systemReminder()],
			);
			for (const unchanged of [
				call({ action: "list" }),
				call({ action: "complete_multiple", ids: [1] }),
				call({ action: "complete_multiple", ids: [9] }),
			]) {
				equal(
					[
						unchanged.changed,
						unchanged.revision,
						unchanged.reminder,
						"reminder" in unchanged,
					],
					[false, 2, undefined, false],
				);
			}
		},
	},
	{
		name: "a refusal is the seed's form, with a sentence that helps",
		run(context) {
			const { store, call } = filled(context);
			const outcome = untouched(store, () =>
				call({ action: "complete_multiple", ids: [1, 7] }),
			);
			const { ok, error } = JSON.parse(outcome.text);
			same(ok, false);
			same(outcome.text, JSON.stringify({ ok: false, error }));
			match(error, /7.*1 to 3/);
		},
	},
	{
		name: "skip takes exactly one id, and the description says so",
		run(context) {
			const { store, tool, call } = filled(context);
			for (const ids of [[], [1, 2], [1, 1]]) {
				const outcome = untouched(store, () => call({ action: "skip", ids }));
				same(outcome.ok, false);
				match(JSON.parse(outcome.text).error, /exactly one id/);
			}
			match(tool.description, /exactly one id/);
		},
	},
	{
		name: "with onSkip remove, skip takes away and the rest reindex",
		run(context) {
			const { store, call } = filled(context, ["a", "b", "c"], {
				onSkip: "remove",
			});
			same(plain(call({ action: "skip", ids: [2] })), "Skipped TODO: 2");
			equal(
				store.getAll().map(({ id, content }) => `${id} ${content}`),
				["1 a", "2 c"],
			);
		},
	},
	{
		name: "the longer names of the seed's switch, and the actions its schema left out",
		run(context) {
			const d = { content: "d" };
			for (const [args, output] of [
				[{ action: "list_todos" }, /^<todos>/],
				[{ action: "add_multiple_todos", todos: [d] }, /^Added 1 TODOs$/],
				[
					{ action: "complete_multiple_todos", ids: [1] },
					/^Completed TODOs: 1$/,
				],
				[{ action: "complete", ids: [1] }, /^Completed TODOs: 1$/],
				[{ action: "skip_todo", ids: [2] }, /^Skipped TODO: 2$/],
				[{ action: "skip_todo", id: 2 }, /^Skipped TODO: 2$/],
				[
					{ action: "replace_all_todos", todos: [d] },
					/^Replaced all TODOs with 1 new items$/,
				],
				[
					{ action: "add_after_position", position: 1, todos: [d] },
					/^Added 1 TODOs/,
				],
				[{ action: "get_next" }, /^<todo id="1" status="doing">a<\/todo>$/],
				[{ action: "mark_doing", ids: [2] }, /2/],
				[{ action: "go_back", ids: [1] }, /1/],
			]) {
				// What is replaced is said; nothing else is.
				const { text, notes } = filled(context).call(args);
				match(JSON.parse(text).output, output);
				equal(
					notes,
					args.action === "replace_all_todos"
						? ['left out while still open, so off the list now: "a", "b", "c"']
						: [],
					args.action,
				);
			}
		},
	},
	{
		name: "each repair is carried out and said in a note, also in the text the model gets",
		run(context) {
			for (const [args, note, output] of repairs) {
				const what = JSON.stringify(args);
				const { store, call } = filled(context);
				const outcome = call(args);
				same(outcome.ok, true, `${what}: ${outcome.text}`);
				const answer = JSON.parse(outcome.text);
				same(answer.output, output, what);
				ok(
					outcome.notes.some((line) => note.test(line)),
					`${what}: no note like ${note} in ${JSON.stringify(outcome.notes)}`,
				);
				ok(
					outcome.notes.every(
						(line) => !line.includes("\n") && line.length < 200,
					),
					"notes are short lines",
				);
				equal(answer.notes, outcome.notes, what);
				same(store.revision, 2, what);
			}
		},
	},
	{
		name: "what every strict provider sends for unused fields is no repair",
		run(context) {
			for (const args of [
				{ action: "list", todos: [], ids: [] },
				{ action: "add_multiple", todos: [{ content: "d" }], ids: [] },
				{ action: "skip", ids: [1], todos: [] },
				{ action: "skip", ids: [1], todos: null },
				{ action: "list", todos: null, ids: null },
			]) {
				plain(filled(context).call(args));
			}
		},
	},
	{
		name: "calls in one message fold in order; a failing one does not stop the others",
		run(context) {
			const { store, call } = filled(context, []);
			const outcomes = [
				{ action: "add_multiple", todos: [{ content: "a" }] },
				{ action: "complete_multiple", ids: [2] },
				{ action: "complete_multiple", ids: [1] },
			].map(call);
			equal(
				outcomes.map(({ ok, revision }) => [ok, revision]),
				[
					[true, 1],
					[false, 1],
					[true, 2],
				],
			);
			equal(statuses(store), ["done"]);
		},
	},
	{
		name: "a tool is a plain object of the caller's own, and one for each call of tools()",
		run({ entry: { TodoStore, tools } }) {
			const store = new TodoStore();
			const [[one], [other]] = [tools(store), tools(store, "todo_manager")];
			equal(
				[one.name, other.name, tools(store).length],
				["todo_manager", "todo_manager", 1],
			);
			ok(
				one !== other &&
					one.inputSchema !== other.inputSchema &&
					!Object.isFrozen(one.inputSchema),
			);
			one.inputSchema.additionalProperties = true;
			one.inputSchema.properties.action.description = "changed";
			same(other.inputSchema.additionalProperties, false);
			same(
				tools(store)[0].inputSchema.properties.action.description === "changed",
				false,
			);
			const { call } = other;
			same(
				call({ action: "add_multiple", todos: [{ content: "a" }] }).ok,
				true,
				"call needs no this",
			);
			same(store.size, 1);
		},
	},
	{
		name: "an unknown dialect is an error that lists the names",
		run({ entry }) {
			const store = new entry.TodoStore();
			for (const dialect of [
				"nonsense",
				"",
				"TODO_MANAGER",
				"\ud800",
				"__proto__",
			])
				refused(
					entry,
					() => entry.tools(store, dialect),
					"invalid_argument",
					/todo_manager/,
				);
			for (const dialect of [null, 1, {}, [], Symbol("x")])
				refused(
					entry,
					() => entry.tools(store, dialect),
					"invalid_argument",
					/dialect/,
				);
		},
	},
	{
		name: "the schema is plain JSON in the subset that all providers accept",
		run(context) {
			const { store, tool } = filled(context);
			const { inputSchema } = tool;
			const keywords = [
				"type",
				"description",
				"enum",
				"items",
				"properties",
				"required",
				"additionalProperties",
			];
			const lint = (schema, path, isStrict = false) => {
				for (const key of Object.keys(schema))
					ok(keywords.includes(key), `${path}: ${key}`);
				ok(
					["object", "array", "string", "integer"].includes(schema.type),
					`${path}: type ${schema.type}`,
				);
				if (schema.type === "object") {
					same(schema.additionalProperties, false, path);
					if (isStrict)
						equal(schema.required, Object.keys(schema.properties), path);
					for (const [name, property] of Object.entries(schema.properties))
						lint(property, `${path}.${name}`, isStrict);
				}
				if (schema.type === "array") lint(schema.items, `${path}[]`, isStrict);
			};
			lint(inputSchema, "inputSchema");
			equal(inputSchema.required, ["action"]);
			const { entry } = context;
			const [strict] = entry.tools(store, "todo_manager", { schema: "strict" });
			lint(strict.inputSchema, "strict", true);
			equal(Object.keys(strict.inputSchema.properties), [
				"action",
				"ids",
				"todos",
				"evidence",
			]);
			for (const schema of ["loose", "", null, true])
				refused(
					entry,
					() => entry.tools(store, "todo_manager", { schema }),
					"invalid_argument",
					/schema must be/,
				);
			const conversation = new entry.Conversation(store, { schema: "strict" });
			const restored = entry.Conversation.fromCheckpoint(
				store,
				conversation.checkpoint(),
			);
			for (const { schema, tools } of [conversation, restored]) {
				same(schema, "strict");
				equal(tools[0].inputSchema, strict.inputSchema);
			}
			equal(inputSchema.properties.action.enum, [
				"list",
				"add_multiple",
				"complete_multiple",
				"skip",
				"replace_all",
			]);
			equal(JSON.parse(JSON.stringify(inputSchema)), inputSchema);
		},
	},
	{
		name: "the schema is a Standard Schema and a Standard JSON Schema that changes nothing",
		run(context) {
			const { store, tool } = filled(context);
			const standard = tool.inputSchema["~standard"];
			equal(
				[
					standard.version,
					standard.vendor,
					Object.keys(tool.inputSchema).includes("~standard"),
				],
				[1, "agent-todos", false],
			);
			const args = { action: "add_multiple", todos: ["a"] };
			untouched(store, () => {
				same(standard.validate(args).value, args);
				same(standard.validate(args).issues, undefined);
				for (const bad of [
					undefined,
					{},
					{ action: "x" },
					{ action: "skip", ids: [] },
					3,
					"no JSON",
					1n,
				]) {
					const { issues } = standard.validate(bad);
					same(issues.length, 1);
					same(issues[0].message, JSON.parse(tool.call(bad).text).error);
				}
			});
			for (const side of ["input", "output"]) {
				for (const target of ["draft-07", "draft-2020-12", "openapi-3.0"]) {
					const schema = standard.jsonSchema[side]({ target });
					equal(schema, tool.inputSchema);
					ok(
						schema !== tool.inputSchema &&
							schema !== standard.jsonSchema[side]({ target }) &&
							!Object.isFrozen(schema),
						"a copy for the taking",
					);
				}
			}
		},
	},
];
