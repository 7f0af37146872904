// Options as data. Each function that takes options has one table of their names, checks and
// defaults. The doc comments of the options say the same; `tests/types/defaults.test.mjs` compares
// them. Imports nothing, as the storages need it.

/** Returns what a value must be, or false if it is that. */
export type Expectation = (value: unknown) => string | false;

type OptionRow =
	| Expectation
	| readonly [check: Expectation, byDefault?: unknown];

/**
 * The options of a function, by name: the check of an option that has to be there; `[check]` for
 * one that may be missing, and `[check, default]`. An option that can only be undefined has no row.
 */
export type OptionTable<Options> = {
	readonly [Name in keyof Options as Options[Name] extends undefined
		? never
		: Name]-?: undefined extends Options[Name]
		? readonly [check: Expectation, byDefault?: Options[Name]]
		: Expectation;
};

/** The options after reading. Those with a default are never undefined. */
export type ReadOptions<Options, Table> = {
	readonly [Name in keyof Options]-?: Name extends keyof Table
		? Table[Name] extends readonly [Expectation, unknown]
			? Exclude<Options[Name], undefined>
			: Options[Name]
		: undefined;
};

export const isObject = (
	value: unknown,
): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the object's own properties, without what a page added to every object. */
export const copyOwn = <Of extends object>(object: Of): Partial<Of> =>
	Object.assign(Object.create(null), object);

/**
 * Returns the function that reads options by a table, and returns them with their defaults. It
 * calls `refuse` for a wrong option, and for an unknown one, so that a misspelt option is not
 * ignored. Undefined counts as missing. `what` names the function whose options they are.
 */
export function makeReader(refuse: (message: string) => never) {
	return <Options extends object, const Table extends OptionTable<Options>>(
		options: Options,
		what: string,
		table: Table,
	): ReadOptions<Options, Table> => {
		if (!isObject(options)) refuse(`${what}: options must be an object`);
		for (const [name, value] of Object.entries(options))
			if (value !== undefined && !Object.hasOwn(table, name))
				refuse(
					`${what}: there is no option ${JSON.stringify(name.slice(0, 40))}: the options are ${Object.keys(table).join(", ")}`,
				);
		const read: Record<string, unknown> = {};
		for (const [name, row] of Object.entries<OptionRow>(table)) {
			const [expect, byDefault] = typeof row === "function" ? [row] : row;
			// A page may have added properties to every object.
			const { [name]: value = byDefault } = copyOwn(options);
			const isMissing = value === undefined && expect !== row;
			const expected = !isMissing && expect(value);
			if (expected) refuse(`${what}: ${name} must be ${expected}`);
			read[name] = value;
		}
		return read as ReadOptions<Options, Table>;
	};
}

/** Accepts any value: whatever receives the option checks it, such as the core. */
export const expectAnything: Expectation = () => false;

export const expectObject: Expectation = (value) =>
	!isObject(value) && "an object";

export const expectText: Expectation = (value) =>
	typeof value !== "string" && "a string";

export const expectTexts: Expectation = (value) =>
	!(Array.isArray(value) && value.every((text) => typeof text === "string")) &&
	"an array of strings";

export const expectBoolean: Expectation = (value) =>
	typeof value !== "boolean" && "a boolean";

export const expectFunction: Expectation = (value) =>
	typeof value !== "function" && "a function";

/** Returns the check of a word. */
export const expectOneOf =
	(...words: readonly string[]): Expectation =>
	(value) =>
		!words.includes(value as string) &&
		words.map((word) => JSON.stringify(word)).join(" or ");

/** Returns the check of an object with these methods. */
export const expectMethods =
	(...methods: readonly string[]): Expectation =>
	(value) =>
		methods.some((name) => typeof Object(value)[name] !== "function") &&
		`an object with ${methods.join("() and ")}()`;

/**
 * Checks an object of a class. One that only has its `method` is of a second copy of the package,
 * of which the host knows nothing.
 */
export const expectInstance = (
	value: unknown,
	Class: { [Symbol.hasInstance](value: unknown): boolean },
	name: string,
	method: string,
): string | false =>
	!(value instanceof Class) &&
	(typeof Object(value)[method] === "function"
		? `${name} of this copy of agent-todos, but another copy made it: install the package once (npm ls agent-todos), and import it in one way`
		: `${name} (a clone of one is none)`);

/**
 * Accepts signals of other realms, such as an iframe or a test environment, which are not instances
 * of this realm's class.
 */
export const expectSignal: Expectation = (value) => {
	const { aborted, addEventListener, removeEventListener } = Object(
		value,
	) as Partial<AbortSignal>;
	const isSignal =
		typeof aborted === "boolean" &&
		typeof addEventListener === "function" &&
		typeof removeEventListener === "function";
	return value !== null && !isSignal && "an AbortSignal";
};
