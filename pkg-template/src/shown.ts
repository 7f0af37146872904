// What a person was shown, and whether it is still so. A question names the revision that was shown, and its answer counts only for
// that: meanwhile a model may have reworded the todo, or added another.

import type { Todo, TodoStore } from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/snippets.js";
import { isEqual } from "./equal.js";

/** A list as it was shown: what `follow()` returns, or a snapshot of `history()`. */
export interface ShownList {
	/** The revision of the list. */
	readonly revision: number;
	/** The todos. */
	readonly todos: readonly Todo[];
}

type Store = Pick<TodoStore, "getAll" | "history" | "revision">;

/**
 * Returns whether nobody but a person has changed since `revision` what an answer is about: with a key, that todo, its claim and its
 * text; without one, which todos are open, and their texts.
 *
 * The core has no word for that yet. Its `approve({ revision })` takes the place of this for a plan.
 */
export function isStillShown(
	store: Store,
	revision: number,
	key?: string,
): boolean {
	if (store.revision === revision) return true;
	const history = store.history();
	const shown = history.findIndex((snapshot) => snapshot.revision === revision);
	return (
		shown >= 0 &&
		history
			.slice(shown + 1)
			.every(
				({ by, todos }, place) =>
					by === "user" ||
					isSameSubject(history[shown + place]?.todos ?? [], todos, key),
			)
	);
}

/** Whether two states of a list are the same in what a question is about: the claim of a todo, or the plan. */
export function isSameSubject(
	before: ShownList["todos"],
	now: ShownList["todos"],
	key: string | undefined,
): boolean {
	return isEqual(subjectOf(before, key), subjectOf(now, key));
}

function subjectOf(todos: ShownList["todos"], key: string | undefined) {
	return todos
		.filter((todo) => (key === undefined ? isOpen(todo) : todo.key === key))
		.map((todo) => [
			...[todo.key, todo.content, todo.description, todo.activeForm],
			...(key === undefined
				? [todo.priority]
				: [todo.status, todo.claimed, todo.evidence]),
		])
		.sort();
}

const isOpen = ({ status }: Readonly<Todo>): boolean =>
	status === "todo" || status === "doing";

/**
 * Throws `changed` if a person's call answers what they were shown at `revision`, an approval of the plan or a verdict on a claim, and
 * somebody else has changed that since.
 */
export function checkAnswer(
	store: Store,
	revision: number,
	method: string,
	args: readonly unknown[],
): void {
	const [refs] = args;
	const isStill =
		method === "approve"
			? isStillShown(store, revision)
			: !/^(complete|completeMultiple|reopen)$/.test(method) ||
				[refs].flat().every((ref) => isSameClaim(store, revision, ref));
	if (isStill) return;
	throw new TodoError(
		"changed",
		"what this answers was changed meanwhile, so nothing was done: look at the list again",
	);
}

/** Whether a reference means a todo that is no claim, or the claim that was shown. */
function isSameClaim(store: Store, revision: number, ref: unknown): boolean {
	const shown = store.history().find((one) => one.revision === revision);
	const [was, is] = [shown?.todos ?? [], store.getAll()].map((todos) =>
		todos.find(({ key, id }) => key === ref || id === ref),
	);
	if (!was?.claimed && !is?.claimed) return true;
	return was?.key === is?.key && isStillShown(store, revision, was?.key);
}
