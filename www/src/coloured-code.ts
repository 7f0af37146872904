// Colours JSON and XML, for the eye alone: the text stays the same to the last character, however
// broken it is.

import { element } from "./element";

/** Kinds of token, by the first group that matched. */
const json =
	/(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null|-?\d+(?:\.\d+)?)\b)|(?<mark>[{}[\],:]+)/g;
const xml =
	/(?<mark><\/?|\/?>)|(?<key>(?<=<\/?)[\w-]+)|(?<word>\b[\w-]+(?==))|(?<string>(?<==)"[^"]*")/g;

export function colouredJson(text: string): DocumentFragment {
	return coloured(text, json);
}

export function colouredXml(text: string): DocumentFragment {
	return coloured(text, xml);
}

/** Returns a call, an answer or a line of one: as what it begins like, prose without colours. */
export function colouredAsWritten(text: string): Node {
	if (/^\s*</.test(text)) return colouredXml(text);
	return /^\s*[{}[\]"]/.test(text)
		? colouredJson(text)
		: document.createTextNode(text);
}

function coloured(text: string, tokens: RegExp): DocumentFragment {
	const fragment = document.createDocumentFragment();
	let end = 0;
	for (const match of text.matchAll(tokens)) {
		const kind =
			Object.entries(match.groups ?? {}).find(
				([, part]) => part !== undefined,
			)?.[0] ?? "";
		fragment.append(
			text.slice(end, match.index),
			element("span", { class: `code-${kind}` }, match[0]),
		);
		end = match.index + match[0].length;
	}
	fragment.append(text.slice(end));
	return fragment;
}
