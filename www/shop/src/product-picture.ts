// The picture of a product: its shape, in a colour of it.

import { element } from "../../src/element";
import type { Product } from "./products";

export function pictureOf(
	{ shape, colours }: Product,
	colour = "",
): HTMLElement {
	const [first = "#8fa3ad"] = Object.values(colours);
	const picture = element("span", {
		class: `shape shape-${shape}`,
		"aria-hidden": "true",
	});
	picture.style.backgroundColor = colours[colour] ?? first;
	return picture;
}
