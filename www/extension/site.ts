// The sites on which the extension may work, as the browser's permissions name them. Firefox knows
// no ports there.

/** Returns undefined for an address on which no extension may work. */
export function siteOf(address: string | undefined): string | undefined {
	if (!address || !/^https?:/.test(address) || !URL.canParse(address))
		return undefined;
	const { protocol, hostname } = new URL(address);
	return `${protocol}//${hostname}/*`;
}

/**
 * Asks the person to let the extension work on sites, unless they did before. A browser asks only
 * while a click is under way.
 */
export function askForSites(sites: readonly string[]): Promise<boolean> {
	const origins = sites.flatMap((site) => siteOf(site) ?? []);
	return origins.length > 0
		? chrome.permissions.request({ origins })
		: Promise.resolve(true);
}
