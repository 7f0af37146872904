// What the element shows, as plain values that are compared with what is there: only what differs
// is touched, and what keeps its key keeps its element, with its focus and what is written in it.
// Nothing is ever parsed as HTML, so this works where Trusted Types allow no policy at all, which a
// library of templates needs.

type Value = string | number | boolean | undefined;
/**
 * Attributes. A name that begins with a dot is a property that is set once, when the element is
 * made.
 */
export type Attributes = Readonly<Record<string, Value>>;

export interface Template {
	readonly name: string;
	/** What tells the element from its siblings. */
	readonly key: string;
	readonly attributes: Attributes;
	readonly children: Pieces;
}
type Piece = Template | string;
/** Templates, texts, and nothing for what is not shown. */
export type Pieces = readonly (Piece | false | undefined | Pieces)[];

/** Describes an element: its name and classes as in a selector, its attributes and its children. */
export function h(
	selector: string,
	{ key, class: more, ...attributes }: Attributes = {},
	...children: Pieces
): Template {
	const [name = "", ...classes] = selector.split(".");
	if (more) classes.push(String(more));
	return {
		name,
		key: String(key ?? selector),
		attributes: classes.length
			? { class: classes.join(" "), ...attributes }
			: attributes,
		children,
	};
}

const flatten = (pieces: Pieces): Piece[] =>
	(pieces as readonly unknown[])
		.flat(Number.POSITIVE_INFINITY)
		.filter(Boolean) as Piece[];

/** One piece, as it is in the document. */
export interface ShownPiece {
	readonly key: string;
	readonly node: ChildNode;
	piece: Piece;
	children: readonly ShownPiece[];
}

/** Shows pieces in an element. Returns what is there, for the next time. */
export function show(
	parent: ParentNode & Node,
	before: readonly ShownPiece[],
	pieces: Pieces,
): readonly ShownPiece[] {
	const old = new Map(before.map((live) => [live.key, live]));
	const now = new Map<string, ShownPiece>();
	for (const piece of flatten(pieces)) {
		let key = typeof piece === "string" ? "" : piece.key;
		while (now.has(key)) key += "+";
		const live = old.get(key) ?? make(parent, key, piece);
		update(live, piece);
		now.set(key, live);
	}
	for (const { key, node } of before) if (!now.has(key)) node.remove();
	const after = [...now.values()];
	let next = parent.firstChild;
	for (const { node } of after)
		if (node === next) next = next.nextSibling;
		// The one before it has moved away, and is put in its place when its turn comes.
		else if (next && next === node.previousSibling) next = node.nextSibling;
		else parent.insertBefore(node, next);
	return after;
}

const emptyTemplate: Template = {
	name: "",
	key: "",
	attributes: {},
	children: [],
};

function make(parent: Node, key: string, piece: Piece): ShownPiece {
	const { ownerDocument } = parent;
	if (typeof piece === "string")
		return {
			key,
			node: ownerDocument?.createTextNode("") as Text,
			piece: "",
			children: [],
		};
	const { name, attributes } = piece;
	const space =
		name === "svg"
			? "http://www.w3.org/2000/svg"
			: (parent as Element).namespaceURI;
	const node = (
		space
			? ownerDocument?.createElementNS(space, name)
			: ownerDocument?.createElement(name)
	) as Element;
	for (const [name, value] of Object.entries(attributes))
		if (name.startsWith(".") && value !== undefined)
			Object.assign(node, { [name.slice(1)]: value });
	return { key, node, piece: emptyTemplate, children: [] };
}

function update(live: ShownPiece, piece: Piece): void {
	const before = live.piece;
	if (before === piece) {
		// The same description: nothing to do. `clock.ts` writes times directly.
		return;
	}
	live.piece = piece;
	if (typeof piece === "string") {
		live.node.nodeValue = piece;
		return;
	}
	const node = live.node as Element;
	const { attributes } = before as Template;
	for (const name of Object.keys({ ...attributes, ...piece.attributes })) {
		const value = piece.attributes[name];
		if (name.startsWith(".") || value === attributes[name]) continue;
		if (value === undefined || value === false) node.removeAttribute(name);
		else node.setAttribute(name, value === true ? "" : String(value));
	}
	live.children = show(node, live.children, piece.children);
}

const escapeHtml = (text: string) =>
	text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const isVoid = /^(input|hr)$/;

/** Returns pieces as HTML, for a server. */
export const toHtml = (pieces: Pieces): string =>
	flatten(pieces)
		.map((piece) => {
			if (typeof piece === "string") return escapeHtml(piece);
			const { name, attributes, children } = piece;
			const written = Object.entries(attributes)
				.filter(
					([name, value]) =>
						!name.startsWith(".") && value !== undefined && value !== false,
				)
				.map(([name, value]) =>
					value === true
						? ` ${name}`
						: ` ${name}="${escapeHtml(String(value))}"`,
				);
			const start = `<${name}${written.join("")}>`;
			return isVoid.test(name)
				? start
				: `${start}${toHtml(children)}</${name}>`;
		})
		.join("");
