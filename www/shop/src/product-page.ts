// One product: its colours, how many, and into the basket with it.

import { byId, element } from "../../src/element";
import { showError } from "./form-errors";
import { loadOrder, saveOrder } from "./order";
import { pictureOf } from "./product-picture";
import type { Product } from "./products";
import { priced, productOf } from "./products";
import { showHead } from "./shop-page";

showHead();
const product = productOf(new URLSearchParams(location.search).get("id"));
if (product) show(product);
byId(product ? "product" : "none", HTMLElement).hidden = false;

function show(product: Product): void {
	const { name, says, price, colours, lacks = [], soldOut } = product;
	document.title = `${name} · Kettle & Co.`;
	byId("title", HTMLElement).textContent = name;
	byId("says", HTMLElement).textContent = says;
	byId("price", HTMLElement).textContent = priced(price);
	const picture = byId("picture", HTMLElement);
	picture.append(pictureOf(product));

	const swatches = byId("colours", HTMLElement);
	swatches.hidden = Object.keys(colours).length === 0;
	for (const [colour, value] of Object.entries(colours)) {
		const radio = element("input", {
			type: "radio",
			name: "colour",
			value: colour,
		});
		radio.disabled = lacks.includes(colour);
		radio.addEventListener("change", () =>
			picture.replaceChildren(pictureOf(product, colour)),
		);
		const dot = element("span", { class: "dot", "aria-hidden": "true" });
		dot.style.backgroundColor = value;
		swatches.append(
			element(
				"label",
				{},
				radio,
				dot,
				radio.disabled ? `${colour} (sold out)` : colour,
			),
		);
	}

	const quantity = byId("quantity", HTMLSelectElement);
	for (let count = 1; count <= 5; count++)
		quantity.append(element("option", {}, `${count}`));

	if (soldOut !== undefined) {
		const stock = byId("stock", HTMLElement);
		stock.textContent = soldOut;
		stock.hidden = false;
		byId("quantity-field", HTMLElement).hidden = true;
		byId("add", HTMLButtonElement).disabled = true;
	}

	byId("choose", HTMLFormElement).addEventListener("submit", (event) => {
		event.preventDefault();
		const colour = `${new FormData(event.currentTarget as HTMLFormElement).get("colour") ?? ""}`;
		const isMissing = colour === "" && Object.keys(colours).length > 0;
		showError(
			byId("error", HTMLElement),
			isMissing ? "Choose a colour first." : "",
		);
		if (isMissing) return;
		const order = loadOrder();
		order.lines.push({
			product: product.id,
			colour,
			quantity: Number(quantity.value),
		});
		saveOrder(order);
		location.assign("./basket.html");
	});
}
