// runAgent with a model under each host inside `execute`: one conversation over all todos, in which
// a model asks for another plan and one todo runs out of its budget.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, runAgent, TodoStore } from "agent-todos";
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
		test(`${name}: a run with another plan and a todo over its budget, reminded by ${conversing}`, async () => {
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
