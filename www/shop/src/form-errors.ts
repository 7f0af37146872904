// What is wrong with a form, said beside each field. The shop's own words, not the browser's: they
// stay on the page.

import { element } from "../../src/element";

/** What is wrong with a field's text, or nothing. */
export type Check = (text: string) => string | undefined;

/** Fills the fields with what was given before, and calls `sent` once all of them are right. */
export function setUpForm(
	form: HTMLFormElement,
	checks: Readonly<Record<string, Check>>,
	given: Readonly<Record<string, string>>,
	sent: (texts: Record<string, string>) => void,
): void {
	const fieldOf = (name: string) =>
		form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
	for (const name of Object.keys(checks))
		fieldOf(name).value = given[name] ?? "";
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const texts: Record<string, string> = {};
		let isRight = true;
		for (const [name, check] of Object.entries(checks)) {
			const field = fieldOf(name);
			texts[name] = field.value.trim();
			const wrong = check(texts[name]);
			if (wrong !== undefined && isRight) field.focus();
			isRight &&= wrong === undefined;
			sayError(field, wrong);
		}
		if (isRight) sent(texts);
	});
}

function sayError(field: HTMLElement, wrong: string | undefined): void {
	const id = `${field.id}-error`;
	document.getElementById(id)?.remove();
	field.toggleAttribute("aria-invalid", false);
	field.removeAttribute("aria-describedby");
	if (wrong === undefined) return;
	field.setAttribute("aria-invalid", "true");
	field.setAttribute("aria-describedby", id);
	field.after(element("span", { id, class: "error", role: "alert" }, wrong));
}

/** Shows a sentence in the page's place for one, or takes it away. */
export function showError(place: HTMLElement, wrong: string): void {
	place.textContent = wrong;
	place.hidden = wrong === "";
}
