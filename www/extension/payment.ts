// Nothing is paid before the person says so: ahead of the todo that pays stands one that only they
// can settle, and that one waits on it. The list says so to the model. What holds, whoever keeps
// the list, is the guard of the click.

import type { Decision, Todo, TodoStore } from "agent-todos";
import { tools } from "agent-todos";
import { BrowserError } from "../src/agent/page-acts";
import { totalOn } from "../src/agent/page-seen";

export const payment = "Confirm the payment";

const pays = /\b(place|submit|send)\b.*\border\b|\b(pay|buy|purchase)\b/i;

/** Returns whether carrying out a todo costs money. */
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

/**
 * Rejects if what is clicked pays and the person has not confirmed the payment. They are asked
 * then, with what the page says of the money. `read` resolves with the text of the page.
 */
export async function guardClick(
	store: TodoStore,
	what: string,
	read: () => Promise<string>,
): Promise<void> {
	if (!isPaying({ content: what })) return;
	const latest = () =>
		store.getAll().findLast(({ content }) => content === payment);
	const before = latest();
	if (before?.status === "done") return;
	const isRefused = ({ key, aspect, by }: Decision) =>
		key === before?.key && aspect === "state" && by === "user";
	if (before?.status === "skipped" && store.decisions().some(isRefused))
		throw new BrowserError("the user does not pay");
	guardPayment(store);
	// The plan may have no todo that pays.
	if (latest()?.status !== "todo" && !latest()?.claimed) {
		using host = store.as("host");
		host.edit(host.add(payment), { confirm: true });
	}
	const asked = latest();
	if (asked && !asked.claimed) {
		const [{ call }] = tools(store);
		const evidence = totalOn(await read());
		call({ action: "complete_multiple", ids: [asked.id], evidence });
	}
	throw new BrowserError(notConfirmed);
}

/** What a model reads that may not pay yet. */
export const notConfirmed =
	"The user has to confirm the payment first, and is asked. Do nothing else, and end your turn: a later message says what they decided";

/**
 * Returns whether a todo that pays has to be left alone: the person was asked, and did not confirm.
 */
export const isUnpaid = (store: TodoStore, todo: Todo): boolean => {
	const asked = store.getAll().filter(({ content }) => content === payment);
	return isPaying(todo) && asked.length > 0 && asked.at(-1)?.status !== "done";
};
