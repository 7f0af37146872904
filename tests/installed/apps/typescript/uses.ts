import {
	init,
	memoryStorage,
	type TodoStorage,
	TodoStore,
	tools,
} from "agent-todos";
import { TodoStore as InlineStore } from "agent-todos/inline";

export const name: "todo_manager" = tools(new TodoStore())[0]
	.name as "todo_manager";
export const storage: TodoStorage = memoryStorage();
export const same: TodoStore = new InlineStore();
export const ready: Promise<void> = init();
// @ts-expect-error a todo is named by its id or key: without types this would be no error
new TodoStore().complete(true);
