// What was ordered, and a note to go with it, which can be added until it is packed.

import { byId, element } from "../../src/element";
import { showError } from "./form-errors";
import { lineText, loadOrder, rates, saveOrder, total } from "./order";
import { showHead } from "./shop-page";

function show(): void {
	showHead();
	const order = loadOrder();
	if (order.number === "") return;
	const { given, lines, shipping, giftNote, number } = order;
	byId("title", HTMLElement).textContent = `Thank you, ${given.name}!`;
	byId("says", HTMLElement).textContent = `Order ${number} is placed.`;
	const facts = {
		Goods: lines.map(lineText).join("; "),
		Contact: `${given.email}, ${given.phone}`,
		Address: `${given.street}, ${given.city} ${given.postcode}, ${given.country}`,
		Delivery: rates.find(({ id }) => id === shipping)?.says ?? "",
		Total: total(order),
		"Note to go with it": giftNote === "" ? "none" : `“${giftNote}”`,
	};
	byId("facts", HTMLElement).replaceChildren(
		...Object.entries(facts).flatMap(([name, text]) => [
			element("dt", {}, name),
			element("dd", {}, text),
		]),
	);
	byId("gift", HTMLElement).hidden = false;
}

byId("gift", HTMLFormElement).addEventListener("submit", (event) => {
	event.preventDefault();
	const note = byId("note", HTMLInputElement);
	const giftNote = note.value.trim();
	showError(
		byId("error", HTMLElement),
		giftNote === "" ? "Write the note first." : "",
	);
	if (giftNote === "") return;
	saveOrder({ ...loadOrder(), giftNote });
	note.value = "";
	show();
});

show();
