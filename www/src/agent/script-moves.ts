// What the scripted model does about a todo, by what the page shows: it reads and then acts, so it also finds its way after
// it was stopped in the middle.

import type { SeenPage } from "./page-seen";
import { find } from "./page-seen";
import type { Aim, Wish } from "./scenarios";

export interface Act {
	readonly tool: "read_page" | "open" | "click" | "type" | "select";
	readonly args: Readonly<Record<string, string | number>>;
}

export type Move =
	| {
			readonly kind: "act";
			readonly says: string;
			readonly acts: readonly Act[];
	  }
	| { readonly kind: "done"; readonly says: string }
	| { readonly kind: "give-up"; readonly says: string; readonly reason: string }
	| {
			readonly kind: "plan-again";
			readonly says: string;
			readonly reason: string;
	  };

const act = (says: string, ...acts: readonly (Act | undefined)[]): Move => ({
	kind: "act",
	says,
	acts: acts.filter((one) => one !== undefined),
});
const done = (says: string): Move => ({ kind: "done", says });

export const look: Move = act("I look at the page first.", {
	tool: "read_page",
	args: {},
});

const click = (page: SeenPage, role: string, name: string): Act | undefined => {
	const found = find(page, role, name);
	return found && { tool: "click", args: { element: found.element } };
};

/** What to do next about an aim. */
export function move(aim: Aim, page: SeenPage, wish: Wish): Move {
	switch (aim) {
		case "find":
			return page.heading === wish.product
				? done(`Here is the ${wish.product}.`)
				: goTo(wish.product, page);
		case "choose":
			return choose(wish.colour, page, wish);
		case "choose-other":
			return choose(wish.otherColour ?? wish.colour, page, wish);
		case "basket":
			if (page.heading === "Your basket")
				return done("They are in the basket.");
			return act(
				"Into the basket with them.",
				click(page, "button", "Put in the basket"),
			);
		case "extra":
			return addExtra(wish.extra ?? "", page);
		case "contact":
			return form(
				page,
				"Contact details",
				textsOf(page, wish),
				"The contact details are in.",
			);
		case "address":
			return form(
				page,
				"Delivery address",
				addressOf(wish),
				"The address is in.",
			);
		case "shipping":
			return ship(page, wish);
		case "place":
			if (page.heading.startsWith("Thank you"))
				return done("The order is placed.");
			return act(
				"Everything is set: I place the order.",
				click(page, "button", "Place the order"),
			);
		case "gift-note":
			if (page.text.includes(`“${wish.giftNote}”`))
				return done("The note is on the order.");
			return act(
				"The note can be added here.",
				fill(page, "Gift note", wish.giftNote ?? ""),
				click(page, "button", "Add the note"),
			);
	}
}

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
	if (swatch?.isChecked && quantity?.value === `${wish.quantity}`)
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

const way = [
	"Your basket",
	"Contact details",
	"Delivery address",
	"Delivery",
	"Thank you",
];
const placeOnWay = (heading: string): number =>
	way.findIndex((step) =>
		step === "Thank you" ? heading.startsWith(step) : heading === step,
	);

function form(
	page: SeenPage,
	heading: string,
	texts: Readonly<Record<string, string>>,
	whenDone: string,
): Move {
	const [here, there] = [placeOnWay(page.heading), placeOnWay(heading)];
	if (here > there) return done(whenDone);
	if (here < there) return proceed(page);
	const wrong = /^! (.*)$/m.exec(page.text)?.[1];
	const acts = Object.entries(texts).map(([name, text]) =>
		fill(page, name, text),
	);
	return act(
		wrong
			? `The page says: “${wrong}” I write it so.`
			: `I fill in “${heading}”.`,
		...acts,
		click(page, "button", "Continue"),
	);
}

function proceed(page: SeenPage): Move {
	const on =
		click(page, "link", "Check out") ?? click(page, "button", "Continue");
	return on
		? act("On to the next page.", on)
		: act("The basket first.", click(page, "link", "Basket"));
}

function ship(page: SeenPage, { shipping }: Wish): Move {
	if (page.heading !== "Delivery")
		return placeOnWay(page.heading) > 3
			? done("It is on its way.")
			: proceed(page);
	const rate = find(page, "radio", shipping);
	return rate?.isChecked
		? done(`${rate.name}.`)
		: act(
				`I take ${shipping.toLowerCase()}.`,
				rate && { tool: "click", args: { element: rate.element } },
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
