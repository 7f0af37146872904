// The recorded browser task that the demo page and the extension play: what an agent did, page by
// page, and what it meant to say of its todo list each time. It is recorded in the words of no
// tool: `wording.ts` makes the calls, in whichever dialect the agent's model speaks at that moment.

import type { Intent, Planned } from "./intents";

/** What the browser shows after the agent acted. */
export interface PageSketch {
	readonly address: string;
	readonly title: string;
	/** One or two lines of what can be read there. */
	readonly lines?: readonly string[];
	readonly products?: readonly RecordedProduct[];
	/** The page is an error page. */
	readonly isDown?: true;
}

export interface RecordedProduct {
	readonly name: string;
	readonly price: string;
	readonly rating: string;
	/** What the agent or the shop says about it. */
	readonly mark?: "chosen" | "sold out";
}

/**
 * One turn of the agent: it acts in the browser, then its model says in tool calls what that means
 * for the list.
 */
export interface RecordedTurn {
	readonly does: string;
	readonly page: PageSketch;
	readonly intents: readonly Intent[];
}

export const task =
	"Find a kettle under €40, compare three, and put the best one in the basket.";

const brisk = { name: "Brisk 1.7 l", price: "€34.90", rating: "4.6" } as const;
const dawn = { name: "Dawn 1.2 l", price: "€28.50", rating: "4.1" } as const;
const cosy = { name: "Cosy & Quick", price: "€37.00", rating: "4.5" } as const;

const search: Planned = {
	name: "search-shop",
	content: "Search shop.example for electric kettles",
	activeForm: "Searching shop.example",
	description: "",
	priority: "high",
};
const narrow: Planned = {
	name: "narrow",
	content: "Narrow the results to under €40",
	activeForm: "Narrowing the results",
	description: "The filter is above the results.",
	priority: "high",
};
const noteTwo: Planned = {
	name: "note-two",
	content: "Note price and rating of the two best",
	activeForm: "Reading prices and ratings",
	description: "Best rated first, sold out ones left out.",
	priority: "medium",
};
const searchHearth: Planned = {
	name: "search-hearth",
	content: "Search hearth.example as well",
	activeForm: "Searching hearth.example",
	description: "",
	priority: "low",
};
const noteHearth: Planned = {
	name: "note-hearth",
	content: "Note its best kettle under €40",
	activeForm: "Reading its best offer",
	description: "",
	priority: "low",
};
const searchKettles: Planned = {
	name: "search-kettles",
	content: "Search kettles.example for one <= €40",
	activeForm: "Searching kettles.example",
	description: "In place of hearth.example.",
	priority: "medium",
};
const noteKettles: Planned = {
	name: "note-kettles",
	content: "Note its best kettle & its rating",
	activeForm: "Reading its best offer and rating",
	description: "",
	priority: "medium",
};
const compare: Planned = {
	name: "compare",
	content: "Compare the three and choose one",
	activeForm: "Comparing three kettles",
	description: "Rating first, then price.",
	priority: "high",
};
const basket: Planned = {
	name: "basket",
	content: "Put the chosen kettle in the basket",
	activeForm: "Putting the kettle in the basket",
	description: "One piece; do not pay.",
	priority: "high",
};
const tell: Planned = {
	name: "tell",
	content: "Tell the user what was chosen, and why",
	activeForm: "Telling the user",
	description: "",
	priority: "medium",
};

const hearthIsDown = {
	address: "hearth.example",
	title: "503 Service Unavailable",
	lines: ["The server cannot handle the request. Try again later."],
	isDown: true,
} as const;

export const turns: readonly RecordedTurn[] = [
	{
		does: "Reads the task and makes a plan of eight todos.",
		page: {
			address: "about:blank",
			title: "New tab",
			lines: ["Nothing opened yet."],
		},
		intents: [
			{
				kind: "plan",
				todos: [
					search,
					narrow,
					noteTwo,
					searchHearth,
					noteHearth,
					compare,
					basket,
					tell,
				],
			},
		],
	},
	{
		does: "Opens shop.example and types “electric kettle”.",
		page: {
			address: "shop.example/search?q=electric+kettle",
			title: "212 results",
			lines: ["Sorted by relevance. Prices from €9.99 to €249.00."],
		},
		intents: [{ kind: "start", todo: search }],
	},
	{
		does: "Sets the price filter to “up to €40”.",
		page: {
			address: "shop.example/search?q=electric+kettle&max=40",
			title: "37 results",
			lines: ["Filter: up to €40."],
		},
		intents: [
			{ kind: "finish", todos: [search, narrow] },
			{ kind: "start", todo: noteTwo },
		],
	},
	{
		does: "Reads the two best rated kettles.",
		page: {
			address: "shop.example/search?q=electric+kettle&max=40&sort=rating",
			title: "Best rated first",
			products: [brisk, dawn],
		},
		intents: [
			{ kind: "finish", todos: [noteTwo] },
			{ kind: "start", todo: searchHearth },
		],
	},
	{
		does: "hearth.example is down: its search has to wait.",
		page: hearthIsDown,
		intents: [{ kind: "block", todo: searchHearth }],
	},
	{
		does: "Still down: gives up both of its todos.",
		page: hearthIsDown,
		intents: [
			{ kind: "skip", todo: searchHearth },
			{ kind: "skip", todo: noteHearth },
		],
	},
	{
		does: "Two kettles are not three: plans another shop in between.",
		page: {
			address: "search.example/?q=kettle+shop",
			title: "Kettle shops",
			lines: ["kettles.example: nothing but kettles"],
		},
		intents: [
			{
				kind: "add",
				after: noteHearth,
				before: compare,
				todos: [searchKettles, noteKettles],
			},
			{ kind: "start", todo: searchKettles },
		],
	},
	{
		does: "Opens kettles.example and reads its best offer.",
		page: {
			address: "kettles.example/offers",
			title: "Offers of the week",
			products: [cosy],
		},
		intents: [
			{ kind: "finish", todos: [searchKettles, noteKettles] },
			{ kind: "start", todo: compare },
		],
	},
	{
		does: "Compares the three: Brisk is rated best, and not the dearest.",
		page: {
			address: "notes",
			title: "Three kettles under €40",
			products: [{ ...brisk, mark: "chosen" }, cosy, dawn],
		},
		intents: [
			{ kind: "finish", todos: [compare] },
			{ kind: "start", todo: basket },
		],
	},
	{
		does: "Adds Brisk to the basket. Just sold out: back to comparing.",
		page: {
			address: "shop.example/kettle/brisk",
			title: "Sorry, just sold out",
			products: [{ ...brisk, mark: "sold out" }],
		},
		intents: [
			{ kind: "reopen", todo: compare },
			{ kind: "start", todo: compare },
		],
	},
	{
		does: "Chooses again: Cosy & Quick, €3 under the limit, rated 4.5.",
		page: {
			address: "notes",
			title: "Two kettles are left",
			products: [{ ...cosy, mark: "chosen" }, dawn],
		},
		intents: [
			{ kind: "finish", todos: [compare] },
			{ kind: "start", todo: basket },
		],
	},
	{
		does: "Puts Cosy & Quick in the basket.",
		page: {
			address: "kettles.example/basket",
			title: "Your basket: €37.00",
			products: [{ ...cosy, mark: "chosen" }],
		},
		intents: [
			{ kind: "finish", todos: [basket] },
			{ kind: "start", todo: tell },
		],
	},
	{
		does: "Tells the user: “Cosy & Quick is in the basket, for €37.00.”",
		page: {
			address: "kettles.example/basket",
			title: "Your basket: €37.00",
			products: [{ ...cosy, mark: "chosen" }],
		},
		intents: [{ kind: "finish", todos: [tell] }, { kind: "look" }],
	},
];
