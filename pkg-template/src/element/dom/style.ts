// The style of the element, as one sheet that all elements of a document share. A constructed sheet
// is no inline style, so the strictest content security policy allows it.

/** style.css, minified; written in by the build. */
declare const ELEMENT_STYLE: string;

/** The style as text. */
export const elementStyle = ELEMENT_STYLE;

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Returns the sheets of a document for these styles, which are made for its first element. A
 * document without a window shows nothing, and needs none.
 */
export function getStyles(
	document: Document,
	styles: readonly string[],
): CSSStyleSheet[] {
	const { defaultView } = document;
	if (!defaultView) return [];
	const known = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
	sheets.set(document, known);
	return styles.map((style) => {
		const sheet = known.get(style) ?? new defaultView.CSSStyleSheet();
		if (!known.has(style)) sheet.replaceSync(style);
		known.set(style, sheet);
		return sheet;
	});
}
