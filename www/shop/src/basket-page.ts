// The basket.

import { byId, element } from "../../src/element";
import { linePrice, lineText, loadOrder, saveOrder } from "./order";
import { priced } from "./products";
import { showHead } from "./shop-page";

function show(): void {
	showHead();
	const order = loadOrder();
	byId("lines", HTMLElement).replaceChildren(
		...order.lines.map((line, place) => {
			const remove = element(
				"button",
				{ type: "button", "aria-label": `Remove ${lineText(line)}` },
				"Remove",
			);
			remove.addEventListener("click", () => {
				saveOrder({ ...order, lines: order.lines.toSpliced(place, 1) });
				show();
			});
			return element(
				"li",
				{ class: "line" },
				element("span", {}, lineText(line)),
				element("span", { class: "price" }, priced(linePrice(line))),
				remove,
			);
		}),
	);
	const isEmpty = order.lines.length === 0;
	byId("empty", HTMLElement).hidden = !isEmpty;
	byId("check-out", HTMLElement).hidden = isEmpty;
	byId("sum", HTMLElement).textContent = isEmpty
		? ""
		: `Sum: ${priced(order.lines.reduce((sum, line) => sum + linePrice(line), 0))}`;
}

show();
