// The mail that the shop sends. It is in localStorage, as the person may read it in another tab
// than the one with the order.

export interface Mail {
	readonly to: string;
	readonly code: string;
}

const key = "kettle-and-co-mail";

/** Sends a new code, of six digits, and returns it. */
export function sendCode(to: string): string {
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	const code = `${100_000 + (random % 900_000)}`;
	localStorage.setItem(key, JSON.stringify({ to, code } satisfies Mail));
	return code;
}

/** Returns the latest mail, or undefined if none was sent. */
export function latestMail(): Mail | undefined {
	const kept = localStorage.getItem(key);
	return kept === null ? undefined : (JSON.parse(kept) as Mail);
}
