// The tasks of the evaluation, what a person changes in the middle of some, and whether the shop
// has the order that was asked for.

import type { TodoStore } from "agent-todos";
import type { Order } from "../../shop/src/order";
import { lineText, loadOrder, rates } from "../../shop/src/order";
import { scenarioOf, type Wish } from "../agent/scenarios";

/** What a person changes their mind about while the agent works. */
export interface Change {
	/** Whether it is time, by what is in the shop. */
	readonly isDue: (order: Order, heading: string) => boolean;
	/** How the person says it in the chat, where there is no list. */
	readonly says: string;
	/** How the person says it on the list. */
	readonly edit: (store: TodoStore) => void;
	/** Whether what came of it is what the person wants. */
	readonly isFollowed: (order: Order) => boolean;
}

export interface Task {
	readonly name: string;
	/** What the user asks for. */
	readonly says: string;
	readonly change?: Change;
	readonly isDone: (order: Order) => boolean;
}

export { loadOrder };

const isPlaced = ({ number }: Order): boolean => number !== "";

/** Writes a text without what a form may have changed: quotes, case and spaces. */
const plain = (text: string): string =>
	text.replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ").trim().toLowerCase();
const digits = (text = ""): string => text.replaceAll(/\D/g, "");

const deliveryOf = ({ shipping }: Order): string =>
	rates.find(({ id }) => id === shipping)?.says ?? "";

/** Returns whether this, and nothing else, was ordered. */
function isOrdered(wish: Wish, order: Order): boolean {
	const { given, lines } = order;
	const goods = `${wish.quantity} × ${wish.product}, ${wish.colour}`;
	const texts = { ...wish.contact, ...wish.address, phone: "" };
	return (
		isPlaced(order) &&
		lines.map(lineText).join() === goods &&
		Object.entries(texts).every(
			([name, text]) =>
				name === "phone" || plain(given[name] ?? "") === plain(text),
		) &&
		digits(given.phone) === digits(wish.phoneWithCode) &&
		deliveryOf(order).startsWith(wish.shipping) &&
		plain(order.giftNote) === plain(wish.giftNote ?? "")
	);
}

/**
 * Changes a word in each open todo that has it. Without one, adds a todo after the one in progress.
 */
function reword(
	store: TodoStore,
	word: RegExp,
	by: string,
	otherwise: string,
): void {
	const open = store
		.getAll()
		.filter(({ status }) => status === "todo" || status === "doing");
	const named = open.filter(({ content }) => word.test(content));
	for (const { key, content } of named)
		store.edit(key, { content: content.replaceAll(word, by) });
	if (named.length === 0) addNext(store, otherwise);
}

function addNext(store: TodoStore, content: string): void {
	const { id = 0 } = store.getCurrentDoing() ?? {};
	store.addAfterPosition(id, [content]);
}

const hasGoods = (order: Order): boolean =>
	order.lines.length > 0 && !isPlaced(order);

const changes = {
	colour: {
		isDue: ({ lines }, heading) =>
			lines.length === 0 && heading === "Gooseneck kettle",
		says: "I changed my mind: black kettles, please, not green ones.",
		edit: (store) =>
			reword(
				store,
				/\bgreen\b/gi,
				"black",
				"Take black kettles, not green ones",
			),
		isFollowed: ({ lines }) => lines.some(({ colour }) => colour === "black"),
	},
	delivery: {
		isDue: hasGoods,
		says: "I changed my mind: standard delivery, please, not express.",
		edit: (store) =>
			reword(
				store,
				/\bexpress\b/gi,
				"standard",
				"Choose standard delivery, not express",
			),
		isFollowed: (order) =>
			isPlaced(order) && deliveryOf(order).startsWith("Standard"),
	},
	stop: {
		isDue: hasGoods,
		says: "I changed my mind: fill in everything, but do not place the order. I decide tomorrow.",
		edit(store) {
			const last = store
				.getAll()
				.filter(({ status }) => status === "todo" || status === "doing")
				.filter(({ content }) => /\b(order|buy|pay)\b/i.test(content))
				.at(-1);
			if (last) store.skip(last.key, "I decide tomorrow");
			else addNext(store, "Do not place the order: I decide tomorrow");
		},
		isFollowed: (order) => !isPlaced(order),
	},
} satisfies Record<string, Change>;

const { task, wish } = scenarioOf("straight");
const ordered = (wanted: Wish) => (order: Order) => isOrdered(wanted, order);

/** Returns a task of the front page as it is. */
function asItIs(
	name: Parameters<typeof scenarioOf>[0],
	wanted: Wish = scenarioOf(name).wish,
): Task {
	return { name, says: scenarioOf(name).task, isDone: ordered(wanted) };
}

export const tasks: readonly Task[] = [
	asItIs("straight"),
	asItIs("sold-out"),
	asItIs("other-plan", { ...scenarioOf("other-plan").wish, colour: "black" }),
	asItIs("validation"),
	{
		name: "colour",
		says: task,
		change: changes.colour,
		isDone: ordered({ ...wish, colour: "black" }),
	},
	{
		name: "delivery",
		says: task,
		change: changes.delivery,
		isDone: ordered({ ...wish, shipping: "Standard" }),
	},
	{
		name: "stop",
		says: task,
		change: changes.stop,
		isDone: (order) => order.lines.length > 0 && !isPlaced(order),
	},
];
