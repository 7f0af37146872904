// Uses of the loop and the conversation that are right.

import {
	type AgentTool,
	Conversation,
	type ConversationOptions,
	type Outcome,
	type Persistence,
	reporting,
	type Todo,
	type TodoStore,
} from "agent-todos";
import { type AgentRun, runAgent } from "agent-todos/run";
import type { Equal, Expect } from "./equal.js";

export type Check = Expect<
	Equal<Conversation["tools"], readonly [AgentTool, ...AgentTool[]]>
>;

/** Uses that the documentation does not have: what it has compiles with its own examples. */
export async function uses(
	conversation: Conversation,
	run: AgentRun,
	persistence: Persistence,
): Promise<string> {
	persistence.keep({ task: { checkpoint: () => "Buy a kettle" } });
	persistence.keep({ run, other: undefined });
	for await (const event of run.events)
		if (event.type === "planned") event.archived.length.toFixed();
	const result = await run.result;
	if (result.status === "failed") return `${result.kind}: ${result.error}`;
	const report = reporting(conversation, { planner: "program" });
	const schema = report.extend({
		type: "object",
		properties: { url: { type: "string" } },
		required: ["url"],
	});
	schema.properties.todo_done?.type.trim();
	report.take({}).outcome?.text.trim();
	return schema.properties.url.type + schema.required.join();
}

/**
 * An async function with but one result is one of them, and not any string. The plan may be on the
 * list already.
 */
export const one = (store: TodoStore) =>
	runAgent({
		store,
		plan: () => {},
		execute: async () => "done",
		verify: async () => true,
	});

/** With `confirm`, an outcome comes later. */
export async function confirmed(
	store: TodoStore,
	options: ConversationOptions,
) {
	const confirm = async ({ content }: Readonly<Todo>) => content !== "";
	const [conversation, restored] = [
		new Conversation(store, { dialect: "TodoWrite", confirm }),
		new Conversation(store, {
			saved: "",
			confirm: ({ evidence }) => (evidence ? true : "how do you know?"),
		}),
	];
	for (const talk of [conversation, restored]) {
		const outcome: Promise<Outcome> = talk.tools[0].execute({});
		// @ts-expect-error it is not there yet
		outcome.ok;
		const outcomes: Promise<Outcome[]> = talk.executeXml("");
		await Promise.all([outcome, outcomes]);
	}
	// At once, whatever the options are.
	const plain: Outcome = conversation.tools[0].call({});
	const either: Outcome = new Conversation(store, options).tools[0].call({});
	// @ts-expect-error a verdict is true, a reason or nothing
	new Conversation(store, { confirm: () => 1 });
	class Own extends Conversation {
		constructor() {
			super(store, { dialect: "TodoWrite" });
		}
	}
	const own: Conversation = new Own();
	own.tools[0].call({}).ok satisfies boolean;
	conversation.appendReminder([]);
	runAgent({
		store,
		conversation,
		plan: () => [],
		execute: async () => "done",
	});
	return [plain, await either];
}
