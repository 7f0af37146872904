// A sketch of the browser that the agent works in: its address bar and what the page shows.

import { element } from "./element";
import type { PageSketch, RecordedProduct } from "./recording";

export function showPage(browser: HTMLElement, page: PageSketch): void {
	const body = element(
		"div",
		{ class: "browser-body" },
		element("p", { class: "browser-title" }, page.title),
	);
	for (const line of page.lines ?? []) body.append(element("p", {}, line));
	if (page.products)
		body.append(
			element("ul", { class: "products" }, ...page.products.map(productCard)),
		);
	const dots = element("span", {
		class: "browser-dots",
		"aria-hidden": "true",
	});
	browser.classList.toggle("is-down", page.isDown === true);
	browser.replaceChildren(
		element(
			"p",
			{ class: "browser-bar" },
			dots,
			element("span", { class: "address" }, page.address),
		),
		body,
	);
}

function productCard({
	name,
	price,
	rating,
	mark,
}: RecordedProduct): HTMLElement {
	const stars = element(
		"span",
		{ role: "img", "aria-label": `rated ${rating} of 5` },
		`★ ${rating}`,
	);
	const title = element("span", {}, element("strong", {}, name));
	if (mark) title.append(element("span", { class: "product-mark" }, mark));
	const picture = element("span", { class: "kettle", "aria-hidden": "true" });
	return element(
		"li",
		{ class: "product", "data-mark": mark ?? "none" },
		picture,
		title,
		element("span", {}, `${price} · `, stars),
	);
}
