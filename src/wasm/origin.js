/**
 * Returns the origin of an address according to the platform, or undefined if its scheme is neither
 * http nor https. A blob: address is refused too: its origin is that of the page that created it,
 * whatever it shows.
 */
export function originOf(address) {
	try {
		const { protocol, origin } = new URL(address);
		if (protocol === "https:" || protocol === "http:") return origin;
	} catch {
		// It is not an absolute address.
	}
}
