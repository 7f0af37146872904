// The one comparison of plain values, such as todos and what is drawn of them.

/** Returns whether two values are the same, or the same as JSON. */
export const isEqual = (a: unknown, b: unknown): boolean =>
	a === b || JSON.stringify(a) === JSON.stringify(b);
