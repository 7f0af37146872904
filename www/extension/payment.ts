// Nothing is paid before the person says so: ahead of the todo that pays stands one that only they can settle, and that one waits on it.

import type { Todo, TodoStore } from "agent-todos";

export const payment = "Confirm the payment";

const pays = /\b(place|submit|send)\b.*\border\b|\b(pay|buy|purchase)\b/i;

/** Whether carrying out a todo costs money. */
export const isPaying = ({ content }: Pick<Todo, "content">): boolean =>
	content !== payment && pays.test(content);

const isOpen = ({ status }: Todo) => status === "todo" || status === "doing";

/** Puts the todo on the list that the person confirms, once a plan has one that pays. */
export function guardPayment(store: TodoStore): void {
	const paying = store.getAll().find((todo) => isOpen(todo) && isPaying(todo));
	if (!paying) return;
	const isAsked = (todo: Todo) => todo.content === payment && isOpen(todo);
	if (!store.getAll().some(isAsked))
		store.addAfterPosition(paying.id - 1, [payment]);
	const asked = store.getAll().find(isAsked);
	if (!asked) return;
	// With the authority of the application, so that no model takes the guard off.
	using host = store.as("host");
	host.edit(asked.key, { confirm: true });
	host.edit(paying.key, { blockedBy: [asked.key] });
}

/** Whether a todo that pays has to be left alone: the person was asked, and did not confirm. */
export const isUnpaid = (store: TodoStore, todo: Todo): boolean => {
	const asked = store.getAll().filter(({ content }) => content === payment);
	return isPaying(todo) && asked.length > 0 && asked.at(-1)?.status !== "done";
};
