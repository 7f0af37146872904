/** No option has this many items. An engine would write gigabytes for a sparse array. */
const mostItems = 10_000;

/** Writes options as JSON text. Values that JSON would drop, or arrays without end, become strings, so that the core refuses them. */
export function optionsText(value) {
	const text = JSON.stringify(value, (_, item) => {
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
