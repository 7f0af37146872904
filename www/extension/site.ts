// The site of an address, as the browser's permissions name it. Firefox knows no ports there.

/** Undefined for an address on which no extension may work. */
export function siteOf(address: string | undefined): string | undefined {
	if (!address || !/^https?:/.test(address) || !URL.canParse(address))
		return undefined;
	const { protocol, hostname } = new URL(address);
	return `${protocol}//${hostname}/*`;
}
