// The tasks to choose from, and what the scripted model makes of each: the facts it took from the
// task, and its plan.

import type { Intent, Planned } from "../intents";

export type ScenarioName =
	| "straight"
	| "sold-out"
	| "other-plan"
	| "validation"
	| "code"
	| "slow";

/** What a model understands of a task. */
export interface Wish {
	readonly product: string;
	readonly colour: string;
	/** What the user takes when the colour is sold out. */
	readonly otherColour?: string;
	readonly quantity: number;
	readonly extra?: string;
	readonly giftNote?: string;
	readonly shipping: string;
	readonly contact: {
		readonly name: string;
		readonly email: string;
		readonly phone: string;
	};
	/** The code of the shop, which the user told. */
	readonly code?: string | undefined;
	/** The phone number as a form may insist on it. */
	readonly phoneWithCode: string;
	readonly address: {
		readonly street: string;
		readonly city: string;
		readonly postcode: string;
		readonly country: string;
	};
}

/** What a todo is about: how the scripted model goes about it follows from that. */
export type Aim =
	| "find"
	| "choose"
	| "choose-other"
	| "basket"
	| "extra"
	| "contact"
	| "address"
	| "shipping"
	| "place"
	| "gift-note";

export interface PlannedAim extends Planned {
	readonly aim: Aim;
}

export interface Scenario {
	readonly name: ScenarioName;
	readonly title: string;
	/** What there is to see. */
	readonly says: string;
	readonly task: string;
	readonly wish: Wish;
	/** How long the shop's carriers take, in milliseconds. */
	readonly wait?: number;
	/** Whether the shop asks for a code, which it sends by mail. */
	readonly asksForCode?: boolean;
	readonly plan: readonly PlannedAim[];
	/** What the model means when it is to plan once more. */
	readonly planAgain: readonly Intent[];
	/** All that a plan may hold. */
	readonly todos: readonly PlannedAim[];
}

const plain: Wish = {
	product: "Gooseneck kettle",
	colour: "green",
	quantity: 2,
	shipping: "Express",
	contact: {
		name: "Grace Hopper",
		email: "grace@example.org",
		phone: "020 7946 0018",
	},
	phoneWithCode: "+44 20 7946 0018",
	address: {
		street: "12 St James’s Square",
		city: "London",
		postcode: "SW1Y 4JH",
		country: "United Kingdom",
	},
};

const todo = (
	aim: Aim,
	content: string,
	activeForm: string,
	description = "",
): PlannedAim => ({
	aim,
	name: aim,
	content,
	activeForm,
	description,
	priority: aim === "gift-note" || aim === "extra" ? "low" : "medium",
});

const find = todo(
	"find",
	"Find the Gooseneck kettle in the shop",
	"Finding the kettle",
);
const choose = ({ colour, quantity }: Wish) =>
	todo(
		"choose",
		`Choose ${colour}, ${quantity} of them`,
		"Choosing colour and quantity",
	);
const basket = todo(
	"basket",
	"Put them in the basket",
	"Putting them in the basket",
);
const contact = todo(
	"contact",
	"Fill in the contact details",
	"Filling in the contact details",
	"Name, email and phone.",
);
const address = todo(
	"address",
	"Fill in the delivery address",
	"Filling in the address",
);
const shipping = todo(
	"shipping",
	"Choose express delivery",
	"Choosing the delivery",
);
const place = todo("place", "Place the order", "Placing the order");

const send = (what: string, more: string) =>
	`Order ${what} from the shop for Grace Hopper (grace@example.org, phone 020 7946 0018), 12 St James’s Square, London SW1Y 4JH, ` +
	`United Kingdom. By express.${more} Tell me the order number.`;

const scenario = (
	name: ScenarioName,
	title: string,
	says: string,
	task: string,
	wish: Wish,
	plan: readonly PlannedAim[],
	more: {
		wait?: number;
		asksForCode?: boolean;
		planAgain?: readonly Intent[];
		others?: readonly PlannedAim[];
	} = {},
): Scenario => {
	const { planAgain = [], others = [], ...rest } = more;
	return {
		name,
		title,
		says,
		task,
		wish,
		plan,
		planAgain,
		todos: [...plan, ...others],
		...rest,
	};
};

const extra = todo(
	"extra",
	"Put a descaling set in the basket",
	"Adding a descaling set",
);
const copper: Wish = { ...plain, colour: "copper", otherColour: "black" };
const chooseCopper = choose(copper);
const chooseBlack = todo(
	"choose-other",
	"Choose black instead, 2 of them",
	"Choosing black instead",
);
const giftNote = todo(
	"gift-note",
	"Add the note “Happy birthday, Grace!” to the order",
	"Adding the note",
);

const straightPlan = [
	find,
	choose(plain),
	basket,
	contact,
	address,
	shipping,
	place,
];

export const scenarios: readonly Scenario[] = [
	scenario(
		"straight",
		"Nothing goes wrong",
		"The agent searches, chooses, fills in a form that is picky about phone numbers, and orders.",
		send("two green Gooseneck kettles", ""),
		plain,
		straightPlan,
	),
	scenario(
		"sold-out",
		"A todo cannot be done",
		"The descaling set is sold out. Its todo is skipped with the reason, and the agent goes on.",
		send(
			"two green Gooseneck kettles and, if they have it, a descaling set",
			"",
		),
		{ ...plain, extra: "Descaling set" },
		[find, choose(plain), basket, extra, contact, address, shipping, place],
	),
	scenario(
		"other-plan",
		"The plan turns out wrong",
		"There is no copper kettle. The model asks for a new plan, and what is done stays done.",
		send(
			"two Gooseneck kettles in copper, or in black if there is no copper,",
			"",
		),
		copper,
		[find, chooseCopper, basket, contact, address, shipping, place],
		{
			others: [chooseBlack],
			planAgain: [
				{ kind: "skip", todo: chooseCopper },
				{
					kind: "add",
					after: chooseCopper,
					before: basket,
					todos: [chooseBlack],
				},
			],
		},
	),
	scenario(
		"validation",
		"Something was forgotten",
		"The plan forgets the gift note. The check at the end notices, and the model plans again.",
		send(
			"two green Gooseneck kettles",
			" The note “Happy birthday, Grace!” is to go with it.",
		),
		{ ...plain, giftNote: "Happy birthday, Grace!" },
		straightPlan,
		{ others: [giftNote], planAgain: [{ kind: "plan", todos: [giftNote] }] },
	),
	scenario(
		"code",
		"The agent needs you",
		"The shop sends a code by mail before it takes the order. The todo waits, and you answer it in the list.",
		send("two green Gooseneck kettles", ""),
		plain,
		straightPlan,
		{ asksForCode: true },
	),
	scenario(
		"slow",
		"Stop and continue",
		"The shop takes eight seconds to show its delivery prices. Stop the agent while it waits, then continue.",
		send("two green Gooseneck kettles", ""),
		plain,
		straightPlan,
		{ wait: 8000 },
	),
];

export const scenarioOf = (name: string): Scenario =>
	scenarios.find((scenario) => scenario.name === name) ??
	(scenarios[0] as Scenario);
