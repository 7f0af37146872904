/** No option has this many items. An engine would write gigabytes for a sparse array. */
const mostItems = 10_000;

/**
 * Writes options as JSON text. Values that JSON would drop, such as a `Map`, or arrays without end,
 * become strings, so that the core refuses them. The option `data` is any JSON value, so this
 * throws if it is another one.
 */
export function optionsText(value) {
	const data = Object.hasOwn(Object(value), "data") ? value.data : undefined;
	if (data !== undefined) checkJson(data, "data", []);
	const shown = Symbol.iterator in Object(value) ? String(value) : value;
	const text = JSON.stringify(shown, (_, item) => {
		if (Array.isArray(item) && item.length > mostItems)
			return `an array of ${item.length} items`;
		return typeof item === "function" ||
			typeof item === "symbol" ||
			(typeof item === "number" && !Number.isFinite(item))
			? String(item)
			: item;
	});
	return text ?? "null";
}

/**
 * Replaces each lone surrogate by `mark`. The core passes it: a minifier would write a constant as
 * the character itself, and Chrome refuses a content script that contains U+FFFF.
 */
export function markSurrogates(text, mark) {
	return text.replace(/\p{Surrogate}/gu, mark);
}

const encoder = new TextEncoder();

/** Encodes a text as UTF-8. Returns how many bytes it takes, or undefined without enough room. */
export function encodeInto(text, bytes) {
	const { read, written } = encoder.encodeInto(text, bytes);
	return read === text.length ? written : undefined;
}

/** Writes what says which todo an object is, and as what it was shown, as JSON text. */
export function todoText(todo) {
	// Without what a page added to every object.
	const shown = { __proto__: null, ...todo };
	return JSON.stringify(shown, ["key", "content", "revision"]);
}

/**
 * Throws for a value that JSON does not have, or that contains one. A field that is undefined
 * counts as missing. `around` has the objects that contain the value.
 */
export function checkJson(value, place, around) {
	const isObject = typeof value === "object" && value !== null;
	// An object of another realm has another `Object.prototype`.
	const prototype = isObject && Object.getPrototypeOf(value);
	const isJson = isObject
		? !around.includes(value) &&
			(Array.isArray(value)
				? value.length <= mostItems
				: !prototype || !Object.getPrototypeOf(prototype))
		: value === null ||
			Number.isFinite(value) ||
			/^(string|boolean)$/.test(typeof value);
	if (!isJson)
		throw new TypeError(`${place} is not JSON: convert it or leave it out`);
	if (!isObject) return;
	for (const [name, item] of Array.isArray(value)
		? value.entries()
		: Object.entries(value))
		if (item !== undefined || Array.isArray(value))
			checkJson(item, `${place}.${name}`, [...around, value]);
}
