// A person takes a todo off the list, the model reads that, and sends its whole list again.

import { Conversation, init, TodoStore } from "agent-todos";
import { element } from "../../element";
import { PlainList } from "../plain-list";
import type { Side, Sides } from "./sides";

const [first, taken, last] = [
	"Compare three kettles",
	"Pay for the best one",
	"Tell me the price",
] as const;
const texts = [first, taken, last];
/** What the model sends. */
const call = {
	todos: texts.map((content) => ({
		content,
		status: content === first ? "completed" : "pending",
		activeForm: content,
	})),
};

export async function run(): Promise<Sides> {
	await init();
	const plain = new PlainList();
	plain.add(...texts);
	plain.remove(2);
	plain.replace(...texts);
	plain.complete(1);

	using store = new TodoStore();
	using agent = new Conversation(store, { dialect: "TodoWrite" });
	store.addMultiple(texts);
	store.as("user").remove(2);
	agent.reminder(); // The model has read it.
	const outcome = agent.tools[0].call(call);
	const todos = store
		.getAll()
		.map(({ content: text, status }) => ({ text, status }));
	return {
		plain: side(plain.todos, "The model is told nothing."),
		ours: side(todos, `The model is told: ${outcome.notes[0]}`),
	};
}

function side(todos: Side["todos"], news: string): Side {
	const isGood = todos.every(({ text }) => text !== taken);
	return {
		todos,
		details: [element("p", {}, news)],
		isGood,
		verdict: isGood
			? "What you took off the list stays off."
			: `“${taken}” is back, and the agent pays.`,
	};
}
