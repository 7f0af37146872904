// Reads what was thrown, which may be anything, such as a Proxy or undefined. These functions never
// throw.

/** Returns the message of an error, or what else was thrown as text. */
export function getErrorMessage(thrown: unknown): string {
	try {
		const { message } = Object(thrown) as Partial<Error>;
		return String(message ?? thrown);
	} catch {
		return "what was thrown cannot be read";
	}
}

/** Returns the code of an error, or undefined. */
export function getErrorCode(thrown: unknown): unknown {
	try {
		return (Object(thrown) as { readonly code?: unknown }).code;
	} catch {
		return undefined;
	}
}
