/** No option has this many items. An engine would write gigabytes for a sparse array. */
const mostItems = 10_000;

/**
 * Writes options as JSON text. Values that JSON would drop, or arrays without end, become strings, so that the core refuses them.
 * The option `data` is any JSON value, so for a value in it that is none, this throws.
 */
export function optionsText(value) {
	/** The objects around an item of `data`, the outermost first, with their places. */
	const around = [];
	const text = JSON.stringify(value, function (name, item) {
		if (Array.isArray(item) && item.length > mostItems)
			return `an array of ${item.length} items`;
		while (around.length > 0 && around.at(-1).object !== this) around.pop();
		const place = placeOf(name, around.at(-1));
		if (place !== undefined) {
			const isCycle = around.some(({ object }) => object === item);
			// `item` is what `toJSON` returned.
			const lack = isCycle ? "cycle" : nameOther(this[name], this);
			if (lack)
				throw new TypeError(
					`${place}: JSON has no ${lack}, so convert it or leave it out`,
				);
			around.push({ object: item, place });
		}
		return typeof item === "function" ||
			typeof item === "symbol" ||
			(typeof item === "number" && !Number.isFinite(item))
			? String(item)
			: item;
	});
	return text ?? "null";
}

/** Returns the place of an item in `data`, or undefined for an item elsewhere. */
function placeOf(name, holder) {
	if (holder === undefined) return name === "data" ? name : undefined;
	return Array.isArray(holder.object)
		? `${holder.place}[${name}]`
		: `${holder.place}.${name}`;
}

/** Returns the name of a value that JSON does not have, or undefined. A field that is undefined counts as missing. */
function nameOther(value, holder) {
	if (typeof value === "object" && value !== null) {
		// An object of another realm has another `Object.prototype`.
		const prototype = Object.getPrototypeOf(value);
		const isPlain =
			prototype === null || Object.getPrototypeOf(prototype) === null;
		if (isPlain || Array.isArray(value)) return undefined;
		return value.constructor?.name || "instance of a class";
	}
	const isMissing = value === undefined && !Array.isArray(holder);
	const isJson =
		value === null ||
		typeof value === "string" ||
		typeof value === "boolean" ||
		Number.isFinite(value);
	if (isMissing || isJson) return undefined;
	return typeof value === "number" ? String(value) : typeof value;
}
