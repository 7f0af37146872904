// How it comes. The prices take a while, and until they are there the page is busy.

import { byId, element } from "../../src/element";
import { showError } from "./form-errors";
import { sendCode } from "./mail";
import { loadOrder, placeOrder, rates, saveOrder, total } from "./order";
import { priced } from "./products";
import { showHead } from "./shop-page";

showHead();
const main = byId("main", HTMLElement);
const form = byId("form", HTMLFormElement);
main.setAttribute("aria-busy", "true");

function showTotal(): void {
	byId("total", HTMLElement).textContent = `Total: ${total(loadOrder())}`;
}

setTimeout(() => {
	const choice = byId("rates", HTMLElement);
	for (const { id, says, price } of rates) {
		const radio = element("input", {
			type: "radio",
			name: "shipping",
			value: id,
		});
		radio.checked = loadOrder().shipping === id;
		radio.addEventListener("change", () => {
			saveOrder({ ...loadOrder(), shipping: id });
			showTotal();
		});
		choice.append(
			element(
				"label",
				{},
				radio,
				`${says}, ${price === 0 ? "free" : priced(price)}`,
			),
		);
	}
	showTotal();
	byId("total", HTMLElement).hidden = false;
	choice.hidden = false;
	byId("order", HTMLElement).hidden = false;
	byId("asking", HTMLElement).hidden = true;
	main.removeAttribute("aria-busy");
}, loadOrder().wait);

form.addEventListener("submit", (event) => {
	event.preventDefault();
	const order = loadOrder();
	const wrong =
		order.lines.length === 0
			? "There is nothing in the basket."
			: order.given.name === undefined || order.given.street === undefined
				? "The contact details or the address are missing."
				: order.shipping === ""
					? "Choose how it should come."
					: "";
	showError(byId("error", HTMLElement), wrong);
	if (wrong !== "") return;
	if (!order.asksForCode) return placeOrder(order);
	saveOrder({ ...order, code: sendCode(order.given.email ?? "") });
	location.assign("./code.html");
});
