// Who orders.

import { byId } from "../../src/element";
import { setUpForm } from "./form-errors";
import { loadOrder, saveOrder } from "./order";
import { showHead } from "./shop-page";

showHead();
setUpForm(
	byId("form", HTMLFormElement),
	{
		name: (text) =>
			text === "" ? "Write the name that stands at the door." : undefined,
		email: (text) =>
			/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
				? undefined
				: "Write an email address, like ada@example.org.",
		phone: (text) =>
			/^\+[\d ]{8,18}$/.test(text)
				? undefined
				: "Write the phone number with the country’s code, like +44 20 7946 0000.",
	},
	loadOrder().given,
	(given) => {
		const order = loadOrder();
		saveOrder({ ...order, given: { ...order.given, ...given } });
		location.assign("./address.html");
	},
);
