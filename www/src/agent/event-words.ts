// The events of a run, in words for the reader.

import type { Author } from "agent-todos";
import type { RunEvent } from "agent-todos/run";

/** What it is for the reader, which decides the colour. */
export type Tone = "good" | "bad" | "news" | "plain";

const byOthers = ({ by }: { readonly by: Author }) =>
	by === "agent" ? "" : ` by the ${by}`;

export function wordsOf(event: RunEvent): {
	readonly tone: Tone;
	readonly text: string;
} {
	switch (event.type) {
		case "planning":
			return { tone: "plain", text: plans[event.reason] };
		case "planned":
			return { tone: "news", text: `Planned: ${todos(event.todos)} open` };
		case "approving":
			return { tone: "news", text: "Waits for the plan to be approved" };
		case "approved":
			return { tone: "good", text: "The plan is approved" };
		case "rejected":
			return {
				tone: "news",
				text: `Asked to change the plan: ${event.changes}`,
			};
		case "claimed":
			return {
				tone: "news",
				text: `To be confirmed: ${event.todo.content}`,
			};
		case "waiting":
			return {
				tone: "news",
				text: `Waits for you: ${event.todos.map(({ content }) => content).join(", ")}`,
			};
		case "executing":
			return {
				tone: "plain",
				text: `Works on todo ${event.todo.id}: ${event.todo.content}`,
			};
		case "done":
			return {
				tone: "good",
				text: `Done${byOthers(event)}: ${event.todo.content}`,
			};
		case "skipped":
			return {
				tone: "bad",
				text: `Skipped${byOthers(event)}: ${event.todo.content}. ${event.reason}`,
			};
		case "verifying":
			return { tone: "plain", text: `Checks todo ${event.todo.id}` };
		case "unverified":
			return { tone: "bad", text: `Not done yet: ${event.reason}` };
		case "plan_requested":
			return {
				tone: "news",
				text: `The model asks for another plan: ${event.reason}`,
			};
		case "claimed_done":
			return {
				tone: "bad",
				text: `The model says that it is done while ${todos(event.open)} open`,
			};
		case "validating":
			return { tone: "plain", text: "Checks the whole task" };
		case "validated":
			return {
				tone: event.isComplete ? "good" : "bad",
				text: `${event.isComplete ? "Complete" : "Not complete"}: ${event.reasoning}`,
			};
		case "validation_failed":
			return { tone: "bad", text: `The check failed: ${event.reason}` };
		case "stuck":
			return {
				tone: "bad",
				text: `Stuck: the step “${event.step}” came ${event.times} times without progress`,
			};
		case "aborted":
			return {
				tone: "bad",
				text: "Stopped: the todo in progress is open again",
			};
		case "resumed":
			return { tone: "news", text: "Continued" };
		case "finished":
			return {
				tone: event.isComplete ? "good" : "bad",
				text: event.isComplete
					? "Finished"
					: `Finished, not complete: ${event.reasoning}`,
			};
		case "failed":
			return { tone: "bad", text: `Failed: ${event.error}` };
	}
}

const plans = {
	start: "Plans",
	validation: "Plans again, with what the check found",
	requested: "Plans again, as the model asked",
	changes: "Plans again, with the changes that were asked for",
	refused: "Plans again: the last plan was not usable",
} as const;

const todos = (count: number): string =>
	count === 1 ? "1 todo is" : `${count} todos are`;
