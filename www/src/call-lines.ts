// A call, line by line: a tool that is sent the whole list says little that is new each time, and
// the eye should find it.

import { colouredAsWritten } from "./coloured-code";
import { element } from "./element";

/**
 * Returns what a line says, without what holds it together with others: commas, and what is around
 * a checklist.
 */
const gistOf = (line: string) =>
	line
		.trim()
		.replace(/^\{"todos":"(?=\[)/, "")
		.replace(/(?<=^\[.*)"\}$/, "")
		.replace(/(?:\\n|,)$/, "");

/** Also in the middle of a JSON string: a checklist is one. */
const lines = (text: string) => text.split(/(?<=\n|\\n)/);

/** Returns the lines of a call that would say nothing new. */
export function knownLines(text: string): ReadonlySet<string> {
	return new Set(lines(text).map(gistOf));
}

/** Returns one element for each line; together they hold the text to the last character. */
export function callLines(
	text: string,
	known: ReadonlySet<string>,
): HTMLElement[] {
	return lines(text).map((line) => {
		const kind = known.has(gistOf(line)) ? "call-line is-known" : "call-line";
		return element("span", { class: kind }, colouredAsWritten(line));
	});
}
