// A tool as JavaScript has it: its outcome, its object, and the schema that models are shown. What
// it makes of which call is in tests/corpus.

import { equal, match, ok, refused, same, untouched } from "../assert.mjs";
import { filled } from "../filled.mjs";

export const todoManager = [
	{
		name: "an outcome has revision, change, list and reminder",
		run(context) {
			const { store, tool } = filled(context);
			const complete = (id) =>
				tool.call({ action: "complete_multiple", ids: [id] });
			const { text, ...written } = complete(1);
			equal(written, {
				ok: true,
				output: JSON.parse(text).output,
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
		name: "an outcome has answer and error without the tool's frame",
		async run(context) {
			const { entry } = context;
			const { store, tool } = filled(context, ["a"]);
			const bare = ({ text, output, error, notes }) => [
				output,
				error,
				notes.length,
				text,
			];
			const todos = ["b"];
			const [output, error, notes, text] = bare(
				tool.call({ action: "add_multiple", todos }),
			);
			equal([error, notes], [undefined, 1]);
			equal(JSON.parse(text).output, output);
			const refusal = tool.call({ action: "skip", ids: [9] });
			equal("output" in refusal, false);
			equal(refusal.error, JSON.parse(refusal.text).error);
			same(tool.call({ action: "list" }).output, store.getXml());

			const [prose] = entry.tools(store, { dialect: "update_plan" });
			const done = { step: "a", status: "completed" };
			const plain = prose.call({ plan: [done] });
			same(plain.output, plain.text);
			const [reading] = entry.tools(store, { dialect: "todowrite" });
			const unread = reading.call({ todos: 3 });
			same(unread.error, JSON.parse(unread.text).error);
			const report = entry.reporting(new entry.Conversation(store));
			const settled = report.take({ todo_done: [9] }).outcome;
			same(settled.text.split("\nnote: ")[0], settled.error);

			// A verdict changes what a whole list is answered with.
			const talk = new entry.Conversation(new entry.TodoStore(), {
				dialect: "update_plan",
				confirm: () => true,
			});
			const confirmed = await talk.tools[0].execute({ plan: [done] });
			match(confirmed.output, /1 done.*\nnote: .*confirmed/);
			same(confirmed.output, confirmed.text);
			const call = talk.tools[0].check({ plan: [{ ...done, step: "b" }] });
			match(call.output, /0 done, 1 in progress/);
		},
	},
	{
		name: "a tool is a plain object of the caller's own",
		run({ entry: { TodoStore, tools } }) {
			const store = new TodoStore();
			const [[one], [other]] = [
				tools(store),
				tools(store, { dialect: "todo_manager" }),
			];
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
					() => entry.tools(store, { dialect }),
					"invalid_argument",
					pattern,
				);
			for (const name of ["to_write", "", "\ud800", "__proto__"])
				refuse(name, /use one of todo_manager, merge, .*todo_write/);
			refuse("to_do_write", /did you mean "TodoWrite" or "todo_write"/);
			for (const value of [null, 1, {}, [], Symbol("x")])
				refuse(value, /dialect/);
		},
	},
	{
		name: 'schema "strict" requires every field, after a restart of its conversation too',
		run(context) {
			const { entry } = context;
			const { store, tool } = filled(context);
			equal(tool.inputSchema.required, ["action"]);
			const [strict] = entry.tools(store, {
				dialect: "todo_manager",
				schema: "strict",
			});
			const fields = ["action", "ids", "todos", "evidence"];
			equal(strict.inputSchema.required, fields);
			for (const schema of ["loose", "", null, true])
				refused(
					entry,
					() => entry.tools(store, { dialect: "todo_manager", schema }),
					"invalid_argument",
					/schema/,
				);
			const conversation = new entry.Conversation(store, { schema: "strict" });
			const restored = new entry.Conversation(store, {
				saved: conversation.checkpoint(),
			});
			for (const { schema, tools } of [conversation, restored]) {
				same(schema, "strict");
				equal(tools[0].inputSchema, strict.inputSchema);
			}
		},
	},
	{
		name: "a checked call changes neither store, turn nor listeners",
		run(context) {
			const { entry } = context;
			const calls = [
				{ action: "complete_multiple", ids: [1] },
				{ action: "complete_multiple", ids: [9] },
				{ action: "replace_all", todos: [{ content: "c" }] },
				{ action: "add_multiple", todos: [" "] },
				{ action: "list" },
				"no JSON",
				3n,
			];
			const { store, tool } = filled(context, ["a", "b"]);
			const talk = new entry.Conversation(store, { dialect: "todo_manager" });
			talk.reminder();
			store.as("user").add("of a person");
			let changes = 0;
			store.subscribe(() => changes++);
			const known = [store.checkpoint(), talk.checkpoint(), talk.toldRevision];
			const carriedOut = () => {
				const copy = entry.TodoStore.fromCheckpoint(store.checkpoint());
				const text = talk.checkpoint();
				return [
					entry.tools(copy)[0],
					new entry.Conversation(copy, { saved: text }).tools[0],
				];
			};
			for (const args of calls) {
				const [alone] = carriedOut();
				equal(tool.check(args), alone.call(args));
				const [, one] = carriedOut();
				const [offered] = talk.tools;
				const expected = one.call(args);
				equal(offered.check(args), expected);
				equal(talk.check("todo_manager", args), expected);
			}
			equal(tool.check(calls[2]).dropped.length, 2);
			match(talk.check("todo_mgr", {}).text, /todo_mgr/);
			const now = [store.checkpoint(), talk.checkpoint(), talk.toldRevision];
			equal(now, known);
			same(changes, 0);
			// The list and its XML are those of the store, not those of what was checked.
			equal(tool.call(calls[0]).reminder, store.systemReminder());
			match(store.getXml(), /status="done">a</);
			equal(store.getAll().length, 3);
		},
	},
	{
		name: "a schema judges the form of a call alone",
		run(context) {
			const { store, tool } = filled(context, ["a"]);
			const { validate } = tool.inputSchema["~standard"];
			untouched(store, () => {
				for (const content of ["", " ", "\u200b"]) {
					const todos = [{ content: "b" }, { content }];
					const args = { action: "add_multiple", todos };
					const { issues } = validate(args);
					match(issues[0].message, /^item 2 is empty: say in a few words/);
					same(issues[0].message, JSON.parse(tool.call(args).text).error);
				}
				for (const ids of [[2], [9]]) {
					const args = { action: "complete_multiple", ids };
					equal(validate(args), { value: args });
				}
				for (const bad of [undefined, { action: "x" }, 3, "no JSON", 1n]) {
					const [{ message }, ...others] = validate(bad).issues;
					equal([message, others], [JSON.parse(tool.call(bad).text).error, []]);
				}
			});
			const [whole] = context.entry.tools(store, { dialect: "TodoWrite" });
			const todos = [{ content: " ", status: "pending", activeForm: "a" }];
			same(whole.inputSchema["~standard"].validate({ todos }).issues.length, 1);
			// A merge says nothing of the text of a todo that is known already.
			const [merging] = context.entry.tools(store, { dialect: "merge" });
			const merged = {
				merge: true,
				todos: [{ id: "t1", content: "", status: "completed" }],
			};
			equal(merging.inputSchema["~standard"].validate(merged), {
				value: merged,
			});
		},
	},
];
