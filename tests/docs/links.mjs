// The links of a Markdown page.

/** Returns a page without its code blocks and code spans, where nothing is a link or a heading. */
export const prose = (text) =>
	text
		.replace(/^( {0,3})(`{3,}|~{3,})[\s\S]*?^ {0,3}\2/gm, "")
		.replace(/`[^`\n]*`/g, "code");

/**
 * Returns the links that stay within the documentation, `{path, anchor}`; an empty path is the page
 * itself.
 */
export function linksOf(text) {
	return [...prose(text).matchAll(/\]\(<?([^)>\s]+)>?\)/g)].flatMap(
		([, link]) => {
			if (/^https?:/.test(link)) return [];
			const [path, anchor] = link.split("#");
			return [{ path, anchor }];
		},
	);
}
