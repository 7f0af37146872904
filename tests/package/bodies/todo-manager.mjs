// A tool as JavaScript has it: its outcome, its object, and the schema that models are shown. What it makes of which call is in
// tests/corpus.

import { equal, ok, refused, same, untouched } from "../assert.mjs";
import { filled } from "../filled.mjs";

export const todoManager = [
	{
		name: "an outcome tells everything: revision, change, list, reminder",
		run(context) {
			const { store, tool } = filled(context);
			const complete = (id) =>
				tool.call({ action: "complete_multiple", ids: [id] });
			const { text, ...written } = complete(1);
			equal(written, {
				ok: true,
				changed: true,
				notes: [],
				revision: 2,
				reminder: store.systemReminder(),
			});
			for (const outcome of [
				tool.call({ action: "list" }),
				...[1, 9].map(complete),
			]) {
				const { changed, revision } = outcome;
				equal([changed, revision, "reminder" in outcome], [false, 2, false]);
			}
		},
	},
	{
		name: "a tool is a plain object of the caller's own, and one for each call of tools()",
		run({ entry: { TodoStore, tools } }) {
			const store = new TodoStore();
			const [[one], [other]] = [tools(store), tools(store, "todo_manager")];
			equal([one.name, other.name], ["todo_manager", "todo_manager"]);
			one.inputSchema.properties.action.description = "changed";
			for (const { inputSchema } of [other, ...tools(store)])
				ok(inputSchema.properties.action.description !== "changed");
			const { call } = other;
			const add = { action: "add_multiple", todos: [{ content: "a" }] };
			ok(call(add).ok, "call needs no this");
			same(store.size, 1);
		},
	},
	{
		name: "an unknown dialect is an error that lists the names",
		run({ entry }) {
			const store = new entry.TodoStore();
			const refuse = (dialect, pattern) =>
				refused(
					entry,
					() => entry.tools(store, dialect),
					"invalid_argument",
					pattern,
				);
			for (const name of ["to_do_write", "", "\ud800", "__proto__"])
				refuse(name, /use one of todo_manager, merge, .*todo_write/);
			for (const value of [null, 1, {}, [], Symbol("x")])
				refuse(value, /dialect/);
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
			equal([standard.version, standard.vendor], [1, "agent-todos"]);
			ok(!Object.keys(tool.inputSchema).includes("~standard"));
			const args = { action: "add_multiple", todos: ["a"] };
			untouched(store, () => {
				equal(standard.validate(args), { value: args });
				for (const bad of [undefined, { action: "x" }, 3, "no JSON", 1n]) {
					const { issues } = standard.validate(bad);
					same(issues.length, 1);
					same(issues[0].message, JSON.parse(tool.call(bad).text).error);
				}
			});
			for (const side of ["input", "output"]) {
				const convert = standard.jsonSchema[side];
				for (const target of ["draft-07", "draft-2020-12", "openapi-3.0"]) {
					const schema = convert({ target });
					equal(schema, tool.inputSchema);
					ok(schema !== tool.inputSchema && schema !== convert({ target }));
				}
			}
		},
	},
];
