// What an agent means to do to its list, in the words of no tool, and what the list is after it.

import type { Status, Todo } from "agent-todos";

/** A todo as the agent has it in mind: all that any tool could say of it. */
export interface Planned {
	/** What a model that names its todos calls it. */
	readonly name: string;
	readonly content: string;
	readonly activeForm: string;
	readonly description: string;
	readonly priority: NonNullable<Todo["priority"]>;
}

export type Intent =
	| { readonly kind: "plan"; readonly todos: readonly Planned[] }
	| { readonly kind: "start"; readonly todo: Planned }
	| { readonly kind: "finish"; readonly todos: readonly Planned[] }
	/** It cannot go on for now. */
	| { readonly kind: "block"; readonly todo: Planned }
	/** It is given up. */
	| { readonly kind: "skip"; readonly todo: Planned }
	/** New todos, after one todo, or before another if that has left the list. */
	| {
			readonly kind: "add";
			readonly after: Planned;
			readonly before: Planned;
			readonly todos: readonly Planned[];
	  }
	/** It and all after it are to be done again. */
	| { readonly kind: "reopen"; readonly todo: Planned }
	| { readonly kind: "look" };

/** How far a todo is; the store says blocked beside the status. */
export type Progress = Status | "blocked";

/** A todo of the list that the agent wants. */
export interface Draft extends Planned {
	readonly progress: Progress;
	/** How far it is in the list of now; none for a new one. */
	readonly was?: Progress;
	/** What the list calls it. None where that is its position, and none yet for a new one. */
	readonly id?: string | undefined;
}

export const progressOf = ({ status, waiting }: Readonly<Todo>): Progress =>
	waiting ? "blocked" : status;
export const isSettled = (progress: Progress | undefined): boolean =>
	progress === "done" || progress === "skipped";
export const isWaiting = (progress: Progress): boolean =>
	progress === "todo" || progress === "blocked";

export const placeOf = (
	drafts: readonly Draft[],
	{ content }: Pick<Planned, "content">,
): number => drafts.findIndex((draft) => draft.content === content);

export const newDraft = (todo: Planned): Draft => ({
	...todo,
	progress: "todo",
});

/**
 * Returns the list after an intent. What is said of a todo that the list does not have is not said.
 */
export function after(drafts: readonly Draft[], intent: Intent): Draft[] {
	const to = (todos: readonly Planned[], progress: Progress, list = drafts) =>
		list.map((draft) =>
			todos.some(({ content }) => content === draft.content)
				? { ...draft, progress }
				: draft,
		);
	switch (intent.kind) {
		case "plan":
			return [...drafts, ...intent.todos.map(newDraft)];
		case "start":
			if (placeOf(drafts, intent.todo) < 0) return [...drafts];
			return to([intent.todo], "doing", drafts.map(putBack));
		case "finish":
			return to(intent.todos, "done");
		case "block":
			return to([intent.todo], "blocked");
		case "skip":
			return to([intent.todo], "skipped");
		case "add":
			return drafts.toSpliced(
				placeToAdd(drafts, intent),
				0,
				...intent.todos.map(newDraft),
			);
		case "reopen": {
			const place = placeOf(drafts, intent.todo);
			if (place >= 0)
				return drafts.map((draft, at) =>
					at < place ? draft : { ...draft, progress: "todo" },
				);
			// A tool without statuses took it out when it was finished.
			const first = drafts.findIndex(({ progress }) => !isSettled(progress));
			return drafts
				.map(putBack)
				.toSpliced(first < 0 ? drafts.length : first, 0, newDraft(intent.todo));
		}
		case "look":
			return [...drafts];
	}
}

const putBack = (draft: Draft): Draft =>
	draft.progress === "doing" ? { ...draft, progress: "todo" } : draft;

/** Returns how many todos stand before those that are added. */
export function placeToAdd(
	drafts: readonly Draft[],
	intent: Extract<Intent, { kind: "add" }>,
): number {
	const [after, before] = [
		placeOf(drafts, intent.after),
		placeOf(drafts, intent.before),
	];
	if (after >= 0) return after + 1;
	return before >= 0 ? before : drafts.length;
}
