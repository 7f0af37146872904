// What the model is told and what it says in passing: Conversation, prompts, progress in other tools' calls, the gate.

import { statuses } from "../../setup/lists.mjs";
import {
	equal,
	match,
	ok,
	refused,
	same,
	thrown,
	untouched,
} from "../assert.mjs";

function storeOf(entry, ...contents) {
	const store = new entry.TodoStore();
	store.addMultiple(contents);
	return store;
}

export const conversation = [
	{
		name: "a conversation reports each time that it was told more, until that is no longer wanted",
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
			entry.takePlan(talk, { current_plan_item: 1 });
			equal(heard, [1, 2, 3, 4]);
			leave();
			store.as("user").complete(2);
			talk.reminder();
			equal([heard.length, talk.toldRevision], [4, 5]);
			refused(entry, () => talk.subscribe(), "invalid_argument");
		},
	},
	{
		name: "an outcome has what a list dropped, and the history has names",
		run({ entry }) {
			const write = (talk, ...texts) =>
				talk.tools[0].call({
					todos: texts.map((content) => ({
						content,
						status: "pending",
						activeForm: content,
					})),
				});
			const store = storeOf(entry, "a", "b");
			const talk = new entry.Conversation(store, { dialect: "TodoWrite" });
			talk.reminder();
			store.as("user", "Anna").skip(1, "one is enough");
			talk.reminder();
			const outcome = write(talk, "a");
			equal(
				outcome.dropped.map(({ id, key, content }) => [id, key, content]),
				[[2, "t2", "b"]],
			);
			equal(store.history().at(-2).name, "Anna");
			equal("dropped" in write(talk, "a"), false);
			const kept = new entry.Conversation(storeOf(entry, "a", "b"), {
				dialect: "TodoWrite",
				drops: "keep",
			});
			kept.reminder();
			match(write(kept, "a").text, /2 \("b"\) stays, as it is open/);
			for (const name of ["", "x".repeat(65), 3])
				refused(entry, () => store.as("user", name), "invalid_argument");
		},
	},
	{
		name: "withProgress adds two optional properties and leaves the schema as it is",
		run({ entry }) {
			const schema = Object.freeze({
				type: "object",
				properties: Object.freeze({ url: { type: "string" } }),
				required: ["url"],
				additionalProperties: false,
			});
			const extended = entry.withProgress(schema);
			equal(Object.keys(extended.properties), [
				"url",
				"todo_done",
				"todo_skip",
				"evidence",
			]);
			equal(
				[extended.required, extended.additionalProperties],
				[["url"], false],
			);
			equal(extended.properties.todo_done.items, { type: "integer" });
			equal(Object.keys(schema.properties), ["url"]);
			equal(Object.keys(entry.withProgress({ type: "object" }).properties), [
				"todo_done",
				"todo_skip",
				"evidence",
			]);
			refused(
				entry,
				() => entry.withProgress(extended),
				"invalid_argument",
				/todo_done already/,
			);
			for (const none of [undefined, null, {}, { type: "string" }])
				refused(entry, () => entry.withProgress(none), "invalid_argument");
		},
	},
	{
		name: "withPlan and takePlan: a plan in the arguments of another tool, over a store and over a conversation",
		run({ entry }) {
			const schema = entry.withPlan(entry.withProgress({ type: "object" }));
			equal(Object.keys(schema.properties), [
				"todo_done",
				"todo_skip",
				"evidence",
				"plan_update",
				"current_plan_item",
			]);
			refused(
				entry,
				() => entry.withPlan(schema),
				"invalid_argument",
				/plan_update already: withPlan\(\) adds it/,
			);
			match(entry.planSection(), /`plan_update`/);
			const store = new entry.TodoStore();
			const conversation = new entry.Conversation(store);
			const sent = { url: "x", plan_update: ["a", "b"], current_plan_item: 0 };
			const { args, outcome } = entry.takePlan(conversation, sent);
			equal(args, { url: "x" });
			equal(
				[outcome.ok, outcome.changed, outcome.notes],
				[true, true, []],
				outcome.text,
			);
			same(conversation.reminder(), store.systemReminder());
			equal(entry.takePlan(conversation, { url: "x", plan_update: [] }), {
				args: { url: "x" },
			});
			store.as("user").addAfterPosition(0, ["c"]);
			const told = entry.takePlan(conversation, '{"current_plan_item":1}');
			match(told.outcome.text, /2 is "b", which is 3 now: the user added/);
			equal(statuses(store), ["todo", "done", "doing"]);
			const refusal = entry.takePlan(store, { plan_update: [" "] });
			equal([refusal.outcome.ok, refusal.args], [false, {}]);
			same(entry.takePlan(store, "no json").args, "no json");
		},
	},
	{
		name: "takeProgress settles at once or not at all, and strips what was its own",
		run({ entry }) {
			const store = storeOf(entry, "a", "b", "c", "d");
			const sent = {
				url: "https://shop.example",
				todo_done: [1, 2],
				todo_skip: [4],
			};
			const { args, outcome } = entry.takeProgress(store, sent);
			equal(args, { url: "https://shop.example" });
			equal(
				Object.keys(sent),
				["url", "todo_done", "todo_skip"],
				"what was given stays",
			);
			equal(
				[outcome.ok, outcome.changed, outcome.text, outcome.notes],
				[true, true, "Completed TODOs: 1, 2. Skipped TODOs: 4", []],
			);
			equal(statuses(store), ["done", "done", "todo", "skipped"]);
			const revision = store.revision;
			for (const plain of [
				{ url: "x" },
				{ url: "x", todo_done: [] },
				{ url: "x", todo_done: null, todo_skip: [] },
			]) {
				equal(entry.takeProgress(store, plain), { args: { url: "x" } });
				equal(entry.takeProgress(store, JSON.stringify(plain)), {
					args: { url: "x" },
				});
			}
			for (const text of ["no json", "3", "null", '"text"'])
				same(entry.takeProgress(store, text).outcome, undefined);
			same(entry.takeProgress(store, "no json").args, "no json");
			const refusal = entry.takeProgress(store, { todo_done: [3, 9] });
			equal([refusal.outcome.ok, refusal.args], [false, {}]);
			match(refusal.outcome.text, /no todo 9/);
			same(store.revision, revision);
			const repaired = entry.takeProgress(store, '{"todo_done":"3"}');
			ok(repaired.outcome.ok && repaired.outcome.notes.length > 0);
			equal(store.isAllDoneOrSkipped(), true);
		},
	},
	{
		name: "takeProgress: what throws when it is read settles nothing, and is an outcome that says why",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const thrower = () => {
				throw new RangeError("boom");
			};
			const revoked = Proxy.revocable({}, {});
			revoked.revoke();
			const cases = {
				"an id list": {
					get todo_done() {
						return thrower();
					},
				},
				"another argument": {
					todo_done: [1],
					get url() {
						return thrower();
					},
				},
				"an id": { todo_done: [1, { toJSON: thrower }] },
				"whether it is there": new Proxy({ todo_done: [1] }, { has: thrower }),
				"its keys": new Proxy({ todo_done: [1] }, { ownKeys: thrower }),
				"a value": new Proxy({ todo_done: [1] }, { get: thrower }),
				"how many": { todo_done: new Proxy([], { get: thrower }) },
			};
			for (const [name, args] of Object.entries({
				...cases,
				"a revoked list": { todo_done: revoked.proxy },
				"a revoked one": revoked.proxy,
			})) {
				const { outcome } = untouched(
					store,
					() => entry.takeProgress(store, args),
					name,
				);
				equal([outcome.ok, outcome.changed], [false, false], name);
				match(
					outcome.text,
					name.includes("revoked")
						? /could not be read: .*revoked/
						: /could not be read: "?boom/,
					name,
				);
			}
			same(
				entry.takeProgress(store, cases["another argument"]).args,
				cases["another argument"],
				"for the tool to refuse",
			);
			// It may come back here, however often.
			const again = {
				todo_skip: [2],
				get todo_done() {
					return entry.takeProgress(store, again).outcome.ok ? [1] : [2];
				},
			};
			untouched(store, () => entry.takeProgress(store, again));
			store.free();
			refused(
				entry,
				() => entry.takeProgress(store, { todo_done: [1] }),
				"freed",
			);
		},
	},
	{
		name: "appendReminder: one that could not be pushed is given again",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const reminders = new entry.Conversation(store);
			const messages = [];
			entry.appendReminder(messages, reminders);
			store.complete(1);
			const full = {
				push() {
					throw new RangeError("full");
				},
			};
			const error = thrown(() => entry.appendReminder(full, reminders));
			equal(
				[error.name, error.message],
				["RangeError", "full"],
				"the host's own error",
			);
			// What the host did with it is not known, so it is the whole list.
			same(
				entry.appendReminder(messages, reminders)?.content,
				store.systemReminder(),
			);
			same(entry.appendReminder(messages, reminders), undefined);
			same(messages.length, 2);
		},
	},
	{
		name: "nudge: once for each set of open todos in each conversation, never for what is skipped or blocked",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const model = new entry.Conversation(store);
			match(model.nudge(), /^Todos still open: 2 of 2\. /);
			same(model.nudge(), undefined);
			store.markDoing(1);
			store.move(1, 2);
			same(model.nudge(), undefined, "the same todos are open");
			match(new entry.Conversation(store).nudge(), /2 of 2/, "another model");
			const taken = entry.Conversation.fromCheckpoint(
				store,
				model.checkpoint(),
			);
			same(taken.nudge(), undefined, "its checkpoint knows");
			store.skip(1);
			match(taken.nudge(), /1 of 2/);
			const [write] = entry.tools(store, "write_todos");
			write.call({
				todos: [
					{ description: "a", status: "cancelled" },
					{ description: "b", status: "blocked" },
				],
			});
			same(taken.nudge(), undefined);
			same(
				new entry.Conversation(new entry.TodoStore()).nudge(),
				undefined,
				"nothing is open",
			);
		},
	},
	{
		name: "Conversation: a reminder says who did what, also of a finished list; checkpoints outlive a worker",
		run({ entry }) {
			let store = storeOf(entry, "a", "b");
			let conversation = new entry.Conversation(store, { every: 2 });
			const worker = () => {
				const texts = [store.checkpoint(), conversation.checkpoint()];
				store = entry.TodoStore.fromCheckpoint(texts[0]);
				conversation = entry.Conversation.fromCheckpoint(store, texts[1], {
					messages: "kept",
				});
			};
			conversation.reminder();
			worker();
			same(conversation.reminder(), undefined, "it was told before");
			entry.takeProgress(conversation, { todo_done: [1] });
			same(conversation.reminder(), undefined, "its own change");
			store.skip(2);
			worker();
			same(
				conversation.reminder(),
				'<browser-state>TODO list updated: 1 done, 1 skipped. The host skipped 2 ("b").</browser-state>',
			);
			const [outcome] = conversation.callXml(
				"<tool_call><tool_name>todo</tool_name><action>write</action><todos>[]</todos></tool_call>",
			);
			ok(outcome.ok && store.size === 0, outcome.text);
			store.addMultiple(["c"]);
			match(
				conversation.reminder(),
				/^<browser-state>TODO list updated\. The host added 1 \("c"\)\.\nCurrent state:\n<todos>/,
				"and the whole list after two of its own",
			);
			conversation.compacted();
			same(conversation.reminder(), store.systemReminder());
			// Whose messages nobody kept reads it all again, with the news.
			const lost = entry.Conversation.fromCheckpoint(
				store,
				conversation.checkpoint(),
			);
			same(lost.reminder(), store.systemReminder());
			same(lost.reminder(), undefined);
			match(conversation.prompt(), /`todo_manager`/);
			refused(
				entry,
				() => entry.Conversation.fromCheckpoint(store, "[]"),
				"invalid_checkpoint",
			);
			refused(
				entry,
				() => new entry.Conversation(store, { reminder: "full" }),
				"invalid_argument",
				/dialect \(.*, reminders \(.*, every \(.*, drops \(/,
			);
			refused(
				entry,
				() => new entry.Conversation(store, { every: "5" }),
				"invalid_argument",
				/every \(1 to 1000000\)/,
			);
			refused(entry, () => new entry.Conversation({}), "invalid_argument");
			store.free();
			refused(entry, () => conversation.reminder(), "freed");
		},
	},
	{
		name: "Conversation: one that is restored without its messages shows the whole list first",
		run({ entry }) {
			const store = storeOf(entry, "a", "b");
			const conversation = new entry.Conversation(store, { name: "ann" });
			conversation.reminder();
			const text = conversation.checkpoint();
			store.as("user").skip(2, "one is enough");
			const restored = entry.Conversation.fromCheckpoint(store, text);
			match(
				restored.reminder(),
				/The user skipped 2 \("b"\): one is enough\.\nCurrent state:\n<todos>/,
			);
			const call = (of, id) =>
				of.tools[0].call({ action: "mark_doing", todos: [], ids: [id] });
			call(restored, 1);
			same(store.getAll()[0].owner, "ann", "the name is part of it");
			for (const options of [{ messages: 1 }, { confirm: 1 }, { x: 1 }])
				refused(
					entry,
					() => entry.Conversation.fromCheckpoint(store, text, options),
					"invalid_argument",
				);
		},
	},
	{
		name: "Conversation: confirm() is asked for each todo that is said to be done, and the answer has its verdict",
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
			const call = (ids, evidence) =>
				conversation.tools[0].call({
					action: "complete_multiple",
					todos: [],
					ids,
					evidence,
				});
			const promise = call([1, 2, 3], "order 7");
			ok(promise instanceof Promise);
			const outcome = await promise;
			equal(asked, [
				["a", true, "order 7"],
				["b", true, "order 7"],
				["c", true, "order 7"],
			]);
			equal(
				store.getAll().map(({ status, claimed }) => [status, claimed]),
				[
					["done", undefined],
					["todo", undefined],
					["doing", true],
					["todo", undefined],
				],
			);
			equal(outcome.notes, [
				'1 ("a") is confirmed: it is done',
				'2 ("b") was sent back: no receipt',
				'3 ("c") waits to be confirmed',
			]);
			equal(JSON.parse(outcome.text).notes, outcome.notes);
			equal(store.history().at(-1).reason, "no receipt");
			match(store.getXml(), /<todo id="3" status="doing" claimed="true">c</);
			same(conversation.reminder(), undefined, "its answer said so");
			// Only the verdict changes the list.
			verdicts.c = true;
			same((await call([3], "order 7")).changed, true);
			same(store.getAll()[2].status, "done");
			// One that throws keeps nobody from being asked about the next.
			let thrown;
			await call([4, 2]).catch((error) => (thrown = error));
			same(thrown, failing);
			equal(
				asked.slice(-2).map(([content]) => content),
				["d", "b"],
			);
			same(store.getAll()[3].claimed, true);
			same(conversation.nudge() === undefined, false, "b is open again");
			// Without confirm, a claim waits for a person.
			const text = conversation.checkpoint();
			const later = entry.Conversation.fromCheckpoint(store, text);
			ok(!(later.tools[0].call({ action: "list" }) instanceof Promise));
			const again = entry.Conversation.fromCheckpoint(store, text, { confirm });
			ok((await again.tools[0].call({ action: "list" })).ok);
			store.as("user").complete(4);
			same(store.getAll()[3].status, "done");
			same(store.hasUnfinished(), true);
		},
	},
];
