// Text from outside on its way to a terminal: session logs, names of files, messages of other
// programs.

/**
 * What moves a cursor, changes a terminal's state, begins a line or turns the direction of writing.
 */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const escapeControl = (control) =>
	`\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Returns a text as one line that a terminal shows as it is: each control is written as its code,
 * such as \u001b.
 */
export const printable = (text) => text.replace(controls, escapeControl);

/** Returns a value as JSON in one line that a terminal shows as it is. */
export const printableJson = (value) => printable(JSON.stringify(value));
