// The order of this tab, from page to page: kept in sessionStorage, as the shop has no server.

import { priced, productOf } from "./products";

export interface Line {
	readonly product: string;
	readonly colour: string;
	readonly quantity: number;
}

export interface Order {
	lines: Line[];
	/** What was typed into the forms, by the fields' names. */
	given: Record<string, string>;
	shipping: string;
	giftNote: string;
	/** Empty until the order is placed. */
	number: string;
	/** Whether an order is placed only with a code, which the shop sends by mail. */
	asksForCode: boolean;
	/** The code that was sent; empty before. */
	code: string;
	/** How long the carriers take to say their prices, in milliseconds. */
	wait: number;
}

const key = "kettle-and-co-order";
const none: Order = {
	lines: [],
	given: {},
	shipping: "",
	giftNote: "",
	number: "",
	asksForCode: false,
	code: "",
	wait: 150,
};

export function loadOrder(): Order {
	const kept = sessionStorage.getItem(key);
	return kept === null ? structuredClone(none) : (JSON.parse(kept) as Order);
}

export function saveOrder(order: Order): void {
	sessionStorage.setItem(key, JSON.stringify(order));
}

/** Starts over, as the address of the first page asks: `index.html?start=over&wait=6000&code`. */
export function startOver(wait: number, asksForCode: boolean): void {
	saveOrder({
		...structuredClone(none),
		asksForCode,
		wait: Number.isFinite(wait) && wait > 0 ? wait : none.wait,
	});
}

export interface Rate {
	readonly id: string;
	readonly says: string;
	readonly price: number;
}

export const rates: readonly Rate[] = [
	{ id: "standard", says: "Standard, in three to five days", price: 390 },
	{ id: "express", says: "Express, tomorrow", price: 900 },
	{ id: "pick-up", says: "Pick it up in the shop", price: 0 },
];

export const lineText = ({ product, colour, quantity }: Line): string => {
	const name = productOf(product)?.name ?? product;
	return `${quantity} × ${name}${colour === "" ? "" : `, ${colour}`}`;
};

export const linePrice = ({ product, quantity }: Line): number =>
	(productOf(product)?.price ?? 0) * quantity;

/** Goods and delivery, as text. */
export function total({ lines, shipping }: Order): string {
	const goods = lines.reduce((sum, line) => sum + linePrice(line), 0);
	return priced(goods + (rates.find(({ id }) => id === shipping)?.price ?? 0));
}

/** Places the order and opens its confirmation. */
export function placeOrder(order: Order): void {
	saveOrder({ ...order, number: numberOf(order) });
	location.assign("./confirmation.html");
}

/** The same order has the same number. */
function numberOf({ lines, given, shipping }: Order): string {
	let hash = 7;
	for (const character of JSON.stringify([lines, given, shipping]))
		hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9000;
	return `K-${1000 + hash}`;
}
