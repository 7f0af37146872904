// The first page: all products, or those that the search found.

import { byId, element } from "../../src/element";
import { startOver } from "./order";
import { pictureOf } from "./product-picture";
import { priced, search } from "./products";
import { showHead } from "./shop-page";

const asked = new URLSearchParams(location.search);
if (asked.get("start") === "over")
	startOver(Number(asked.get("wait")), asked.has("code"));
const words = asked.get("q") ?? "";
showHead(words);

const found = search(words);
if (words.trim() !== "")
	byId("title", HTMLElement).textContent = `Found for “${words}”`;
byId("none", HTMLElement).hidden = found.length > 0;
byId("products", HTMLElement).append(
	...found.map((product) =>
		element(
			"li",
			{ class: "product" },
			pictureOf(product),
			element("a", { href: `./product.html?id=${product.id}` }, product.name),
			element("span", { class: "product-says" }, product.says),
			element(
				"span",
				{ class: "price" },
				product.soldOut ?? priced(product.price),
			),
		),
	),
);
