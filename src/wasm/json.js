/** No option has as many items. Of a sparse array an engine would write gigabytes of them. */
const mostItems = 10_000;

/** Options as JSON text. What JSON would drop, or would not end with, is spelled out, so that the core refuses it. */
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
