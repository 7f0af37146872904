/** Options as JSON text. What JSON would drop is spelled out, so that the core refuses it. */
export function optionsText(value) {
	const text = JSON.stringify(value, (_, item) =>
		typeof item === "function" ||
		typeof item === "symbol" ||
		(typeof item === "number" && !Number.isFinite(item))
			? String(item)
			: item,
	);
	return text ?? "null";
}
