// The style of the element, as one sheet that all elements of a document share. A constructed sheet
// is no inline style, so the strictest content security policy allows it.

/** style.css, minified; written in by the build. */
declare const ELEMENT_STYLE: string;

/** The style as text. */
export const elementStyle = ELEMENT_STYLE;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Returns the sheet of a document, which is made with its first element. A document without a
 * window shows nothing, and needs none.
 */
export function getStyles(document: Document): CSSStyleSheet[] {
	const { defaultView } = document;
	if (!defaultView) return [];
	let sheet = sheets.get(document);
	if (!sheet) {
		sheet = new defaultView.CSSStyleSheet();
		sheet.replaceSync(elementStyle);
		sheets.set(document, sheet);
	}
	return [sheet];
}
