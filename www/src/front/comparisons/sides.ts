// What a comparison shows of a plain list and of agent-todos.

import { element } from "../../element";

export interface ShownTodo {
	readonly text: string;
	readonly status: string;
}

/** What became of one of the two lists. */
export interface Side {
	readonly todos: readonly ShownTodo[];
	/** What to read below the list: paragraphs, or what the model reads. */
	readonly details: readonly Node[];
	readonly isGood: boolean;
	readonly verdict: string;
}

export interface Sides {
	readonly plain: Side;
	readonly ours: Side;
}

/** Returns a caption and what a model reads, with what does not belong there marked. */
export function modelReads(
	caption: string,
	...text: (Node | string)[]
): Node[] {
	return [
		element("p", { class: "hint" }, caption),
		element(
			"pre",
			{ class: "code", tabindex: "0", role: "group", "aria-label": caption },
			...text,
		),
	];
}
