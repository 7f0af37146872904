// What a background worker does that answers calls of a model.

import { init, TodoStore, tools } from "agent-todos";

let store: TodoStore | undefined;

export function answerCalls(): void {
	chrome.runtime.onMessage.addListener(
		(call: { arguments: string }, _sender, answer: (text: string) => void) => {
			void (async () => {
				await init();
				store ??= new TodoStore();
				const [tool] = tools(store, { dialect: "todo_manager" });
				answer(tool.call(call.arguments).text);
			})();
			return true;
		},
	);
}
