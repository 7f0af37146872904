// runAgent with a model under each host inside `execute`: one conversation over all todos, in which
// a model asks for another plan and one todo runs out of its budget.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	Conversation,
	init,
	memoryStorage,
	persist,
	TodoStore,
} from "agent-todos";
import { runAgent } from "agent-todos/run";
import { words } from "../tools/lists.mjs";
import {
	asText,
	counts,
	hosts,
	isReminder,
	known,
	rewritten,
} from "./conversations.mjs";
import { browsing } from "./plan.mjs";

await init();

const browse = (page) => [{ tool: "browse", args: { page } }];
const plans = [
	[
		"Open the shop",
		"Compare three kettles at kettles.example",
		"Put the best in the basket",
	],
	[
		"Compare three kettles at shop.example",
		"Read every review",
		"Put the best in the basket",
	],
];
const turns = [
	browse("shop.example"),
	"Done: it is open.",
	browse("kettles.example"),
	[
		{
			tool: "require_planning",
			args: { reason: "kettles.example is down: compare elsewhere" },
		},
	],
	"There is to be another plan.",
	browse("shop.example/kettles"),
	"Done: the best is the Brisk.",
	...Array.from({ length: 4 }, (_, at) =>
		browse(`shop.example/reviews/${at + 1}`),
	),
	"Too many reviews.",
	browse("shop.example/basket"),
	"Done: it is in the basket.",
];

for (const [name, host] of Object.entries(hosts)) {
	// How the conversation gets its reminders.
	for (const conversing of ["the run's steps", "the hook alone"]) {
		test(`${name}: a run over its budget, planned again, by ${conversing}`, async () => {
			const store = new TodoStore();
			const reminders = new Conversation(store);
			let step;
			const browseTool = {
				...browsing,
				call(args) {
					const { page } = typeof args === "string" ? JSON.parse(args) : args;
					try {
						step.toolCalled();
					} catch (error) {
						assert.equal(error.code, "over_budget");
						return error.message;
					}
					return page.startsWith("kettles")
						? "503 Service Unavailable"
						: `Opened ${page}.`;
				},
			};
			const { say, calls, states } = host({
				store,
				turns,
				tools: () => [browseTool, ...step.tools.map(asText)],
				options: { reminders },
			});
			const asked = [];
			const events = [];
			const under = runAgent({
				store,
				conversation:
					conversing === "the run's steps"
						? reminders
						: new Conversation(store, { reminders: "off" }),
				budgets: { maxCallsPerTodo: 3 },
				plan({ reason, because }) {
					asked.push([reason, because]);
					return plans[asked.length - 1];
				},
				async execute(given) {
					step = given;
					const { todo, reminder = "" } = step;
					await say(`${reminder}\nNow do: ${todo.content}`);
					// That it asked for another plan, or ran out of its budget, the run knows.
					return turns[calls.length - 1].startsWith("Done")
						? "done"
						: "continue";
				},
				validate: () => ({ isComplete: true, reasoning: "The basket has it." }),
			});
			for await (const { type } of under.events)
				if (["planned", "plan_requested", "skipped"].includes(type))
					events.push(type);
			const result = await under.result;
			assert.equal(result.status, "finished", JSON.stringify(result));
			assert.equal(result.isComplete, true);
			assert.deepEqual(words(store), [
				"Open the shop: done",
				"Compare three kettles at shop.example: done",
				"Read every review: skipped",
				"Put the best in the basket: done",
			]);
			const [[first], [second, because]] = asked;
			assert.deepEqual([first, second], ["start", "requested"]);
			assert.match(because, /kettles\.example is down/);
			assert.deepEqual(events, [
				"planned",
				"plan_requested",
				"planned",
				"skipped",
			]);
			assert.equal(calls.length, turns.length);
			assert.deepEqual(rewritten(calls), []);
			// The model knows the list as it is at each of its calls.
			assert.deepEqual(calls.map(known), states);
			assert.ok(counts(calls).every((count) => count <= 1));
			assert.equal(calls.at(-1).filter(isReminder).length, 5);
		});
	}
}

for (const driver of ["host", "agent"])
	test(`with approve, nothing runs that nobody approved: driver ${driver}`, async () => {
		const store = new TodoStore();
		const model = store.as("model");
		const executed = [];
		const asked = [];
		const run = runAgent({
			store,
			driver,
			approve: ({ todos }) => {
				asked.push(todos.map(({ content }) => content));
				return !asked.at(-1).includes("Delete the account");
			},
			plan: () => "Plan: 1. Open the shop\n2. Find a kettle",
			execute: ({ todo }) => {
				executed.push(todo.content);
				if (executed.length === 1) model.add("Delete the account");
				if (driver === "host") return "done";
				model.complete(todo.key);
				return "continue";
			},
		});
		assert.equal((await run.result).status, "aborted");
		const plan = ["Open the shop", "Find a kettle"];
		assert.deepEqual(executed, plan);
		assert.deepEqual(asked, [plan, ["Delete the account"]]);
		// What was refused is off the list, as one revision that says so.
		assert.deepEqual(
			store.todos.map(({ content }) => content),
			plan,
		);
		assert.equal(store.history().at(-1).reason, "the plan was not approved");
	});

test("what a person approves on the list answers the run", async () => {
	const store = new TodoStore();
	const types = [];
	const run = runAgent({
		store,
		approve: "person",
		plan: () => ["Open the shop"],
		execute: async () => {
			if (types.filter((type) => type === "executing").length === 1)
				store.as("model").add("Find a kettle");
			return "done";
		},
		on: { event: ({ type }) => types.push(type) },
	});
	// Nothing is planned yet.
	await assert.rejects(run.approve(), { code: "unexpected_report" });
	for await (const { type } of run.events)
		if (type === "approving") {
			store.as("user").approve({ revision: store.revision });
			// As the panel does.
			await run.approve({ revision: store.revision });
		}
	assert.equal((await run.result).status, "finished");
	const asked = ["approving", "approved", "executing", "done"];
	assert.deepEqual(types, [
		"planning",
		"planned",
		...asked,
		...asked,
		"validating",
		"finished",
	]);
});

test("a plan that is refused leaves the list as it was", async () => {
	const store = new TodoStore();
	store.addMultiple(["Feed the cat", "Water the plants"]);
	const before = store.getXml();
	const run = runAgent({
		store,
		approve: () => false,
		plan: () => ["Water the plants", "Pay"],
		execute: () => assert.fail("it was refused"),
	});
	assert.equal((await run.result).status, "aborted");
	assert.equal(store.getXml(), before);
	assert.equal(new Conversation(store).nudge()?.includes("Pay"), false);
});

test("a run whose plans are refused says why", async () => {
	const run = runAgent({
		store: new TodoStore(),
		plan: () => Array.from({ length: 31 }, (_, at) => `todo ${at}`),
		execute: () => assert.fail("there is no plan"),
	});
	const { status, kind, error } = await run.result;
	assert.deepEqual([status, kind], ["failed", "stuck"]);
	assert.match(error, /too_many_todos: 31 todos would be open/);
});

test("a run lists the failed todos that left the list", async () => {
	const store = new TodoStore({ onSkip: "remove" });
	const run = runAgent({
		store,
		plan: () => ["Find a kettle", "Pay", "Pick up"],
		execute: async ({ todo }) => {
			if (todo.content === "Pay") run.abort();
			if (todo.content === "Pick up") return "done";
			throw new Error(`${todo.content}: sold out`);
		},
	});
	await run.result;
	const resumed = run.resume();
	for await (const { type } of resumed.events) {
		assert.equal(type, "resumed");
		break;
	}
	const { failures } = await resumed.result;
	assert.deepEqual(
		failures,
		["Find a kettle", "Pay"].map((content) => ({
			content,
			reason: `${content}: sold out`,
		})),
	);
	assert.equal(store.size, 1);
});

test("a run refuses a conversation or a persistence of another list", async () => {
	const store = new TodoStore();
	const callbacks = { plan: () => ["Pay"], execute: async () => "done" };
	const options = async (of) => [
		{ conversation: new Conversation(of) },
		{ persistence: await persist(of, memoryStorage()) },
	];
	for (const option of await options(new TodoStore()))
		assert.throws(() => runAgent({ store, ...option, ...callbacks }), {
			code: "invalid_argument",
			message: /(conversation|persistence) must be one of the run's store/,
		});
	// Another handle of the list will do.
	for (const option of await options(store.as("agent")))
		await runAgent({ store, ...option, ...callbacks }).result;
});
