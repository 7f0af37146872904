// The sentences of a reminder about what the person did, in the person's colour.

import { element } from "./element";

const byPerson = /(The user [^\n<]*)/;

/** Returns what a reminder says of the person, as the model reads it. Empty if it says nothing. */
export function saidOfPerson(reminder: string): string {
	return reminder.match(byPerson)?.[0] ?? "";
}

/** Returns a text with these sentences marked. `show` makes the rest. */
export function markPerson(
	text: string,
	show: (text: string) => Node | string = (text) => text,
): readonly (Node | string)[] {
	return text
		.split(byPerson)
		.map((part, place) =>
			place % 2 === 0
				? show(part)
				: element("span", { class: "by-person" }, part),
		);
}
