// Where it goes.

import { byId } from "../../src/element";
import { setUpForm } from "./form-errors";
import { loadOrder, saveOrder } from "./order";
import { showHead } from "./shop-page";

showHead();
setUpForm(
	byId("form", HTMLFormElement),
	{
		street: (text) =>
			/\d/.test(text) ? undefined : "Write the street with its number.",
		city: (text) => (text === "" ? "Write the city." : undefined),
		postcode: (text) =>
			/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$|^[A-Z]\d\d ?[A-Z\d]{4}$/i.test(text)
				? undefined
				: "Write the postcode, like SW1Y 4JH.",
		country: (text) => (text === "" ? "Choose the country." : undefined),
	},
	loadOrder().given,
	(given) => {
		const order = loadOrder();
		saveOrder({ ...order, given: { ...order.given, ...given } });
		location.assign("./shipping.html");
	},
);
