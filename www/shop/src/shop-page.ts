// What every page of the shop has: its head, with the search and the basket.

import { element } from "../../src/element";
import { followTheme } from "../../src/theme";
import { loadOrder } from "./order";

followTheme();

/** Fills the head. `searched` is what the reader looked for. */
export function showHead(searched = ""): void {
	const count = loadOrder().lines.reduce(
		(sum, { quantity }) => sum + quantity,
		0,
	);
	const box = element("input", {
		type: "search",
		name: "q",
		"aria-label": "Search the shop",
		placeholder: "Search",
		autocomplete: "off",
		value: searched,
	});
	document
		.getElementById("head")
		?.replaceChildren(
			element(
				"a",
				{ class: "shop-name", href: "./index.html" },
				"Kettle & Co.",
			),
			element(
				"form",
				{ class: "search", role: "search", action: "./index.html" },
				box,
				element("button", { type: "submit" }, "Search"),
			),
			element(
				"a",
				{ class: "basket-link", href: "./basket.html" },
				`Basket (${count})`,
			),
		);
}
