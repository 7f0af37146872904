// The loop and the conversation: every public name with its type to the letter, and uses that are right.

import type {
	AgentEvent,
	AgentTool,
	Author,
	ConversationOptions,
	Outcome,
	Persistence,
	PromptKind,
	ReminderMode,
	RunAgentOptions,
	RunResult,
	Todo,
} from "agent-todos";
import {
	type AgentRun,
	appendReminder,
	Conversation,
	persist,
	runAgent,
	type TodoStore,
} from "agent-todos";
import type { TakenArguments } from "agent-todos/progress";
import {
	takePlan,
	takeProgress,
	withPlan,
	withProgress,
} from "agent-todos/progress";
import type {
	ExecuteStep,
	ExecutionResult,
	ExecutionStatus,
	PlanReason,
	PlanStep,
	RunDriver,
	RunEvent,
	RunFailureKind,
	RunStart,
	RunStep,
	RunSubject,
	TodoRunOptions,
	Validation,
	Verification,
	VerifyStep,
} from "agent-todos/run";
import { type planningTool, TodoRun } from "agent-todos/run";
import { memoryStorage } from "agent-todos/storage/memory";
import type { Equal, Expect } from "./equal.js";

/** As one object type. */
type Flat<T> = { [Key in keyof T]: T[Key] };
type Step<Do extends RunStep["do"]> = Flat<Extract<RunStep, { do: Do }>>;
type Event<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>;

export type Checks = [
	// Words.
	Expect<Equal<RunDriver, "host" | "agent">>,
	Expect<Equal<RunStart, "plan" | "execute">>,
	Expect<
		Equal<
			ExecutionStatus,
			"done" | "failed" | "unverified" | "continue" | "finished"
		>
	>,
	Expect<
		Equal<
			PlanReason,
			"start" | "validation" | "requested" | "refused" | "changes"
		>
	>,
	Expect<
		Equal<
			RunFailureKind,
			"planning_failed" | "out_of_steps" | "stuck" | "host_failed"
		>
	>,
	Expect<Equal<ReminderMode, "full" | "changes" | "off">>,
	Expect<Equal<PromptKind, "system" | "planner" | "classifier" | "validation">>,
	Expect<
		Equal<
			RunStep["do"],
			| "plan"
			| "approve"
			| "execute"
			| "verify"
			| "wait"
			| "validate"
			| "aborted"
			| "finished"
			| "failed"
		>
	>,
	Expect<
		Equal<
			RunEvent["type"],
			| "planning"
			| "planned"
			| "approving"
			| "approved"
			| "changes_requested"
			| "executing"
			| "done"
			| "skipped"
			| "claimed"
			| "waiting"
			| "verifying"
			| "unverified"
			| "plan_requested"
			| "claimed_done"
			| "validating"
			| "validated"
			| "validation_failed"
			| "stuck"
			| "aborted"
			| "resumed"
			| "finished"
			| "failed"
		>
	>,
	// Values.
	Expect<
		Equal<
			TodoRunOptions,
			{
				driver?: RunDriver | undefined;
				start?: RunStart | undefined;
				approve?: boolean | undefined;
				verify?: boolean | undefined;
				maxSteps?: number | undefined;
				maxCallsPerTodo?: number | undefined;
				stuckAfter?: number | undefined;
				maxRepeats?: number | undefined;
			}
		>
	>,
	Expect<
		Equal<
			Step<"plan">,
			{
				do: "plan";
				reason: PlanReason;
				because: string;
				changes: string;
				suggestions: string[];
				failures: Array<{ content: string; reason: string }>;
				step: number;
				cycle: number;
			}
		>
	>,
	Expect<
		Equal<
			Step<"execute">,
			{
				do: "execute";
				todo: Readonly<Todo>;
				callsLeft: number;
				feedback: string;
				step: number;
				cycle: number;
			}
		>
	>,
	Expect<
		Equal<
			Step<"validate">,
			{ do: "validate"; open: number; step: number; cycle: number }
		>
	>,
	Expect<
		Equal<
			Step<"finished">,
			{
				do: "finished";
				isComplete: boolean;
				reasoning: string;
				step: number;
				cycle: number;
			}
		>
	>,
	Expect<Equal<RunSubject, { id: number; key: string; content: string }>>,
	Expect<
		Equal<
			Event<"planned">,
			{ type: "planned"; todos: number; archived: RunSubject[] }
		>
	>,
	Expect<
		Equal<
			Event<"skipped">,
			{ type: "skipped"; todo: RunSubject; reason: string; by: Author }
		>
	>,
	Expect<Equal<Event<"done">, { type: "done"; todo: RunSubject; by: Author }>>,
	Expect<
		Equal<
			Event<"stuck">,
			{
				type: "stuck";
				step: "plan" | "execute" | "verify" | "validate";
				times: number;
			}
		>
	>,
	Expect<
		Equal<
			Event<"failed">,
			{ type: "failed"; kind: RunFailureKind; error: string }
		>
	>,
	// The class, call by call.
	Expect<
		Equal<
			ConstructorParameters<typeof TodoRun>,
			[store: TodoStore, options?: TodoRunOptions | undefined]
		>
	>,
	Expect<Equal<TodoRun["next"], () => Readonly<RunStep>>>,
	Expect<Equal<TodoRun["takeEvents"], () => RunEvent[]>>,
	Expect<
		Equal<TodoRun["planned"], (plan?: readonly string[] | string) => string[]>
	>,
	Expect<Equal<TodoRun["toolCalled"], () => number>>,
	Expect<Equal<TodoRun["mayCall"], () => boolean>>,
	Expect<Equal<TodoRun["refresh"], () => boolean>>,
	Expect<Equal<TodoRun["checkpoint"], () => string>>,
	Expect<
		Equal<
			typeof TodoRun.fromCheckpoint,
			(store: TodoStore, text: string) => TodoRun
		>
	>,
	Expect<Equal<AgentRun["checkpoint"], () => string>>,
	Expect<Equal<AgentRun["result"], Promise<RunResult>>>,
	Expect<Equal<AgentRun["events"], AsyncIterable<AgentEvent>>>,
	Expect<Equal<AgentRun["stop"], () => Promise<void>>>,
	Expect<
		Equal<
			TodoRun["executed"],
			(execution: ExecutionStatus, reason?: string) => void
		>
	>,
	Expect<
		Equal<TodoRun["verified"], (isDone: boolean, reason?: string) => void>
	>,
	Expect<
		Equal<
			TodoRun["validated"],
			(
				isComplete: boolean,
				reasoning?: string,
				suggestions?: readonly string[],
			) => void
		>
	>,
	Expect<Equal<TodoRun["validationFailed"], (reason?: string) => void>>,
	Expect<Equal<TodoRun["notValidated"], () => void>>,
	Expect<Equal<TodoRun["requirePlanning"], (reason?: string) => boolean>>,
	Expect<Equal<TodoRun["abort"], () => void>>,
	Expect<Equal<TodoRun["resume"], () => void>>,
	Expect<Equal<TodoRun["fail"], (reason?: string) => void>>,
	Expect<Equal<Conversation["reminder"], () => string | undefined>>,
	// Functions.
	Expect<Equal<typeof runAgent, (options: RunAgentOptions) => AgentRun>>,
	Expect<Equal<typeof planningTool, (run: TodoRun) => AgentTool>>,
	Expect<Equal<Conversation["nudge"], () => string | undefined>>,
	Expect<
		Equal<
			typeof takeProgress,
			(
				store: TodoStore | Conversation<boolean>,
				args: unknown,
			) => TakenArguments
		>
	>,
	Expect<Equal<TakenArguments, { args: unknown; outcome?: Outcome }>>,
	Expect<Equal<Conversation["prompt"], (kind?: PromptKind) => string>>,
	Expect<
		Equal<
			ConstructorParameters<typeof Conversation>,
			[store: TodoStore, options?: ConversationOptions | undefined]
		>
	>,
	Expect<Equal<Conversation["tools"], readonly [AgentTool, ...AgentTool[]]>>,
	Expect<Equal<ReturnType<Conversation["callXml"]>, Outcome[]>>,
	Expect<Equal<RunResult["status"], "finished" | "failed" | "aborted">>,
	Expect<
		Equal<
			ExecutionResult,
			| ExecutionStatus
			| {
					readonly status: ExecutionStatus;
					readonly reason?: string | undefined;
					readonly evidence?: string | undefined;
			  }
		>
	>,
	Expect<
		Equal<
			Verification,
			| boolean
			| { readonly isDone: boolean; readonly reason?: string | undefined }
		>
	>,
	Expect<
		Equal<
			Validation,
			{
				readonly isComplete: boolean;
				readonly reasoning?: string | undefined;
				readonly suggestions?: readonly string[] | undefined;
			}
		>
	>,
	Expect<Equal<ExecuteStep["todo"], Readonly<Todo>>>,
	Expect<Equal<ExecuteStep["mayCall"], () => boolean>>,
	Expect<Equal<RunAgentOptions["driver"], RunDriver | undefined>>,
	Expect<Equal<RunAgentOptions["start"], RunStart | undefined>>,
	Expect<Equal<RunAgentOptions["saved"], string | undefined>>,
	Expect<Equal<RunAgentOptions["persistence"], Persistence | undefined>>,
	Expect<Equal<PlanStep["reminder"], string | undefined>>,
	Expect<Equal<PlanStep["xml"], string>>,
	Expect<Equal<VerifyStep["signal"], AbortSignal>>,
];

/** Uses as the documentation has them. */
export async function uses(store: TodoStore): Promise<string> {
	const run = runAgent({
		store,
		budgets: { maxSteps: 50 },
		plan: ({ suggestions }) => ["Open the shop", ...suggestions],
		execute: async ({ todo, toolCalled, signal }) => {
			if (toolCalled() === 0 || signal.aborted || todo.id > 3)
				return { status: "failed", reason: "none left" };
			return "done";
		},
		validate: () => ({ isComplete: true }),
		on: {
			skipped: ({ todo, reason, cause }) => [
				todo.content.trim(),
				reason.trim(),
				cause,
			],
			finished: ({ isComplete }) => !isComplete,
		},
	});
	// What its worker left goes on, and the conversation with it.
	const list = await persist(store, memoryStorage(), "todos");
	const { run: saved, conversation: text } = list.saved;
	const conversation =
		text === undefined
			? new Conversation(store)
			: Conversation.fromCheckpoint(store, text);
	list.keep({
		conversation,
		task: { checkpoint: () => "Buy a kettle" },
		other: undefined,
	});
	const kept = runAgent({
		store,
		saved,
		persistence: list,
		conversation,
		plan: () => ["Open the shop"],
		execute: async ({ mayCall }) => (mayCall() ? "done" : "continue"),
		on: {
			event: (event) => event.type.trim(),
			done: ({ todo, by }) => [todo.content, by === "user"],
		},
	});
	kept.checkpoint().trim();
	list.keep({ run: TodoRun.fromCheckpoint(store, kept.checkpoint()) });
	// The plan may be on the list already, and a callback may be quick or slow.
	runAgent({
		store,
		plan: () => {},
		execute: async () => "continue",
		conversation: new Conversation(store, { reminders: "full" }),
	}).abort();
	for await (const event of run.events)
		if (event.type === "planned") event.archived.length.toFixed();
	const result = await run.result;
	if (result.status === "failed") return `${result.kind}: ${result.error}`;
	const events: AgentEvent[] = [];
	for await (const event of run.resume().events) events.push(event);
	const schema = withProgress({
		type: "object",
		properties: { url: { type: "string" } },
		required: ["url"],
	});
	schema.properties.todo_done.type.trim();
	withPlan(schema).properties.current_plan_item.type.trim();
	takePlan(store, {}).outcome?.text.trim();
	return schema.properties.url.type + schema.required.join();
}

/** An async function with but one result is one of them, and not any string. */
export const one = (store: TodoStore) =>
	runAgent({
		store,
		plan: async () => ["a"],
		execute: async () => "done",
		verify: async () => true,
	});

/** Every option may be given as undefined. */
export const talk = (store: TodoStore) =>
	new Conversation(store, {
		dialect: undefined,
		reminders: undefined,
		every: undefined,
		drops: undefined,
	}).tools[0]?.call({});

/** With `confirm`, an outcome comes later. */
export async function confirmed(
	store: TodoStore,
	options: ConversationOptions,
) {
	const confirm = async ({ content }: Readonly<Todo>) => content !== "";
	const [conversation, restored] = [
		new Conversation(store, { dialect: "TodoWrite", confirm }),
		Conversation.fromCheckpoint(store, "", {
			messages: "kept",
			confirm: ({ evidence }) => (evidence ? true : "how do you know?"),
		}),
	];
	for (const { tools, callXml } of [conversation, restored]) {
		const outcome: Promise<Outcome> = tools[0].call({});
		// @ts-expect-error it is not there yet
		outcome.ok;
		const outcomes: Promise<Outcome[]> = callXml("");
		await Promise.all([outcome, outcomes]);
	}
	// Without it, at once; where that is not known, either.
	const plain: Outcome = new Conversation(store, {
		confirm: undefined,
	}).tools[0].call({});
	const either: Outcome | Promise<Outcome> = new Conversation(
		store,
		options,
	).tools[0].call({});
	// @ts-expect-error a verdict is true, a reason or nothing
	new Conversation(store, { confirm: () => 1 });
	appendReminder([], conversation);
	takeProgress(conversation, {});
	runAgent({
		store,
		conversation,
		plan: () => [],
		execute: async () => "done",
	});
	return [plain, await either];
}

/** Uses that the types must refuse. */
export function wrong(store: TodoStore, run: TodoRun): void {
	// @ts-expect-error a plan is needed
	runAgent({ store, execute: async () => "done" });
	// @ts-expect-error a word that is none
	runAgent({ store, plan: () => [], execute: async () => "great" });
	// @ts-expect-error steps are texts
	runAgent({ store, plan: () => [1], execute: async () => "done" });
	runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
		// @ts-expect-error a budget that does not exist
		budgets: { steps: 3 },
	});
	runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
		// @ts-expect-error no budget, but an option of its own
		budgets: { driver: "agent" },
	});
	runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
		// @ts-expect-error an event that does not exist
		on: { started: () => {} },
	});
	runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
		// @ts-expect-error a validation says whether
		validate: () => ({ reasoning: "" }),
	});
	// @ts-expect-error an execution has a status
	run.executed();
	// @ts-expect-error a mode that does not exist
	new Conversation(store, { reminders: "loud" });
	// @ts-expect-error the schema of an object
	withProgress({ type: "string" });
}
