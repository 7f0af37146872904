// What the scripted model does about a todo, by what the page shows and what it saw of the shop
// before: it takes each todo from wherever the shop is, and does first what a page asks for first.
// So it also finds its way where somebody changed the plan, or stopped it in the middle.

import type { SeenPage } from "./page-seen";
import { find } from "./page-seen";
import type { Aim, Wish } from "./scenarios";

export interface Act {
	readonly tool: "read_page" | "open" | "click" | "type" | "select";
	readonly args: Readonly<Record<string, string | number>>;
}

/** What is done on the page. */
interface Acts {
	readonly kind: "act";
	readonly says: string;
	readonly acts: readonly Act[];
}

export type Move =
	| { readonly kind: "ask"; readonly says: string; readonly question: string }
	| Acts
	| { readonly kind: "done"; readonly says: string }
	| { readonly kind: "give-up"; readonly says: string; readonly reason: string }
	| {
			readonly kind: "plan-again";
			readonly says: string;
			readonly reason: string;
	  };

const act = (says: string, ...acts: readonly (Act | undefined)[]): Acts => ({
	kind: "act",
	says,
	acts: acts.filter((one) => one !== undefined),
});
export const giveUp = (reason: string): Move => ({
	kind: "give-up",
	says: reason,
	reason,
});
const done = (says: string): Move => ({ kind: "done", says });

export const look: Acts = act("I look at the page first.", {
	tool: "read_page",
	args: {},
});

const click = (page: SeenPage, role: string, name: string): Act | undefined => {
	const found = find(page, role, name);
	return found && { tool: "click", args: { element: found.element } };
};

/** Returns what the pages that were seen say of the order. */
export function achievedOn(
	pages: readonly SeenPage[],
	wish: Wish,
): ReadonlySet<Aim> {
	const achieved = new Set<Aim>();
	const add = (...aims: readonly Aim[]) => {
		for (const aim of aims) achieved.add(aim);
	};
	for (const page of pages) {
		const { heading, text } = page;
		if (heading === wish.product) add("find");
		if (heading === wish.product && isChosen(page, wish)) add("choose");
		if (heading === "Your basket" && find(page, "link", "Check out"))
			add("find", "choose", "choose-other", "basket");
		if (heading === "Delivery address") add("contact");
		if (heading === "Delivery") add("contact", "address");
		if (heading === "Delivery" && find(page, "radio", wish.shipping)?.isChecked)
			add("shipping");
		if (heading.startsWith("Thank you")) add("shipping", "place");
		if (wish.giftNote && text.includes(`“${wish.giftNote}”`)) add("gift-note");
	}
	return achieved;
}

/** Returns what to do next about an aim. */
export function move(
	aim: Aim,
	page: SeenPage,
	wish: Wish,
	achieved: ReadonlySet<Aim>,
): Move {
	if (achieved.has(aim)) return done(achievements(wish)[aim]);
	const first = (before: Aim) => move(before, page, wish, achieved);
	switch (aim) {
		case "find":
			return goTo(wish.product, page);
		case "choose":
			return choose(wish.colour, page, wish);
		case "choose-other":
			return choose(wish.otherColour ?? wish.colour, page, wish);
		case "basket":
			return intoBasket(page, wish);
		case "extra":
			return addExtra(wish.extra ?? "", page);
		case "contact":
			if (!achieved.has("basket")) return first("basket");
			return page.heading === "Contact details"
				? form(page, textsOf(page, wish))
				: proceed(page);
		case "address":
			if (!achieved.has("contact")) return first("contact");
			return page.heading === "Delivery address"
				? form(page, addressOf(wish))
				: open("address.html");
		case "shipping":
			if (!achieved.has("address")) return first("address");
			return page.heading === "Delivery"
				? ship(page, wish)
				: open("shipping.html");
		case "place":
			if (page.heading === "Enter the code") return enterCode(page, wish.code);
			if (!achieved.has("shipping") || page.heading !== "Delivery")
				return first("shipping");
			return act(
				"Everything is set: I place the order.",
				click(page, "button", "Place the order"),
			);
		case "gift-note":
			if (!page.heading.startsWith("Thank you")) return first("place");
			return act(
				"The note can be added here.",
				fill(page, "Gift note", wish.giftNote ?? ""),
				click(page, "button", "Add the note"),
			);
	}
}

const achievements = (wish: Wish): Readonly<Record<Aim, string>> => ({
	find: `Here is the ${wish.product}.`,
	choose: `${wish.colour}, and ${wish.quantity} of them.`,
	"choose-other": `${wish.otherColour}, and ${wish.quantity} of them.`,
	basket: "They are in the basket.",
	extra: `The ${wish.extra} is in the basket.`,
	contact: "The contact details are in.",
	address: "The address is in.",
	shipping: `${wish.shipping} it is.`,
	place: "The order is placed.",
	"gift-note": "The note is on the order.",
});

const open = (url: string): Move =>
	act("On to the page that takes it.", { tool: "open", args: { url } });

function goTo(product: string, page: SeenPage): Move {
	const link = find(page, "link", product);
	if (link && page.heading.startsWith("Found"))
		return act(`The ${product} is in the list.`, {
			tool: "click",
			args: { element: link.element },
		});
	if (!find(page, "searchbox", "Search"))
		return act("I begin at the shop’s first page.", {
			tool: "open",
			args: { url: "index.html" },
		});
	const word = product.split(" ")[0] ?? product;
	return act(
		`I search for “${word}”.`,
		fill(page, "Search the shop", word, "searchbox"),
		click(page, "button", "Search"),
	);
}

const isChosen = (page: SeenPage, { colour, quantity }: Wish): boolean =>
	find(page, "radio", colour)?.isChecked === true &&
	find(page, "combobox", "Quantity")?.value === `${quantity}`;

/** What is chosen on the page goes into the basket; what is not chosen yet is chosen first. */
function intoBasket(page: SeenPage, wish: Wish): Move {
	const { colour, otherColour } = wish;
	const isOther =
		otherColour !== undefined &&
		(find(page, "radio", colour)?.isDisabled ||
			isChosen(page, { ...wish, colour: otherColour }));
	const chosen = choose(isOther ? otherColour : colour, page, wish);
	return chosen.kind === "done"
		? act(
				"Into the basket with them.",
				click(page, "button", "Put in the basket"),
			)
		: chosen;
}

function choose(colour: string, page: SeenPage, wish: Wish): Move {
	if (page.heading !== wish.product) return goTo(wish.product, page);
	const swatch = find(page, "radio", colour);
	const quantity = find(page, "combobox", "Quantity");
	if (swatch?.isDisabled) {
		const reason = `${colour} is sold out; the user takes ${wish.otherColour} then`;
		return {
			kind: "plan-again",
			says: `The page says “${swatch.name}”. The plan does not hold any more.`,
			reason,
		};
	}
	if (isChosen(page, { ...wish, colour }))
		return done(`${colour}, and ${wish.quantity} of them.`);
	const select: Act | undefined = quantity && {
		tool: "select",
		args: { element: quantity.element, option: `${wish.quantity}` },
	};
	return act(
		`${wish.quantity} of them, in ${colour}.`,
		select,
		swatch && { tool: "click", args: { element: swatch.element } },
	);
}

function addExtra(extra: string, page: SeenPage): Move {
	if (page.heading !== extra) return goTo(extra, page);
	const [soldOut] = /^Sold out.*$/m.exec(page.text) ?? [];
	if (soldOut === undefined)
		return act(
			"Into the basket with it.",
			click(page, "button", "Put in the basket"),
		);
	return {
		kind: "give-up",
		says: `The shop says: “${soldOut}” That one cannot be had.`,
		reason: `The ${extra.toLowerCase()} is not to be had: “${soldOut}”`,
	};
}

/** Once the page says what is wrong with the number, it is written so. */
const textsOf = (
	page: SeenPage,
	{ contact, phoneWithCode }: Wish,
): Readonly<Record<string, string>> => ({
	"Full name": contact.name,
	Email: contact.email,
	Phone: /^! .*country/m.test(page.text) ? phoneWithCode : contact.phone,
});

const addressOf = ({ address }: Wish): Readonly<Record<string, string>> => ({
	"Street and number": address.street,
	City: address.city,
	Postcode: address.postcode,
	Country: address.country,
});

function form(page: SeenPage, texts: Readonly<Record<string, string>>): Move {
	const wrong = /^! (.*)$/m.exec(page.text)?.[1];
	const acts = Object.entries(texts).map(([name, text]) =>
		fill(page, name, text),
	);
	return act(
		wrong
			? `The page says: “${wrong}” I write it so.`
			: `I fill in “${page.heading}”.`,
		...acts,
		click(page, "button", "Continue"),
	);
}

function proceed(page: SeenPage): Move {
	const on = click(page, "link", "Check out");
	return on
		? act("On to the next page.", on)
		: act("The basket first.", click(page, "link", "Basket"));
}

/** Takes the delivery that is wished for; any will do where none is. */
function ship(page: SeenPage, { shipping }: Wish): Move {
	const rate = find(page, "radio", shipping);
	return rate
		? act(`I take this one: ${rate.name}.`, {
				tool: "click",
				args: { element: rate.element },
			})
		: giveUp(`The shop has no ${shipping.toLowerCase()} delivery.`);
}

/** The code is with the user. */
function enterCode(page: SeenPage, code: string | undefined): Move {
	const wrong = /^! (.*)$/m.exec(page.text)?.[1];
	const isRefused =
		wrong !== undefined && find(page, "textbox", "Code")?.value === code;
	if (code === undefined || isRefused) {
		const to = /sent a code to (\S+)\. /.exec(page.text)?.[1];
		return {
			kind: "ask",
			says: "The shop sent a code by mail. The user has it, so I ask.",
			question: `${isRefused ? `${wrong} ` : ""}Which code did the shop send to ${to}?`,
		};
	}
	return act(
		"The user told me the code.",
		fill(page, "Code", code),
		click(page, "button", "Confirm the order"),
	);
}

/** Nothing where the field has it already. */
function fill(
	page: SeenPage,
	name: string,
	text: string,
	role = "textbox",
): Act | undefined {
	const choice = find(page, "combobox", name);
	if (choice)
		return choice.value === text
			? undefined
			: { tool: "select", args: { element: choice.element, option: text } };
	const field = find(page, role, name);
	return field && field.value !== text
		? { tool: "type", args: { element: field.element, text } }
		: undefined;
}
