// The list as a model has it in mind: what the list says of each todo, and for the rest what the
// recording had in mind.

import type { Todo } from "agent-todos";
import type { Draft, Planned } from "./intents";
import { progressOf } from "./intents";
import { turns } from "./recording";

/** The todos of the recording, by content. */
const planned: ReadonlyMap<string, Planned> = new Map(
	turns
		.flatMap(({ intents }) => intents)
		.flatMap((intent) =>
			intent.kind === "plan" || intent.kind === "add" ? intent.todos : [],
		)
		.map((todo) => [todo.content, todo]),
);

/** `names` are the ids that models gave to todos, in order; a todo without one goes by its key. */
export function draftsOf(
	todos: ReadonlyArray<Readonly<Todo>>,
	names: readonly string[] = [],
): Draft[] {
	return todos.map((todo, place) => {
		const {
			content,
			key,
			activeForm = content,
			description = "",
			priority = "medium",
		} = { ...planned.get(todo.content), ...todo };
		const progress = progressOf(todo);
		return {
			name: names[place] ?? key,
			content,
			activeForm,
			description,
			priority,
			progress,
			was: progress,
		};
	});
}
