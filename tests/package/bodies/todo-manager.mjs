// A tool as JavaScript has it: its outcome, its object, and the schema that models are shown. What it makes of which call is in
// tests/corpus.

import { equal, ok, refused, same, untouched } from "../assert.mjs";
import { filled } from "../filled.mjs";

export const todoManager = [
	{
		name: "an outcome tells everything: revision, change, list, reminder",
		run(context) {
			const {
				store,
				tool: { call },
			} = filled(context);
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
				"to_do_write",
				"",
				"TODO_MANAGER",
				"\ud800",
				"__proto__",
			])
				refused(
					entry,
					() => entry.tools(store, dialect),
					"invalid_argument",
					/use one of todo_manager, xml_call, .*todo_write/,
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
		name: "the schema asks for every field where it is to be strict, after a restart of its conversation too",
		run(context) {
			const { entry } = context;
			const { store, tool } = filled(context);
			equal(tool.inputSchema.required, ["action"]);
			const [strict] = entry.tools(store, "todo_manager", { schema: "strict" });
			const fields = ["action", "ids", "todos", "evidence"];
			equal(strict.inputSchema.required, fields);
			for (const schema of ["loose", "", null, true])
				refused(
					entry,
					() => entry.tools(store, "todo_manager", { schema }),
					"invalid_argument",
					/schema/,
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
