// A session of the browser's types, whose model is a script.

import { Conversation, init, TodoStore } from "agent-todos";
import { promptWithTools } from "agent-todos/prompt-api";

await init();
const store = new TodoStore();
const args = {
	action: "add_multiple",
	todos: ["Find a kettle", "Pay"],
	ids: [],
};
const session = {
	prompt: async (): Promise<unknown> =>
		store.size === 0
			? [
					{
						type: "tool-call",
						value: { callId: "1", name: "todo_manager", arguments: args },
					},
				]
			: "Yes.",
	append: async (): Promise<undefined> => undefined,
};
export const ofTheBrowser = async (): Promise<string> =>
	promptWithTools(
		await LanguageModel.create(),
		"Go",
		new Conversation(new TodoStore()),
	);
await promptWithTools(session, "Go", new Conversation(store));
console.log(JSON.stringify(store.getAll().map(({ content }) => content)));
