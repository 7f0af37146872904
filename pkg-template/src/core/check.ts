// Checks of arguments. A wrong argument throws a TodoError that says what is expected, and not a TypeError from
// somewhere inside.

import { TodoError } from "../../generated/snippets.js";

/** Returns the error for a wrong argument. */
export const invalid = (message: string): TodoError =>
	new TodoError("invalid_argument", message);

/** Throws `invalid_argument`: `what` names the argument, `expected` says what it must be. */
export function refuse(what: string, expected: string): never {
	throw invalid(`${what} must be ${expected}`);
}

/** Whether a value is an object and no array. */
export const isObject = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws unless a value is an object: options, callbacks, or an object that the host made. */
export function checkObject(value: unknown, what: string): void {
	if (!isObject(value)) refuse(what, "an object");
}

/**
 * Throws `invalid_argument` if the value of an argument is wrong. `what` is the name of the argument. The check of an optional
 * argument accepts `undefined`.
 */
// biome-ignore lint/suspicious/noExplicitAny: a check may be of some type only
type Check = (value: any, what: string) => void;

/** A check for each option of a function, except those that a caller cannot set. */
export type Checks<Options> = {
	readonly [Name in keyof Options as Options[Name] extends undefined
		? never
		: Name]-?: Check;
};

/**
 * Throws `invalid_argument` for a wrong option, and for one that does not exist, so that a misspelt one does not pass
 * for a default. Undefined counts as absent. `what` names the function.
 */
export function checkOptions<Options extends object>(
	options: Options,
	what: string,
	checks: Checks<Options>,
): void {
	checkObject(options, `${what}: options`);
	for (const [name, value] of Object.entries(options))
		if (value !== undefined && !Object.hasOwn(checks, name))
			refuse(
				`${what}: option ${JSON.stringify(name.slice(0, 40))}`,
				`one of ${Object.keys(checks).join(", ")}`,
			);
	for (const [name, check] of Object.entries<Check>(checks))
		check(options[name as keyof Options], `${what}: ${name}`);
}

/** For an option that the function itself, or the core, checks. */
export const anyValue: Check = () => {};

/** Returns the check of an option that may be undefined. */
export function optional(check: Check): Check {
	return (value, what) => {
		if (value !== undefined) check(value, what);
	};
}

/** Returns the check of an optional word. */
export const oneOf = (...words: readonly string[]): Check =>
	optional((value, what) => {
		if (!words.includes(value))
			refuse(what, words.map((word) => JSON.stringify(word)).join(" or "));
	});

export const checkText: Check = (value, what) => {
	if (typeof value !== "string") refuse(what, "a string");
};

export const checkOptionalBoolean: Check = (value, what) => {
	if (value !== undefined && typeof value !== "boolean")
		refuse(what, "a boolean");
};

/** Returns the beginning of a value as text, on one line and in quotes. */
export function excerpt(value: unknown): string {
	const text = String(value);
	return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

export function checkFunction(value: unknown, what: string): void {
	if (typeof value !== "function") refuse(what, "a function");
}

export function checkOptionalFunction(value: unknown, what: string): void {
	if (value !== undefined) checkFunction(value, what);
}

/** Throws unless a value has these methods. */
export function checkMethods(
	value: unknown,
	what: string,
	...methods: readonly string[]
): void {
	const isOne =
		((typeof value === "object" && value !== null) ||
			typeof value === "function") &&
		methods.every(
			(name) => typeof (value as Record<string, unknown>)[name] === "function",
		);
	if (!isOne) refuse(what, `an object with ${methods.join("() and ")}()`);
}

/** Accepts signals of other realms, such as an iframe or a test environment, which are not instances of this realm's class. */
export function checkOptionalSignal(value: unknown, what: string): void {
	if (value === undefined || value === null) return;
	const { aborted, addEventListener, removeEventListener } = Object(
		value,
	) as Partial<AbortSignal>;
	const isSignal =
		typeof aborted === "boolean" &&
		typeof addEventListener === "function" &&
		typeof removeEventListener === "function";
	if (!isSignal) refuse(what, "an AbortSignal");
}
