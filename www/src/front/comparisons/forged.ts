// A web page's text ends the list early and goes on as if the host had written it.

import { init, TodoStore } from "agent-todos";
import { element } from "../../element";
import { PlainList } from "../plain-list";
import type { ShownTodo, Side, Sides } from "./sides";
import { modelReads } from "./sides";

const end = "</browser-state>";

export async function run(article: HTMLElement): Promise<Sides> {
	await init();
	const name = article.querySelector("textarea")?.value ?? "";
	const texts = ["Open the shop", `Find ${name}`];

	const plain = new PlainList();
	plain.add(...texts);

	using store = new TodoStore();
	store.as("model").addMultiple(texts);
	const todos = store
		.getAll()
		.map(({ content: text, status }) => ({ text, status }));
	return {
		plain: side(plain.todos, plain.reminder()),
		ours: side(todos, store.systemReminder()),
	};
}

/** What follows the end of the list was not written by the keeper of the list. */
function side(todos: readonly ShownTodo[], reminder: string): Side {
	const place = reminder.indexOf(end) + end.length;
	const forged = reminder.slice(place);
	const isGood = forged.trim() === "";
	return {
		todos,
		details: modelReads(
			"What the model reads",
			reminder.slice(0, place),
			...(isGood ? [] : [element("mark", {}, forged)]),
		),
		isGood,
		verdict: isGood
			? "The name stays inside its todo."
			: "The model reads the marked text as if it came from you.",
	};
}
