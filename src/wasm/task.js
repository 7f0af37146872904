/** The platform's own source of randomness, in pages, workers and Node alike. */
export function fillWithRandom(bytes) {
	crypto.getRandomValues(bytes);
}

/** A task, or a list of them, frozen. */
export function parsed(json) {
	const value = JSON.parse(json);
	if (Array.isArray(value)) value.forEach(Object.freeze);
	return Object.freeze(value);
}

/** What one call of a tool did: `TaskOutcome`. */
export function taskOutcome(ok, text, notes, changed) {
	return { ok, text, notes, changed };
}
