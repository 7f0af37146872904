// Compares values of this package, such as todos and what is drawn of them. `isSame` compares what somebody else made.

/** Returns whether two values are the same, or the same as JSON. */
export const isEqual = (a: unknown, b: unknown): boolean =>
	a === b || JSON.stringify(a) === JSON.stringify(b);
