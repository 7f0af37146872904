// The sentences of a reminder about what the person did, in the person's colour.

import { element } from "./element";

/** What a sentence adds stands in it as an element. */
const byPerson = /(The user (?:[^\n<]|<todo [^\n]*?<\/todo>)*)/;

/** Returns what a reminder says of the person, as the model reads it. Empty if it says nothing. */
export function saidOfPerson(reminder: string): string {
	return reminder.match(byPerson)?.[0] ?? "";
}

/** Returns the parts of a text: each second one is such a sentence. */
export const splitByPerson = (text: string): string[] => text.split(byPerson);

/** Returns a text with these sentences marked. `show` makes the rest. */
export function markPerson(
	text: string,
	show: (text: string) => Node | string = (text) => text,
): readonly (Node | string)[] {
	return splitByPerson(text).map((part, place) =>
		place % 2 === 0
			? show(part)
			: element("span", { class: "by-person" }, part),
	);
}
