// The shop asks for the code that it sent before it takes the order.

import { byId } from "../../src/element";
import { showError } from "./form-errors";
import { loadOrder, placeOrder } from "./order";
import { showHead } from "./shop-page";

showHead();
const order = loadOrder();
byId("sent", HTMLElement).textContent =
	order.code === ""
		? "No code was sent in this tab."
		: `We sent a code to ${order.given.email}. The order is placed once you enter it.`;
byId("form", HTMLFormElement).hidden = order.code === "";

byId("form", HTMLFormElement).addEventListener("submit", (event) => {
	event.preventDefault();
	const isRight = byId("code", HTMLInputElement).value.trim() === order.code;
	showError(
		byId("error", HTMLElement),
		isRight ? "" : "That is not the code that we sent.",
	);
	if (isRight) placeOrder(order);
});
