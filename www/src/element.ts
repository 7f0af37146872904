// Makes and finds elements. Whatever comes from a list, a model or a page enters the document
// through `element`, as text and never as markup: a todo may hold what a hostile page said.

/** Returns a new element. Children that are strings become text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Readonly<Record<string, string>> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes))
		made.setAttribute(key, value);
	made.append(...children);
	return made;
}

/** Returns the element of the document with this id, which must be there and of this kind. */
export function byId<Kind extends Element>(
	id: string,
	kind: new () => Kind,
): Kind {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new Error(`the document has no ${kind.name} with the id ${id}`);
}
