/**
 * The origin of an address as the platform reads it, or undefined if it is not one of http or https. An address of blob: has the
 * origin of its maker, which says nothing of what it shows.
 */
export function originOf(address) {
	try {
		const { protocol, origin } = new URL(address);
		if (protocol === "https:" || protocol === "http:") return origin;
	} catch {
		// It is no absolute address.
	}
}
