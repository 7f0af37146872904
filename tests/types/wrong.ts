// Uses that are wrong, each of which the types must refuse.

import type { AgentTool, Follower, Outcome, Status, Todo } from "agent-todos";
import {
	follow,
	init,
	initSync,
	persist,
	TodoError,
	TodoStore,
	tools,
} from "agent-todos";
import * as inline from "agent-todos/inline";
import { chromeStorage } from "agent-todos/storage/chrome";
import { memoryStorage } from "agent-todos/storage/memory";

export function wrong(
	store: TodoStore,
	tool: AgentTool,
	outcome: Outcome,
	status: Status,
	follower: Follower,
): void {
	// @ts-expect-error a list that is followed cannot be changed in place
	follower.todos = [];
	// @ts-expect-error a method that followers cannot call
	follower.call("free");
	// @ts-expect-error an argument that the method does not take
	follower.call("complete", true);
	// @ts-expect-error what it gives comes later
	follower.call("undo") === true;
	// @ts-expect-error a follower comes later
	follow().todos;
	// @ts-expect-error an option that does not exist
	new TodoStore({ maxTodo: 3 });
	// @ts-expect-error an option of the wrong type
	new TodoStore({ maxTodos: "3" });
	// @ts-expect-error a word that is none
	new TodoStore({ onSkip: "drop" });
	// @ts-expect-error null is no options
	new TodoStore(null);
	// @ts-expect-error a text where there must be a list
	store.addMultiple("a");
	// @ts-expect-error items that are no texts
	store.addMultiple([1]);
	// @ts-expect-error the seed's todos are the tool's, not the store's
	store.addMultiple([{ content: "a" }]);
	// @ts-expect-error an argument is missing
	store.addAfterPosition(1);
	// @ts-expect-error an id is a number, a key a string
	store.complete(true);
	// @ts-expect-error a status is not edited
	store.edit(1, { status: "done" });
	// @ts-expect-error an author that does not exist
	store.as("me");
	// @ts-expect-error one id, not a list
	store.skip([1]);
	// @ts-expect-error a list of ids, not one
	store.completeMultiple(1);
	// @ts-expect-error ids are numbers, keys strings
	store.completeMultiple([true]);
	// @ts-expect-error the list cannot be changed from outside
	store.getAll().push({ id: 1, key: "t1", content: "a", status: "todo" });
	// @ts-expect-error nor can a todo
	for (const todo of store.getAll()) todo.content = "b";
	// @ts-expect-error nor can a snapshot
	for (const snapshot of store.history()) snapshot.revision = 3;
	// @ts-expect-error nor the revision
	store.revision = 3;
	// @ts-expect-error there may be no next todo
	store.getNextTodo().content;
	// @ts-expect-error a status that does not exist
	if (status === "pending") return;
	// @ts-expect-error a listener is a function
	store.subscribe(null);
	// @ts-expect-error a listener hears more than a number
	store.subscribe((revision: number) => revision);
	// @ts-expect-error a text
	TodoStore.fromXml(new Uint8Array());
	// @ts-expect-error a checkpoint is text
	TodoStore.fromCheckpoint({});
	// @ts-expect-error a dialect that does not exist
	tools(store, "nonsense");
	// @ts-expect-error no store
	tools({});
	// @ts-expect-error the core's own functions are not public
	tools.callTool;
	// @ts-expect-error an outcome is no text
	outcome.trim();
	// @ts-expect-error there may be no reminder
	outcome.reminder.trim();
	// @ts-expect-error arguments are one value
	tool.call({}, {});
	// @ts-expect-error a code that does not exist
	new TodoError("nonsense", "message");
	// @ts-expect-error a message is missing
	new TodoError("freed");
	// @ts-expect-error the bytes come under a name
	init(new Uint8Array());
	// @ts-expect-error there is nothing to say to the entry that holds its own module
	inline.init({ module_or_path: "x" });
	// @ts-expect-error nothing is no module. (TypeScript's own WebAssembly.Module is an empty interface: a string would pass.)
	initSync(undefined);
	// @ts-expect-error an area of chrome.storage that does not exist
	chromeStorage({ area: "sync" });
	// @ts-expect-error a storage reads too
	void persist(store, { write: async () => 1 }, "list");
	// @ts-expect-error an option that does not exist
	void persist(store, memoryStorage(), "list", { onConflicts() {} });
	// @ts-expect-error a way to settle conflicts that does not exist
	void persist(store, memoryStorage(), "list", { conflict: "mine" });
	// @ts-expect-error a todo needs a status
	const todo: Todo = { id: 1, key: "t1", content: "a" };
	void todo;
}
