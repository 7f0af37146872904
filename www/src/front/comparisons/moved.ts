// A person moves a todo, and the model, which has not seen that yet, ticks one by its number.

import { Conversation, init, TodoStore } from "agent-todos";
import { element } from "../../element";
import { PlainList } from "../plain-list";
import type { Side, Sides } from "./sides";

const [meant, ...others] = [
	"Compare three kettles",
	"Pay for the best one",
	"Ask me before you pay",
] as const;
/** What the model sends. */
const call = { action: "complete_multiple", todos: [], ids: [1] };

export async function run(): Promise<Sides> {
	await init();
	const plain = new PlainList();
	plain.add(meant, ...others);
	plain.move(3, 1);
	plain.complete(1);

	using store = new TodoStore();
	using agent = new Conversation(store);
	store.addMultiple([meant, ...others]);
	agent.reminder(); // What the model saw last.
	store.as("user").move(3, 0);
	agent.tools[0]?.call(call);
	// Before its next request, the model reads what the person did.
	const [, news] = /updated\. (.*)/.exec(agent.reminder() ?? "") ?? [];
	const todos = store
		.getAll()
		.map(({ content: text, status }) => ({ text, status }));
	return {
		plain: side(plain.todos, "The model is told nothing."),
		ours: side(todos, `The model is told: ${news}`),
	};
}

function side(todos: Side["todos"], news: string): Side {
	const ticked = todos.find(({ status }) => status === "done")?.text ?? "";
	const isGood = ticked === meant;
	return {
		todos,
		details: [element("p", {}, news)],
		isGood,
		verdict: isGood
			? `“${ticked}” is ticked, which is what the model meant.`
			: `“${ticked}” is ticked, so the agent goes on and pays without asking.`,
	};
}
