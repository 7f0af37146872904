// Checks of arguments. A wrong argument throws a TodoError that says what is expected, and not a
// TypeError from somewhere inside.

import { TodoError } from "../../generated/snippets.js";
import {
	type Expectation,
	expectFunction,
	expectMethods,
	expectObject,
	makeReader,
} from "./options.js";

/** Returns the error for a wrong argument. */
export const invalid = (message: string): TodoError =>
	new TodoError("invalid_argument", message);

/** Throws `invalid_argument`: `what` names the argument, `expected` says what it must be. */
export function refuse(what: string, expected: string): never {
	throw invalid(`${what} must be ${expected}`);
}

/** Throws `invalid_argument` if an argument is wrong. `what` names it. */
export function check(value: unknown, what: string, expect: Expectation): void {
	const expected = expect(value);
	if (expected) refuse(what, expected);
}

/** Throws unless a value is an object: callbacks, or an object that the host made. */
export const checkObject = (value: unknown, what: string): void =>
	check(value, what, expectObject);

export const checkFunction = (value: unknown, what: string): void =>
	check(value, what, expectFunction);

/** Throws unless a value has these methods. */
export const checkMethods = (
	value: unknown,
	what: string,
	...methods: readonly string[]
): void => check(value, what, expectMethods(...methods));

/** Reads the options of a function by its table: see `makeReader`. */
export const readOptions = /* @__PURE__ */ makeReader((message) => {
	throw invalid(message);
});

/** Returns the beginning of a value as text, on one line and in quotes. */
export function quote(value: unknown): string {
	const text = String(value);
	return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
