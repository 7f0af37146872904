// What the shop sells.

export interface Product {
	readonly id: string;
	readonly name: string;
	readonly says: string;
	/** In pence. */
	readonly price: number;
	/** Each a CSS colour by its name; none where there is nothing to choose. */
	readonly colours: Readonly<Record<string, string>>;
	/** Colours that are sold out. */
	readonly lacks?: readonly string[];
	/** What the shop says when all of it is sold out. */
	readonly soldOut?: string;
	/** Its picture: the class `shape-…` of shop.css. */
	readonly shape: "gooseneck" | "kettle" | "glass" | "sachets" | "strainer";
}

export const products: readonly Product[] = [
	{
		id: "gooseneck",
		name: "Gooseneck kettle",
		says: "0.8 l, with a thin spout for pouring slowly.",
		price: 4800,
		colours: {
			green: "#3d7a58",
			black: "#33383d",
			cream: "#d9c9a3",
			copper: "#b5673a",
		},
		lacks: ["copper"],
		shape: "gooseneck",
	},
	{
		id: "brisk",
		name: "Brisk kettle",
		says: "1.7 l, boils in two minutes.",
		price: 3490,
		colours: { steel: "#8a98a5", black: "#33383d" },
		shape: "kettle",
	},
	{
		id: "dawn",
		name: "Dawn kettle",
		says: "1.2 l, of glass.",
		price: 2850,
		colours: {},
		shape: "glass",
	},
	{
		id: "descaler",
		name: "Descaling set",
		says: "Six sachets, good for a year.",
		price: 650,
		colours: {},
		soldOut: "Sold out until March.",
		shape: "sachets",
	},
	{
		id: "strainer",
		name: "Tea strainer",
		says: "Fine mesh, rests on the cup.",
		price: 420,
		colours: {},
		shape: "strainer",
	},
];

export const productOf = (id: string | null): Product | undefined =>
	products.find((product) => product.id === id);

/** Returns those whose name or description has each word. */
export function search(words: string): readonly Product[] {
	const wanted = words
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== "");
	return products.filter(({ name, says }) =>
		wanted.every((word) => `${name} ${says}`.toLowerCase().includes(word)),
	);
}

/** "£48.00" */
export const priced = (pence: number): string => `£${(pence / 100).toFixed(2)}`;
