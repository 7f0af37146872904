// What the model is told and what it says in passing: Conversation, prompts, progress in other
// tools' calls, the gate.

import { statuses } from "../../tools/lists.mjs";
import {
	equal,
	match,
	ok,
	refused,
	same,
	thrown,
	undo,
	untouched,
} from "../assert.mjs";
import { filled } from "../filled.mjs";

const storeOf = (entry, ...contents) => filled({ entry }, contents).store;

export const conversation = [
	{
		name: "a conversation may have the todos under one todo as its list",
		run({ entry }) {
			const store = storeOf(entry, "alpha", "beta", "gamma");
			const shown = store.getAll();
			for (const under of ["t9", 9])
				equal(
					thrown(() => new entry.Conversation(store, { under })).code,
					"unknown_id",
				);
			equal(
				thrown(() => new entry.Conversation(store, { under: "beta" })).code,
				"invalid_argument",
			);
			same(store.getAll(), shown);
			const part = new entry.Conversation(store, { under: 2, name: "dev" });
			part.tools[0].call({
				action: "add_multiple",
				todos: [{ content: "one" }],
			});
			equal(
				store.getAll().map(({ parent }) => parent),
				[undefined, undefined, "t2", undefined],
			);
			const text = part.checkpoint();
			const again = entry.Conversation.fromCheckpoint(store, text);
			again.tools[0].call({ action: "complete_multiple", ids: [1] });
			equal(store.getAll()[2].status, "done");
		},
	},
	{
		name: "a call is shown while it is written, until it comes",
		run({ entry }) {
			const store = storeOf(entry, "alpha", "beta");
			const talk = new entry.Conversation(store, { dialect: "TodoWrite" });
			talk.reminder();
			const shown = [];
			talk.subscribe(() =>
				shown.push(
					talk.writing?.map(
						({ key, changed, content }) =>
							`${key} ${changed ? `[${content}]` : content}`,
					),
				),
			);
			const text = JSON.stringify({
				todos: [
					{ content: "alpha", status: "in_progress" },
					{ content: "gamma 😀", status: "pending" },
				],
			});
			const arrays = new Set();
			for (let end = 1; end <= text.length; end++) {
				const todos = talk.preview("TodoWrite", text.slice(0, end));
				equal(todos, talk.writing);
				ok(Object.isFrozen(todos) && todos.every(Object.isFrozen));
				ok(!todos.some(({ content }) => content.includes("\ufffd")));
				arrays.add(todos);
			}
			// It is the same array until something changes.
			equal(arrays.size, shown.length);
			equal(shown, [
				["t1 alpha", "t2 beta"],
				// The list of the call begins.
				["t1 alpha", "t2 beta"],
				["t1 [alpha]", "t2 beta"],
				["t1 [alpha]", "undefined [gamma 😀]", "t2 beta"],
				["t1 [alpha]", "undefined [gamma 😀]"],
			]);
			ok(!("key" in talk.writing[1]) && !("changed" in store.get("t1")));
			// What stays is the same object as on the list.
			same(talk.preview("TodoWrite", '{"todos":[')[1], store.get("t2"));
			// It is of today's list.
			store.as("user").remove("t2");
			equal(talk.writing.length, 1);
			untouched(store, () => talk.preview("TodoWrite", "}}]]"));
			talk.tools[0].call(text);
			equal(talk.writing, undefined);
			equal(shown.at(-1), undefined);
			talk.preview("TodoWrite", text, "b");
			talk.reminder();
			equal(talk.writing, undefined);
		},
	},
	{
		name: "subscribe() of a conversation reports each change of toldRevision",
		run({ entry }) {
			const store = storeOf(entry, "alpha", "beta");
			const talk = new entry.Conversation(store);
			const heard = [];
			const leave = talk.subscribe(() => heard.push(talk.toldRevision));
			talk.reminder();
			equal(talk.toldRevision, 1);
			store.as("user").skip(2);
			equal(talk.toldRevision, 1);
			talk.reminder();
			talk.reminder();
			equal(heard, [1, 2]);
			// The list itself is news too.
			store.as("user").reopen(2);
			talk.tools[0].call({ action: "list" });
			equal(heard, [1, 2, 3]);
			// The model's own changes are not.
			entry
				.reporting(talk, { planner: "model" })
				.take({ current_plan_item: 1 });
			equal(heard, [1, 2, 3]);
			leave();
			store.as("user").complete(2);
			talk.reminder();
			equal([heard.length, talk.toldRevision], [3, 5]);
			refused(entry, () => talk.subscribe(), "invalid_argument");
		},
	},
	{
		name: "reminders are in the element that a host names",
		run({ entry }) {
			for (const reminders of ["changes", "full"]) {
				const store = storeOf(entry, "a </todo-list> b", "c");
				const options = { reminders, tag: "todo-list" };
				const talk = new entry.Conversation(store, options);
				const plain = new entry.Conversation(store, { reminders });
				const messages = [];
				const said = (one, given) => {
					const text = given
						? one.remind(given).at(-1).content
						: one.reminder();
					const [, tag, inner] = /^<([\w-]+)>(.*)<\/\1>$/s.exec(text);
					return [tag, inner];
				};
				const whole = said(plain);
				equal(whole[0], "browser-state");
				talk.appendReminder(messages);
				equal(said(talk, messages), ["todo-list", whole[1]]);
				ok(!whole[1].includes("</todo-list>"), whole[1]);
				store.as("user").complete(2);
				const text = talk.checkpoint();
				const restored = new entry.Conversation(store, { saved: text });
				const news = said(plain)[1];
				equal(said(restored, messages), ["todo-list", news]);
				// Nothing is new.
				equal(restored.remind(messages).length, 2);
			}
			const store = storeOf(entry, "a");
			for (const tag of ["", "1a", "a b", "<a", "a/", "é", null, 1, "-", "a:b"])
				refused(
					entry,
					() => new entry.Conversation(store, { tag }),
					"invalid_argument",
					new RegExp(`^tag cannot be ${JSON.stringify(tag)}: use an XML name$`),
				);
			const tag = "x".repeat(65);
			refused(
				entry,
				() => new entry.Conversation(store, { tag }),
				"invalid_argument",
				/^tag cannot be "x{40}…": use an XML name$/,
			);
			match(
				new entry.Conversation(store, { tag: "_a-1" }).reminder(),
				/^<_a-1>.*<\/_a-1>$/s,
			);
		},
	},
	{
		name: "an outcome has what a list dropped, and the history has names",
		run({ entry }) {
			const write = (store, options) => {
				const dialect = "TodoWrite";
				const talk = new entry.Conversation(store, { dialect, ...options });
				talk.reminder();
				const todos = [{ content: "a", status: "pending", activeForm: "a" }];
				return talk.tools[0].call({ todos });
			};
			const store = storeOf(entry, "a", "b");
			store.as("user", "Anna").skip(1, "one is enough");
			same(store.history().at(-1).name, "Anna");
			const outcome = write(store);
			equal("dropped" in write(store), false);
			const kept = write(storeOf(entry, "a", "b"), { drops: "keep" });
			match(kept.text, /"b" stays, as it is open/);
			for (const name of ["", "x".repeat(65), 3])
				refused(entry, () => store.as("user", name), "invalid_argument");
			// What was dropped is read on demand, also after the list has ended.
			store.free();
			const [{ id, key, content }, ...others] = outcome.dropped;
			equal([id, key, content, others], [2, "t2", "b", []]);
			same(outcome.dropped, outcome.dropped);
			ok(Object.isFrozen(outcome.dropped), "frozen");
		},
	},
	{
		name: "reporting adds optional properties and leaves the schema as it is",
		run({ entry }) {
			const schema = Object.freeze({
				type: "object",
				properties: Object.freeze({ url: { type: "string" } }),
				required: ["url"],
				additionalProperties: false,
			});
			const progress = ["todo_done", "todo_skip", "evidence"];
			const plan = ["plan_update", "current_plan_item"];
			const talk = new entry.Conversation(new entry.TodoStore());
			for (const [planner, keys, pattern] of [
				["program", progress, /todo_done already/],
				[
					"model",
					plan,
					/plan_update already: reporting\(\).extend\(\) adds it/,
				],
			]) {
				const report = entry.reporting(talk, { planner });
				report.take({});
				const { parse } = JSON;
				JSON.parse = (text) => {
					ok(!text.includes("description"), "no later call reads the schema");
					return parse(text);
				};
				try {
					const nulls = keys.map((key) => [key, null]);
					equal(report.take(Object.fromEntries(nulls)), { args: {} });
				} finally {
					JSON.parse = parse;
				}
				const extended = report.extend(schema);
				const { properties, required, additionalProperties } = extended;
				equal(Object.keys(properties), ["url", ...keys]);
				equal([required, additionalProperties], [["url"], false]);
				equal(Object.keys(report.extend({ type: "object" }).properties), keys);
				refused(
					entry,
					() => report.extend(extended),
					"invalid_argument",
					pattern,
				);
				for (const none of [undefined, null, {}, { type: "string" }])
					refused(entry, () => report.extend(none), "invalid_argument");
			}
			equal(Object.keys(schema.properties), ["url"]);
			const both = entry
				.reporting(talk, { planner: "model" })
				.extend(entry.reporting(talk).extend(schema));
			equal(Object.keys(both.properties), ["url", ...progress, ...plan]);
			for (const wrong of [{ planner: "person" }, { who: "model" }, 3])
				refused(
					entry,
					() => entry.reporting(talk, wrong),
					"invalid_argument",
					/reporting\(\)/,
				);
			refused(entry, () => entry.reporting({}), "invalid_argument");
		},
	},
	{
		name: 'reporting() with the planner "model" takes a plan from any tool',
		run({ entry }) {
			const store = new entry.TodoStore();
			const conversation = new entry.Conversation(store);
			const report = entry.reporting(conversation, { planner: "model" });
			match(report.prompt, /`plan_update`/);
			match(entry.reporting(conversation).prompt, /`todo_done`/);
			const sent = { url: "x", plan_update: ["a", "b"], current_plan_item: 0 };
			const { args, outcome } = report.take(sent);
			equal(args, { url: "x" });
			equal([outcome.ok, outcome.changed], [true, true], outcome.text);
			// It wrote the list itself.
			same(conversation.reminder(), undefined);
			equal(report.take({ url: "x", plan_update: [] }), {
				args: { url: "x" },
			});
			store.as("user").addAfterPosition(0, ["c"]);
			const told = report.take('{"current_plan_item":1}');
			// It passes over what a person put in front, and says so.
			equal(told.outcome.notes.length, 1);
			equal(statuses(store), ["todo", "done", "doing"]);
			const refusal = report.take({ plan_update: [" "] });
			equal([refusal.outcome.ok, refusal.args], [false, {}]);
			same(report.take("no json").args, "no json");
		},
	},
	{
		name: "reporting().take() settles all or none, and strips its arguments",
		run({ entry }) {
			const store = storeOf(entry, "a", "b", "c", "d");
			const conversation = new entry.Conversation(store);
			conversation.reminder();
			const report = entry.reporting(conversation);
			const sent = { url: "x", todo_done: [1, 2], todo_skip: [4] };
			const { args, outcome } = report.take(sent);
			equal(args, { url: "x" });
			equal(Object.keys(sent), ["url", "todo_done", "todo_skip"]);
			equal([outcome.ok, outcome.changed, outcome.notes], [true, true, []]);
			equal(statuses(store), ["done", "done", "todo", "skipped"]);
			const empty = { url: "x", todo_done: null, todo_skip: [] };
			// What the schema says to send where nobody confirms anything.
			const blank = { url: "x", evidence: "" };
			for (const plain of [{ url: "x" }, empty, blank])
				for (const sent of [plain, JSON.stringify(plain)])
					equal(report.take(sent), { args: { url: "x" } });
			for (const text of ["no json", "3", "null", '"text"'])
				same(report.take(text).outcome, undefined);
			same(report.take("no json").args, "no json");
			const refusal = untouched(store, () =>
				report.take({ todo_done: [3, 9] }),
			);
			equal([refusal.outcome.ok, refusal.args], [false, {}]);
			match(refusal.outcome.text, /no todo 9:/);
			const repaired = report.take('{"todo_done":"3"}');
			ok(repaired.outcome.ok && repaired.outcome.notes.length > 0);
		},
	},
	{
		name: "reporting().take() of arguments that throw settles nothing, and its outcome says why",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const conversation = new entry.Conversation(store);
			conversation.reminder();
			const report = entry.reporting(conversation);
			const get = () => {
				throw new RangeError("boom");
			};
			const throwing = (name, args) =>
				Object.defineProperty(args, name, { enumerable: true, get });
			const revoked = Proxy.revocable({}, {});
			revoked.revoke();
			const another = throwing("url", { todo_done: [1] });
			for (const [args, pattern] of [
				[throwing("todo_done", {}), /be read: "?boom/],
				[another, /be read: "?boom/],
				[{ todo_done: [1, { toJSON: get }] }, /be read: "?boom/],
				[new Proxy({ todo_done: [1] }, { ownKeys: get }), /be read: "?boom/],
				[new Proxy({ todo_done: [1] }, { get }), /be read: "?boom/],
				[{ todo_done: new Proxy([], { get }) }, /be read: "?boom/],
				[{ todo_done: revoked.proxy }, /be read: .*revoked/],
				[revoked.proxy, /be read: .*revoked/],
			]) {
				const { outcome } = untouched(store, () => report.take(args));
				equal([outcome.ok, outcome.changed], [false, false]);
				match(outcome.text, pattern);
			}
			const { args } = report.take(another);
			same(args, another, "for the tool to refuse");
			// It may come back here, however often.
			const again = {
				todo_skip: [2],
				get todo_done() {
					return report.take(again).outcome.ok ? [1] : [2];
				},
			};
			untouched(store, () => report.take(again));
			store.free();
			const settle = () => report.take({ todo_done: [1] });
			refused(entry, settle, "freed");
		},
	},
	{
		name: "appendReminder() repeats a reminder that could not be pushed",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const reminders = new entry.Conversation(store);
			const messages = [];
			reminders.appendReminder(messages);
			store.complete(1);
			const own = new RangeError("full");
			const full = {
				push() {
					throw own;
				},
			};
			const error = thrown(() => reminders.appendReminder(full));
			same(error, own, "the host's own error");
			// What the host did with it is not known, so it is the whole list.
			const { content } = reminders.appendReminder(messages);
			same(content, store.systemReminder());
			same(reminders.appendReminder(messages), undefined);
			same(messages.length, 2);
		},
	},
	{
		name: "nudge: once for each set of open todos",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const model = new entry.Conversation(store);
			match(model.nudge(), /2 of 2/);
			same(model.nudge(), undefined);
			match(new entry.Conversation(store).nudge(), /2 of 2/, "another model");
			const saved = model.checkpoint();
			const taken = new entry.Conversation(store, { saved });
			same(taken.nudge(), undefined, "its checkpoint knows");
			store.skip(1);
			match(taken.nudge(), /1 of 2/);
			store.complete(2);
			same(taken.nudge(), undefined);
			const claiming = new entry.TodoStore({ confirmDone: true });
			claiming.addMultiple(["a"]);
			const other = new entry.Conversation(claiming);
			other.reminder();
			other.tools[0].call({ action: "complete_multiple", ids: [1] });
			same(other.nudge(), undefined, "a person is to confirm it");
		},
	},
	{
		name: "Conversation: reminders and checkpoints outlive a worker; options are checked",
		run({ entry }) {
			const { Conversation } = entry;
			let store = storeOf(entry, "a", "b");
			let conversation = new Conversation(store, { every: 2, name: "ann" });
			const messages = [];
			conversation.appendReminder(messages);
			store.as("user").skip(2, "one is enough");
			const text = conversation.checkpoint();
			store = entry.TodoStore.fromCheckpoint(store.checkpoint());
			conversation = new Conversation(store, { saved: text });
			const [, news] = conversation.remind(messages);
			match(news.content, /: 1 skipped, 1 todo\. .*2 \("b"\): one is enough\./);
			conversation.compacted();
			match(conversation.reminder(), /: one is enough\.[\s\S]*<todos>/);
			const [outcome] = conversation.callXml(
				"<tool_call><tool_name>todo</tool_name><action>write</action><todos>[]</todos></tool_call>",
			);
			ok(outcome.ok && store.size === 0, outcome.text);
			undo(store);
			// Whose messages nobody kept reads it all again, with the news.
			const lost = new Conversation(store, { saved: text });
			match(lost.reminder(), /one is enough\..*\n<todos>/s);
			same(lost.reminder(), undefined);
			const known = lost.checkpoint();
			const anew = new Conversation(store, { saved: known });
			match(anew.reminder(), /one is enough\..*\n<todos>/s);
			lost.tools[0].call({ action: "mark_doing", todos: [], ids: [1] });
			same(store.getAll()[0].owner, "ann", "the name is part of it");
			match(conversation.prompt(), /`todo_manager`/);
			const read = (saved, options) =>
				new Conversation(store, { saved, ...options });
			refused(entry, () => read("[]"), "invalid_checkpoint");
			for (const options of [{ messages: 1 }, { confirm: 1 }, { x: 1 }])
				refused(entry, () => read(text, options), "invalid_argument");
			const names = /"reminder".*"reminders"/;
			const most = /^every .*"5"/;
			for (const [pattern, ...given] of [
				[names, store, { reminder: "full" }],
				[most, store, { every: "5" }],
				[/\w \w/, {}],
			]) {
				const begin = () => new Conversation(...given);
				refused(entry, begin, "invalid_argument", pattern);
			}
			store.free();
			refused(entry, () => conversation.reminder(), "freed");
		},
	},
	{
		name: "Conversation: a saved one of another dialect is left out",
		run({ entry }) {
			const store = new entry.TodoStore();
			store.addMultiple(["a"]);
			const model = new entry.Conversation(store, { dialect: "TodoWrite" });
			model.reminder();
			const saved = model.checkpoint();
			for (const [dialect, name, told] of [
				["TodoWrite", "TodoWrite", 1],
				[undefined, "TodoWrite", 1],
				["update_plan", "update_plan", undefined],
			]) {
				const { tools, toldRevision } = new entry.Conversation(store, {
					dialect,
					saved,
				});
				equal([tools[0].name, toldRevision], [name, told]);
			}
		},
	},
	{
		name: "Conversation: the option `drops` of a restored one wins",
		run({ entry }) {
			const { Conversation } = entry;
			const leftOut = (drops, options) => {
				const store = new entry.TodoStore();
				const model = new Conversation(store, { dialect: "TodoWrite", drops });
				const write = (tool, ...texts) => {
					const todos = texts.map((content) => ({
						content,
						status: "pending",
					}));
					return tool.call({ todos });
				};
				write(model.tools[0], "a", "b");
				const saved = model.checkpoint();
				const restored = new Conversation(store, { saved, ...options });
				write(restored.tools[0], "a");
				return store.size === 1;
			};
			for (const options of [undefined, { drops: undefined }]) {
				ok(leftOut("note", options));
				ok(!leftOut("keep", options));
			}
			ok(leftOut("keep", { drops: "note" }));
			ok(!leftOut("note", { drops: "keep" }));
			refused(
				entry,
				() => leftOut("note", { drops: "x" }),
				"invalid_argument",
				/note.*keep/,
			);
		},
	},
	{
		name: "Conversation: rewind takes back the model's acts, not a person's",
		run({ entry }) {
			const store = storeOf(entry, "a", "b", "c");
			const talk = new entry.Conversation(store);
			talk.reminder();
			const heard = [];
			talk.subscribe(() => heard.push(talk.toldRevision));
			const then = store.revision;
			const [tool] = talk.tools;
			const { revision } = tool.call({ action: "complete_multiple", ids: [1] });
			same(revision, then + 1);
			store.as("user").skip(2, "too slow");
			talk.reminder();
			talk.rewind(then);
			equal(statuses(store), ["todo", "skipped", "todo"]);
			same(store.revision, then + 3);
			same(talk.toldRevision, then);
			ok(heard.includes(then));
			match(talk.reminder(), /too slow.*<todos>/s);
			talk.rewind(then + 2);
			equal(statuses(store), ["done", "skipped", "todo"], "and forwards again");
			for (const none of [99, -1])
				refused(entry, () => talk.rewind(none), "unknown_revision", /history/);
			for (const none of [undefined, "1", 1.5, Number.NaN])
				refused(entry, () => talk.rewind(none), "invalid_argument", /revision/);
		},
	},
	{
		name: "Conversation: with ask, the model of any tool asks the user",
		async run({ entry }) {
			const store = storeOf(entry, "Log in", "Pay");
			const options = { dialect: "TodoWrite", ask: true, confirm: () => true };
			const talk = new entry.Conversation(store, options);
			equal(
				talk.tools.map(({ name }) => name),
				["TodoWrite", "ask_user"],
			);
			talk.reminder();
			const [, ask] = talk.tools;
			const { validate } = ask.inputSchema["~standard"];
			equal(validate({ question: "Code?" }), { value: { question: "Code?" } });
			match(validate({}).issues[0].message, /question is missing/);
			const asked = await ask.execute({ question: "Which code?", id: "1" });
			match(asked.text, /"Log in"/);
			same(store.getAll()[0].question, "Which code?");
			store.as("user").answer(1, "1234");
			match(talk.reminder(), /1 \("Log in"\): 1234/);
			const asks = (...options) =>
				ask.execute({ question: "Which card?", options, id: "2" });
			await asks("red", "blue");
			const [, shown] = store.getAll();
			equal(shown.options, ["red", "blue"]);
			ok(Object.isFrozen(shown.options));
			// The person chose among other cards.
			await asks("red", "green");
			const user = store.as("user");
			same(user.answer(shown, "blue"), false);
			same(user.answer(store.getAll()[1], "green"), true);
			same(store.getAll()[1].options, undefined);
			const strict = new entry.Conversation(store, {
				ask: true,
				schema: "strict",
			});
			equal(strict.tools[1].inputSchema.required, [
				"question",
				"options",
				"id",
			]);
			refused(
				entry,
				() => new entry.Conversation(store, { ask: 1 }),
				"invalid_argument",
				/^ask cannot be 1: use true or false$/,
			);
		},
	},
	{
		name: "decisions: who decided what last, todo by todo",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			store.as("model", "ann").markDoing(1);
			store.as("user").edit(1, { priority: "high", data: { tab: 3 } });
			store.as("user").skip(2);
			equal(store.decisions(), [
				{ key: "t1", aspect: "presence", by: "agent", revision: 1 },
				{
					key: "t1",
					aspect: "state",
					by: "model",
					name: "ann",
					revision: 2,
				},
				{ key: "t1", aspect: "priority", by: "user", revision: 3 },
				{ key: "t1", aspect: "data", by: "user", revision: 3 },
				{ key: "t2", aspect: "presence", by: "agent", revision: 1 },
				{ key: "t2", aspect: "state", by: "user", revision: 4 },
			]);
		},
	},
	{
		name: "subscribe() reports what held, and letAgent() does it",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const talk = new entry.Conversation(store, { dialect: "TodoWrite" });
			talk.reminder();
			const user = store.as("user", "ann");
			const heard = [];
			store.subscribe((change) => heard.push(change));
			const plan = (...statuses) =>
				talk.tools[0].call({
					todos: ["a", "b"].map((content, index) => ({
						content,
						status: statuses[index],
						activeForm: content,
					})),
				});
			user.skip(2, "too dear");
			plan("in_progress", "pending");
			const held = {
				key: "t2",
				aspect: "state",
				asked: { status: "todo" },
				by: "model",
				times: 1,
			};
			equal(heard, [
				{ revision: 2, by: "user" },
				{ revision: 3, by: "model" },
				{ revision: 3, by: "model", held: [held] },
			]);
			same(Object.isFrozen(heard[2].held), true);
			const [tool] = talk.tools;
			const todos = [{ content: "b", status: "completed" }];
			same(talk.check(tool.name, { todos }).notes.length > 0, true);
			same(heard.length, 3);
			plan("in_progress", "in_progress");
			equal(heard.at(-1).held, [
				{ ...held, asked: { status: "doing" }, times: 2 },
			]);
			const decisions = () => store.decisions().filter(({ held }) => held);
			equal(decisions(), [
				{
					key: "t2",
					aspect: "state",
					by: "user",
					name: "ann",
					revision: 2,
					held: 2,
					asked: { status: "doing" },
				},
			]);
			refused(entry, () => store.letAgent("t2", "state"), "not_allowed");
			refused(entry, () => user.letAgent("t9", "state"), "unknown_id");
			refused(entry, () => user.letAgent("t2", "name"), "invalid_argument");
			same(user.letAgent("t2", "content"), false);
			same(user.letAgent("t2", "state"), true);
			same(user.letAgent("t2", "state"), false);
			equal(decisions(), []);
			equal(
				store.getAll().map(({ status }) => status),
				["doing", "todo"],
			);
			same(store.decisions().at(-1).by, "user");
		},
	},
	{
		name: "Conversation: confirm()'s verdict applies only to its claim",
		async run({ entry }) {
			const store = storeOf(entry, "a");
			const user = store.as("user");
			let meanwhile;
			const confirm = async () => {
				const act = meanwhile;
				meanwhile = undefined;
				await act?.();
				// The first claim is confirmed, a second one left to a person.
				return act ? true : undefined;
			};
			const conversation = new entry.Conversation(store, { confirm });
			const call = () =>
				conversation.tools[0].execute({ action: "complete", ids: [1] });
			conversation.reminder();
			for (const act of [
				() => user.edit(1, { content: "b" }),
				() => {
					user.reopen(1, "wrong receipt");
					conversation.reminder();
					return call();
				},
			]) {
				meanwhile = act;
				const { ok: isOk, notes } = await call();
				same(isOk, true, notes.join());
				const [todo] = store.getAll();
				equal([todo.status, todo.claimed], ["doing", true]);
				store.as("host").reopen(1);
				conversation.reminder();
			}
		},
	},
	{
		name: "Conversation: a reason of confirm() that is too long is cut visibly",
		async run({ entry }) {
			const store = storeOf(entry, "a");
			const confirm = () => `2 tests fail\n${"x".repeat(3_000)}`;
			const conversation = new entry.Conversation(store, { confirm });
			conversation.reminder();
			const args = { action: "complete", ids: [1] };
			const { notes } = await conversation.tools[0].execute(args);
			match(notes[0], /sent back: 2 tests fail x{100}/);
			const { by, reason } = store.history().at(-1);
			equal([by, reason.length, reason.at(-1)], ["host", 2_000, "…"]);
			same(store.getAll()[0].status, "todo");
		},
	},
	{
		name: 'Conversation: confirm() is asked for each "done", and answered',
		async run({ entry }) {
			const store = storeOf(entry, "a", "b", "c", "d");
			const asked = [];
			const failing = new Error("offline");
			const verdicts = { a: true, b: "no receipt", c: undefined };
			const confirm = async (todo) => {
				asked.push([todo.content, todo.claimed, todo.evidence]);
				if (todo.content === "d") throw failing;
				return verdicts[todo.content];
			};
			const conversation = new entry.Conversation(store, { confirm });
			conversation.reminder();
			const call = (...ids) =>
				conversation.tools[0].execute({
					action: "complete_multiple",
					todos: [],
					ids,
					evidence: "order 7",
				});
			const promise = call(1, 2, 3);
			ok(promise instanceof Promise);
			const outcome = await promise;
			equal(
				asked,
				["a", "b", "c"].map((content) => [content, true, "order 7"]),
			);
			equal(statuses(store), ["done", "todo", "doing", "todo"]);
			same(store.getAll()[2].claimed, true);
			const { notes } = outcome;
			equal(notes.length, 3);
			match(notes[1], /no receipt/);
			equal(JSON.parse(outcome.text).notes, notes);
			same(store.history().at(-1).reason, "no receipt");
			same(conversation.reminder(), undefined, "its answer said so");
			// Only the verdict changes the list.
			verdicts.c = true;
			same((await call(3)).changed, true);
			same(store.getAll()[2].status, "done");
			// One that throws keeps nobody from being asked about the next.
			const thrown = await call(4, 2).catch((error) => error);
			same(thrown, failing);
			equal([asked.at(-2)[0], asked.at(-1)[0]], ["d", "b"]);
			same(store.getAll()[3].claimed, true);
			// Without confirm, a claim waits for a person.
			const text = conversation.checkpoint();
			const restore = (options) =>
				new entry.Conversation(store, { saved: text, ...options });
			const [later] = restore().tools;
			ok(later.call({ action: "list" }).ok);
			const [again] = restore({ confirm }).tools;
			ok((await again.execute({ action: "list" })).ok);
			store.as("user").complete(4);
			same(store.getAll()[3].status, "done");
		},
	},
	{
		name: "Conversation: confirm() without a verdict leaves the claim to a person",
		async run({ entry }) {
			const claimed = (verdict) => {
				const store = storeOf(entry, "a");
				const confirm = () => verdict;
				const conversation = new entry.Conversation(store, { confirm });
				conversation.reminder();
				const args = { action: "complete", ids: [1] };
				return { store, outcome: conversation.tools[0].execute(args) };
			};
			for (const verdict of [undefined, false, "ask"]) {
				const { store, outcome } = claimed(verdict);
				equal((await outcome).notes.length, 1);
				same(store.getAll()[0].claimed, true, verdict);
			}
			for (const verdict of [null, 1, {}]) {
				const { store, outcome } = claimed(verdict);
				const { code, message } = await outcome.catch((error) => error);
				same(code, "invalid_argument");
				match(message, /must return true, a reason, "ask", false or undefined/);
				same(store.getAll()[0].claimed, true, verdict);
			}
		},
	},
	{
		name: "Conversation: a call may use ids of an awaited answer",
		async run({ entry }) {
			const complete = { action: "complete_multiple", ids: [1] };
			let talk = new entry.Conversation(storeOf(entry, "alpha", "beta"));
			let [tool] = talk.tools;
			ok((await tool.execute({ action: "list" })).ok);
			ok((await tool.execute(complete)).ok);
			// Of calls that are made at once, none knows the answer of another.
			talk = new entry.Conversation(storeOf(entry, "alpha", "beta"));
			[tool] = talk.tools;
			const outcomes = await Promise.all([
				tool.execute({ action: "list" }),
				tool.execute(complete),
			]);
			same(outcomes[1].ok, false);
			ok((await tool.execute(complete)).ok);
			// A conversation that ends meanwhile ends its turn.
			const ends = new entry.Conversation(storeOf(entry, "alpha"), {
				onChange: () => ends.free(),
			});
			const add = { action: "add_multiple", todos: [{ content: "gamma" }] };
			ok((await ends.tools[0].execute(add)).ok);
		},
	},
	{
		name: "Conversation: execute awaits onChange after confirm, and call awaits neither",
		async run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const heard = [];
			const later = () => new Promise((resolve) => setTimeout(resolve));
			const own = new Error("no room");
			let fails = false;
			const conversation = new entry.Conversation(store, {
				confirm: async () => {
					await later();
					heard.push("confirm");
					return true;
				},
				onChange: async ({ text }) => {
					await later();
					heard.push(text);
					if (fails) throw own;
				},
			});
			conversation.reminder();
			const [tool] = conversation.tools;
			const done = (id) => ({ action: "complete_multiple", ids: [id] });
			ok(tool.call(done(1)).ok);
			equal(statuses(store), ["doing", "todo"], "claimed, and nobody is asked");
			equal(heard, []);
			store.as("host").reopen(1);
			conversation.reminder();
			const { text, notes } = await tool.execute(done(1));
			equal(heard, ["confirm", text]);
			equal([notes.length, statuses(store)[0]], [1, "done"]);
			ok((await tool.execute({ action: "list" })).ok);
			same(heard.length, 2, "what changes nothing is not reported");
			fails = true;
			same(await tool.execute(done(2)).catch((error) => error), own);
			equal(statuses(store), ["done", "done"], "the list stays changed");
			refused(
				entry,
				() => new entry.Conversation(store, { onChange: 1 }),
				"invalid_argument",
				/onChange/,
			);
		},
	},
	{
		name: "Conversation: executeXml awaits the verdict on a claim",
		async run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const options = { dialect: "xml_call", confirm: async () => true };
			const conversation = new entry.Conversation(store, options);
			conversation.reminder();
			const todos = ["completed", "pending"].map((status, at) => ({
				id: `${at + 1}`,
				content: "ab"[at],
				status,
			}));
			const [{ text }] = await conversation.executeXml(
				`<tool_call><tool_name>todo</tool_name><action>write</action><todos>${JSON.stringify(todos)}</todos></tool_call>`,
			);
			match(text, /^<tool_result name="todo" status="success">/);
			equal(statuses(store), ["done", "todo"]);
		},
	},
];
